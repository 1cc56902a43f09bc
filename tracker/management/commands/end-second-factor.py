"""`end-second-factor NAME`: an account whose owner lost phone and recovery codes asks for its password alone again."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandParser

from tracker import second_factor
from tracker.management.tool import bad_input, require_tables


class Command(BaseCommand):
    help = "Switches the second factor of an account off, for somebody who lost phone and recovery codes."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the name that the account signs in with")

    def handle(self, *args: Any, **options: Any) -> None:
        require_tables()
        user = User.objects.filter(username=options["name"]).first()
        if user is None:
            raise bad_input(f"there is no account {options['name']}")
        if not second_factor.switch_off(user):
            raise bad_input("this account has no second factor")
        self.stdout.write(f"{options['name']} signs in with the password alone")
