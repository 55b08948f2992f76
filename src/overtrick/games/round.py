"""The same names where the server looks for them."""

from overtrick.core.seen import *  # noqa: F403
from overtrick.engine.round import *  # noqa: F403
