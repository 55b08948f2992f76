"""Other people's players: a program that speaks JSON Lines on stdin and stdout.

The program starts when the first decision is asked for. Whatever it does wrong ends in one `PlayerError` that says what
happened; the program and its children are then gone, and the next decision starts it anew.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, Full, Queue
from typing import IO, Any, Self

from overtrick.cards.card import parse_card
from overtrick.core.randomness import Rng
from overtrick.core.record import BID, PASS
from overtrick.engine.round import View
from overtrick.errors import NotACard, PlayerError
from overtrick.players.external_view import legal_texts, view_message
from overtrick.players.passes import PassPlan, check_pass
from overtrick.players.protocol import Decision

PROTOCOL = 1
"""The version of the messages; a program answers `hello` with the one it speaks."""

LONGEST_LINE = 100_000
"""A longer line is cut, and then it is nonsense."""

WAITING_LINES = 100
"""A program that talks without being asked is left waiting after this many lines."""

MOST_REASONS, LONGEST_REASON = 10, 200
"""Reasons and last words are for people: more of them are dropped, longer ones cut."""

END_SECONDS = 1.0
"""How long the threads that read a program's output may take to notice that it is gone."""


class ExternalPlayer:
    """A seat held by a program. One program serves one seat, so seats cannot tell each other their cards."""

    def __init__(self, command: str, timeout: float = 10.0, start_timeout: float = 30.0) -> None:
        self._program: Program | None = None
        if timeout <= 0 or start_timeout <= 0:
            raise PlayerError("timeouts of an external player are seconds above 0")
        self.name = f"external:{command}"
        self._command = command
        self._timeout = timeout
        self._start_timeout = start_timeout
        self._decisions = 0
        self._plan = PassPlan()

    def decide(self, view: View, rng: Rng) -> Decision:
        """Ask the program; its seed for this decision is drawn from `rng`."""
        try:
            if view.phase == PASS:
                return Decision(self._plan.next_card(view, lambda: self._ask_for_pass(view, rng)))
            answer = self._ask(view, rng)
            return Decision(self._legal(view, answer["action"]), reasons=_reasons(answer))
        except PlayerError:
            self.close()
            raise

    def start(self) -> None:
        """Start the program and greet it, if that has not happened yet."""
        if self._program is not None:
            return
        self._program = Program(self._command)
        try:
            self._program.send({"type": "hello", "protocol": PROTOCOL, "program": "overtrick"})
            _check_greeting(self._program, self._program.receive(self._start_timeout))
        except PlayerError:
            self.close()
            raise

    def close(self) -> None:
        """End the program and all its children."""
        if self._program is not None:
            self._program.end()
            self._program = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()

    def _ask(self, view: View, rng: Rng) -> dict[str, Any]:
        self.start()
        assert self._program is not None
        self._decisions += 1
        seed = int(rng[0]) >> 11
        self._program.expect_silence()
        self._program.send({"type": "decide", "id": self._decisions, "seed": seed, "view": view_message(view)})
        answer = self._program.receive(self._timeout)
        if answer.get("id", self._decisions) != self._decisions:
            other = _cut(json.dumps(answer["id"]))
            raise PlayerError(f"{self._program} answered decision {other} instead of {self._decisions}")
        if "action" not in answer:
            raise PlayerError(f"{self._program} answered without an action: {_shortened(json.dumps(answer))}")
        return answer

    def _ask_for_pass(self, view: View, rng: Rng) -> Sequence[int]:
        chosen = self._ask(view, rng)["action"]
        if not isinstance(chosen, list):
            raise PlayerError(f"{self._program} must pass a list of three cards, not {_shortened(json.dumps(chosen))}")
        try:
            return check_pass(view, [_read_card(card) for card in chosen])
        except (NotACard, PlayerError) as error:
            raise PlayerError(f"{self._program} passed illegally in seat {view.seat}: {error}") from None

    def _legal(self, view: View, answer: object) -> int:
        """The action the answer names, if the seat may do that now."""
        allowed = f"allowed: {', '.join(map(str, legal_texts(view)))}"
        try:
            action = _read_bid(answer) if view.phase == BID else _read_card(answer)
        except (NotACard, PlayerError) as error:
            raise PlayerError(f"{self._program} acted illegally in seat {view.seat}: {error}; {allowed}") from None
        if action not in view.legal_actions():
            text = _shortened(json.dumps(answer))
            raise PlayerError(f"{self._program} acted illegally in seat {view.seat}: {text} is not allowed; {allowed}")
        return action


class Program:
    """A running program with a line in and a line out, whose silence cannot hold anybody up."""

    def __init__(self, command: str) -> None:
        self._command = command
        self._lines: Queue[str | None] = Queue(WAITING_LINES)
        self._last_words: deque[str] = deque(maxlen=5)
        self._is_ended = threading.Event()
        try:
            self._process = subprocess.Popen(  # noqa: S603 (the user names the program to seat)
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError, IndexError) as error:
            raise PlayerError(f"{self} does not start: {error}") from error
        if os.name == "posix" and self._process.stdin is not None:
            os.set_blocking(self._process.stdin.fileno(), False)
        self._reader = threading.Thread(target=self._read_answers, daemon=True)
        self._listener = threading.Thread(target=self._read_last_words, daemon=True)
        self._reader.start()
        self._listener.start()

    def __str__(self) -> str:
        return f"external program {self._command!r}"

    def send(self, message: dict[str, Any]) -> None:
        """Write one line. Views are far smaller than a pipe's buffer: one that is full belongs to a deaf program."""
        assert self._process.stdin is not None
        line = json.dumps(message, separators=(",", ":")).encode() + b"\n"
        try:
            written = os.write(self._process.stdin.fileno(), line)
        except BlockingIOError:
            written = 0
        except (OSError, ValueError):
            raise self._death() from None
        if written < len(line):
            raise PlayerError(f"{self} does not read what it is told")

    def expect_silence(self) -> None:
        """Refuse a program that has printed something nobody asked for: it would pass for the next answer."""
        with suppress(Empty):
            line = self._lines.get_nowait()
            if line is None:
                raise self._death()
            raise PlayerError(f"{self} spoke without being asked: {_shortened(line)}")

    def receive(self, timeout: float) -> dict[str, Any]:
        """The next line as a JSON object, within `timeout` seconds."""
        try:
            line = self._lines.get(timeout=timeout)
        except Empty:
            raise PlayerError(f"{self} did not answer within {timeout:g} s") from None
        if line is None:
            raise self._death()
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            raise PlayerError(f"{self} printed {_shortened(line)}, which is not a line of JSON") from None
        if not isinstance(message, dict):
            raise PlayerError(f"{self} printed {_shortened(line)}, which is not a JSON object")
        return message

    def end(self) -> None:
        """Kill the program's whole group and wait for it.

        A child that has left the group gets an error at its next line; until then one thread waits for that.
        """
        self._is_ended.set()
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()
        for thread in (self._reader, self._listener):
            thread.join(timeout=END_SECONDS)
        with suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()

    def _read_answers(self) -> None:
        """Queue every line of the program, then None. Runs in a thread of its own."""
        self._read_lines(self._process.stdout, self._queue)
        self._queue(None)

    def _read_last_words(self) -> None:
        self._read_lines(self._process.stderr, lambda line: self._last_words.append(_cut(line)))

    def _read_lines(self, stream: IO[bytes] | None, put: Callable[[str], object]) -> None:
        """Pass lines on until the stream or the program ends; whoever reads a stream closes it."""
        assert stream is not None
        with stream:
            while not self._is_ended.is_set() and (line := stream.readline(LONGEST_LINE)):
                put(line.decode("utf-8", "replace").rstrip("\r\n"))

    def _queue(self, line: str | None) -> None:
        while not self._is_ended.is_set():
            with suppress(Full):
                self._lines.put(line, timeout=END_SECONDS / 10)
                return

    def _death(self) -> PlayerError:
        try:
            code = f"with exit code {self._process.wait(timeout=1.0)}"
        except subprocess.TimeoutExpired:
            code = "by closing its output"
        self._listener.join(timeout=1.0)
        words = "; its last words: " + " | ".join(self._last_words) if self._last_words else ""
        return PlayerError(f"{self} ended {code}{words}")


def _check_greeting(program: Program, answer: dict[str, Any]) -> None:
    if answer.get("type") != "hello" or answer.get("protocol") != PROTOCOL:
        wanted = json.dumps({"type": "hello", "protocol": PROTOCOL})
        raise PlayerError(f"{program} must greet with {wanted}, not {_shortened(json.dumps(answer))}")


def _read_bid(answer: object) -> int:
    if not isinstance(answer, int) or isinstance(answer, bool):
        raise PlayerError(f"a bid is a whole number, not {_shortened(json.dumps(answer))}")
    return answer


def _read_card(answer: object) -> int:
    return parse_card(answer if isinstance(answer, str) else json.dumps(answer))


def _reasons(answer: dict[str, Any]) -> tuple[str, ...]:
    reasons = answer.get("reasons", ())
    return tuple(_cut(str(reason)) for reason in reasons[:MOST_REASONS]) if isinstance(reasons, list) else ()


def _cut(text: str) -> str:
    """A text of bounded length that can be printed anywhere: half a pair of surrogates cannot."""
    text = text[: LONGEST_REASON + 1].encode("utf-8", "replace").decode("utf-8")
    return text if len(text) <= LONGEST_REASON else text[: LONGEST_REASON - 1] + "…"


def _shortened(text: str) -> str:
    return repr(text if len(text) <= 80 else text[:77] + "...")
