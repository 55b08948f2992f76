"""How strength grows with time: `search` at several budgets against one opponent, on the same deals.

    PYTHONPATH=src python bench/growth.py --game blob --ms 10 100 1000 --deals 300 --plot docs/images/growth.png

Prints one JSON line for each game and budget, and draws the points per deal with their 95 % intervals. `--add FILE`
takes lines printed before into the plot and does not measure them again.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import matplotlib as mpl

from overtrick.arena.evaluation import summary
from overtrick.arena.plan import Plan
from overtrick.arena.plots import BLUE, GREY
from overtrick.arena.runner import run_plan

COLOURS = {"blob": BLUE, "hearts": "#dc2626"}


def main() -> None:
    options = parse_options()
    lines = [json.loads(line) for path in options.add for line in path.read_text().splitlines()]
    measured = {(line["game"], line["ms"]) for line in lines}
    for game in options.game:
        for ms in options.ms:
            if (game, ms) not in measured:
                lines.append(measure(game, ms, options))
                print(json.dumps(lines[-1]), flush=True)
    if options.plot and lines:
        draw(lines, options.plot)


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="How search gains strength with time.")
    parser.add_argument("--game", nargs="*", choices=tuple(COLOURS), default=[])
    parser.add_argument("--ms", nargs="+", type=int, default=[10, 100, 1000], help="milliseconds a decision")
    parser.add_argument("--opponent", default="embedded")
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--add", nargs="*", type=Path, default=[])
    parser.add_argument("--plot", type=Path)
    return parser.parse_args()


def measure(game: str, ms: int, options: argparse.Namespace) -> dict[str, object]:
    """One budget: every deal played twice, two against two."""
    plan = Plan(game, f"search:ms={ms}", options.opponent, options.deals, options.seed, tables="halves")
    result = summary(run_plan(plan, workers=options.workers), [])
    return {
        "game": game,
        "ms": ms,
        "opponent": options.opponent,
        "deals": options.deals,
        "seed": options.seed,
        **result["difference"],
        "used_ms": result["ms_per_decision"]["player"],
    }


def draw(lines: list[dict[str, Any]], path: Path) -> None:
    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(7.5, 4.0), layout="constrained")
    for game, colour in COLOURS.items():
        mine = sorted((line for line in lines if line["game"] == game), key=lambda line: line["ms"])
        if not mine:
            continue
        means = [line["mean"] for line in mine]
        errors = [
            [line["mean"] - line["low"] for line in mine],
            [line["high"] - line["mean"] for line in mine],
        ]
        deals = [line["deals"] for line in mine]
        label = f"{game.capitalize()}, {' to '.join(map(str, sorted({min(deals), max(deals)})))} deals each"
        axes.errorbar([line["ms"] for line in mine], means, yerr=errors, fmt="o-", color=colour, capsize=4, label=label)
    axes.axhline(0.0, color=GREY, lw=1)
    axes.set_xscale("log")
    axes.set_xlabel("milliseconds a decision may take")
    axes.set_ylabel(f"points per deal against {lines[0]['opponent']}")
    axes.set_title("search, with 95 % intervals")
    axes.legend()
    figure.savefig(path, dpi=110)


if __name__ == "__main__":
    main()
