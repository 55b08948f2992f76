"""`overtrick info`: describes model files and this installation."""

from __future__ import annotations

import json
import platform
from typing import Annotated, Any

import typer

app = typer.Typer(no_args_is_help=True)


@app.command()
def model(
    name: Annotated[
        str, typer.Argument(help="A model of the package, by name, or a file; all shipped ones if left out.")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print the manifest for programs.")] = False,
) -> None:
    """Print what a model file is, with figures counted in the file itself."""
    from overtrick.nets.bundle import SHIPPED, SUFFIX, find_model, open_bundle

    paths = [find_model(name)] if name else sorted(SHIPPED.glob(f"*{SUFFIX}"))
    if not paths:
        typer.echo(f"this installation ships no models; {SHIPPED} is where they would be")
        return
    facts = [facts_of(open_bundle(path)) for path in paths]
    if as_json:
        typer.echo(json.dumps(facts[0] if name else facts, indent=2, ensure_ascii=False))
    else:
        typer.echo("\n\n".join(map(as_text, facts)))


@app.command()
def version() -> None:
    """Print the versions of Overtrick and Python, and the observation schemas."""
    from overtrick import __version__
    from overtrick.observe.schemas import SCHEMAS

    typer.echo(f"overtrick {__version__}, Python {platform.python_version()}, {platform.platform()}")
    for schema in SCHEMAS.values():
        typer.echo(f"{schema.name}: {schema.size} numbers, hash {schema.hash[:12]}…")


def facts_of(bundle: Any) -> dict[str, Any]:
    """The manifest, with sizes and parameters as they are in the file instead of as they are written."""
    weights = {name: list(weight.shape) for name, weight in bundle.graph.weights.items()}
    return {
        **bundle.manifest,
        "file": str(bundle.source),
        "bytes": bundle.size,
        "parameters": bundle.graph.count_parameters(),
        "operators": sorted(bundle.graph.operators),
        "weights": weights,
    }


def as_text(facts: dict[str, Any]) -> str:
    """The facts for people."""
    architecture = facts["architecture"]
    settings = ", ".join(f"{key}={value}" for key, value in architecture["settings"].items())
    lines = [
        facts["file"],
        f"  plays         {facts['rules']['game']}, rules version {facts['rules']['version']}",
        f"  reads         {facts['schema']['name']}, hash {facts['schema']['hash'][:12]}…",
        f"  architecture  {architecture['name']}" + (f" ({settings})" if settings else ""),
        f"  parameters    {facts['parameters']:,} counted in {len(facts['weights'])} weights",
        f"  quantization  {facts['quantization']}",
        f"  size          {facts['bytes']:,} bytes",
    ]
    lines += [f"  {key:13} {value}" for key, value in facts["training"].items()]
    lines += [f"  {name:13} SHA-256 {part['sha256']}" for name, part in facts["parts"].items()]
    return "\n".join(lines)
