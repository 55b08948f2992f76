"""The same names where the server looks for them."""

from overtrick.core.randomness import *  # noqa: F403
