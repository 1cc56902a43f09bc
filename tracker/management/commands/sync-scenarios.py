"""`manage.py sync-scenarios`: the scenario table as the rules' catalogues have it. Run after `migrate` on a server."""

from typing import Any

from django.core.management.base import BaseCommand

from tracker import scenarios
from tracker.management.tool import require_tables


class Command(BaseCommand):
    help = "Brings the scenario table in line with the catalogues of the rules."

    def handle(self, *args: Any, **options: Any) -> None:
        require_tables()
        self.stdout.write(f"{scenarios.sync()} scenarios")
