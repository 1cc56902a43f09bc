"""The one Django app: models, commands and jobs of the tracker."""

from collections.abc import Iterable
from importlib import import_module
from uuid import UUID

from django.apps import AppConfig

from tracker import compiled_words


class TrackerConfig(AppConfig):
    name = "tracker"
    verbose_name = "Warledger"

    def ready(self) -> None:
        """Every process that may append knows the broker of the settings, and its jobs hear of each append."""
        import_module("tracker.celery")
        compiled_words.ensure()
        from tracker import appended

        appended.listen(_queue, _bring_up)


def _queue(stream: UUID, version: int) -> None:
    from tracker import jobs  # with the first append: jobs know all games, which most commands never ask for

    jobs.queue_projection(stream, version)


def _bring_up(streams: Iterable[UUID]) -> None:
    from tracker.after import follow_up

    follow_up.bring_up(streams)
