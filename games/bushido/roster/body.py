"""A warband as its owner wrote it: models with their enhancements, events, terrain, a theme; and the event's terms."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from games.bushido.profiles import Name, Names

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
    """

    terms: Terms = Terms()
    second: Warband | None = None
    sideboard: Sideboard | None = None
    played: Warband | None = None
