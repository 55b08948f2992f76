"""`overtrick bench`: the headline figures, each measured by a module of its own."""

from __future__ import annotations

from overtrick.cli.verbs import Verbs

app = Verbs(
    about="Measure how fast Overtrick is on this machine; --json prints figures for programs.",
    package="overtrick.cli.benches",
    table={
        "engine": "Random play of both games, beside OpenSpiel where it is installed.",
        "inference": "Networks: evaluations per second, alone and in batches.",
        "search": "Simulations per second and time per decision.",
        "training": "Rollouts and training samples per second.",
        "server": "Round trips and games at once.",
    },
)
