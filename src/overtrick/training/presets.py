"""What can be trained by name: the algorithms, and presets, which are values for their settings."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from overtrick.engine.catalogue import game as find_game
from overtrick.errors import TrainingError
from overtrick.players.options import suggestion
from overtrick.training.settings import changed, check_names, from_json, settings_of

if TYPE_CHECKING:
    from overtrick.nets.network import Network
    from overtrick.training.learner import Learner
    from overtrick.training.runs import Recipe


@dataclass(frozen=True)
class Algorithm:
    """A way to learn; its module is imported when it is used."""

    module: str
    learner: str
    """The name of the class that learns, made from a config and a network to start with, or None."""
    config: str
    """The name of the config's dataclass."""
    summary: str

    def config_class(self) -> type:
        found: type = getattr(import_module(self.module), self.config)
        return found

    def make_learner(self, config: Any, start: Network | None) -> Learner:
        learner: Learner = getattr(import_module(self.module), self.learner)(config, start)
        return learner


ALGORITHMS = {
    "ppo": Algorithm("overtrick.training.ppo", "PPO", "PPOConfig", "self-play by proximal policy optimisation"),
    "distill": Algorithm(
        "overtrick.training.distill", "Distiller", "DistillConfig", "a teacher that searches labels positions"
    ),
    "hindsight": Algorithm(
        "overtrick.training.hindsight", "Hindsight", "HindsightConfig", "self-play, each candidate judged afterwards"
    ),
    "locate": Algorithm(
        "overtrick.training.locating", "Locating", "LocateConfig", "a network learns where the unseen cards lie"
    ),
    "alphazero": Algorithm("overtrick.training.alphazero", "AlphaZero", "AlphaZeroConfig", "self-play by tree search"),
}


@dataclass(frozen=True)
class Preset:
    """Values for settings of a run and of each algorithm; what it does not name keeps its default."""

    summary: str
    values: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """By algorithm; what a game says of the preset and the algorithm is laid over it."""


_DEMO = {
    "minutes": 5.0,
    "threads": 2,
    "layers": (128, 128),
    "evaluate_every": 5,
    "evaluation_deals": 500,
    "opponents": ("normal", "easy"),
}

PRESETS = {
    "default": Preset("the defaults; runs until Ctrl-C unless --minutes or --iterations says otherwise"),
    "demo": Preset(
        "something visible in five minutes on two cores",
        {
            "ppo": {
                **_DEMO,
                "rounds": 1024,
                "learning_rate": 1e-3,
                "epochs": 3,
                "minibatch": 2048,
                "average_pace": 0.2,
                "critic_first": 0,
            },
            "distill": {**_DEMO, "worlds": 24, "shards": 2, "fits": 40, "minibatch": 1024, "threads": 1},
            "hindsight": {**_DEMO, "rounds": 1024, "learning_rate": 2e-3, "minibatch": 1024, "average_pace": 0.02},
            "locate": {**_DEMO, "rounds": 1024, "half_life": 20.0},
            "alphazero": {**_DEMO, "evaluate_every": 2, "rounds": 256, "simulations": 12, "last_simulations": 20},
        },
    ),
}


def find_algorithm(name: str) -> Algorithm:
    """The algorithm of that name."""
    if name not in ALGORITHMS:
        raise TrainingError(f"there is no algorithm {name!r}; {suggestion(name, ALGORITHMS)}")
    return ALGORITHMS[name]


def make_recipe(
    algorithm: str, game: str, *, preset: str = "default", changes: Mapping[str, Any], start: str | None = None
) -> Recipe:
    """What a new run is made of: defaults, the preset over them, and `changes`, texts or values, over both."""
    from overtrick.training.runs import Recipe, RunSettings

    if preset not in PRESETS:
        raise TrainingError(f"there is no preset {preset!r}; {suggestion(preset, PRESETS)}")
    kind = find_algorithm(algorithm).config_class()
    check_names(changes, {**settings_of(kind), **settings_of(RunSettings)})
    over = find_game(game).training.PRESETS.get(preset, {}).get(algorithm, {})
    values = {**PRESETS[preset].values.get(algorithm, {}), **over, **changes}
    return Recipe(algorithm, changed(kind(game=game), values), changed(RunSettings(), values), start)


def read_recipe(folder: Path, changes: Mapping[str, Any]) -> Recipe:
    """What the run in a folder is made of; only settings of the run itself may change."""
    from overtrick.training.runs import CONFIG, FORMAT, Recipe, RunSettings

    try:
        saved = json.loads((folder / CONFIG).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise TrainingError(f"{folder} holds no run that could go on: {error}") from error
    if saved.get("format") != FORMAT:
        raise TrainingError(f"{folder / CONFIG} is no config of a run: its format is not {FORMAT!r}")
    kind = find_algorithm(saved["algorithm"]).config_class()
    check_names(changes, {**settings_of(kind), **settings_of(RunSettings)})
    for name in changes:
        if name not in settings_of(RunSettings):
            raise TrainingError(f"{name} belongs to the run in {folder}; begin a new one with --from {folder}")
    settings = changed(from_json(RunSettings, saved["run"]), changes)
    return Recipe(saved["algorithm"], from_json(kind, saved["config"]), settings, saved["start"])
