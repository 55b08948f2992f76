"""The same names where the server looks for them."""

from overtrick.engine.records.log import *  # noqa: F403
