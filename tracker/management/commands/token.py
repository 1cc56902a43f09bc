"""`manage.py token USER`: a token for a program of an account, from the command line."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandParser

from tracker.identity import new_token
from tracker.inputs import BadInput
from tracker.management.tool import bad_input, require_tables
from tracker.models import ApiToken


class Command(BaseCommand):
    help = "Makes a REST token for an account and prints its secret, once."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("user", help="the account that the token acts for")
        parser.add_argument("--name", default="command line", help="what the token is for")
        parser.add_argument(
            "--scope",
            action="append",
            choices=ApiToken.SCOPES,
            help="what it may do; repeat for several (default: all three)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        require_tables()
        user = User.objects.filter(username=options["user"], is_active=True).first()
        if user is None:
            known = ", ".join(User.objects.filter(is_active=True).values_list("username", flat=True)[:20])
            raise bad_input(f"no account {options['user']!r}; there are: {known or 'none'}")
        try:
            _, secret = new_token(
                options["name"], sorted(set(options["scope"] or ApiToken.SCOPES)), user=user
            )
        except BadInput as error:
            raise bad_input(error.message) from None
        self.stdout.write(secret)
