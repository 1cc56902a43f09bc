"""Payloads to events and back: the one decoder of every rule set's events, with upcasting of old payloads.

Called by the log for stored rows, by the portable files, and by commands for what clients send.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from typing import Any

import msgspec

from games.faults import fault, joined_texts, of_decoder, within
from games.hints import hint
from games.match import EventVoided, Match
from games.ruleset import BlindEvent, Event, Ruleset, SecretEvent
from games.secrets import canonical, joined, split
from games.sizes import oversized


class MalformedEvent(ValueError):
    """An event that is no event of its system: unknown type or field, wrong JSON type. Says where,
    as a fault that knows both languages (`args[0]`).

    `place`: the same for programs, from the event on (`data.results[0].action`); empty where nobody knows.
    """

    def __init__(self, what: str, place: str = "") -> None:
        super().__init__(what)
        self.place = place


def malformed(cls: type[Event], error: msgspec.ValidationError) -> MalformedEvent:
    """What a decoder could not take of an event of this type; its place counts from the event's own fields on."""
    where = str(error).partition(" - at `")[2].rstrip("`")
    what = within(tag(cls), joined_texts(of_decoder(str(error)), hint(cls, where)))
    return MalformedEvent(what, where.removeprefix("$").removeprefix("."))


def tag(event_type: type[Event]) -> str:
    """The event's type as it stands in logs: `turn_reported`."""
    return str(event_type.__struct_config__.tag)


VOIDING = tag(EventVoided)


def _secret_part(cls: type[SecretEvent]) -> Any:
    """The type of what `games.secrets.split` keeps of an event of this type."""
    types = {field.name: field.type for field in msgspec.structs.fields(cls)}
    value = msgspec.defstruct(
        f"{cls.__name__}Value",
        [(name, types[name]) for name in cls.secret_fields],
        forbid_unknown_fields=True,
    )
    return msgspec.defstruct(f"{cls.__name__}Secret", [("salt", types["salt"]), ("value", value)])


@cache
def types_of(rules: Ruleset[Any, Any]) -> Mapping[str, type[Event]]:
    """The types of a rule set's events by their tags."""
    return {tag(kind): kind for kind in rules.event_types}


class Codec:
    """Encodes and decodes the events of one rule set."""

    def __init__(self, rules: Ruleset[Any, Any]) -> None:
        self.rules = rules
        self.types: dict[str, type[Event]] = {**types_of(rules), tag(EventVoided): EventVoided}
        self.hiding = tuple(
            name for name, cls in self.types.items() if issubclass(cls, SecretEvent | BlindEvent)
        )
        """The types of events that hide anything from anybody."""
        self._today = {
            name: (cls.schema_number, msgspec.json.Decoder(cls).decode) for name, cls in self.types.items()
        }
        """Type -> (its schema now, what reads a public payload of it): nearly every stored row asks for both."""
        self._secrets = {
            name: msgspec.json.Decoder(_secret_part(cls))
            for name, cls in self.types.items()
            if issubclass(cls, SecretEvent)
        }

    def told(self, type_: str, data: dict[str, Any]) -> Event:
        """A typed event as somebody tells it now: `from_payload`, of a match also no larger than a table can need. A
        voiding names as many entries as the log has."""
        if isinstance(self.rules, Match) and type_ != VOIDING and (wrong := oversized(data)):
            raise MalformedEvent(within(type_[:80], wrong[1]), f"data.{wrong[0]}")
        return self.from_payload(type_, data)

    def from_payload(self, type_: str, data: dict[str, Any], schema: int | None = None) -> Event:
        """A typed event from a client's or a file's payload. Raises `MalformedEvent` naming the field."""
        cls = self.types.get(type_)
        if cls is None:
            meant = "".join(f" ({near}?)" for near in get_close_matches(type_, self.types, 1))
            raise MalformedEvent(
                fault(
                    "event_unknown", type=repr(type_[:80]), meant=meant, known=", ".join(sorted(self.types))
                ),
                "type",
            )
        if "type" in data:
            raise MalformedEvent(within(type_, of_decoder("Object contains unknown field `type`")), "data")
        if schema is not None and not 1 <= schema <= cls.schema_number:
            raise MalformedEvent(fault("event_schema", type=type_, schema=schema, last=cls.schema_number))
        if schema is not None and schema < cls.schema_number:
            data = self._upcast(type_, schema, data)
        try:
            return msgspec.convert({**data, "type": type_}, cls)
        except msgspec.ValidationError as error:
            found = malformed(cls, error)
            raise MalformedEvent(found.args[0], f"data.{found.place}".rstrip(".")) from None

    def _upcast(self, type_: str, schema: int, data: dict[str, Any]) -> dict[str, Any]:
        """Upcasters trust the stored form; a typed-in old payload may lack what they look for."""
        try:
            return self.rules.upcast(type_, schema, data)
        except (KeyError, TypeError, AttributeError) as error:
            raise MalformedEvent(fault("event_payload", type=type_, schema=schema, why=repr(error))) from None

    def from_row(self, type_: str, schema: int, data: str | bytes, secret: str | bytes | None) -> Event:
        """A typed event from a stored row: `data` is the public payload, `secret` what `games.secrets.split` kept."""
        newest, decode = self._today[type_]
        if schema == newest:
            if not secret:
                return decode(data)
            event = self._whole(type_, data, secret)
            if event is not None:
                return event
        payload = joined(msgspec.json.decode(data), msgspec.json.decode(secret) if secret else None)
        return self.from_payload(type_, payload, schema)

    def _whole(self, type_: str, data: str | bytes, secret: str | bytes) -> Event | None:
        """The event of a row with a secret, without a detour over plain objects; None where the two parts are not those
        of today's type."""
        try:
            kept = self._secrets[type_].decode(secret)
            event = self._today[type_][1](data)
        except (KeyError, msgspec.ValidationError):
            return None
        return msgspec.structs.replace(event, salt=kept.salt, **msgspec.structs.asdict(kept.value))

    def to_row(self, event: Event) -> tuple[str, bytes, bytes | None]:
        """(type, canonical public payload, canonical secret part or None)."""
        public, secret = split(event)
        return tag(type(event)), canonical(public), canonical(secret) if secret is not None else None


@cache
def codec_for(rules: Ruleset[Any, Any]) -> Codec:
    """The codec of a rule set, made once."""
    return Codec(rules)
