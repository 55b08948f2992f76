"""The same names where the server looks for them."""

from overtrick.engine.calls import *  # noqa: F403
