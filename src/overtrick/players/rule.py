"""The rule players `random`, `easy`, `normal` and `hard`: rule policies behind the player protocol."""

from __future__ import annotations

from typing import Literal

from overtrick.core.policies import EASY, HARD, NORMAL, RANDOM
from overtrick.core.randomness import Rng
from overtrick.core.record import Rounds
from overtrick.engine import policies
from overtrick.engine.catalogue import game, games
from overtrick.engine.round import View
from overtrick.errors import PlayerError
from overtrick.kernel import kernel
from overtrick.players.options import suggestion
from overtrick.players.protocol import Decision
from overtrick.players.wording import table_talk

_act = policies.act

LEVELS = {"random": RANDOM, "easy": EASY, "normal": NORMAL, "hard": HARD}

Level = Literal["random", "easy", "normal", "hard"]
PLAIN = "plain"
"""The style of players that have none."""


@kernel
def act_in_round(rounds: Rounds, index: int, policy: int, style: int, rng: Rng) -> int:
    """What the policy does in `rounds[index]`, a view or a full state."""
    return _act(rounds[index], policy, style, rng)


class RulePlayer:
    """Plays by rules of thumb, in microseconds. A style changes how `hard` plays games that have it."""

    def __init__(self, level: Level, style: str = PLAIN) -> None:
        known = [PLAIN, *dict.fromkeys(one.key for kind in games() for one in kind.styles if one.key != PLAIN)]
        if style not in known:
            raise PlayerError(f"style of {level} cannot be {style!r}; {suggestion(style, known)}")
        self.name = level if style == PLAIN else f"{level}:style={style}"
        self.policy = LEVELS[level]
        """The number of the policy, for kernels that play whole rounds."""
        self._style = style

    def style_in(self, key: str) -> int:
        """The number of the style in a game; 0, no style, where the game does not have it."""
        styles = [one.key for one in game(key).styles]
        return styles.index(self._style) if self._style in styles else 0

    def decide(self, view: View, rng: Rng) -> Decision:
        style = self.style_in(view.game)
        return RuleDecision(act_in_round(view.data, 0, self.policy, style, rng), view, self.policy)


class RuleDecision(Decision):
    """A decision whose reasons are worked out when somebody reads them: they take longer than the decision."""

    def __init__(self, action: int, view: View, policy: int) -> None:
        fields = {"action": int(action), "values": {}, "probabilities": {}, "view": view, "policy": policy}
        for name, value in fields.items():
            object.__setattr__(self, name, value)

    @property
    def reasons(self) -> tuple[str, ...]:
        view: View = self.__dict__["view"]
        if self.__dict__["policy"] == RANDOM:
            return ("any legal action would do",)
        return table_talk(view, self.action)
