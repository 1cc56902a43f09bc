"""The one Django app: models, commands and jobs of the tracker."""

from importlib import import_module

from django.apps import AppConfig

from tracker import compiled_words


class TrackerConfig(AppConfig):
    name = "tracker"
    verbose_name = "Warledger"

    def ready(self) -> None:
        """Every process that may append knows the broker of the settings, and its jobs hear of each append."""
        import_module("tracker.celery")
        compiled_words.ensure()
        # Only now: jobs know models, which are ready when the app is.
        from tracker import appended, follow_up, jobs

        appended.listen(jobs.queue_projection, follow_up.bring_up)
