"""What an attack did to people, in figures and in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from overtrick.cli.benches.server.attacks import Attack
from overtrick.cli.benches.server.throughput import share

MOST = 3.0
"""How many times as long as in quiet the slowest hundredth may wait."""


@dataclass(frozen=True)
class Period:
    """What people saw in one stretch of time."""

    waits: list[float]
    """In seconds, in order."""
    cut: int
    """Their sockets that the server closed."""
    refused: int
    """Their actions that were refused."""
    cpu: float
    """Cores the server used."""


def findings(attack: Attack, before: Period, during: Period, after: Period, fate: dict[str, Any]) -> dict[str, Any]:
    """An attack beside the quiet before and after it, taken together."""
    quiet = Period(
        sorted(before.waits + after.waits),
        before.cut + after.cut,
        before.refused + after.refused,
        (before.cpu + after.cpu) / 2,
    )
    slower = _ratio(during, quiet)
    cut = during.cut + after.cut
    refused = during.refused + after.refused
    found = {
        "attack": attack.name,
        "text": attack.text,
        "measured": "ai_move" if attack.is_on_ai else "acknowledgement",
        "quiet": _figures(quiet),
        "attacked": _figures(during),
        "p99_ratio": round(slower, 2),
        "innocent_cut": cut,
        "innocent_refused": refused,
        **fate,
    }
    faults = _faults(found)
    return {**found, "faults": faults, "holds": not faults}


def _faults(found: dict[str, Any]) -> list[str]:
    """Which bars were missed."""
    held = (found["attacker"] or {}).get("held", 0)
    missed = {
        f"slower than {MOST:.0f}×": found["p99_ratio"] > MOST,
        f"{found['innocent_cut']} sockets cut": found["innocent_cut"],
        f"{found['innocent_refused']} actions refused": found["innocent_refused"],
        f"{held} tables held up": held,
        "locked out afterwards": found["back_after_s"] is None,
    }
    return [fault for fault, is_missed in missed.items() if is_missed]


def _ratio(during: Period, quiet: Period) -> float:
    """How much longer the slowest hundredth waits; nobody served at all is infinitely longer."""
    if not during.waits or not quiet.waits:
        return float("inf")
    return share(during.waits, 0.99) / share(quiet.waits, 0.99)


def _figures(period: Period) -> dict[str, Any]:
    return {
        "waits": len(period.waits),
        "p50_ms": round(1000 * share(period.waits, 0.5), 1),
        "p99_ms": round(1000 * share(period.waits, 0.99), 1),
        "server_cpu": round(period.cpu, 2),
    }


def summary(found: Sequence[dict[str, Any]], *, is_complete: bool) -> dict[str, Any]:
    """All findings, for programs."""
    return {
        "most_p99_ratio": MOST,
        "is_complete": is_complete,
        "holds": is_complete and all(one["holds"] for one in found),
        "attacks": list(found),
    }


def in_a_line(found: dict[str, Any]) -> str:
    quiet, attacked, fate = found["quiet"], found["attacked"], found["attacker"] or {}
    return (
        f"{found['attack']}: P99 {quiet['p99_ms']} → {attacked['p99_ms']} ms, {found['p99_ratio']}×; "
        f"{found['innocent_cut']} innocent sockets cut; of the attacker's connections {_fate(fate)}; "
        f"{', '.join(found['faults']) or 'holds'}"
    )


def _fate(tally: dict[str, Any]) -> str:
    return f"{tally.get('refused')} refused, {tally.get('closed')} closed, {tally.get('paused')} paused"


def table(found: Sequence[dict[str, Any]], *, is_complete: bool) -> str:
    """All findings, for people."""
    columns = ("attack", "P50", "P99", "P50", "P99", "ratio", "cut", "opened", "refused", "closed", "paused", "denied")
    rows = [[*columns, "back", ""]]
    for one in found:
        quiet, attacked, fate = one["quiet"], one["attacked"], one["attacker"] or {}
        rows.append(
            [
                one["attack"],
                *(f"{figures[key]:.0f}" for figures in (quiet, attacked) for key in ("p50_ms", "p99_ms")),
                f"{one['p99_ratio']:.1f}×",
                str(one["innocent_cut"] + one["innocent_refused"]),
                *(str(fate.get(key, "-")) for key in ("opened", "refused", "closed", "paused", "denied")),
                "never" if one["back_after_s"] is None else f"{one['back_after_s']:.1f} s",
                ", ".join(one["faults"]) or "holds",
            ]
        )
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    lines = [
        "  ".join(
            f"{cell:{'<' if place in (0, len(row) - 1) else '>'}{widths[place]}}" for place, cell in enumerate(row)
        )
        for row in rows
    ]
    head = "Waits in ms, in quiet and attacked; sockets and actions of people cut or refused; the attacker's fate."
    held = sum(one["holds"] for one in found)
    foot = f"{held} of {len(found)} hold: P99 at most {MOST:.0f}×, nobody cut, nobody locked out."
    return "\n".join((head, *lines, foot if is_complete else f"Stopped early. {foot}"))
