"""Spades, in partnerships: everything the product knows of it."""

KEY, NUMBER = "spades", 2
"""Its name in files, on the wire and on the command line, and its number in records: neither may ever change."""

RULES_VERSION = 1
"""In records and models: raised when the same actions would score otherwise."""
