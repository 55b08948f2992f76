"""How the `hard` policy leans: values of `style`, and their names for people."""

from __future__ import annotations

PLAIN, CAUTIOUS, AGGRESSIVE_MOON, HUNT_LEADER = range(4)

STYLES = {"plain": PLAIN, "cautious": CAUTIOUS, "aggressive-moon": AGGRESSIVE_MOON, "hunt-leader": HUNT_LEADER}
