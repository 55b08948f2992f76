"""Tree reuse: what was done between two decisions of a seat, so that a search can go on below it."""

from __future__ import annotations

from overtrick.core.record import BID, NO_BID, PLAY
from overtrick.engine.round import View


def actions_between(before: View, after: View) -> list[int] | None:
    """The actions that lead from one view of a seat to a later one of the same round; None if none do.

    Passes are not public, so nothing leads from before the exchange to after it.
    """
    if _deal(before) != _deal(after) or before.phase not in (BID, PLAY) or after.phase not in (BID, PLAY):
        return None
    earlier, later = _public_actions(before), _public_actions(after)
    return later[len(earlier) :] if later[: len(earlier)] == earlier else None


def _deal(view: View) -> tuple[int, ...]:
    """What stays the same for a seat during a round."""
    record = view.record
    hand = int(record.hands[view.seat] | record.played[view.seat])
    return view.seat, hand, record.game, record.players, record.cards, record.dealer, record.trump


def _public_actions(view: View) -> list[int]:
    """Bids and cards of the round so far, in order."""
    record = view.record
    seats = [(int(record.dealer) + 1 + place) % view.players for place in range(view.players)]
    bids = [int(record.bids[seat]) for seat in seats if record.bids[seat] != NO_BID]
    return bids + [int(card) for card in record.history[: int(record.plays)]]
