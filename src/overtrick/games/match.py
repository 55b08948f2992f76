"""The same names where the server looks for them."""

from overtrick.engine.match import *  # noqa: F403
