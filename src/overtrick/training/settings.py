"""Configs by name: what a field means, and values read from text, with the nearest name for one that does not exist."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import textwrap
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, TypeVar, get_type_hints

from overtrick.errors import TrainingError
from overtrick.players.options import read_value, suggestion

Config = TypeVar("Config")


class Setting(NamedTuple):
    """One field of a config that people can set."""

    kind: Any
    """Its type."""
    doc: str


def settings_of(config: type) -> dict[str, Setting]:
    """Every field of a dataclass by name; those of a dataclass within it follow a dot: `mix.players`."""
    hints, docs = get_type_hints(config), field_docs(config)
    settings: dict[str, Setting] = {}
    for field in dataclasses.fields(config):
        kind = hints[field.name]
        if dataclasses.is_dataclass(kind):
            assert isinstance(kind, type)
            settings |= {f"{field.name}.{name}": inner for name, inner in settings_of(kind).items()}
        else:
            settings[field.name] = Setting(kind, docs[field.name])
    return settings


def field_docs(config: type) -> dict[str, str]:
    """What each field of a dataclass means: the docstring under it, on one line."""
    docs: dict[str, str] = {}
    for kind in reversed(config.__mro__[:-1]):
        (definition,) = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
        assert isinstance(definition, ast.ClassDef)
        field = ""
        for node in definition.body:
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                field = node.target.id
                docs[field] = ""
            elif field and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                docs[field] = " ".join(str(node.value.value).split())
                field = ""
    return docs


def split_changes(texts: Iterable[str]) -> dict[str, str]:
    """`key=value` texts as a table."""
    changes: dict[str, str] = {}
    for text in texts:
        key, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not key:
            raise TrainingError(f"{text!r} sets nothing; write key=value")
        changes[key] = value
    return changes


def check_names(names: Iterable[str], known: Iterable[str]) -> None:
    """Refuse a setting that does not exist, with the nearest that does."""
    known = list(known)
    for name in names:
        if name not in known:
            raise TrainingError(f"there is no setting {name!r}; {suggestion(name, known)}")


def changed(config: Config, values: Mapping[str, Any]) -> Config:
    """The config with other values, which are read where they are texts; names of other configs are passed over."""
    own = {name: value for name, value in values.items() if name in settings_of(type(config))}
    direct, inner = {}, dict[str, dict[str, Any]]()
    for name, value in own.items():
        head, dot, rest = name.partition(".")
        if dot:
            inner.setdefault(head, {})[rest] = value
        else:
            kind = settings_of(type(config))[name].kind
            direct[name] = read_value(name, value, kind, TrainingError) if isinstance(value, str) else value
    direct |= {name: changed(getattr(config, name), parts) for name, parts in inner.items()}
    return dataclasses.replace(config, **direct)  # type: ignore[type-var]


def from_json(config: type[Config], values: Mapping[str, Any]) -> Config:
    """A config from what `dataclasses.asdict` and JSON made of it: lists are tuples again, dataclasses themselves."""
    hints = get_type_hints(config)
    check_names(values, hints)
    return config(**{name: _restored(value, hints[name]) for name, value in values.items()})


def _restored(value: Any, kind: Any) -> Any:
    if isinstance(value, dict) and dataclasses.is_dataclass(kind):
        assert isinstance(kind, type)
        return from_json(kind, value)
    return tuple(_restored(part, None) for part in value) if isinstance(value, list) else value
