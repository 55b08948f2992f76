"""Names under which the server answers, so that no page can reach it under a name of its own (DNS rebinding)."""

from __future__ import annotations

import socket
from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.types import Scope

from overtrick.server.refusal import Refusal
from overtrick.server.settings import Settings

ANY = "*"
LOCAL_NAMES = ("localhost", "ip6-localhost")


class Hosts:
    """The hosts of a server: this machine's, the one it listens on, and those of the settings `hosts` and `origins`."""

    def __init__(self, settings: Settings) -> None:
        self._origins = frozenset(settings.origins)
        names = {*LOCAL_NAMES, *settings.hosts, *(urlsplit(origin).hostname or "" for origin in settings.origins)}
        names.add(own_name() if settings.listens_everywhere else settings.host)
        self._names = frozenset(name.lower().rstrip(".") for name in names if name)

    def check_host(self, host: str | None, scope: Scope) -> None:
        """Refuse a request for a host that this server is not. Programs that name none are let through."""
        if host is None or ANY in self._names:
            return
        name = host_name(host)
        if name in self._names or name == own_address(scope) or _is_loopback(name):
            return
        raise Refusal(
            "origin", f"this server is not {name[:80]!r}; the setting hosts names further hosts it answers for"
        )

    def check_origin(self, origin: str | None, host: str | None, scope: Scope) -> None:
        """A page of another site may not open a socket. Programs other than browsers send no origin."""
        if origin is None or origin in self._origins:
            return
        self.check_host(host, scope)
        if host is None or urlsplit(origin).netloc.lower() != host.lower():
            raise Refusal(
                "origin", "pages of other sites may not connect here; the setting origins names those that may"
            )


def host_name(host: str) -> str:
    """The name in a `Host` header, without port and brackets."""
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def own_address(scope: Scope) -> str | None:
    """The address of this machine at which the connection arrived; whoever knows it needs no name."""
    server = scope.get("server")
    return server[0] if server else None


@lru_cache(maxsize=1)
def own_name() -> str:
    """What this machine calls itself."""
    return socket.gethostname()


def _is_loopback(name: str) -> bool:
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return False
