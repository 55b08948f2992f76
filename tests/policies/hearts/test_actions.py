"""The Hearts policies: legal by any house rules, blind to hidden cards, and stronger level by level."""

import numpy as np
import pytest

from overtrick.core.randomness import make_rng, new_deck, pick, shuffle, uniform
from overtrick.core.record import OVER, PASS, PLAY, empty_rounds
from overtrick.engine.round import Round, new_round
from overtrick.engine.rules import apply, deal, gain, legal_actions
from overtrick.engine.views import observe_into
from overtrick.engine.worlds import NO_LEANINGS, sample_worlds
from overtrick.games.hearts.house import HeartsRules
from overtrick.games.hearts.policies.actions import easy_action, hard_action, normal_action, playout_action
from overtrick.games.hearts.policies.styles import STYLES
from overtrick.games.hearts.words import reasons
from overtrick.kernel import JIT_IS_ON, kernel

RANDOM, EASY, NORMAL, HARD, PLAYOUT = range(5)
ROUNDS = 200 if JIT_IS_ON else 2

HOUSES = [
    HeartsRules(),
    HeartsRules(first_trick_points=True, queen_breaks_hearts=True),
    HeartsRules(jack_of_diamonds=True),
    HeartsRules(moon="subtract", target=50, passes=("hold",)),
]


@kernel
def choose(state, policy, style, rng):
    if policy == EASY:
        return easy_action(state, rng)
    if policy == NORMAL:
        return normal_action(state, rng)
    if policy == HARD:
        return hard_action(state, style, rng)
    if policy == PLAYOUT:
        return playout_action(state, rng)
    return pick(rng, legal_actions(state))


@kernel
def count_illegal(rounds, size, policy, style, rng):
    """Illegal choices in `size` rounds, half of whose actions are random so that odd positions come up."""
    illegal = 0
    state = rounds[0]
    for number in range(size):
        deck = new_deck()
        shuffle(rng, deck)
        for seat in range(4):
            state.scores[seat] = pick(rng, (1 << 50) - 1)
        state.pass_to = number % 4
        deal(state, deck)
        while state.phase != OVER:
            action = choose(state, policy, style, rng)
            legal = legal_actions(state)
            if action < 0 or action > 51 or not legal >> action & 1:
                illegal += 1
                action = pick(rng, legal)
            if uniform(rng) < 0.5:
                action = pick(rng, legal)
            apply(state, action)
    return illegal


@kernel
def count_peeks(rounds, views, worlds, size, policy, style, rng):
    """Choices that change when the hidden cards do."""
    peeks = 0
    state = rounds[0]
    for number in range(size):
        deck = new_deck()
        shuffle(rng, deck)
        state.pass_to = number % 4
        deal(state, deck)
        while state.phase != OVER:
            action = choose(state, policy, style, rng)
            observe_into(rounds, 0, state.turn, views, 0)
            if choose(views[0], policy, style, rng) != action:
                peeks += 1
            sample_worlds(views, 0, NO_LEANINGS, rng, worlds)
            for place in range(len(worlds)):
                worlds[place].turn = state.turn
                if choose(worlds[place], policy, style, rng) != action:
                    peeks += 1
            if uniform(rng) < 0.3:
                action = pick(rng, legal_actions(state))
            apply(state, action)
    return peeks


@kernel
def duplicate_gains(rounds, player, opponent, rng, gains):
    """Mean gain of one seat of `player` among three of `opponent`, every deal played from all four seats."""
    state = rounds[0]
    for number in range(len(gains)):
        deck = new_deck()
        shuffle(rng, deck)
        for hero in range(4):
            state.pass_to = number % 4
            deal(state, deck)
            while state.phase != OVER:
                apply(state, choose(state, player if state.turn == hero else opponent, 0, rng))
            gains[number] += gain(state, hero) / 4


def table(house):
    rounds = empty_rounds(1)
    house.set_up(rounds[0], 4, 0, [0, 30, 60, 90])
    return rounds


@pytest.mark.parametrize("house", HOUSES, ids=range(len(HOUSES)))
@pytest.mark.parametrize("policy", [EASY, NORMAL, HARD, PLAYOUT])
def test_every_choice_is_legal(house, policy):
    for style in STYLES.values() if policy == HARD else [0]:
        assert count_illegal(table(house), ROUNDS, policy, style, make_rng(policy, style)) == 0


@pytest.mark.parametrize("policy", [EASY, NORMAL, HARD, PLAYOUT])
def test_hidden_cards_never_change_a_choice(policy):
    for style in STYLES.values() if policy == HARD else [0]:
        rng = make_rng(7, policy, style)
        size = max(1, ROUNDS // 5)
        assert count_peeks(table(HOUSES[0]), empty_rounds(1), empty_rounds(4), size, policy, style, rng) == 0


@pytest.mark.skipif(not JIT_IS_ON, reason="hundreds of deals take minutes in plain Python")
@pytest.mark.parametrize(("better", "worse"), [(EASY, RANDOM), (NORMAL, EASY), (HARD, NORMAL)])
def test_each_level_beats_the_one_below(better, worse):
    gains = np.zeros(1000)
    duplicate_gains(table(HOUSES[0]), better, worse, make_rng(11), gains)
    error = gains.std() / np.sqrt(len(gains))
    assert gains.mean() - 1.96 * error > 0.5


@pytest.mark.skipif(not JIT_IS_ON, reason="hundreds of deals take minutes in plain Python")
def test_four_of_a_kind_come_out_even():
    gains = np.zeros(200)
    duplicate_gains(table(HOUSES[0]), HARD, HARD, make_rng(12), gains)
    assert np.allclose(gains, 0.0)


def test_reasons_are_given_for_any_action():
    rng = make_rng(3)
    for number in range(4):
        board = new_round()
        HeartsRules(jack_of_diamonds=True).set_up(board.record, 4, number, [10, 20, 30, 40])
        board.deal_random(rng)
        check_reasons(board, rng)


def check_reasons(board: Round, rng):
    while not board.is_over:
        assert board.phase in (PASS, PLAY)
        view = board.observe(board.turn)
        for action in view.legal_actions():
            told = reasons(view, action)
            assert told
            assert all(told)
        board.act(board.turn, int(pick(rng, board.legal_mask())))
