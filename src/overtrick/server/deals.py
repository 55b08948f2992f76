"""Deals nobody can choose or change later: a secret seed, a commitment to it beforehand, the deck it leads to.

The seed is 256 bits from the operating system. The deck is a Fisher-Yates shuffle of the 52 cards in order, driven by
the bytes of SHA-256(tag, seed, 0), SHA-256(tag, seed, 1), …; a byte that would favour some cards is skipped, so all
decks are equally likely. The commitment is the SHA-256 of table, round, seed and deck as lines of text; it is shown
before the first bid, and seed and deck are shown after the match, for everybody to compare.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator

from overtrick.cards.card import card_code
from overtrick.cards.masks import DECK_SIZE

SEED_BYTES = 32
_TAG = b"overtrick deal 1"


def new_seed() -> str:
    """256 fresh bits, as hexadecimal text."""
    return secrets.token_hex(SEED_BYTES)


def deck_of(seed: str) -> list[int]:
    """The deck a seed stands for."""
    deck = list(range(DECK_SIZE))
    stream = _bytes_of(bytes.fromhex(seed))
    for place in range(DECK_SIZE - 1, 0, -1):
        other = _below(stream, place + 1)
        deck[place], deck[other] = deck[other], deck[place]
    return deck


def commitment_of(table: str, number: int, seed: str) -> str:
    """What is shown of the deal of round `number`, counted from 1, before it is played."""
    deck = " ".join(card_code(card) for card in deck_of(seed))
    lines = (_TAG.decode(), f"table {table}", f"round {number}", f"seed {seed}", f"deck {deck}")
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _bytes_of(seed: bytes) -> Iterator[int]:
    block = 0
    while True:
        yield from hashlib.sha256(_TAG + seed + block.to_bytes(4, "big")).digest()
        block += 1


def _below(stream: Iterator[int], limit: int) -> int:
    """A whole number from 0 to limit - 1, without bias."""
    usable = 256 - 256 % limit
    for byte in stream:
        if byte < usable:
            return byte % limit
    raise AssertionError("the stream never ends")
