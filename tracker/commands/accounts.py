"""Accounts and offices: who may sign in, and who is staff of an event.

No log holds them: they belong to this installation, so an imported event has the staff of the place where it is.
Called by the pages of accounts and staff.
"""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tracker import names
from tracker.accounts import give_one_time_password, named, spelled
from tracker.identity import Identity, NotAllowed
from tracker.inputs import BadInput, unknown
from tracker.models import Membership, SeasonKeeper
from tracker.roles import role_at


def create_account(identity: Identity, *, name: str) -> tuple[User, str]:
    """(a new account, its one-time password, which is told this once)."""
    identity.require_administrator()
    account = User(username=spelled(name))
    try:
        account.clean_fields(exclude=["password"])
    except ValidationError as error:
        raise BadInput("name", _("a user name holds letters, digits and @ . + - _, at most 150")) from error
    if named(account.username).exists():
        raise BadInput("name", _("there is an account of this name"))
    return account, give_one_time_password(account)


def renew_password(identity: Identity, account: int) -> tuple[User, str]:
    """(the account, a new one-time password); whoever was signed in with the old one is signed out."""
    found = _other_account(identity, account)
    return found, give_one_time_password(found)


def close_account(identity: Identity, account: int) -> User:
    """Nobody signs in with this account, and its tokens are refused; what was done in its name stays."""
    return _opened(_other_account(identity, account), False)


def reopen_account(identity: Identity, account: int) -> User:
    return _opened(_other_account(identity, account), True)


def let_keep_seasons(identity: Identity, account: int, *, club: str | None) -> User:
    """The account may open seasons, of the runs of one club's players or ("") of everybody's; None: no longer.

    Raises `BadInput`. Seasons that are open already keep their staff.
    """
    identity.require_administrator()
    found = User.objects.filter(pk=account, is_active=True).first()
    if found is None:
        raise BadInput("account", _("there is no such account"))
    if club is None:
        SeasonKeeper.objects.filter(user=found).delete()
        return found
    name = names.checked(club, "club") if club.strip() else ""
    SeasonKeeper.objects.update_or_create(user=found, defaults={"club": name})
    return found


def _opened(account: User, is_open: bool) -> User:
    account.is_active = is_open
    account.save(update_fields=["is_active"])
    return account


def _other_account(identity: Identity, account: int) -> User:
    """An account that is not the asking administrator's own, who could lock everybody out. Raises `BadInput`."""
    identity.require_administrator()
    found = User.objects.filter(pk=account).exclude(pk=identity.user.pk).first()
    if found is None:
        raise BadInput("account", _("there is no such account"))
    return found


def appoint(identity: Identity, event: UUID, *, name: str, role: str) -> Membership:
    """Somebody with an account becomes `organiser` or `judge` of the event, or changes office."""
    _require_organiser(identity, event)
    if role not in dict(Membership.ROLES):
        raise unknown("role", dict(Membership.ROLES))
    account = named(name).filter(is_active=True).first()
    if account is None:
        raise BadInput("name", _("no account has this name"))
    if role != Membership.ORGANISER:
        _keep_an_organiser(event, account.pk)
    office, _new = Membership.objects.update_or_create(stream_id=event, user=account, defaults={"role": role})
    return office


def dismiss(identity: Identity, event: UUID, account: int) -> None:
    """The person is no longer staff of the event. Its last organiser stays."""
    _require_organiser(identity, event)
    _keep_an_organiser(event, account)
    if not Membership.objects.filter(stream_id=event, user_id=account).delete()[0]:
        raise BadInput("account", _("this account has no role here"))


def _keep_an_organiser(event: UUID, leaving: int) -> None:
    organisers = Membership.objects.filter(stream_id=event, role=Membership.ORGANISER)
    holders = set(organisers.values_list("user_id", flat=True))
    if holders == {leaving}:
        raise BadInput("account", _("an event must keep at least one organiser: appoint another first"))


def _require_organiser(identity: Identity, event: UUID) -> None:
    """Judges run an event; who is staff decide its organisers."""
    if role_at(identity, event) not in ("organiser", "administrator"):
        raise NotAllowed("organiser of this event")
    identity.require_scope("organise")
