"""Payloads become typed events or a clear error, old payloads are upcast, stored rows come back whole."""

from __future__ import annotations

import pytest
from hypothesis import strategies as st

from games.codec import MalformedEvent, codec_for
from games.match import EventVoided, ResultConfirmed
from games.secrets import concealed, sealed
from games.tests.made_up import anything
from games.tests.toy import TOY, GameEnded, NumberHidden, PointsScored

CODEC = codec_for(TOY)


@pytest.mark.parametrize(
    ("type_", "data", "told"),
    [
        ("sneezed", {}, "unknown event type 'sneezed'; known types: event_voided, game_ended, number_hidden"),
        ("points_scored", {"side": "red"}, "missing required field `points`"),
        ("points_scored", {"side": "red", "points": "2"}, "Expected `int`, got `str` - at `$.points`"),
        ("points_scored", {"side": "red", "points": 2, "bonus": 1}, "unknown field `bonus`"),
        ("points_scored", {"side": "red", "points": 2.5}, "Expected `int`, got `float` - at `$.points`"),
        ("game_ended", {"type": "game_ended"}, "unknown field `type`"),
    ],
)
def test_a_malformed_event_says_where(type_: str, data: dict[str, object], told: str) -> None:
    with pytest.raises(MalformedEvent) as error:
        CODEC.from_payload(type_, data)
    assert told in str(error.value)


def test_an_old_payload_is_upcast() -> None:
    assert CODEC.from_payload("points_scored", {"side": "red", "vp": 2}, 1) == PointsScored(
        side="red", points=2
    )
    assert CODEC.from_row("points_scored", 1, '{"side":"red","vp":2}', None) == PointsScored(
        side="red", points=2
    )


@pytest.mark.parametrize("schema", [3, 0, -1])
def test_a_payload_of_an_unknown_schema_is_malformed(schema: int) -> None:
    with pytest.raises(MalformedEvent, match=f"schema {schema} is unknown; known: 1 to 2"):
        CODEC.from_payload("points_scored", {"side": "red", "points": 2}, schema)


def test_an_old_payload_that_never_was_one_is_malformed() -> None:
    with pytest.raises(MalformedEvent, match="no payload of schema 1"):
        CODEC.from_payload("points_scored", {"side": "red"}, 1)


@anything(st.text(), st.none() | st.integers(-(2**60), 2**60), st.text(min_size=1))
def test_a_stored_secret_comes_back_whole(side: str, number: int | None, salt: str) -> None:
    event = sealed(NumberHidden(side=side, number=number), salt)
    type_, data, secret = CODEC.to_row(event)
    stored = None if secret is None else secret.decode()
    assert CODEC.from_row(type_, 1, data.decode(), stored) == event
    assert CODEC.from_row(type_, 1, data.decode(), None) == concealed(event)


def test_a_secret_that_held_more_when_it_was_stored_comes_back_whole() -> None:
    found = CODEC.from_row("number_hidden", 1, "{}", '{"salt":"s","value":{"number":3,"side":"red"}}')
    assert found == NumberHidden(side="red", number=3, salt="s")


@pytest.mark.parametrize(
    ("data", "told"),
    [('{"side":"red","bonus":1}', "unknown field `bonus`"), ("{}", "missing required field `side`")],
)
def test_a_malformed_row_with_a_secret_says_where(data: str, told: str) -> None:
    with pytest.raises(MalformedEvent, match=told):
        CODEC.from_row("number_hidden", 1, data, '{"salt":"s","value":{"number":3}}')


@pytest.mark.parametrize(
    "event",
    [
        GameEnded(),
        EventVoided(seqs=(2, 3), reason="typed twice"),
        ResultConfirmed(side="red", vp={"red": 2}, winner="red"),
    ],
)
def test_events_without_secrets_come_back_from_their_row(event: GameEnded) -> None:
    type_, data, secret = CODEC.to_row(event)
    assert secret is None
    assert CODEC.from_row(type_, 1, data.decode(), None) == event
