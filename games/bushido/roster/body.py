"""A warband as its owner wrote it: models with their enhancements, events, terrain, a theme; and the event's terms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec

from games.bushido.profiles import Feat, Name, Names
from games.ruleset import Cards

Count = Annotated[int, msgspec.Meta(ge=0, le=99)]
Number = Annotated[int, msgspec.Meta(ge=-9999, le=9999)]


class Fitted(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An enhancement of a profile. `model`: which of several models of the card, from 1; `x`: a free price."""

    card: Name
    model: Count | None = None
    x: Number | None = None


class Recruit(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A profile card with so many models."""

    profile: Name
    count: Count = 1
    enhancements: tuple[Name | Fitted, ...] = ()


class Taken(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Copies of an event, terrain or communal card; `x`: a free price."""

    card: Name
    count: Count = 1
    x: Number | None = None


class Stated(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What the owner of a list reads from a card where the edition does not tell it; the edition's own facts win.

    `rice`: the printed price; `copies`: how many models the card has; `feats`: its Ki feats, for matches at full
    detail.
    """

    rice: Annotated[int, msgspec.Meta(ge=0, le=999)] | None = None
    copies: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None
    unique: bool | None = None
    types: Names | None = None
    traits: Names | None = None
    feats: tuple[Feat, ...] | None = None


class Warband(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One list. `total`: the rice that its owner declares; `vim`: the profile of a VIM that the list must name."""

    faction: Name
    theme: Name | None = None
    models: tuple[Name | Recruit, ...] = ()
    cards: tuple[Name | Taken, ...] = ()
    total: Number | None = None
    vim: Name | None = None


class Sideboard(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What is brought beside the base list (BUS-TOUR-24)."""

    models: tuple[Name | Recruit, ...] = ()
    cards: tuple[Name | Taken, ...] = ()


class Terms(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What both players, or the organisers, agree on before lists are built.

    `decks`: the cycle decks that may be used (None: all); `scenario`: one that asks for lists of its own;
    `vim_rice`: what a VIM of The Duel may cost with its enhancements, where the organisers limit it (28 is usual).
    """

    rice_limit: Number = 100
    size: Literal["small", "medium", "standard", "other"] = "other"
    lists: Literal["one", "two", "sideboard", "open"] = "one"
    themes: Literal["free", "compulsory", "prohibited", "hired_swords"] = "free"
    decks: Names | None = None
    unreleased: bool = False
    scenario: Literal["honbasho", "duel", "bavarian_botoku"] | None = None
    sideboard_rice: Count = 30
    vim_rice: Count | None = None


class Body(Warband, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a player hands in: a list, and beside it what the event's variant asks for.

    `second`: the other of two lists; `played`: the list for this game, out of the base list and its sideboard.
    `facts`: by card, what the edition does not tell.
    """

    terms: Terms = Terms()
    second: Warband | None = None
    sideboard: Sideboard | None = None
    played: Warband | None = None
    facts: dict[Name, Stated] = {}

    def known(self, cards: Cards) -> Cards:
        """The cards of the edition with what the owner states of them."""
        return {**cards, **{id_: _filled(cards.get(id_), id_, one) for id_, one in self.facts.items()}}


def _filled(row: Mapping[str, Any] | None, id_: str, told: Stated) -> dict[str, Any]:
    own: dict[str, Any] = {
        "cost": None if told.rice is None else {"value": told.rice},
        "max_copies": told.copies,
        "unique": told.unique,
        "types": told.types,
        "traits": told.traits,
        "feats": msgspec.to_builtins(told.feats),
    }
    printed = dict(row or {"name": id_, "kind": "profile"})
    special = printed.get("kind", "profile") != "profile"
    wanted = {"cost"} if special else set(own)
    if special or printed.get("wound_tracks"):
        wanted.discard("max_copies")
    missing = {name: own[name] for name in wanted if own[name] is not None and printed.get(name) is None}
    return {**printed, **missing}
