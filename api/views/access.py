"""Which stream a request is about, and how much of it the caller may see. Called by the views of streams."""

from __future__ import annotations

from uuid import UUID

from django.urls import reverse

from api.errors import Problem
from games.ruleset import Viewer
from tracker import selectors
from tracker.identity import ApiToken, Identity
from tracker.models import Stream
from tracker.roles import role_at, viewer_at


def require_kind(stream: UUID, kind: str) -> None:
    """Raises `Problem` `not_found` when the stream is of another kind, `UnknownStream` when there is none."""
    found = selectors.kind_of(stream)
    if found != kind:
        raise Problem("other_kind", url=reverse(f"api:{found}", args=[stream]))


def require_rows(stream: UUID, kind: str) -> Stream:
    """The same for views that show rows, which are brought up to the log first. Returns the stream's own row."""
    require_kind(stream, kind)
    return selectors.brought_up(stream)


def viewer_of(identity: Identity, stream: UUID) -> Viewer:
    """How much the caller may see. Raises `NotAllowed` for a token that may not read."""
    identity.require_scope(ApiToken.READ)
    return viewer_at(identity, stream, selectors.sides_of(stream))


def standing_of(identity: Identity, stream: UUID, viewer: Viewer) -> dict[str, str | None]:
    """The caller's office and seat at a stream, for clients that want to show what may be done."""
    return {"office": role_at(identity, stream), "player": viewer.player, "side": viewer.side}
