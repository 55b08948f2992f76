"""What the first request and the first table would wait for, done before anybody is there."""

from __future__ import annotations

from dataclasses import asdict

from starlette.types import ASGIApp, Message, Scope

from overtrick.core.record import PASS, PASSED_CARDS
from overtrick.engine.catalogue import games
from overtrick.server.deals import new_seed
from overtrick.server.house_rules import house_of
from overtrick.server.planning import plan_choice
from overtrick.server.table import Entry, Seat, table_of
from overtrick.server.viewer import Presence, view_of


def warm_rules() -> None:
    """Deal a round of each game, act once, and look at it."""
    for kind in games():
        rules = kind.rules()
        seats = [asdict(Seat("human", str(seat))) for seat in range(kind.default_players)]
        body = {"game": rules.game, "house": house_of(rules, kind.default_players), "pace": "instant", "seats": seats}
        table = table_of("", [Entry("created", body=body), Entry("started"), Entry("dealt", body={"seed": new_seed()})])
        assert table.match is not None
        seat = table.seats_to_act()[0]
        size = PASSED_CARDS if table.match.round.phase == PASS else 1
        for entry in plan_choice(table, seat, table.match.round.legal_actions()[:size]):
            table.apply(entry)
        view_of(table, Presence(), table.seats_to_act()[0])


async def warm_routes(app: ASGIApp) -> None:
    """Ask for a path of the API: the framework prepares them all when the first request comes."""
    path = "/api/players"
    scope: Scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [],
    }

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(_: Message) -> None:
        """Nobody reads the answer."""

    await app(scope, receive, send)
