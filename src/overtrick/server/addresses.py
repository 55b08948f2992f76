"""Whose address it is: one key for everybody who shares a limit, and the proxies that speak for others."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

IPV6_PREFIX = 64
"""Bits of an IPv6 address that a provider gives to one customer; the rest is theirs to choose (RFC 6177)."""


@lru_cache(maxsize=4096)
def address_key(address: str) -> str:
    """What limits are counted by: an IPv4 address, the /64 network of an IPv6 address, anything else as it is."""
    parsed = _parsed(address)
    if isinstance(parsed, IPv6Address):
        return str(IPv6Network((parsed, IPV6_PREFIX), strict=False))
    return address if parsed is None else str(parsed)


class Proxies:
    """The proxies of a setting: addresses and networks separated by commas, or `*` for everybody."""

    def __init__(self, text: str) -> None:
        words = [word.strip() for word in text.split(",") if word.strip()]
        self._is_everybody = "*" in words
        self._words = frozenset(words)
        self._networks = [network for word in words if (network := _network(word)) is not None]

    def __contains__(self, address: str) -> bool:
        if self._is_everybody or address in self._words:
            return True
        parsed = _parsed(address)
        return parsed is not None and any(parsed in network for network in self._networks)


def _parsed(address: str) -> IPv4Address | IPv6Address | None:
    try:
        parsed = ip_address(address)
    except ValueError:
        return None
    mapped = parsed.ipv4_mapped if isinstance(parsed, IPv6Address) else None
    return parsed if mapped is None else mapped


def _network(word: str) -> IPv4Network | IPv6Network | None:
    try:
        return ip_network(word)
    except ValueError:
        return None
