"""Names, options, and what is said about those that do not exist."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from overtrick.errors import PlayerError, UnknownPlayer
from overtrick.players.catalogue import CATALOGUE, make_player, player_names, read_name
from overtrick.players.protocol import Player


@pytest.mark.parametrize("name", ["random", "easy", "normal", "hard", "hard:style=cautious", "montecarlo:worlds=10"])
def test_player_keeps_its_name(name: str) -> None:
    player = make_player(name)
    assert isinstance(player, Player)
    assert player.name == name


def test_every_entry_says_who_it_is() -> None:
    assert player_names()[:4] == ["random", "easy", "normal", "hard"]
    assert all(entry.summary for entry in CATALOGUE.values())


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("hrad", "no player is called 'hrad'; did you mean 'hard'?"),
        ("zzz", "no player is called 'zzz'; there are random, easy"),
        ("", "is no player"),
        ("hard:stile=plain", "hard has no option 'stile'; did you mean 'style'?"),
        ("hard:cautious", "'cautious' is no option of hard; options are written key=value"),
        ("easy:ms=3", "easy has no option 'ms'; there are none"),
        ("montecarlo:wrlds=3", "did you mean 'worlds'?"),
    ],
)
def test_unknown_names_get_the_nearest(name: str, said: str) -> None:
    with pytest.raises(UnknownPlayer) as caught:
        make_player(name)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("hard:style=cautios", "style of hard cannot be 'cautios'; did you mean 'cautious'?"),
        ("montecarlo:worlds=many", "worlds of montecarlo is a whole number, not 'many'"),
        ("montecarlo:ms=x", "ms of montecarlo is a number, not 'x'"),
        ("montecarlo:ms=1,ms=2", "given twice"),
        ("external:", "external needs a command: external:COMMAND"),
        ("external", "external needs a command"),
        ("net", "net needs a model: net:MODEL"),
        ("external(timeout=soon):x", "timeout of external is a number, not 'soon'"),
    ],
)
def test_bad_values_are_named(name: str, said: str) -> None:
    with pytest.raises(PlayerError) as caught:
        make_player(name)
    assert said in str(caught.value)


def test_options_may_stand_in_parentheses() -> None:
    assert read_name("hard(style=cautious)") == read_name(" hard:style=cautious ")
    entry, arguments = read_name("external(timeout=5,start_timeout=2):a -b c:d,e=f")
    assert entry.name == "external"
    assert arguments == {"timeout": 5.0, "start_timeout": 2.0, "command": "a -b c:d,e=f"}


def test_catalogue_alone_loads_no_kernels() -> None:
    code = "import sys, overtrick.players.catalogue; sys.exit('numba' in sys.modules)"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run([sys.executable, "-c", code], check=True, env=environment)
