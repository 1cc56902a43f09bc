"""Commitments: what is told must be what was committed, and nothing else gets out."""

from __future__ import annotations

import hashlib

import msgspec
import pytest
from hypothesis import strategies as st

from games.registry import MATCHES
from games.ruleset import RuleViolation, SecretEvent
from games.secrets import canonical, check_commitment, commitment, concealed, joined, sealed, split
from games.testing import accepts, given, refuses
from games.tests.made_up import anything
from games.tests.toy import ANNA, OPENED, TOY, NumberHidden, PointsScored

SEALED = sealed(NumberHidden(side="red", number=7), "salt")
WRONG = (RuleViolation("WL-SEC-01", {"type": "number_hidden"}),)

json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@anything(json_values)
def test_canonical_json_has_one_form(value: object) -> None:
    text = canonical(value)
    assert canonical(msgspec.json.decode(text)) == text


def test_the_commitment_is_the_documented_digest() -> None:
    digest = hashlib.sha256(b'salt\n{"number":7}').hexdigest()
    assert commitment("salt", {"number": 7}) == SEALED.commitment == digest


@accepts("WL-SEC-01")
def test_a_told_secret_with_its_salt_is_accepted() -> None:
    given(TOY, events=[OPENED]).when(SEALED, ANNA).then_accepted()


@accepts("WL-SEC-01")
def test_a_commitment_alone_is_accepted() -> None:
    given(TOY, events=[OPENED]).when(concealed(SEALED), ANNA).then_accepted()


@refuses("WL-SEC-01")
@pytest.mark.parametrize(
    "changed",
    [
        {"number": 8},
        {"salt": "other"},
        {"salt": None},
        {"commitment": "0" * 64},
        {"number": None, "salt": None, "commitment": "0" * 63},
        {"number": None, "salt": None, "commitment": "g" * 64},
        {"number": None, "salt": None, "commitment": ""},
    ],
)
def test_a_secret_that_breaks_its_commitment_is_refused(changed: dict[str, object]) -> None:
    broken = msgspec.structs.replace(SEALED, **changed)
    assert check_commitment(broken) == WRONG
    given(TOY, events=[OPENED]).when(broken, ANNA).then_refused("WL-SEC-01")


def test_sealing_twice_keeps_the_first_commitment() -> None:
    assert sealed(SEALED, "another") is SEALED


def test_sealing_keeps_a_clients_own_salt() -> None:
    own = sealed(NumberHidden(side="red", number=7, salt="mine"), "server's")
    assert own.commitment == commitment("mine", {"number": 7})


def test_sealing_leaves_a_kept_secret_and_open_events_alone() -> None:
    kept, public = NumberHidden(side="red", commitment="0" * 64), PointsScored(side="red", points=1)
    assert sealed(kept, "salt") is kept
    assert sealed(public, "salt") is public


def test_the_public_twin_tells_neither_value_nor_salt() -> None:
    twin = concealed(SEALED)
    assert (twin.number, twin.salt, twin.commitment) == (None, None, SEALED.commitment)
    assert concealed(OPENED) is OPENED


def test_split_and_joined_are_each_others_reverse() -> None:
    public, secret = split(SEALED)
    assert public == {"side": "red", "commitment": SEALED.commitment}
    assert secret == {"salt": "salt", "value": {"number": 7}}
    assert msgspec.convert({**joined(public, secret), "type": "number_hidden"}, NumberHidden) == SEALED
    assert split(concealed(SEALED)) == (public, None)


def test_an_event_is_secret_where_it_names_secret_fields() -> None:
    """`judge` asks the fields whether there is a commitment to look at: what names none would never be looked at."""
    kinds = [kind for rules in MATCHES.values() for kind in rules.event_types]
    assert {kind for kind in kinds if kind.secret_fields} == {
        kind for kind in kinds if issubclass(kind, SecretEvent)
    }
