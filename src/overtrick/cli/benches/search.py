"""`overtrick bench search`: what a decision costs: worlds, simulations, exact endings.

All figures are milliseconds on one core, medians over random positions; networks have random weights, which changes
what they say and not how long they take.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import TYPE_CHECKING, Annotated, Any

import typer

from overtrick.engine.catalogue import GAME_KEYS
from overtrick.engine.catalogue import game as find_game

if TYPE_CHECKING:
    from overtrick.engine.round import Round
    from overtrick.observe.evaluator import Evaluator

app = typer.Typer()

PLAYERS, CARDS = 4, 7
"""The table that is measured, where that can be chosen."""
WORLDS = 1000
BUDGET_MS = 50
ENDING = 4
"""Cards each seat holds in the endings that are solved."""


@app.command()
def search(
    as_json: Annotated[bool, typer.Option("--json", help="Print figures for programs.")] = False,
    positions: Annotated[int, typer.Option(min=3, help="Random positions behind each figure.")] = 40,
    deadlines: Annotated[int, typer.Option(min=0, help="Instead: the slowest of so many timed decisions.")] = 0,
    first: Annotated[int, typer.Option(min=0, help="The number of the first of these positions.")] = 0,
) -> None:
    """Measure sampling, simulations, whole decisions and exact endings."""
    results = [
        {"game": game, "what": what, "ms": round(ms, 4)}
        for game in GAME_KEYS
        for what, ms in (
            timed_decisions(game, first, deadlines // len(GAME_KEYS)) if deadlines else figures(game, positions)
        )
    ]
    if as_json:
        typer.echo(json.dumps({"results": results}, indent=2))
        return
    for figure in results:
        typer.echo(f"{figure['game']:7} {figure['what']:44} {figure['ms']:9.3f} ms")


def figures(game: str, positions: int) -> Iterator[tuple[str, float]]:
    """Every figure of one game by name."""
    import numpy as np

    from overtrick.cards.masks import DECK_SIZE
    from overtrick.engine.worlds import NO_LEANINGS, PLACES
    from overtrick.search.exact import Solver
    from overtrick.search.think import Budget, Settings, Thinker
    from overtrick.search.woods import Growth

    tables = [_table(game, number) for number in range(positions)]
    spans = [_ms(_sampling(table, NO_LEANINGS)) for table in tables]
    yield f"{WORLDS} worlds, median", median(spans)
    yield f"{WORLDS} worlds, slowest of {positions}", max(spans)
    leanings = np.random.default_rng(1).normal(size=(DECK_SIZE, PLACES))
    spans = [_ms(_sampling(table, leanings)) for table in tables]
    yield f"{WORLDS} worlds by leanings, median", median(spans)
    yield f"{WORLDS} worlds by leanings, slowest of {positions}", max(spans)
    for what, mode, worlds, simulations in (
        ("100 simulations, one tree, playouts", "tree", 32, 100),
        ("3 x 50 simulations, playouts", "trees", 3, 150),
        ("300 playouts, flat", "flat", 64, 300),
    ):
        thinker = Thinker(Settings(mode=mode, worlds=worlds))
        yield what, median(_ms(_decision(thinker, table, Budget(simulations=simulations))) for table in tables)
    for name, evaluator in _evaluators(game):
        for what, mode, worlds, simulations in (
            (f"100 simulations, {name}", "tree", 32, 100),
            (f"3 x 50 simulations, {name}", "trees", 3, 150),
        ):
            thinker = Thinker(Settings(mode=mode, worlds=worlds, growth=Growth(batch=16)), evaluator)
            yield what, median(_ms(_decision(thinker, table, Budget(simulations=simulations))) for table in tables)
    solver = Solver()
    endings = [_table(game, number, cards_left=ENDING) for number in range(positions)]
    yield f"{ENDING}-card ending solved", median(_ms(lambda table=table: solver.solve(table.data)) for table in endings)  # type: ignore[misc]


def timed_decisions(game: str, first: int, positions: int) -> Iterator[tuple[str, float]]:
    """How long the player takes at most and on average over random positions, its budget being milliseconds."""
    from overtrick.core.randomness import make_rng
    from overtrick.players.search import SearchPlayer

    player = SearchPlayer(ms=BUDGET_MS)
    spans = []
    for number in range(first, first + positions + 1):
        table = _table(game, number)
        view, rng = table.observe(table.turn), make_rng(4, number)
        start = time.perf_counter()
        player.decide(view, rng)
        spans.append(1000 * (time.perf_counter() - start))
    timed = spans[1:]  # the first decision may compile
    yield f"{player.name}, slowest of {positions}", max(timed)
    yield f"{player.name}, mean of {positions}", sum(timed) / len(timed)


def _table(game: str, number: int, cards_left: int | None = None) -> Round:
    """A random round of four, played by rules to a random point or until `cards_left` cards are left in each hand."""
    from overtrick.core.policies import NORMAL
    from overtrick.core.randomness import below, make_rng
    from overtrick.engine.policies import act
    from overtrick.engine.round import new_round

    table, rng = new_round(), make_rng(3, number)
    find_game(game).rules().set_up_deal(table.record, PLAYERS, number, (CARDS,))
    table.deal_random(rng)
    last = 4 * (table.cards - (2 if cards_left is None else cards_left))
    plays = below(rng, last) if cards_left is None else last
    while table.record.plays < plays or len(table.legal_actions()) < 2:
        table.apply(int(act(table.record, NORMAL, 0, rng)))
    return table


def _sampling(table: Round, leanings: Any) -> Callable[[], object]:
    from overtrick.core.randomness import make_rng

    view, rng = table.observe(table.turn), make_rng(1)
    return lambda: view.sample_worlds(WORLDS, rng, leanings)


def _decision(thinker: Any, table: Round, budget: Any) -> Callable[[], object]:
    from overtrick.core.randomness import make_rng

    view = table.observe(table.turn)
    return lambda: thinker.think(view, budget, make_rng(2))


def _evaluators(game: str) -> Iterator[tuple[str, Evaluator]]:
    """Networks of the size the sources plan and of the size that ships, where torch is there to make them."""
    try:
        from overtrick.cli.benches.inference import bundles_of
        from overtrick.nets.build import build
    except ImportError:
        return
    from overtrick.nets.loading import evaluator_of

    named: dict[str, tuple[str, dict[str, Any]]] = {"plain network": ("plain", {"game": game})}
    for name, (architecture, settings) in named.items():
        exact, _ = bundles_of(build(architecture, settings, seed=1))
        yield name, evaluator_of(exact, "onnx")


def _ms(call: Callable[[], object]) -> float:
    """Milliseconds of the second call: the first may compile."""
    call()
    start = time.perf_counter()
    call()
    return 1000 * (time.perf_counter() - start)
