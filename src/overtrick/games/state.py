"""The same names where the server looks for them."""

from overtrick.core.record import *  # noqa: F403
from overtrick.games.blob import NUMBER

BLOB = NUMBER
