"""A process that decides for the AI: requests as JSON lines on its input, decisions on its output.

It gets a view and never a full state. It runs at low priority, so that thinking never delays the tables, and ends when
its input does, that is, with the server. Before the first request it has every level decide once and says that it is
ready, so that no table waits for kernels to be loaded. `{"stop": 7}` means: answer request 7 soon.
"""

from __future__ import annotations

import base64
import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any

import numpy as np

from overtrick.core.randomness import Rng, make_rng
from overtrick.core.record import PASS, PASSED_CARDS, ROUND, Rounds
from overtrick.core.seen import cards_of
from overtrick.engine.calls import step_round
from overtrick.engine.catalogue import games
from overtrick.engine.match import Match, seeded_decks
from overtrick.engine.round import View
from overtrick.players.catalogue import make_player
from overtrick.players.protocol import Decision, Player
from overtrick.server.processes import skip_blas

NICENESS = 10
QUICK_SECONDS = 0.02
"""What a search gets that was told to stop, counted from its beginning: enough for a sensible answer."""

WARM_PLAYERS = ("easy", "normal", "hard", "hard:style=cautious", "search:ms=1")


def main() -> None:
    """Answer one request after the other until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", buffering=1)
    sys.stdout = sys.stderr
    inbox = Inbox()
    threading.Thread(target=inbox.fill, name="inbox", daemon=True).start()
    skip_blas()
    desk = Desk(inbox.is_stopped)
    warm_up(desk)
    answers.write('{"id":0,"ready":true}\n')
    while True:
        request = inbox.take()
        answers.write(json.dumps({"id": request["id"], **desk.answer(request)}) + "\n")


class Inbox:
    """Requests as they arrive, also while the one before is being thought about."""

    def __init__(self) -> None:
        self._requests: SimpleQueue[dict[str, Any]] = SimpleQueue()
        self._current = 0
        self._stopped = 0
        """The last request that was told to stop; an older one is answered already."""

    def fill(self) -> None:
        """Read the input to its end, and end the process with it: nobody waits for an answer any more."""
        for line in sys.stdin:
            message = json.loads(line)
            if "stop" in message:
                self._stopped = message["stop"]
            else:
                self._requests.put(message)
        os._exit(0)

    def take(self) -> dict[str, Any]:
        """The next request."""
        request = self._requests.get()
        self._current = request["id"]
        return request

    def is_stopped(self) -> bool:
        """Whether the request being thought about is to be answered soon."""
        return self._stopped == self._current


class Desk:
    """The players a worker has made so far."""

    def __init__(self, is_stopped: Callable[[], bool] = lambda: False) -> None:
        self._players: dict[str, Player] = {}
        self._is_stopped = is_stopped
        self._begun = 0.0

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """What the first of the players that is able to decides; `failed` names those before it and why."""
        view = read_view(request["view"])
        failed: dict[str, str] = {}
        for name in request["players"]:
            try:
                return {"player": name, "failed": failed, **self._decide(name, view, request)}
            except Exception as error:  # noqa: BLE001
                # Whatever a player stumbles over, the table must go on: the next one is asked, and the server told.
                self._players.pop(name, None)
                failed[name] = repr(error)
        return {"player": None, "failed": failed, "actions": []}

    def _decide(self, name: str, view: View, request: dict[str, Any]) -> dict[str, Any]:
        if name not in self._players:
            self._players[name] = make_player(name)
            if hasattr(self._players[name], "report"):
                self._players[name].report = lambda _: self._must_move()  # type: ignore[attr-defined]
        self._begun = time.perf_counter()
        actions, decision = decide(self._players[name], view, make_rng(*request["seed"]))
        return {"actions": actions, **(_thoughts(decision) if request["wants_reasons"] else {})}

    def _must_move(self) -> bool:
        return self._is_stopped() and time.perf_counter() - self._begun >= QUICK_SECONDS


def warm_up(desk: Desk) -> None:
    """Let every level decide in all games, before and in the play, so that all kernels are loaded."""
    for kind in games():
        match = Match(kind.rules(), kind.default_players, seeded_decks(1))
        for _ in range(2 * match.players):
            seat = max(match.round.turn, 0)
            request = {"view": write_view(match.observe(seat)), "seed": [1], "wants_reasons": True}
            for name in WARM_PLAYERS:
                actions = desk.answer({**request, "players": [name]})["actions"]
            if match.round.phase == PASS:
                _pass_for_all(match)
            else:
                match.act(seat, actions[0])


def _pass_for_all(match: Match) -> None:
    """Every seat passes its lowest cards: the play is to be warmed up, too."""
    for seat in range(match.players):
        match.pass_cards(seat, cards_of(match.round.record.hands[seat])[:PASSED_CARDS])


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
