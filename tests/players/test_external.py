"""Programs of other people, the well-behaved and all others: each failure is one clear report, and nothing hangs."""

from __future__ import annotations

import json
import os
import select
import shlex
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from overtrick.core.randomness import make_rng
from overtrick.engine.round import Round
from overtrick.errors import PlayerError
from overtrick.players.catalogue import make_player
from overtrick.players.external import ExternalPlayer, Program
from overtrick.players.external_view import view_message
from tests.players.tables import blob_round, hearts_round, play_on

HERE = Path(__file__).parent
SAMPLE = HERE.parents[1] / "examples" / "external_player.py"
RNG = make_rng(1)


def bad_player(how: str, timeout: float = 20.0) -> ExternalPlayer:
    return ExternalPlayer(shlex.join([sys.executable, str(HERE / "bad_player.py"), how]), timeout=timeout)


def play_out(table: Round, player: ExternalPlayer) -> Round:
    while not table.is_over:
        table.act(table.turn, player.decide(table.observe(table.turn), RNG).action)
    return table


@pytest.mark.parametrize(
    "table", [blob_round(), blob_round(players=3, cards=17), hearts_round(), hearts_round(way="hold")]
)
def test_sample_client_plays_a_whole_round(table: Round) -> None:
    with ExternalPlayer(shlex.join([sys.executable, str(SAMPLE)])) as player:
        assert play_out(table, player).is_over


def test_pass_is_asked_for_once() -> None:
    table = hearts_round()
    with bad_player("fine") as player:
        chosen = [player.decide(table.observe(0), RNG).action]
        for _ in range(2):
            table.act(0, chosen[-1])
            chosen.append(player.decide(table.observe(0), RNG).action)
        assert chosen == hearts_round().observe(0).legal_actions()[:3]
        assert player._decisions == 1


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("nonsense", "not a line of JSON"),
        ("list", "not a JSON object"),
        ("illegal", "is not allowed; allowed:"),
        ("no-card", "'1Z' is not a card"),
        ("no-action", "without an action"),
        ("wrong-id", "answered decision 999 instead of 2"),
        ("dies", "exit code 3; its last words: out of memory, sorry"),
        ("floods", "not a line of JSON"),
        ("huge-line", "not a line of JSON"),
        ("nested", "not a JSON object|not a line of JSON"),
        ("nan", "a bid is a whole number|is not a card"),
        ("infinite-id", "answered decision Infinity instead of 2"),
        ("long-id", 'answered decision "7777'),
        ("long-number", "not a line of JSON"),
        ("half-a-pair", "is not a card"),
        ("object", "is not a card"),
        ("exits", "not a line of JSON|exit code 0"),
        ("crashes", "exit code -11"),
        ("one-long-cry", "exit code 4; its last words: aaaa"),
    ],
)
def test_misbehaviour_is_reported(how: str, said: str) -> None:
    assert_fails_once(how, said)


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("silent", "did not answer within 0.3 s"),
        ("closes", "ended by closing its output"),
        ("no-newline", "did not answer within 0.3 s"),
        ("closes-all", "ended by closing its output"),
        ("stops", "did not answer within 0.3 s"),
        ("shouts", "did not answer within 0.3 s"),
        ("late", "did not answer within 0.3 s"),
        ("deaf", "did not answer within 0.3 s"),
    ],
)
def test_silence_ends_in_time(how: str, said: str) -> None:
    assert_fails_once(how, said, timeout=0.3)


def assert_fails_once(how: str, said: str, timeout: float = 20.0) -> None:
    """The second decision ends in one short report; nothing is left of the program, and a new one decides the third."""
    table = play_on(blob_round(), 4)
    before = open_files(), threading.active_count()
    with bad_player(how) as player:
        player.decide(table.observe(table.turn), RNG)
        assert player._program is not None
        process, player._timeout = player._program._process, timeout
        with pytest.raises(PlayerError, match=said) as caught:
            player.decide(table.observe(table.turn), RNG)
        assert len(str(caught.value)) < 2_000
        assert player._program is None
        assert process.returncode is not None, "reaped"
        player._timeout = 20.0
        table.act(table.turn, player.decide(table.observe(table.turn), RNG).action)
    assert (open_files(), threading.active_count()) == before


def open_files() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def test_an_answer_too_many_is_not_taken_for_the_next() -> None:
    table = play_on(blob_round(), 4)
    with bad_player("twice") as player:
        player.decide(table.observe(table.turn), RNG)
        assert player._program is not None
        while not player._program._lines.qsize():
            assert player._program._process.poll() is None
        with pytest.raises(PlayerError, match="spoke without being asked"):
            player.decide(table.observe(table.turn), RNG)


def test_a_program_that_reads_no_more_cannot_hold_us_up() -> None:
    """The pipe to it fills up; whoever writes to it must not wait."""
    program = Program(shlex.join([sys.executable, "-c", "import time; time.sleep(600)"]))
    try:
        with pytest.raises(PlayerError, match="does not read what it is told"):
            send_often(program)
    finally:
        program.end()


def send_often(program: Program) -> None:
    for _ in range(100):
        program.send({"type": "decide", "view": "x" * 4_000})


def test_long_and_broken_reasons_are_cut() -> None:
    table = play_on(blob_round(), 4)
    with bad_player("gossips") as player:
        reasons = player.decide(table.observe(table.turn), RNG).reasons
    assert 1 <= len(reasons) <= 10
    assert all(len(reason) <= 200 and reason.encode() for reason in reasons)


def test_a_child_that_got_away_cannot_hold_us_up() -> None:
    """It lives in a session of its own and floods the output: it gets an error for that as soon as we are done."""
    table = play_on(blob_round(), 4)
    before = open_files()
    with bad_player("escaped-child") as player:
        player.decide(table.observe(table.turn), RNG)
        with pytest.raises(PlayerError, match="not a line of JSON"):
            player.decide(table.observe(table.turn), RNG)
    assert open_files() == before


def test_illegal_pass_is_reported() -> None:
    with bad_player("illegal-pass") as player, pytest.raises(PlayerError, match="passed illegally in seat 0"):
        player.decide(hearts_round().observe(0), RNG)


def test_bad_greetings() -> None:
    with bad_player("newer") as player, pytest.raises(PlayerError, match="must greet with"):
        player.start()
    command = shlex.join([sys.executable, str(HERE / "bad_player.py"), "mute"])
    with ExternalPlayer(command, start_timeout=0.3) as player, pytest.raises(PlayerError, match="did not answer"):
        player.start()


@pytest.mark.parametrize("command", ["/no/such/program --fast", "'unclosed quote"])
def test_program_that_does_not_start(command: str) -> None:
    with pytest.raises(PlayerError, match="does not start"):
        make_player(f"external:{command}").start()  # type: ignore[attr-defined]


def test_children_are_killed_too() -> None:
    table = play_on(blob_round(), 4)
    with bad_player("has-child") as player:
        player.decide(table.observe(table.turn), RNG)
        player._timeout = 1.0
        program = player._program
        assert program is not None
        with pytest.raises(PlayerError, match="did not answer"):
            player.decide(table.observe(table.turn), RNG)
        child = int(program._last_words[0])
        assert _ends(child)


def test_view_message_holds_nothing_hidden() -> None:
    """The same message comes from every world that fits the view."""
    for table in (play_on(hearts_round(3), 30), play_on(blob_round(3), 20)):
        seat = table.turn
        message = json.dumps(view_message(table.observe(seat)))
        for seed in range(5):
            world = table.observe(seat).sample_world(make_rng(seed))
            assert json.dumps(view_message(world.observe(seat))) == message


def _ends(pid: int) -> bool:
    """Whether a process that was told to end does, within half a minute."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([handle], [], [], 30)[0])
    finally:
        os.close(handle)


def test_command_keeps_colons_commas_and_spaces() -> None:
    code = "import sys; print(sys.argv[1:], file=sys.stderr); sys.exit(7)"
    command = shlex.join([sys.executable, "-c", code, "a:b", "c=d,e", "f g"])
    with pytest.raises(PlayerError, match=r"exit code 7; its last words: \['a:b', 'c=d,e', 'f g'\]"):
        make_player(f"external(timeout=5):{command}").start()  # type: ignore[attr-defined]


def test_sample_client_is_plain_python() -> None:
    """It must run without this package, from anywhere."""
    hello = '{"type": "hello", "protocol": 1, "program": "overtrick"}\n'
    environment = {"PATH": os.environ["PATH"]}
    command = [sys.executable, "-I", str(SAMPLE)]
    done = subprocess.run(command, input=hello, capture_output=True, text=True, check=True, env=environment)
    assert json.loads(done.stdout)["protocol"] == 1
