"""What search, players and training know of a network: observations in, probabilities and values out."""

from __future__ import annotations

from typing import NamedTuple, Protocol, runtime_checkable

from overtrick.core.marks import Floats
from overtrick.core.record import Rounds
from overtrick.core.schema import Schema
from overtrick.observe.questions import ask
from overtrick.observe.values import gains_of


class Evaluation(NamedTuple):
    """What a network says of a batch of positions."""

    probabilities: Floats
    """[B, 52], in the order of the question, 0 for illegal actions; each row adds up to 1."""
    values: Floats
    """[B, 8], in [-1, 1] as `observe.values` scales them, from the seat that looks leftwards; 0 for seats not in play.

    A network that judges only its own seat leaves the others at what follows for them: an equal share of what it loses
    where values add up to nothing, else 0, the middle of the scale.
    """


@runtime_checkable
class Evaluator(Protocol):
    """Any network, however it is run."""

    @property
    def schema(self) -> Schema:
        """What the numbers of an observation mean."""
        ...

    def evaluate(self, observations: Floats, masks: Floats) -> Evaluation:
        """Judge [B, schema.size] observations with [B, 52] masks; a mask that allows nothing is refused."""
        ...


class Judgement(NamedTuple):
    """What a network says of views, in the terms of search."""

    probabilities: Floats
    """[B, 52], 0 for illegal actions; each row adds up to 1."""
    gains: Floats
    """[B, 8], expected gain in points of seat 0, 1, 2 …; the gains of a table add up to 0."""


def judge(evaluator: Evaluator, views: Rounds) -> Judgement:
    """Encode, evaluate and translate views in each of which the viewing seat is to act."""
    question = ask(evaluator.schema, views)
    evaluation = evaluator.evaluate(question.observations, question.masks)
    return Judgement(question.by_action(evaluation.probabilities), gains_of(views, evaluation.values))
