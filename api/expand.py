"""Parts of an answer that a client asks to have with it: `?expand=standings,rounds` of a read, or of a live stream.

Views register what they can give (`part`); the struct named in `OF` says which parts there are and what they hold.
Called by `api.views.tournaments`, `api.views.matches` and `api.views.live`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from api import inputs, paging
from api.errors import wrong
from api.shapes.matches import MatchParts
from api.shapes.tournaments import TournamentParts
from games.ruleset import Viewer
from tracker import selectors
from tracker.identity import Identity
from tracker.roles import viewer_at
from tracker.systems import MATCH, TOURNAMENT

Make = Callable[[Identity, Viewer, UUID], Any]
OF: dict[str, type[msgspec.Struct]] = {MATCH: MatchParts, TOURNAMENT: TournamentParts}
MOST = 50
"""Rows of a list whose parts are sent with them."""
_makers: dict[tuple[str, str], Make] = {}


def part(kind: str, name: str) -> Callable[[Make], Make]:
    """Registers what makes this part of a stream of this kind."""

    def registered(make: Make) -> Make:
        _makers[kind, name] = make
        return make

    return registered


def parts_of(kind: str) -> list[str]:
    """The names of the parts that streams of this kind have."""
    return [name for of, name in _makers if of == kind]


def asked(request: HttpRequest, kind: str) -> list[str]:
    """The parts asked for. Raises `Problem` for one that this kind of stream has not."""
    names, legal = inputs.several(request, "expand"), parts_of(kind)
    for name in names:
        if name not in legal:
            raise wrong(
                "?expand",
                _("%(told)s is none of these: %(legal)s")
                % {"told": repr(name), "legal": ", ".join(legal) or _("nothing can be added here")},
            )
    return names


def made(kind: str, name: str, identity: Identity, stream: UUID, viewer: Viewer) -> Any:
    """One part as this viewer may see it."""
    return _makers[kind, name](identity, viewer, stream)


def expanded(kind: str, names: Iterable[str], identity: Identity, stream: UUID) -> Any:
    """These parts in the struct of their kind; UNSET where none is asked for."""
    wanted = list(names)
    if not wanted:
        return msgspec.UNSET
    viewer = viewer_at(identity, stream, selectors.sides_of(stream))
    return OF[kind](**{name: made(kind, name, identity, stream, viewer) for name in wanted})


def page(
    request: HttpRequest, kind: str, identity: Identity, rows: Any, shown: Callable[[list[Any]], list[Any]]
) -> HttpResponse:
    """A page of a list of streams, each row with the parts asked for. Raises `Problem` for too many of those."""
    names = asked(request, kind)
    most = inputs.number(request, "limit", MOST) if names else None
    if most is not None and most > MOST:
        raise wrong("?limit", _("with ?expand= a whole number from 1 to %(most)s is legal") % {"most": MOST})

    def with_parts(found: list[Any]) -> list[Any]:
        told = shown(found)
        if names:
            selectors.bring_up(*(row.stream_id for row in found))
            for row, one in zip(found, told, strict=True):
                one.expanded = expanded(kind, names, identity, row.stream_id)
        return told

    return paging.page(request, rows, paging.STREAMS, with_parts, limit=most)
