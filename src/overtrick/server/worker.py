"""A process that decides for the AI: requests as JSON lines on its input, decisions on its output.

It gets a view and never a full state. It runs at low priority, so that thinking never delays the tables, and ends when
its input does, that is, with the server.
"""

from __future__ import annotations

import base64
import json
import os
import signal
import sys
from typing import Any

import numpy as np

from overtrick.games.calls import step_round
from overtrick.games.randomness import Rng, make_rng, pick
from overtrick.games.round import View
from overtrick.games.state import PASS, PASSED_CARDS, ROUND, Rounds
from overtrick.players.catalogue import make_player
from overtrick.players.protocol import Decision, Player

NICENESS = 10


def main() -> None:
    """Answer one request after the other until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", buffering=1)
    sys.stdout = sys.stderr
    desk = Desk()
    for line in sys.stdin:
        request = json.loads(line)
        answers.write(json.dumps({"id": request["id"], **desk.answer(request)}) + "\n")


class Desk:
    """The players a worker has made so far."""

    def __init__(self) -> None:
        self._players: dict[str, Player] = {}
        self._unable: set[str] = set()
        """Names that could not be seated here."""

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """What the first of the players in the request that is able to decides."""
        view = read_view(request["view"])
        for name in request["players"]:
            if name in self._unable:
                continue
            try:
                return {"player": name, **self._decide(name, view, request)}
            except Exception as error:  # noqa: BLE001
                # Whatever a player stumbles over, the table must go on: the next one is asked.
                trouble = {"level": "error", "message": "player failed", "player": name, "reason": repr(error)}
                print(json.dumps(trouble), file=sys.stderr)
                if name not in self._players:
                    self._unable.add(name)
        return {"player": "any", "actions": any_legal(view, make_rng(*request["seed"]))}

    def _decide(self, name: str, view: View, request: dict[str, Any]) -> dict[str, Any]:
        player = self._players.setdefault(name, self._players.get(name) or make_player(name))
        rng = make_rng(*request["seed"])
        actions, decision = decide(player, view, rng)
        return {"actions": actions, **(_thoughts(decision) if request["wants_reasons"] else {})}


def decide(player: Player, view: View, rng: Rng) -> tuple[list[int], Decision]:
    """The action, or the three cards of a pass chosen one after the other, and the thoughts on the first."""
    first = player.decide(view, rng)
    actions = [int(first.action)]
    if view.phase != PASS:
        return actions, first
    view = View(view.data.copy())
    seat = view.seat
    while len(actions) < PASSED_CARDS:
        step_round(view.data, 0, actions[-1])
        view.record.turn = seat
        actions.append(int(player.decide(view, rng).action))
    return actions, first


def any_legal(view: View, rng: Rng) -> list[int]:
    """A legal action, or a pass of any three cards."""
    legal = view.legal_mask()
    actions = []
    for _ in range(PASSED_CARDS if view.phase == PASS else 1):
        actions.append(int(pick(rng, legal)))
        legal &= ~(1 << actions[-1])
    return actions


def write_view(view: View) -> str:
    """A view as text, for `read_view`."""
    return base64.b64encode(view.data.tobytes()).decode()


def read_view(text: str) -> View:
    data: Rounds = np.frombuffer(base64.b64decode(text), ROUND, count=1).copy()
    return View(data)


def _thoughts(decision: Decision) -> dict[str, Any]:
    return {
        "values": {str(action): round(float(value), 4) for action, value in decision.values.items()},
        "probabilities": {str(action): round(float(share), 4) for action, share in decision.probabilities.items()},
        "reasons": list(decision.reasons),
    }


if __name__ == "__main__":
    main()
