"""The one Django app: models, commands and jobs of the tracker."""

from importlib import import_module

from django.apps import AppConfig


class TrackerConfig(AppConfig):
    name = "tracker"
    verbose_name = "Warledger"

    def ready(self) -> None:
        """Every process that may queue a job knows the broker of the settings."""
        import_module("tracker.celery")
