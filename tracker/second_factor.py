"""A second factor for accounts that want one: codes of a phone by RFC 6238 (the library pyotp), and recovery codes.

Asked at sign-in alone; tokens of programs and claims of devices go on without it. Called by the pages of accounts and
by `manage.py end-second-factor`.
"""

from __future__ import annotations

from typing import Any

import pyotp
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import get_random_string

from tracker import keys
from tracker.models import RecoveryCode, SecondFactor
from tracker.models.people import CLAIM_ALPHABET

CODES, LETTERS = 10, 10
"""So many recovery codes of so many letters: 2^50 possibilities each."""
DRIFT = 1
"""So many steps of thirty seconds a phone's clock may be off, either way."""


def is_on(user: Any) -> bool:
    """Whether this account asks for a code after its password."""
    return SecondFactor.objects.filter(user=user).exists()


def new_secret() -> str:
    """A secret in base 32, as apps take it."""
    return str(pyotp.random_base32())


def address_of(user: Any, secret: str) -> str:
    """What the QR code says: `otpauth://totp/Warledger:NAME?...`."""
    return str(pyotp.TOTP(secret).provisioning_uri(name=user.get_username(), issuer_name="Warledger"))


def switch_on(user: Any, secret: str, typed: str) -> list[str] | None:
    """The recovery codes, which nobody can read again; None where the code is not that of the secret."""
    step = _step_of(secret, typed)
    if step is None:
        return None
    with transaction.atomic():
        SecondFactor.objects.update_or_create(user=user, defaults={"secret": secret, "step": step})
        return new_codes(user)


def new_codes(user: Any) -> list[str]:
    """New recovery codes in the place of all old ones."""
    codes = [get_random_string(LETTERS, CLAIM_ALPHABET) for _ in range(CODES)]
    with transaction.atomic():
        RecoveryCode.objects.filter(user=user).delete()
        RecoveryCode.objects.bulk_create(
            RecoveryCode(user=user, digest=_digests(user, code)[0]) for code in codes
        )
    return [f"{code[:5]}-{code[5:]}" for code in codes]


def passes(user: Any, typed: str) -> bool:
    """Whether this is a code of the account's phone or a recovery code. Each works once."""
    typed = "".join(letter for letter in typed.upper() if letter.isalnum())
    factor = SecondFactor.objects.filter(user=user).first()
    if factor is None:
        return False
    step = _step_of(factor.secret, typed, factor.step)
    if step is not None:
        return SecondFactor.objects.filter(user=user, step__lt=step).update(step=step) == 1
    return RecoveryCode.objects.filter(user=user, digest__in=_digests(user, typed)).delete()[0] == 1


def switch_off(user: Any) -> bool:
    """Whether there was one. Its recovery codes go with it."""
    with transaction.atomic():
        RecoveryCode.objects.filter(user=user).delete()
        return SecondFactor.objects.filter(user=user).delete()[0] > 0


def codes_left(user: Any) -> int:
    """How many recovery codes nobody has used."""
    return int(RecoveryCode.objects.filter(user=user).count())


def _step_of(secret: str, typed: str, after: int = -1) -> int | None:
    """The step of thirty seconds whose code this is, later than `after`."""
    try:
        step: int = pyotp.TOTP(secret).verify_and_get_timecode(
            typed.replace(" ", ""), for_time=timezone.now(), valid_window=DRIFT
        )
    except pyotp.OTPVerificationError:
        return None
    return step if step > after else None


def _digests(user: Any, code: str) -> tuple[str, ...]:
    """What is stored of a recovery code, under each key that the server knows: nobody who reads the database signs in
    with it."""
    return keys.salted("second factor", f"{user.pk}:{code}")
