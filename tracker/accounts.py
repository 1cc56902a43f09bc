"""A user's own things: the password that must be changed, and what ends with it. Tokens are in `identity`.

Called by the account pages, by `commands.accounts`, and by `up` for the administrator.
"""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib.auth.models import User
from django.db.models import QuerySet

from tracker.models import ApiToken, OneTimePassword


def spelled(name: str) -> str:
    """A user name as it is kept: in the form to which the page of sign-in brings whatever is typed there."""
    return User.normalize_username(name.strip())


def named(name: str) -> QuerySet[User]:
    """The accounts of this name, in either case of any alphabet: SQLite knows the cases of Latin letters alone."""
    wanted = spelled(name).casefold()
    rows = User.objects.values_list("pk", "username")
    return User.objects.filter(pk__in=[pk for pk, one in rows if one.casefold() == wanted])


def must_change_password(user: Any) -> bool:
    """True while the user's password is one that somebody else gave out for one use."""
    return OneTimePassword.objects.filter(user=user, digest=user.password).exists()


def give_one_time_password(user: Any) -> str:
    """Saves the user with a new password, which its owner has to change at the next sign-in; ends the old tokens."""
    password = one_time_password(user)
    end_tokens(user)
    return password


def one_time_password(user: Any) -> str:
    """The same for somebody who has had no other password yet: every token is from the command line, and lives on."""
    password = secrets.token_urlsafe(9)
    user.set_password(password)
    user.save()
    OneTimePassword.objects.update_or_create(user=user, defaults={"digest": user.password})
    return password


def end_tokens(user: Any) -> None:
    """The user's API tokens die with the password under which they were made: whoever knew it may have made one."""
    ApiToken.objects.filter(user=user).delete()
