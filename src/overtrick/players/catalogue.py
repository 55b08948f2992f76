"""Every player by name: `hard`, `hard:style=cautious`, `montecarlo:ms=5`, `external(timeout=5):python3 bot.py`.

Options follow the name after a colon, or stand in parentheses behind it. For `external` and `net` everything after the
colon is the command or the model. Modules of players are imported only when they are made, so the list costs nothing.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, get_type_hints

from overtrick.errors import PlayerError, UnknownPlayer
from overtrick.players.options import read_value, suggestion

if TYPE_CHECKING:
    from overtrick.players.protocol import Player


@dataclass(frozen=True)
class Entry:
    """One line of the catalogue."""

    name: str
    """What people write."""
    summary: str
    """Who that is, in one line."""
    target: str
    """Module and class, imported when the player is made: `package.module:Class`."""
    fixed: Mapping[str, object] = field(default_factory=dict)
    """Arguments that belong to the name and are no options."""
    tail: str | None = None
    """The argument that takes all text after the colon; None when options stand there."""

    def load(self) -> Callable[..., Player]:
        """The class behind the entry."""
        module, _, attribute = self.target.partition(":")
        try:
            maker: Callable[..., Player] = getattr(import_module(module), attribute)
        except ModuleNotFoundError as error:
            raise PlayerError(f"{self.name} cannot be seated: module {error.name!r} is not installed") from error
        return maker

    def options(self) -> dict[str, Any]:
        """Every option with the type of its value."""
        parameters = inspect.signature(self.load()).parameters
        hints = get_type_hints(self.load().__init__)
        closed = {*self.fixed, self.tail, "self"}
        kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
        return {
            name: hints.get(name, str)
            for name, parameter in parameters.items()
            if name not in closed and parameter.kind in kinds
        }


_RULES = "overtrick.players.rule:RulePlayer"

CATALOGUE: dict[str, Entry] = {
    entry.name: entry
    for entry in (
        Entry("random", "any legal action", _RULES, {"level": "random", "style": "plain"}),
        Entry("easy", "a few rules of thumb", _RULES, {"level": "easy", "style": "plain"}),
        Entry("normal", "sound rules, looks no further than the trick", _RULES, {"level": "normal", "style": "plain"}),
        Entry(
            "hard",
            "plans, remembers cards, knows the score; style=NAME where the game has styles",
            _RULES,
            {"level": "hard"},
        ),
        Entry(
            "montecarlo",
            "samples worlds and plays every candidate out; ms=MILLISECONDS or worlds=NUMBER",
            "overtrick.players.montecarlo:MonteCarloPlayer",
        ),
        Entry(
            "net",
            "a network's first thought: net:MODEL or net(temperature=0.5):MODEL, a file or a name",
            "overtrick.players.net:NetPlayer",
            tail="model",
        ),
        Entry("embedded", "the network that comes with the package", "overtrick.players.embedded:EmbeddedPlayer"),
        Entry(
            "search",
            "beliefs about hidden cards and trees over sampled worlds; ms=MILLISECONDS or sims=NUMBER",
            "overtrick.players.search:SearchPlayer",
        ),
        Entry(
            "external",
            "any program that speaks our JSON Lines: external:COMMAND or external(timeout=5):COMMAND",
            "overtrick.players.external:ExternalPlayer",
            tail="command",
        ),
    )
}

_SPEC = re.compile(r"\s*(?P<name>[^:(\s]+)\s*(?:\((?P<options>[^)]*)\))?\s*(?::(?P<rest>.*))?", re.DOTALL)


def player_names() -> list[str]:
    """All names, weakest first."""
    return list(CATALOGUE)


def make_player(name: str) -> Player:
    """The player a text such as `hard:style=cautious` names."""
    entry, arguments = read_name(name)
    player = entry.load()(**entry.fixed, **arguments)
    player.name = name.strip()
    return player


def read_name(name: str) -> tuple[Entry, dict[str, object]]:
    """The entry a text names and its options, as arguments; nothing is started yet."""
    found = _SPEC.fullmatch(name)
    if found is None:
        raise UnknownPlayer(f"{name!r} is no player; write a name such as {', '.join(player_names())}")
    entry = CATALOGUE.get(found["name"])
    if entry is None:
        raise UnknownPlayer(f"no player is called {found['name']!r}; {suggestion(found['name'], CATALOGUE)}")
    rest = (found["rest"] or "").strip()
    if entry.tail is None:
        texts = ",".join(filter(None, (found["options"], rest)))
        return entry, _arguments(entry, texts)
    if not rest:
        raise PlayerError(f"{entry.name} needs a {entry.tail}: {entry.name}:{entry.tail.upper()}")
    return entry, {**_arguments(entry, found["options"] or ""), entry.tail: rest}


def _arguments(entry: Entry, text: str) -> dict[str, object]:
    if not text.strip():
        return {}
    options = entry.options()
    arguments: dict[str, object] = {}
    for part in text.split(","):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals:
            raise UnknownPlayer(f"{part.strip()!r} is no option of {entry.name}; options are written key=value")
        if key not in options:
            raise UnknownPlayer(f"{entry.name} has no option {key!r}; {suggestion(key, options)}")
        if key in arguments:
            raise PlayerError(f"option {key!r} of {entry.name} is given twice")
        arguments[key] = read_value(f"{key} of {entry.name}", value, options[key], PlayerError)
    return arguments
