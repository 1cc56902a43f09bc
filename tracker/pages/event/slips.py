"""Claim slips: codes with the address at which a phone can use them. Called by the consoles
and by whatever else shows a code.

An organiser works at 127.0.0.1, which on a phone is the phone itself. `up` knows the address of the hall and tells it
by `HALL_ADDRESS`; without it the sheet says that phones cannot come in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

from tracker import identity, roles
from tracker.models import Player

NO_TEAMS: Mapping[str, str] = {}
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


def slips_of(
    request: HttpRequest, event: UUID, people: Iterable[Player], teams: Mapping[str, str] = NO_TEAMS
) -> dict[str, Any]:
    """The slips of those whose code nobody has used, and `used`: the others, for whom staff can make a new one.

    `teams`: player -> the team that they play for.
    """
    who, everybody = identity.of_request(request), list(people)
    shown = [one for one in everybody if roles.open_code(who, one, event)]
    used = [one for one in everybody if not one.claim_code and roles.looks_after(who, one)]
    return {**slips(request, shown, teams), "used": used}


def slips(
    request: HttpRequest, people: Iterable[Player], teams: Mapping[str, str] = NO_TEAMS
) -> dict[str, Any]:
    """{"slips": [{"name", "team", "club", "code", "url"}], "address", "alone"}: the address is to be typed,
    alone says that no phone gets in. `teams`: player -> the team that they play for.
    """
    base = address(request) + reverse("pages:claim")
    return {
        "slips": [
            {
                "name": one.name,
                "team": teams.get(str(one.pk), ""),
                "club": one.club,
                "code": one.claim_code,
                "url": f"{base}{one.claim_code}/",
            }
            for one in people
        ],
        "address": base.partition("://")[2].rstrip("/"),
        "alone": is_alone(request),
    }


def address(request: HttpRequest) -> str:
    """Where phones of the hall reach this server, without a slash at the end."""
    hall = settings.HALL_ADDRESS if _from_itself(request) else ""
    return (hall or request.build_absolute_uri("/")).rstrip("/")


def is_alone(request: HttpRequest) -> bool:
    """Whether no phone reaches this server."""
    return _from_itself(request) and not settings.HALL_ADDRESS


def _from_itself(request: HttpRequest) -> bool:
    return request.get_host().rsplit(":", 1)[0] in LOOPBACK
