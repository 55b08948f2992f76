"""Who is next when there are more questions to the AI than workers: people first, then fair shares of worker time.

Within a class the address that has had the least worker time is next, and of its tables the one that has had the least:
start-time fair queueing (Goyal, Vin, Cheng, SIGCOMM 1996), charged in milliseconds, since a search costs 300 times what
a rule of thumb does. Whoever comes back after a pause begins with what the others have had: nobody saves time up.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Generic, Protocol, TypeVar


class Urgency(IntEnum):
    """The classes of questions; the lower number goes first."""

    PERSON = 0
    """A move at a table where a person sits and waits."""
    OPINION = 1
    """A hint, or an opinion on a finished round, that somebody asked for."""
    UNATTENDED = 2
    """A move at a table where nobody sits."""


@dataclass(frozen=True)
class Asker:
    """For whom a question is asked."""

    address: str = ""
    """The network address that pays for it: of the table's owner, or of whoever asks for an opinion."""
    table: str = ""
    urgency: Urgency = Urgency.PERSON


SOMEBODY = Asker()
"""An asker nothing is known of."""

IN_A_ROW = 20
"""Questions taken from a higher class before a lower class that waits is given one: it is slow then, but not stuck."""


REMEMBERED = 1_000
"""Addresses in a busy queue before those are forgotten that wait for nothing and owe nothing."""


class Waiting(Protocol):
    """What can wait in the queue."""

    asker: Asker
    expected_ms: float


Item = TypeVar("Item", bound=Waiting)


@dataclass
class _Shares:
    """Worker time that each of several rivals has had, in milliseconds."""

    had: dict[str, float] = field(default_factory=dict)
    clock: float = 0.0
    """What the one served last had had when its turn came."""

    def enter(self, name: str) -> None:
        self.had[name] = max(self.had.get(name, 0.0), self.clock)

    def first(self, names: Iterable[str]) -> str:
        name = min(names, key=self.had.__getitem__)
        self.clock = max(self.clock, self.had[name])
        return name

    def charge(self, name: str, milliseconds: float) -> None:
        if name in self.had:
            self.had[name] = max(0.0, self.had[name] + milliseconds)

    def owes(self, name: str) -> bool:
        """Whether it makes a difference to remember the rival while it does not wait."""
        return self.had.get(name, 0.0) > self.clock

    def forget(self, name: str) -> None:
        self.had.pop(name, None)


@dataclass
class _Address(Generic[Item]):
    """The questions of one address."""

    tables: dict[str, deque[Item]] = field(default_factory=dict)
    shares: _Shares = field(default_factory=_Shares)
    length: int = 0


@dataclass
class _Class(Generic[Item]):
    """The questions of one class. When none waits, what everybody has had is forgotten: nobody went short."""

    addresses: dict[str, _Address[Item]] = field(default_factory=dict)
    shares: _Shares = field(default_factory=_Shares)
    passed_over: Counter[Urgency] = field(default_factory=Counter)
    """Questions taken from each higher class while one of this class waited."""
    length: int = 0

    def put(self, item: Item, *, is_first: bool) -> None:
        asker = item.asker
        address = self.addresses.get(asker.address)
        if address is None:
            self._forget_the_idle()
            address = self.addresses[asker.address] = _Address()
        if not address.length:
            self.shares.enter(asker.address)
        line = address.tables.setdefault(asker.table, deque())
        if not line:
            address.shares.enter(asker.table)
        (line.appendleft if is_first else line.append)(item)
        address.length += 1
        self.length += 1

    def take(self) -> Item:
        name = self.shares.first(name for name, one in self.addresses.items() if one.length)
        address = self.addresses[name]
        table = address.shares.first(table for table, line in address.tables.items() if line)
        item = address.tables[table][0]
        self.remove(item)
        self.charge(item.asker, item.expected_ms)
        return item

    def remove(self, item: Item) -> None:
        address = self.addresses[item.asker.address]
        line = address.tables[item.asker.table]
        line.remove(item)
        address.length -= 1
        self.length -= 1
        # Whoever waits again later stands behind those of the same share that have waited meanwhile.
        if not line:
            address.tables.pop(item.asker.table)
        if not address.length:
            self.addresses[item.asker.address] = self.addresses.pop(item.asker.address)
        if not self.length:
            self.addresses.clear()
            self.shares = _Shares()
            self.passed_over.clear()

    def charge(self, asker: Asker, milliseconds: float) -> None:
        self.shares.charge(asker.address, milliseconds)
        if address := self.addresses.get(asker.address):
            address.shares.charge(asker.table, milliseconds)

    def _forget_the_idle(self) -> None:
        """Keep no address for ever that has asked once in a busy hour."""
        if len(self.addresses) < REMEMBERED:
            return
        for name in [name for name, one in self.addresses.items() if not one.length and not self.shares.owes(name)]:
            del self.addresses[name]
            self.shares.forget(name)

    def longest(self) -> _Address[Item]:
        return max(self.addresses.values(), key=lambda address: address.length)


class FairQueue(Generic[Item]):
    """Questions that wait for a worker."""

    def __init__(self) -> None:
        self._classes: dict[Urgency, _Class[Item]] = {urgency: _Class() for urgency in Urgency}

    def __len__(self) -> int:
        return sum(one.length for one in self._classes.values())

    def __iter__(self) -> Iterator[Item]:
        for one in self._classes.values():
            for address in one.addresses.values():
                for line in address.tables.values():
                    yield from line

    def __contains__(self, item: Item) -> bool:
        address = self._classes[item.asker.urgency].addresses.get(item.asker.address)
        return address is not None and item in address.tables.get(item.asker.table, ())

    def waiting(self, urgency: Urgency) -> int:
        """How many of a class wait."""
        return self._classes[urgency].length

    def put(self, item: Item, *, is_first: bool = False) -> None:
        """Let a question wait; `is_first` puts it before the others of its own table."""
        self._classes[item.asker.urgency].put(item, is_first=is_first)

    def take(self) -> Item | None:
        """The next question, charged with what it is expected to cost."""
        waiting = [urgency for urgency, one in self._classes.items() if one.length]
        if not waiting:
            return None
        highest, *lower = waiting
        due = (urgency for urgency in lower if self._classes[urgency].passed_over[highest] >= IN_A_ROW)
        chosen = next(due, highest)
        self._classes[chosen].passed_over.clear()
        for urgency in lower:
            if urgency > chosen:
                self._classes[urgency].passed_over[chosen] += 1
        return self._classes[chosen].take()

    def remove(self, item: Item) -> None:
        """Take a question out that nobody needs an answer to."""
        self._classes[item.asker.urgency].remove(item)

    def charge(self, asker: Asker, milliseconds: float) -> None:
        """Add to what an address and a table have had; a negative figure gives back."""
        self._classes[asker.urgency].charge(asker, milliseconds)

    def rival(self, asker: Asker) -> Item | None:
        """The question that should rather go than one of `asker` when not all can wait; None if there is none.

        It is of the lowest class, and of the address that has most of that class waiting.
        """
        urgency = max(urgency for urgency, one in self._classes.items() if one.length)
        own = self._classes[asker.urgency].addresses.get(asker.address)
        rivals = self._classes[urgency].longest()
        is_fair = urgency == asker.urgency and rivals.length <= (own.length if own else 0) + 1
        if urgency < asker.urgency or is_fair:
            return None
        return max(rivals.tables.values(), key=len)[-1]
