"""The newest seal, for every template that asks for it. A context processor."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from tracker import selectors


def newest_seal(request: HttpRequest) -> dict[str, Any]:
    """`newest_seal` is looked up where a page shows it, and nowhere else."""
    return {"newest_seal": selectors.newest_seal}
