"""What the others' bids tell of their cards.

Written by tools/make_dispatch.py from overtrick.core.contract; change that, not this.
"""

from __future__ import annotations

from overtrick.core.record import Record
from overtrick.games.blob import NUMBER as BLOB
from overtrick.games.blob.evidence import likelihood as blob_likelihood
from overtrick.games.hearts import NUMBER as HEARTS
from overtrick.games.hearts.evidence import likelihood as hearts_likelihood
from overtrick.games.spades import NUMBER as SPADES
from overtrick.games.spades.evidence import likelihood as spades_likelihood
from overtrick.kernel import kernel


@kernel
def likelihood(state: Record, seat: int) -> float:
    """How well a full deal explains what the seats but `seat` have said: from 0 to 1, 1 for nothing known."""
    if state.game == BLOB:
        return blob_likelihood(state, seat)
    if state.game == HEARTS:
        return hearts_likelihood(state, seat)
    if state.game == SPADES:
        return spades_likelihood(state, seat)
    raise ValueError("the number in the record stands for no game")
