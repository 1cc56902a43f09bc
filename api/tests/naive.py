"""A bot that knows nothing of a game: what `next/` says, and the JSON Schema of the game's events.

Of a type that `moves` or `examples` name it logs one of these as it is; any other it fills in by the words of
docs/rest.md: the values of `choices` and `limits`, as many as `counts` and `dice` say, `texts` that fit. Whatever it
makes has to be accepted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random
from typing import Any


class Unclear(Exception):
    """An offer with a field that only the table knows: neither its values nor an example are named."""


def at_will(told: dict[str, Any]) -> set[str]:
    """The types of which every offer is `optional`."""
    waited = {one["type"] for one in told["events"] if not one.get("optional")}
    return {one["type"] for one in told["events"]} - waited


class Bot:
    """One player's program. `schema`: that of `systems/KEY/schemas/`; `player`: its id, None of a staff."""

    def __init__(self, rng: Random, player: str | None, schema: dict[str, Any]) -> None:
        self.rng, self.player, self.parts = rng, player, schema["$defs"]
        self.data = {
            one["properties"]["type"]["const"]: self.resolved(one["properties"]["data"])
            for one in self.parts["event"]["oneOf"]
        }

    def event(
        self, told: dict[str, Any], likely: Mapping[str, float], avoid: tuple[str, ...]
    ) -> dict[str, Any] | None:
        """One event of what may come next, of no type to `avoid`; None where this player has nothing to say."""
        mine = [one for one in told["events"] if self.may(one) and one["type"] not in avoid]
        moves: dict[str, list[dict[str, Any]]] = {}
        for move in (*told["moves"], *told["examples"]):
            moves.setdefault(move["type"], []).append(move)
        kinds = list(dict.fromkeys(one["type"] for one in mine))
        while kinds:
            kind = self.rng.choices(kinds, [likely.get(kind, 2) for kind in kinds])[0]
            kinds.remove(kind)
            if kind in moves:
                return self.rng.choice(moves[kind])
            offer = self.rng.choice([one for one in mine if one["type"] == kind])
            try:
                return {"type": kind, "data": self.filled(offer)}
            except Unclear:
                continue  # what only the table knows
        return None

    def may(self, offer: dict[str, Any]) -> bool:
        if self.player is None:
            return bool(offer.get("staff", True))
        return self.player in offer.get("players", ())

    def filled(self, offer: dict[str, Any]) -> dict[str, Any]:
        """The data of an event of this offer."""
        return self.fields(offer, self.data[offer["type"]], "")

    def fields(self, offer: dict[str, Any], schema: dict[str, Any], at: str) -> dict[str, Any]:
        told: dict[str, Any] = {}
        required = schema.get("required", ())
        for name, field in schema["properties"].items():
            if name in ("commitment", "salt", "blind"):
                continue
            path = f"{at}{name}"
            value = self.value(offer, field, path, name in required)
            if value is not None:
                told[name] = value[0]
        return told

    def value(
        self, offer: dict[str, Any], schema: dict[str, Any], path: str, required: bool
    ) -> tuple[Any] | None:
        """One value of a field in a tuple, None where it is left out."""
        schema = self.resolved(schema)
        choices, limits = offer.get("choices", {}), offer.get("limits", {})
        counts, dice, texts = offer.get("counts", {}), offer.get("dice", {}), offer.get("texts", {})
        beneath = any(name.startswith(f"{path}.") for name in (*choices, *limits, *counts, *dice, *texts))
        if choices.get(path) == []:
            return (None,) if required else None
        kind = self.kind(schema)
        if path in limits:
            return (self.rng.randint(*limits[path]),)
        if kind == "array" and (path in choices or path in counts or path in dice or beneath):
            return (self.several(offer, self.of_kind(schema, "array"), path, required),)
        if kind == "object" and (f"{path}.*" in {**choices, **texts}):
            return (self.keyed(offer, self.of_kind(schema, "object"), path),)
        if path in choices:
            return (self.rng.choice(choices[path]),)
        if path in texts:
            return (self.text(texts[path]),)
        if kind == "object" and beneath:
            inner = self.of_kind(schema, "object")
            whole = "properties" in inner
            return (self.fields(offer, inner, f"{path}.") if whole else self.limited(offer, path),)
        if required:
            if set(schema) <= {"type", "minLength", "maxLength"} and schema.get("type") == "boolean":
                return (self.rng.random() < 0.5,)
            raise Unclear(f"{offer['type']}.{path}: {schema} in {offer}")
        return None

    def several(self, offer: dict[str, Any], schema: dict[str, Any], path: str, required: bool) -> list[Any]:
        """Parts of a list: as many as it says, each once where they are named."""
        choices = offer.get("choices", {})
        low, high = offer.get("counts", {}).get(path, (None, None))
        values = choices.get(path)
        number = offer.get("dice", {}).get(path)
        if values is not None:
            if isinstance(values[0], list):
                return list(self.rng.choice(values))
            if low is None:
                low, high = (1, len(values))
            return self.rng.sample(values, min(len(values), self.rng.randint(low, high)))
        if number is not None:
            return [self.rng.randint(1, 6) for _ in range(number)]
        count = self.rng.randint(low, high) if low is not None else 1
        part = self.resolved(schema["items"])
        if self.kind(part) == "object":
            return [self.fields(offer, self.of_kind(part, "object"), f"{path}.") for _ in range(count)]
        if path in offer.get("texts", {}):
            return [self.text(offer["texts"][path]) for _ in range(count)]
        raise Unclear(f"{offer['type']}.{path}[]: {schema} in {offer}")

    def keyed(self, offer: dict[str, Any], schema: dict[str, Any], path: str) -> dict[str, Any]:
        """An object with keys of its own."""
        choices, limits = offer["choices"], offer.get("limits", {})
        span = offer.get("counts", {}).get(path)
        free = offer.get("texts", {}).get(f"{path}.*")
        keys = [self.text(free) for _ in range(span[1])] if free else list(choices[f"{path}.*"])
        inner = self.resolved(schema.get("additionalProperties", {}))
        if span and self.kind(inner) == "integer":
            spans = {key: limits.get(f"{path}.{key}", limits.get(f"{path}.*", (0, span[1]))) for key in keys}
            return self.sums(keys, spans, span)
        number = self.rng.randint(*span) if span else len(keys)
        told = {}
        for key in self.rng.sample(keys, min(number, len(keys))):
            value = self.value(offer, inner, f"{path}.{key}", True)
            if value is not None:
                told[key] = value[0]
        return told

    def limited(self, offer: dict[str, Any], path: str) -> dict[str, int]:
        """An object whose keys are those that the offer limits."""
        spans = {name: span for name, span in offer["limits"].items() if name.rpartition(".")[0] == path}
        return {name.rpartition(".")[2]: self.rng.randint(*span) for name, span in spans.items()}

    def sums(self, keys: list[str], limits: dict[str, Any], span: Any) -> dict[str, int]:
        """Numbers by key that come to a sum together."""
        wanted, told = self.rng.randint(*span), dict.fromkeys(keys, 0)
        told = {key: limits[key][0] for key in keys}
        while sum(told.values()) < wanted:
            free = [key for key in keys if told[key] < limits[key][1]]
            if not free:
                raise Unclear(f"{limits} do not come to {span}")
            told[self.rng.choice(free)] += 1
        return {key: number for key, number in told.items() if number}

    def text(self, pattern: str) -> str:
        """A name that is free: the parts of it that the pattern allows."""
        name = "".join(self.rng.choice("abcdefgh") for _ in range(8))
        assert re.search(pattern, name), pattern
        return name

    def resolved(self, schema: dict[str, Any]) -> dict[str, Any]:
        while "$ref" in schema:
            schema = self.parts[schema["$ref"].rpartition("/")[2]]
        return schema

    def kind(self, schema: dict[str, Any]) -> str | None:
        return next(
            (one["type"] for one in self.branches(schema) if one.get("type") not in (None, "null")), None
        )

    def of_kind(self, schema: dict[str, Any], kind: str) -> dict[str, Any]:
        return next(one for one in self.branches(schema) if one.get("type") == kind)

    def branches(self, schema: dict[str, Any]) -> list[dict[str, Any]]:
        schema = self.resolved(schema)
        return [self.resolved(one) for one in schema.get("anyOf", schema.get("oneOf", [schema]))]
