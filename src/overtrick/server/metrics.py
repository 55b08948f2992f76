"""Counters and timings as Prometheus text."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)
"""Upper ends, in seconds."""

HELP = {
    "actions_total": "Actions stored and acknowledged",
    "actions_repeated_total": "Actions that had been done before and were acknowledged again",
    "refusals_total": "Actions refused",
    "sockets_cut_total": "Sockets closed because they were too slow, silent or noisy",
    "ai_decisions_total": "Moves of the AI, whether it had a choice or not",
    "ai_opinions_total": "Hints and opinions given",
    "ai_workers_replaced_total": "AI workers that died or hung and were replaced",
    "ai_failures_total": "Players that failed at a decision, so that another one had to stand in",
    "requests_total": "HTTP requests answered",
    "turned_away_total": "Requests and handshakes refused by rates, hosts and other guards",
    "errors_total": "Requests that failed by a fault of the server",
    "tables_created_total": "Tables set up",
}


class Metrics:
    """What the server counts."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter(dict.fromkeys(HELP, 0))
        self._gauges: dict[str, tuple[str, Callable[[], float]]] = {}
        self._buckets = [0] * (len(BUCKETS) + 1)
        self._seconds = 0.0

    def count(self, name: str) -> None:
        """One more."""
        self._counts[name] += 1

    def gauge(self, name: str, text: str, read: Callable[[], float]) -> None:
        """A figure that is read when somebody asks."""
        self._gauges[name] = (text, read)

    def acknowledged(self, seconds: float) -> None:
        """An action took so long from its arrival to its acknowledgement."""
        self._counts["actions_total"] += 1
        self._buckets[bisect_left(BUCKETS, seconds)] += 1
        self._seconds += seconds

    def text(self) -> str:
        """Everything, in the Prometheus text format."""
        lines: list[str] = []
        for name, count in self._counts.items():
            lines += _figure(name, HELP.get(name, name), "counter", count)
        for name, (text, read) in self._gauges.items():
            lines += _figure(name, text, "gauge", read())
        lines += self._histogram()
        return "\n".join(lines) + "\n"

    def _histogram(self) -> list[str]:
        name = "overtrick_action_seconds"
        lines = [f"# HELP {name} From an action's arrival to its acknowledgement", f"# TYPE {name} histogram"]
        total = 0
        for bucket, count in zip((*map(str, BUCKETS), "+Inf"), self._buckets, strict=True):
            total += count
            lines.append(f'{name}_bucket{{le="{bucket}"}} {total}')
        return [*lines, f"{name}_sum {self._seconds:.6f}", f"{name}_count {total}"]


def _figure(name: str, text: str, kind: str, value: float) -> list[str]:
    name = f"overtrick_{name}"
    return [f"# HELP {name} {text}", f"# TYPE {name} {kind}", f"{name} {value:g}"]
