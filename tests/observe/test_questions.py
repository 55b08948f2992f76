"""Questions to networks: masks and answers in the order of the observation, and suits by role."""

import itertools
import random

import numpy as np
import pytest

from overtrick.core.record import BID, OVER, PASS, PLAY
from overtrick.core.seen import cards_of
from overtrick.engine.round import View
from overtrick.errors import ModelError
from overtrick.games.blob.observations.schemas import BLOB_3
from overtrick.games.hearts.observations.schemas import HEARTS_3
from overtrick.games.hearts.rules import JACK_SCORES
from overtrick.observe.encode import encode
from overtrick.observe.evaluator import Evaluation, judge
from overtrick.observe.masks import EmptyMask, action_masks
from overtrick.observe.questions import ask
from overtrick.observe.schemas import SCHEMAS, schema
from tests.observe.positions import random_views, stacked
from tests.reference.encode_common import played_by, shown_voids

PHASES = {"blob": {BID, PLAY}, "hearts": {PASS, PLAY}, "spades": {BID, PLAY}}
BY_ROLE = [one for one in SCHEMAS.values() if one.by_role]


@pytest.mark.parametrize("name", SCHEMAS)
def test_masks_allow_the_places_of_legal_actions(name):
    views = random_views(schema(name).game, 300, seed=21, only_turns=True)
    assert {view.phase for view in views} == PHASES[schema(name).game]
    question = ask(schema(name), stacked(views))
    np.testing.assert_array_equal(question.observations, encode(schema(name), stacked(views)))
    for view, mask, places in zip(views, question.masks, question.places, strict=True):
        assert sorted(places) == list(range(52))
        assert np.flatnonzero(mask).tolist() == sorted(places[view.legal_actions()])
        if view.phase == BID or not schema(name).by_role:
            assert places.tolist() == list(range(52))


@pytest.mark.parametrize("kind", BY_ROLE, ids=lambda kind: kind.name)
def test_places_of_cards_are_those_of_the_observation(kind):
    views = [view for view in random_views(kind.game, 300, seed=22, only_turns=True) if view.phase != BID]
    question = ask(kind, stacked(views))
    hand, unseen = kind.offsets["hand"], kind.offsets["unseen"]
    for view, row, places in zip(views, question.observations, question.places, strict=True):
        assert [card for card in range(52) if row[hand + places[card]]] == cards_of(view.hand)
        seen = {card for seat in range(view.players) for card in played_by(view, seat)} | set(cards_of(view.hand))
        assert {card for card in range(52) if not row[unseen + places[card]]} == seen


@pytest.mark.parametrize("name", SCHEMAS)
def test_answers_come_back_by_action(name):
    views = stacked(random_views(schema(name).game, 200, seed=23, only_turns=True))
    question = ask(schema(name), views)
    np.testing.assert_array_equal(question.by_action(question.masks), action_masks(views))
    answers = np.random.default_rng(1).random((len(views), 52)).astype(np.float32)
    by_action = question.by_action(answers)
    back = np.empty_like(answers)
    np.put_along_axis(back, question.places, by_action, axis=1)
    np.testing.assert_array_equal(back, answers)


@pytest.mark.parametrize("kind", BY_ROLE, ids=lambda kind: kind.name)
def test_full_states_ask_what_views_ask(kind):
    for view in random_views(kind.game, 40, seed=24, only_turns=True):
        world = view.sample_world(np.array([5], np.uint64))
        world.record.turn = view.seat
        for one, other in zip(ask(kind, world.data), ask(kind, view.data), strict=True):
            np.testing.assert_array_equal(one, other)


def test_what_cannot_be_asked():
    with pytest.raises(ModelError, match="blob-3 describes blob, not hearts"):
        ask(BLOB_3, stacked(random_views("hearts", 1, seed=1)))
    over = [view for view in random_views("hearts", 300, seed=6) if view.phase == OVER]
    with pytest.raises(EmptyMask, match="row 0 of the masks allows no action"):
        ask(HEARTS_3, stacked(over))


class FirstPlace:
    """Takes the first place its mask allows, whatever it sees."""

    schema = BLOB_3

    def evaluate(self, observations, masks):
        return Evaluation(np.eye(52, dtype=np.float32)[masks.argmax(axis=1)], np.zeros((len(masks), 8), np.float32))


def test_judgements_are_by_action():
    views = random_views("blob", 300, seed=25, only_turns=True)
    judgement = judge(FirstPlace(), stacked(views))
    trumped = 0
    for view, chances in zip(views, judgement.probabilities, strict=True):
        action = int(chances.argmax())
        assert chances[action] == chances.sum() == 1.0
        assert action in view.legal_actions()
        trumps = [card for card in view.legal_actions() if card // 13 == view.record.trump]
        if view.phase == PLAY and trumps:
            assert action == min(trumps)
            trumped += 1
    assert trumped > 30


def renamed(view: View, names: tuple[int, ...]) -> View:
    """The same view with suit `s` called `names[s]`."""
    data = view.data.copy()
    record = data[0]
    for field in ("hands", "played", "passed", "lacks"):
        for seat in range(view.players):
            record[field][seat] = renamed_cards(record[field][seat], names)
    record.table = renamed_cards(record.table, names)
    for place in range(int(record.plays)):
        record.history[place] = renamed_card(int(record.history[place]), names)
    if record.best >= 0:
        record.best = renamed_card(int(record.best), names)
    if record.trump >= 0:
        record.trump = names[record.trump]
    return View(data)


def renamed_card(card: int, names: tuple[int, ...]) -> int:
    return 13 * names[card // 13] + card % 13


def renamed_cards(cards: int, names: tuple[int, ...]) -> int:
    return sum(1 << renamed_card(card, names) for card in cards_of(cards))


def look_of_suit(view: View, suit: int) -> tuple[object, ...]:
    """What slots go by: whether the suit is trumps or was led, the cards in hand, the cards played."""
    trick = view.trick()
    hand = [card % 13 for card in cards_of(view.hand) if card // 13 == suit]
    played = {card % 13 for seat in range(view.players) for card in played_by(view, seat) if card // 13 == suit}
    return suit == view.record.trump, bool(trick) and trick[0][1] // 13 == suit, hand, played


def story_of_suit(view: View, suit: int) -> tuple[object, ...]:
    """What else is known of it: who is void, what lies in the trick."""
    voids = [shown_voids(view, seat)[suit] for seat in range(view.players)]
    return voids, [card % 13 for _, card in view.trick() if card // 13 == suit]


def twins(view: View, suits: range) -> list[tuple[int, int]]:
    """Pairs of suits between which slots cannot tell."""
    pairs = itertools.combinations(suits, 2)
    return [(one, other) for one, other in pairs if look_of_suit(view, one) == look_of_suit(view, other)]


def test_names_of_suits_do_not_matter_in_blob():
    chance = random.Random(7)
    compared = alike = 0
    for view in random_views("blob", 500, seed=26, only_turns=True):
        names = tuple(chance.sample(range(4), 4))
        question, other = ask(BLOB_3, view.data), ask(BLOB_3, renamed(view, names).data)
        pairs = twins(view, range(4))
        if any(story_of_suit(view, one) != story_of_suit(view, two) for one, two in pairs):
            continue
        np.testing.assert_array_equal(question.observations, other.observations)
        alike += 1
        if pairs or view.phase == BID:
            continue
        np.testing.assert_array_equal(question.masks, other.masks)
        places = [other.places[0, renamed_card(card, names)] for card in range(52)]
        assert question.places[0].tolist() == places
        compared += 1
    assert alike > 450
    assert compared > 250


def test_clubs_and_diamonds_are_alike_in_hearts_after_the_first_trick():
    names, compared = (0, 1, 3, 2), 0
    for view in random_views("hearts", 500, seed=27, only_turns=True):
        is_first = int(view.record.plays) < 4
        if is_first or view.record.house[JACK_SCORES] or twins(view, range(2, 4)):
            continue
        question, other = ask(HEARTS_3, view.data), ask(HEARTS_3, renamed(view, names).data)
        clubs = HEARTS_3.offsets["clubs"]
        assert question.observations[0, clubs] != other.observations[0, clubs]
        question.observations[0, clubs] = other.observations[0, clubs]
        np.testing.assert_array_equal(question.observations, other.observations)
        np.testing.assert_array_equal(question.masks, other.masks)
        assert question.places[0].tolist() == [other.places[0, renamed_card(card, names)] for card in range(52)]
        compared += 1
    assert compared > 150
