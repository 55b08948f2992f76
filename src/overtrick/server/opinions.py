"""What the strongest player thinks: hints for the seat to act, and opinions on decisions of finished rounds."""

from __future__ import annotations

from overtrick.cards.card import card_code
from overtrick.core.record import BID, PASS
from overtrick.engine.round import View
from overtrick.server.fair_queue import Asker, Urgency
from overtrick.server.levels import level_name, strongest
from overtrick.server.messages import Candidate, Opinion
from overtrick.server.refusal import Refusal
from overtrick.server.room import Room
from overtrick.server.thinkers import Thought


async def hint(room: Room, seat: int | None, address: str) -> Opinion:
    """Advice for the seat's decision, from what the seat knows; `address` asks for it."""
    match = room.table.match
    if seat is None:
        raise Refusal("no_seat", "you are watching; hints are for the seat to act")
    if match is None or seat not in room.table.seats_to_act():
        raise Refusal("not_your_turn", "hints are for the seat to act")
    return await opinion_on(room, match.observe(seat), address)


async def opinion_on(room: Room, view: View, address: str) -> Opinion:
    """What the strongest player thinks of every candidate."""
    milliseconds = room.settings.hint_ms
    asker = Asker(address, room.table.id, Urgency.OPINION)
    thought = await room.thinkers.ask(
        view, strongest(milliseconds), asker=asker, expected_ms=milliseconds, wants_reasons=True
    )
    candidates = [_candidate(view, action, thought) for action in view.legal_actions()]
    candidates.sort(key=lambda one: (not one["is_best"], -(one["value"] or 0.0), -(one["probability"] or 0.0)))
    return {"player": level_name(thought.player), "candidates": candidates, "reasons": thought.reasons}


def _candidate(view: View, action: int, thought: Thought) -> Candidate:
    is_bid = view.phase == BID
    chosen = thought.actions if view.phase == PASS else thought.actions[:1]
    return {
        "bid": action if is_bid else None,
        "card": None if is_bid else card_code(action),
        "value": thought.values.get(action),
        "probability": thought.probabilities.get(action),
        "is_best": action in chosen,
    }
