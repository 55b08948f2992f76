"""The rule players `random`, `easy`, `normal` and `hard`: rule policies behind the player protocol."""

from __future__ import annotations

from typing import Literal

from overtrick.games.randomness import Rng
from overtrick.games.round import View
from overtrick.games.state import Rounds
from overtrick.kernel import kernel
from overtrick.players.protocol import Decision
from overtrick.players.wording import table_talk
from overtrick.policies import dispatch
from overtrick.policies.hearts.styles import STYLES

_act = dispatch.act

LEVELS = {"random": dispatch.RANDOM, "easy": dispatch.EASY, "normal": dispatch.NORMAL, "hard": dispatch.HARD}

Level = Literal["random", "easy", "normal", "hard"]
Style = Literal["plain", "cautious", "aggressive-moon", "hunt-leader"]


@kernel
def act_in_round(rounds: Rounds, index: int, policy: int, style: int, rng: Rng) -> int:
    """What the policy does in `rounds[index]`, a view or a full state."""
    return _act(rounds[index], policy, style, rng)


class RulePlayer:
    """Plays by rules of thumb, in microseconds. The style colours the Hearts play of `hard`."""

    def __init__(self, level: Level, style: Style = "plain") -> None:
        self.name = level if style == "plain" else f"{level}:style={style}"
        self.policy = LEVELS[level]
        """The number of the policy, for kernels that play whole rounds."""
        self.style = STYLES[style]

    def decide(self, view: View, rng: Rng) -> Decision:
        return RuleDecision(act_in_round(view.data, 0, self.policy, self.style, rng), view, self.policy)


class RuleDecision(Decision):
    """A decision whose reasons are worked out when somebody reads them: they take longer than the decision."""

    def __init__(self, action: int, view: View, policy: int) -> None:
        fields = {"action": int(action), "values": {}, "probabilities": {}, "view": view, "policy": policy}
        for name, value in fields.items():
            object.__setattr__(self, name, value)

    @property
    def reasons(self) -> tuple[str, ...]:
        view: View = self.__dict__["view"]
        if self.__dict__["policy"] == dispatch.RANDOM:
            return ("any legal action would do",)
        return table_talk(view, self.action)
