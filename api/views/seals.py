"""`seals/`: the seals of this installation, so that whoever kept one can ask whether it still stands."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse

from api.answers import as_json
from api.endpoint import Endpoint
from api.errors import Problem
from tracker import selectors


class SealView(Endpoint):
    """One seal, or the newest."""

    def get(self, request: Any, number: int | None = None) -> HttpResponse:
        found = selectors.seal(number)
        if found is None:
            raise Problem("not_found")
        return as_json(found)
