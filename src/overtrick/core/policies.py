"""The rule policies that every game has, by number."""

RANDOM, EASY, NORMAL, HARD, PLAYOUT, NETWORK = range(6)
"""Any legal action, the three levels people meet, the quick one that plays rounds out, and a network's.

RANDOM and NETWORK are the same for every game: the first needs only the rules, the second only weights."""
