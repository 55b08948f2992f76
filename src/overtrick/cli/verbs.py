"""A command made of verbs, each in a module of its own that is imported only when the verb runs.

Importing Typer, NumPy and Numba for every verb would take a second before the first word of help.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module
from importlib.util import find_spec

BAD_USAGE = 2


@dataclass(frozen=True)
class Verbs:
    """The verbs of a command; call it like a Typer app."""

    about: str
    """What the command is for, in one sentence."""
    package: str
    """Where the modules are; each has an `app` that is called with `args` and `prog_name`."""
    table: dict[str, str]
    """One line of help for each verb; the module of `gen-weights` is `gen_weights`."""

    def __call__(self, args: Sequence[str], prog_name: str) -> None:
        if not args or args[0] in ("--help", "-h"):
            print(self.help(prog_name))
            return
        verb, *rest = args
        if verb not in self.installed():
            sys.exit(self.refuse(verb, prog_name))
        import_module(self.module(verb)).app(args=rest, prog_name=f"{prog_name} {verb}")

    def module(self, verb: str) -> str:
        """The full name of the verb's module."""
        return f"{self.package}.{verb.replace('-', '_')}"

    def installed(self) -> list[str]:
        """The verbs whose module is part of this installation."""
        return [verb for verb in self.table if find_spec(self.module(verb)) is not None]

    def help(self, prog_name: str) -> str:
        """The list of verbs for people."""
        verbs = self.installed()
        width = max(map(len, verbs), default=0)
        lines = [f"  {verb:{width}}  {self.table[verb]}" for verb in verbs]
        usage = f"Usage: {prog_name} VERB [OPTIONS]…"
        return "\n".join([usage, "", self.about, "", *lines, "", f"{prog_name} VERB --help tells more about a verb."])

    def refuse(self, verb: str, prog_name: str) -> int:
        """Say that there is no such verb, and which one may have been meant."""
        near = get_close_matches(verb, self.installed(), n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"{prog_name} --help lists the verbs"
        print(f"{prog_name}: there is no verb {verb!r}; {hint}", file=sys.stderr)
        return BAD_USAGE
