"""The one Django app: models, commands and jobs of the tracker."""

from django.apps import AppConfig


class TrackerConfig(AppConfig):
    name = "tracker"
    verbose_name = "Warledger"
