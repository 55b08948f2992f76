"""Modules and optimizers as tensors by flat names, the form in which a learner's state is kept."""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor, nn

Parts = Mapping[str, nn.Module | torch.optim.Optimizer]
"""What a learner changes, by the names under which it is kept."""


def tensors_of(parts: Parts) -> dict[str, Tensor]:
    """All parts as they are now."""
    tensors: dict[str, Tensor] = {}
    for name, part in parts.items():
        tensors |= _module_tensors(name, part) if isinstance(part, nn.Module) else _optimizer_tensors(name, part)
    return tensors


def restore_parts(parts: Parts, tensors: Mapping[str, Tensor]) -> None:
    """Give all parts back what they were."""
    for name, part in parts.items():
        if isinstance(part, nn.Module):
            _restore_module(name, part, tensors)
        else:
            _restore_optimizer(name, part, tensors)


def _module_tensors(name: str, module: nn.Module) -> dict[str, Tensor]:
    """The weights of a module as they are now, as `name.weight`; learning on does not change them."""
    return {f"{name}.{key}": value.detach().clone() for key, value in module.state_dict().items()}


def _restore_module(name: str, module: nn.Module, tensors: Mapping[str, Tensor]) -> None:
    """Give a module its weights back."""
    module.load_state_dict(part_of(tensors, name))


def _optimizer_tensors(name: str, optimizer: torch.optim.Optimizer) -> dict[str, Tensor]:
    """The moments of an optimizer as they are now, as `name.parameter.moment`."""
    return {
        f"{name}.{place}.{key}": value.detach().clone()
        for place, moments in optimizer.state_dict()["state"].items()
        for key, value in moments.items()
    }


def _restore_optimizer(name: str, optimizer: torch.optim.Optimizer, tensors: Mapping[str, Tensor]) -> None:
    """Give an optimizer its moments back; learning rates are what they are."""
    moments: dict[int, dict[str, Tensor]] = {}
    for key, value in part_of(tensors, name).items():
        place, moment = key.split(".")
        moments.setdefault(int(place), {})[moment] = value.clone()
    optimizer.load_state_dict(optimizer.state_dict() | {"state": moments})


def part_of(tensors: Mapping[str, Tensor], name: str) -> dict[str, Tensor]:
    """The tensors whose names begin with `name.`, without that."""
    return {key.removeprefix(f"{name}."): value for key, value in tensors.items() if key.startswith(f"{name}.")}
