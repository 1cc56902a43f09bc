"""Claim slips: codes with the address at which a phone can use them. Called by the consoles.

An organiser works at 127.0.0.1, which on a phone is the phone itself. `up` knows the address of the hall and tells it
by `HALL_ADDRESS`; without it the sheet says that phones cannot come in.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

from tracker.models import Player

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


def slips(request: HttpRequest, people: Iterable[Player]) -> dict[str, Any]:
    """{"slips": [{"name", "code", "url"}], "address" to be typed, "alone": whether only this computer knows it}."""
    alone = request.get_host().rsplit(":", 1)[0] in LOOPBACK
    hall = settings.HALL_ADDRESS if alone else ""
    base = (hall or request.build_absolute_uri("/")).rstrip("/") + reverse("pages:claim")
    return {
        "slips": [
            {"name": one.name, "code": one.claim_code, "url": f"{base}{one.claim_code}/"} for one in people
        ],
        "address": base.partition("://")[2].rstrip("/"),
        "alone": alone and not hall,
    }
