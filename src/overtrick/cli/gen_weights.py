"""`overtrick gen-weights`: puts a model where the package ships it, so that `embedded` plays it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer()


@app.command()
def gen_weights(
    source: Annotated[Path, typer.Option("--from", help="A model file or folder that `overtrick export` wrote.")],
) -> None:
    """Check a model and copy it into the package; the next wheel carries it, and `embedded` plays it from now on."""
    from overtrick.nets import bundle as bundles
    from overtrick.nets.loading import evaluator_of

    bundle = bundles.open_bundle(source)
    evaluator_of(bundle)
    bundles.SHIPPED.mkdir(exist_ok=True)
    target = bundles.SHIPPED / f"{bundle.game}{bundles.SUFFIX}"
    bundles.write_bundle(target, bundle.manifest, bundle.parts)
    typer.echo(f"{target}: {bundle.graph.count_parameters():,} parameters, {target.stat().st_size:,} bytes")
