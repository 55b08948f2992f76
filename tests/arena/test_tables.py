"""Tables played in kernels and decision by decision are the same tables."""

from __future__ import annotations

import numpy as np
import pytest

from overtrick.arena import tables
from overtrick.arena.keys import point_rng, shuffled_deck
from overtrick.arena.outcomes import empty_outcomes
from overtrick.arena.plan import Plan
from overtrick.arena.runner import play_piece
from overtrick.arena.tables import Cast
from overtrick.cards.card import parse_card
from overtrick.core.randomness import Rng
from overtrick.core.record import NOBODY
from overtrick.engine.round import View, new_round
from overtrick.errors import PlayerError
from overtrick.games.hearts.arena import moon_stopper
from overtrick.players.protocol import Decision, Player

SETTLED = ("scores", "rounds", "dealt", "counts", "forfeit")
"""Fields that do not depend on the clock."""


@pytest.mark.parametrize(
    "plan",
    [
        Plan("hearts", "hard", "random", deals=3),
        Plan("hearts", "normal", "easy", deals=3, tables="both"),
        Plan("blob", "hard", "normal", deals=3),
        Plan("blob", "easy", "random", deals=3, players=5, cards=(3, 1)),
        Plan("hearts", "hard:style=hunt-leader", "easy", deals=2, is_match=True),
        Plan("blob", "normal", "random", deals=2, players=3, cards=(3,), is_match=True),
    ],
)
def test_kernel_and_decisions_agree(plan: Plan) -> None:
    """Rule players decide alike on a full state in a kernel and on their seat's view: they cannot peek."""
    compiled, _ = play_piece(plan, range(plan.deals), Cast(plan))
    asked, _ = play_piece(plan, range(plan.deals), Cast(plan, is_compiled=False))
    for name in SETTLED:
        assert np.array_equal(compiled[name], asked[name]), name
    assert asked["decisions"].sum(axis=2).ravel()[1:].min() > 0


def test_order_of_deals_does_not_matter() -> None:
    plan = Plan("blob", "easy", "random", deals=6)
    together, _ = play_piece(plan, range(6), Cast(plan))
    for deal in (5, 2, 0):
        alone, _ = play_piece(plan, range(deal, deal + 1), Cast(plan))
        assert alone[0].tobytes() == together[deal].tobytes()


def test_seed_changes_deals_and_draws() -> None:
    assert sorted(shuffled_deck(1, 2, 3)) == list(range(52))
    decks = {tuple(shuffled_deck(*address)) for address in ((1, 2, 3), (1, 2, 4), (1, 3, 3), (2, 2, 3))}
    assert len(decks) == 4
    rng = np.zeros(1, np.uint64)
    states = set()
    for address in np.ndindex(3, 3, 3, 3, 3):
        point_rng(rng, *address)
        states.add(int(rng[0]))
    assert len(states) == 3**5


class Faulty:
    """Fails, or does what is not allowed, when asked for its third decision."""

    name = "faulty"

    def __init__(self, action: int | None) -> None:
        self.action = action
        self.asked = 0

    def decide(self, view: View, rng: Rng) -> Decision:
        self.asked += 1
        if self.asked == 3:
            if self.action is None:
                raise PlayerError("the program died")
            return Decision(self.action)
        return Decision(view.legal_actions()[0])


@pytest.mark.parametrize(("action", "said"), [(None, "the program died"), (40, "not allowed"), (-1, "not allowed")])
@pytest.mark.parametrize("game", ["blob", "hearts"])
def test_failure_loses_its_table_and_no_other(
    monkeypatch: pytest.MonkeyPatch, game: str, action: int | None, said: str
) -> None:
    faulty = Faulty(action)
    real = tables.make_player

    def make(name: str) -> Player:
        return faulty if name == "faulty" else real(name)

    monkeypatch.setattr(tables, "make_player", make)
    plan = Plan(game, "faulty", "easy", deals=2, cards=(5,), seed=11)  # type: ignore[arg-type]
    outcomes, forfeits = play_piece(plan, range(2), Cast(plan))
    assert len(forfeits) == 1
    assert said in forfeits[0].report
    assert (forfeits[0].seat, forfeits[0].player) == (0, "faulty")
    assert (outcomes["forfeit"] != NOBODY).sum() == 1
    lost = outcomes["scores"][forfeits[0].deal, forfeits[0].table, :4].tolist()
    assert lost == ([0, 10, 10, 10] if game == "blob" else [26, 0, 0, 0])
    assert (outcomes["rounds"] == 1).all()


def finished_hearts(tricks: list[tuple[int, str]]) -> np.ndarray:
    """A finished round, given the winner and the cards of each trick that holds points."""
    table = new_round()
    record = table.record
    record.players, record.cards = 4, len(tricks)
    for number, (winner, cards) in enumerate(tricks):
        record.leaders[number + 1] = winner
        for place, card in enumerate(cards.split()):
            record.history[4 * number + place] = parse_card(card)
    return table.data


def test_moon_stopped_counts_once_it_was_a_threat() -> None:
    queen, hearts, clubs = "AS QS 2S 3S", "2H 3H 4H 5H", "2C 3C 4C 5C"
    assert moon_stopper(finished_hearts([(1, queen), (1, clubs), (3, hearts)]), 0) == 3
    assert moon_stopper(finished_hearts([(1, hearts), (3, queen)]), 0) == NOBODY
    assert moon_stopper(finished_hearts([(1, hearts), (1, queen)]), 0) == NOBODY
    assert moon_stopper(finished_hearts([(1, queen), (2, hearts), (3, "6H 7H 8H 9H")]), 0) == 2


def test_cast_gives_every_seat_its_own_player() -> None:
    cast = Cast(Plan("blob", "hard", "easy"))
    seated = cast.seated((0, 1, 1, 1))
    assert len({id(player) for player in seated}) == 4
    assert [player.name for player in seated] == ["hard", "easy", "easy", "easy"]


def test_empty_outcomes_have_no_forfeits() -> None:
    assert (empty_outcomes(2, 3)["forfeit"] == NOBODY).all()
