"""Where messages may be sent: to addresses of the internet, not into the network that the server stands in.

A name is resolved anew for each message and the connection goes to the very address that was judged, so a name that
points elsewhere a moment later gains nothing. An operator who wants receivers in their own network says so
(`WARLEDGER_WEBHOOKS_PRIVATE=1`).
"""

from __future__ import annotations

import ipaddress
import socket
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.utils.translation import gettext_lazy

from tracker.inputs import BadInput

LONGEST = 500
TUNNELS = tuple(
    map(ipaddress.ip_network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32", "::/96"))
)
"""Ways of IPv6 to an address of IPv4, whichever that is."""
LOCAL = ("localhost", "localhost.localdomain")
SCHEME = gettext_lazy("the address begins with https:// or http://")
NO_HOST = gettext_lazy("the address names no host")
OWN_NETWORK = gettext_lazy("addresses of this server's own network are refused; the operator may allow them")
CREDENTIALS = gettext_lazy("a name and a password have no place in the address: the message is signed")
TOO_LONG = gettext_lazy("the address is too long: 500 characters at most")
NO_ADDRESS = gettext_lazy("that is no address")


class Refused(Exception):
    """Nothing is sent there; `what` is `private` or `unknown`."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


class Target(NamedTuple):
    """Where to connect (`ip`, `port`), and what to say there."""

    ip: str
    port: int
    host: str
    tls: bool
    path: str
    named: str
    """Host and port as the header `Host` has them."""


def checked(url: str) -> str:
    """The address, as far as it can be judged without asking anybody. Raises `BadInput`."""
    url = url.strip()
    parts = _parts(url)
    if len(url) > LONGEST:
        raise BadInput("target", str(TOO_LONG))
    if parts.username is not None or parts.password is not None:
        raise BadInput("target", str(CREDENTIALS))
    host = (parts.hostname or "").rstrip(".").lower()
    if not settings.WEBHOOKS_PRIVATE and (host in LOCAL or host.endswith(".localhost") or _is_own(host)):
        raise BadInput("target", str(OWN_NETWORK))
    return url


def _parts(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        raise BadInput("target", str(NO_ADDRESS)) from None
    if parts.scheme not in ("http", "https"):
        raise BadInput("target", str(SCHEME))
    if not parts.hostname:
        raise BadInput("target", str(NO_HOST))
    if not url.isascii() or any(sign.isspace() or ord(sign) < 33 for sign in url):
        raise BadInput("target", str(NO_ADDRESS))
    return parts


def _is_own(host: str) -> bool:
    try:
        return not is_public(host)
    except ValueError:
        return False


def is_public(ip: str) -> bool:
    """Whether an address is one of the internet. Raises ValueError for what is none."""
    address = ipaddress.ip_address(ip.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            address = address.ipv4_mapped
        elif any(address in net for net in TUNNELS) or address.is_site_local:
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def resolved(url: str) -> Target:
    """Where the message goes. Asks the name server. Raises `Refused`, `BadInput`."""
    parts = _parts(checked(url))
    host, tls = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (443 if tls else 80)
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Refused("unknown") from None
    ips = [str(one[4][0]) for one in found]
    if not settings.WEBHOOKS_PRIVATE and not all(map(is_public, ips)):
        raise Refused("private")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(ips[0], port, host, tls, path, parts.netloc)
