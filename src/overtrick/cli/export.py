"""`overtrick export`: from a checkpoint to a model file that anybody can play against."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from overtrick.export.bundle import Report

app = typer.Typer()


@app.command()
def export(
    checkpoint: Annotated[Path, typer.Option(help="The safetensors file that training wrote.")],
    output: Annotated[Path, typer.Option(help="The model file to write; an existing folder gets the parts instead.")],
    int8: Annotated[bool, typer.Option("--int8", help="Store weights in 8 bits and report what that costs.")] = False,
    deals: Annotated[int, typer.Option(min=2, help="Duplicate deals that measure the cost of int8.")] = 200,
    seed: Annotated[int, typer.Option(help="Of the positions and deals compared.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print figures for programs.")] = False,
) -> None:
    """Write a model file, compare it with torch on random and real positions, and refuse what differs."""
    try:
        from overtrick.export.bundle import export_bundle, report_as_json
        from overtrick.nets.checkpoint import load_checkpoint
    except ModuleNotFoundError as error:
        typer.echo(f"overtrick: export needs {error.name}; install it with pip install 'overtrick[train]'", err=True)
        raise typer.Exit(2) from error
    network, training = load_checkpoint(checkpoint)
    report = export_bundle(network, output, training, int8=int8, deals=deals, seed=seed)
    typer.echo(json.dumps(report_as_json(report), indent=2) if as_json else as_text(report))


def as_text(report: Report) -> str:
    """The report for people."""
    lines = [
        f"{report.output}: {report.parameters:,} parameters",
        f"largest difference between torch and ONNX Runtime: {report.difference:.1e}",
    ]
    if (cost := report.int8) is not None:
        share = cost.bytes_after / cost.bytes_before
        lines += [
            f"int8: {cost.bytes_before:,} bytes became {cost.bytes_after:,} ({share:.0%})",
            f"same choice in {cost.agreement:.2%} of positions",
            f"points per deal against the original: {cost.points.mean:+.3f} ± {cost.points.margin:.3f}",
        ]
    return "\n".join(lines)
