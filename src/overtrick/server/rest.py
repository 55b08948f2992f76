"""The REST side: every path under `/api/`, with the seat taken from the token and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Path, Request, Response, WebSocket
from fastapi.routing import APIRoute
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from overtrick.server.asking import answer_to
from overtrick.server.game_list import games_info
from overtrick.server.guards import address_of
from overtrick.server.hub import Hub, token_hash
from overtrick.server.levels import player_list
from overtrick.server.messages import Ack, Action, Claim, Leave, Opinion, Rematch, SeatAction, Undo
from overtrick.server.opinions import hint, opinion_on
from overtrick.server.refusal import STATUS, Refusal
from overtrick.server.replays import proof_of, record_of, replay_of, view_before
from overtrick.server.requests import (
    Acted,
    AiMoved,
    AskGames,
    AskOpinion,
    CreateTable,
    ErrorAnswer,
    GameList,
    GamesInfo,
    JoinTable,
    PlayerList,
    Proof,
    Replay,
    Seated,
)
from overtrick.server.room import Room
from overtrick.server.sockets import serve_socket
from overtrick.server.strict_json import read_json
from overtrick.server.views import View

_EXPLAIN = {
    400: "Not JSON, or nested too deep",
    401: "The token opens no seat at this table",
    403: "This seat may not do that",
    404: "No such table, round or path",
    408: "The body took too long",
    409: "Not now: illegal, out of turn, stale, or no seat open",
    413: "The body is larger than 64 KiB",
    422: "A field is missing or wrong; the message names it",
    429: "Too many requests; Retry-After says how long to wait",
    500: "A fault of the server",
    503: "Stopping, the database is not there, or no AI is free",
}


def errors(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The error answers of a path, beside those that any path can give.

    They are all the same model, which is named instead of given: the framework would prepare it anew for each of them,
    and that took a tenth of the server's start.
    """
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorAnswer"}}}
    told = sorted({422, 429, 503, *statuses})
    return {status: {"description": _EXPLAIN[status], "content": content} for status in told}


def error_model() -> dict[int | str, dict[str, Any]]:
    """The model that `errors` names, for the one path that brings it along."""
    return {429: {"model": ErrorAnswer, "description": _EXPLAIN[429]}}


class StrictRequest(Request):
    """A request whose body is read by `read_json`: nothing nested too deep, no key twice."""

    async def json(self) -> Any:
        try:
            return read_json(await self.body())
        except Refusal as refusal:
            raise HTTPException(STATUS[refusal.code], refusal.message) from None


class StrictRoute(APIRoute):
    """A path that is given strict requests."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        answer = super().get_route_handler()

        async def answer_strictly(request: Request) -> Response:
            return await answer(StrictRequest(request.scope, request.receive))

        return answer_strictly


router = APIRouter(prefix="/api", route_class=StrictRoute)
_bearer = HTTPBearer(auto_error=False, description="The token of a seat, from creating or joining a table.")

TableId = Annotated[
    str, Path(min_length=1, max_length=64, description="The id of a table", examples=["q2ZkV0m1T3u8X4nB7cYdEw"])
]
RoundNumber = Annotated[int, Path(ge=1, le=1000, description="A round, counted from 1", examples=[1])]
Credentials = Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]


async def hub_of(request: Request) -> Hub:
    """The hub of the running server. This is a coroutine because the framework gives plain functions a thread each."""
    hub: Hub = request.app.state.hub
    return hub


TheHub = Annotated[Hub, Depends(hub_of)]


async def room_of(table_id: Annotated[str, Path(alias="id")], hub: TheHub) -> Room:
    return await hub.room(table_id)


TheRoom = Annotated[Room, Depends(room_of)]


async def seat_or_none(room: TheRoom, credentials: Credentials) -> int | None:
    """The seat of the token; None without one; refused with a wrong one."""
    if credentials is None:
        return None
    seat = room.table.seat_of(token_hash(credentials.credentials))
    if seat is None:
        raise Refusal("no_seat", "this token opens no seat at this table")
    return seat


async def own_seat(seat: Annotated[int | None, Depends(seat_or_none)]) -> int:
    if seat is None:
        raise Refusal("no_seat", "this needs the token of a seat: Authorization: Bearer TOKEN")
    return seat


MaybeSeat = Annotated[int | None, Depends(seat_or_none)]
OwnSeat = Annotated[int, Depends(own_seat)]


@router.post("/game/create", status_code=201, responses=errors(400, 408, 413, 422))
async def create_game(wish: CreateTable, hub: TheHub, request: Request) -> Seated:
    """Set up a table. The token is your seat: it is shown this once."""
    room, seat, token = await hub.create(wish, address_of(request.scope))
    return {"id": room.table.id, "seat": seat, "token": token, "view": room.view(seat)}


@router.get("/game/{id}", responses=errors(401, 404))
async def get_game(room: TheRoom, seat: MaybeSeat) -> View:
    """What your seat, or a spectator, may know of the table."""
    room.look()
    return room.view(seat)


@router.post("/game/{id}/join", status_code=201, responses=errors(400, 403, 404, 408, 409, 413, 422))
async def join_game(wish: JoinTable, room: TheRoom, hub: TheHub) -> Seated:
    """Sit down in an open seat, also in the middle of a match."""
    seat, token = await hub.join(room, wish)
    return {"id": room.table.id, "seat": seat, "token": token, "view": room.view(seat)}


@router.post("/game/{id}/action", responses=errors(400, 401, 403, 404, 408, 409, 413, 422))
async def act(action: SeatAction, room: TheRoom, seat: OwnSeat, hub: TheHub, request: Request) -> Acted:
    """Bid, pass, play and everything else a seat can do; the same messages as on the socket."""
    return await _act(hub, request, room, seat, action)


@router.post("/game/{id}/undo", responses=errors(400, 401, 403, 404, 408, 409, 413, 422))
async def undo(action: Action, room: TheRoom, seat: OwnSeat, hub: TheHub, request: Request) -> Acted:
    """Take your last decision of this round back; other people at the table are asked."""
    return await _act(hub, request, room, seat, Undo(type="undo", id=action.id, version=action.version))


@router.post("/game/{id}/claim", responses=errors(400, 401, 403, 404, 408, 409, 413, 422))
async def claim(action: Action, room: TheRoom, seat: OwnSeat, hub: TheHub, request: Request) -> Acted:
    """Say that the rest is decided; it is played out."""
    return await _act(hub, request, room, seat, Claim(type="claim", id=action.id, version=action.version))


@router.post("/game/{id}/leave", responses=errors(400, 401, 403, 404, 408, 409, 413, 422))
async def leave(action: Action, room: TheRoom, seat: OwnSeat, hub: TheHub, request: Request) -> Acted:
    """Give the seat up."""
    return await _act(hub, request, room, seat, Leave(type="leave", id=action.id, version=action.version))


@router.post("/game/{id}/rematch", responses=errors(400, 401, 403, 404, 408, 409, 413, 422))
async def rematch(action: Action, room: TheRoom, seat: OwnSeat, hub: TheHub, request: Request) -> Acted:
    """The same table again; your token opens the same seat there."""
    return await _act(hub, request, room, seat, Rematch(type="rematch", id=action.id, version=action.version))


@router.post("/game/{id}/ai-move", responses=errors(401, 403, 404, 408, 409, 413, 400))
async def ai_move(room: TheRoom, seat: OwnSeat, hub: TheHub, request: Request) -> AiMoved:
    """The AI to act acts now; answered when it has."""
    moved = await answer_to(request, hub.lines, room.turns.move_now)
    if moved is None:
        return {"seat": None, "bid": None, "card": None, "view": room.view(seat)}
    return {"seat": moved["seat"], "bid": moved["bid"], "card": moved["card"], "view": room.view(seat)}


@router.post("/game/{id}/hint", responses=errors(401, 404, 408, 409, 413, 400))
async def get_hint(room: TheRoom, seat: OwnSeat, hub: TheHub, request: Request) -> Opinion:
    """What the strongest player would do in your place, and why."""
    return await answer_to(request, hub.lines, lambda: hint(room, seat, address_of(request.scope)))


@router.get("/game/{id}/replay/{round}", responses=errors(404, 422))
async def get_replay(room: TheRoom, number: Annotated[RoundNumber, Path(alias="round")]) -> Replay:
    """A finished round, with all cards."""
    return replay_of(room.table, number)


@router.post("/game/{id}/replay/{round}/opinion", responses=errors(400, 404, 408, 413, 422))
async def get_opinion(
    body: AskOpinion,
    room: TheRoom,
    number: Annotated[RoundNumber, Path(alias="round")],
    hub: TheHub,
    request: Request,
) -> Opinion:
    """What the strongest player thinks of a decision in a finished round, from what the seat knew then."""
    view = view_before(room.table, number, body.step)
    return await answer_to(request, hub.lines, lambda: opinion_on(room, view, address_of(request.scope)))


@router.get(
    "/game/{id}/record",
    response_class=Response,
    responses={200: {"content": {"application/x-ndjson": {}}, "description": "JSON Lines"}, **errors(404)},
)
async def get_record(room: TheRoom) -> Response:
    """The match as JSON Lines; of an unfinished one, its finished rounds."""
    name = f'attachment; filename="{room.table.rules.game}-{room.table.id[:8]}.jsonl"'
    return Response(record_of(room.table), media_type="application/x-ndjson", headers={"Content-Disposition": name})


@router.get("/game/{id}/proof", responses=errors(404))
async def get_proof(room: TheRoom) -> Proof:
    """The commitments to all deals, and once the match is over what they committed to."""
    return proof_of(room.table)


@router.post("/games", responses=errors(400, 408, 413, 422))
async def list_games(body: AskGames, hub: TheHub) -> GameList:
    """One line for each table this device remembers."""
    return {"games": await hub.store.summaries(body.ids)}


@router.get("/games/info", responses=errors())
async def get_games_info() -> GamesInfo:
    """The games and their house rules."""
    return games_info()


@router.get("/players", responses=errors())
async def get_players() -> PlayerList:
    """Levels, styles and paces of the AI."""
    return player_list()


@router.websocket("/game/{id}/socket")
async def socket(websocket: WebSocket) -> None:
    """Events as they happen; see the protocol."""
    await serve_socket(websocket, websocket.app.state.hub, websocket.path_params["id"])


async def _act(hub: Hub, request: Request, room: Room, seat: int, action: Action) -> Acted:
    acks: list[Ack] = []
    await hub.act(room, seat, action, acks.append, address_of(request.scope))
    is_seated = not isinstance(action, Leave)
    return {"ack": acks[0], "view": room.view(seat if is_seated else None)}
