"""Write the modules of `overtrick.engine.dispatch` from the kernel contract and the catalogue of games.

python tools/make_dispatch.py            write them
python tools/make_dispatch.py --check    fail if they are not what would be written
"""

from __future__ import annotations

import argparse
import inspect
import re
import sys
from pathlib import Path
from textwrap import indent
from typing import Any

from overtrick.core.contract import MODULES
from overtrick.engine.catalogue import GAME_KEYS

FOLDER = Path(__file__).parents[1] / "src" / "overtrick" / "engine" / "dispatch"
WIDTH = 120
TYPES = {
    "Record": "overtrick.core.record",
    "Rng": "overtrick.core.randomness",
    "Row": "overtrick.core.marks",
    "Order": "overtrick.core.slots",
    "Numbers": "overtrick.core.contract",
}
"""Where the types of parameters come from."""


def functions_of(kernels: type[Any]) -> list[str]:
    """The names of a contract's functions, in the order they are written."""
    return [name for name, value in vars(kernels).items() if isinstance(value, staticmethod)]


def module_text(module: str, kernels: type[Any]) -> str:
    """The source of one module."""
    names = functions_of(kernels)
    body = "\n\n\n".join(_function(kernels, name) for name in names)
    used = [name for name in TYPES if re.search(rf"\b{name}\b", body)]
    imports = [f"from {TYPES[name]} import {name}" for name in used]
    imports += [f"from overtrick.games.{key} import NUMBER as {key.upper()}" for key in GAME_KEYS]
    imports += [
        _wrapped(f"from overtrick.games.{key}.{module} import {name} as {key}_{name}")
        for key in GAME_KEYS
        for name in sorted(names)
    ]
    imports.append("from overtrick.kernel import kernel")
    said = inspect.getdoc(kernels)
    assert said is not None
    title = said.partition("\n")[0]
    head = f'"""{title}\n\nWritten by tools/make_dispatch.py from overtrick.core.contract; change that, not this.\n"""'
    return (
        f"{head}\n\nfrom __future__ import annotations\n\n" + "\n".join(sorted(imports, key=_order)) + f"\n\n\n{body}\n"
    )


def _function(kernels: type[Any], name: str) -> str:
    function = getattr(kernels, name)
    signature = inspect.signature(function)
    arguments = ", ".join(signature.parameters)
    state = "view" if "view" in signature.parameters else "state"
    returns = signature.return_annotation != "None"
    lines = ["@kernel", _definition(name, signature), _docstring(inspect.getdoc(function) or "")]
    for place, key in enumerate(GAME_KEYS):
        call = f"{key}_{name}({arguments})"
        if returns:
            lines += [f"    if {state}.game == {key.upper()}:", f"        return {call}"]
        else:
            lines += [f"    {'elif' if place else 'if'} {state}.game == {key.upper()}:", f"        {call}"]
    error = f'raise ValueError("{NO_GAME}")'
    return "\n".join([*lines, *([f"    {error}"] if returns else ["    else:", f"        {error}"])])


NO_GAME = "the number in the record stands for no game"


def _definition(name: str, signature: inspect.Signature) -> str:
    text = f"def {name}({', '.join(f'{p.name}: {p.annotation}' for p in signature.parameters.values())})"
    return f"{text} -> {signature.return_annotation}:"


def _docstring(text: str) -> str:
    end = "\n" if "\n" in text else ""
    return indent(f'"""{text}{end}"""', "    ")


def _wrapped(line: str) -> str:
    if len(line) <= WIDTH:
        return line
    head, _, tail = line.partition("import ")
    return f"{head}import (\n    {tail},\n)"


def _order(line: str) -> tuple[str, int, str]:
    module, _, name = line.removeprefix("from ").replace("(\n    ", "").partition(" import ")
    return module, 0 if name[0].isupper() else 1, name


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if something would change")
    is_check = parser.parse_args().check
    stale = []
    for module, kernels in MODULES.items():
        file = FOLDER / f"{module.partition('.')[0]}.py"
        text = module_text(module, kernels)
        if is_check:
            stale += [file.name] if not file.is_file() or file.read_text() != text else []
        else:
            file.write_text(text)
    if stale:
        print(f"not as tools/make_dispatch.py writes them: {', '.join(stale)}; run it", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
