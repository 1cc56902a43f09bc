"""No request gets further while the tables of the database are not those of this program (`tracker.fitting`).

Named in `tracker.settings.MIDDLEWARE`. Files of the look of the pages need no database.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from api import failures
from games.rulebook import Text
from tracker import fitting

logger = logging.getLogger(__name__)


class MigrationGuard:
    """Middleware: asked to come again (503), and told what whoever runs the server does."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.told: Text | None = None

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        found = fitting.misfit()
        if found != self.told:
            self.told = found
            logger.error(found.en if found else "the tables of the database fit the program again")
        if found is None or request.path_info.startswith(settings.STATIC_URL):
            return self.get_response(request)
        return failures.misfit(request, found)
