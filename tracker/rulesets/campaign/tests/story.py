"""Histories of event days in a few words. Used by the tests of the campaign rules."""

from __future__ import annotations

from typing import Any

from games.ruleset import SYSTEM, Actor, Event, Setup
from games.testing import Case, given
from tracker.rulesets.campaign import RULES
from tracker.rulesets.campaign import events as ev

ORGANISER = Actor("organiser", "olga")
PLAYER = Actor("player", "a-sea")
FIELDS = ("heaven", "sea", "camp", "dungeon", "serpent")
SOURCES = ("sea", "dungeon")
CARDS = {"M-fool": "deck", "M-tower": "discard", "M-devil": "hand"}


def created(**options: Any) -> ev.CampaignCreated:
    fields = tuple(ev.Battlefield(key, "source" if key in SOURCES else "target") for key in FIELDS)
    chosen = {"sides": ("serpent", "alliance"), "battlefields": fields, "arcana": CARDS, **options}
    return ev.CampaignCreated(name="The last battle", system="last_battle", options=ev.Options(**chosen))


def seated(*fields: str) -> list[Event]:
    """Tables with the players `s-<field>` and `a-<field>`."""
    found: list[Event] = [created()]
    for field in fields:
        found += [ev.PlayerRegistered(player=f"{side}-{field}") for side in "sa"]
        found.append(table(field))
    return found


def table(field: str, serpent: tuple[str, ...] = (), alliance: tuple[str, ...] = ()) -> ev.TableAdded:
    sides = {"serpent": serpent or (f"s-{field}",), "alliance": alliance or (f"a-{field}",)}
    return ev.TableAdded(battlefield=field, sides=sides)


def running(*fields: str) -> list[Event]:
    """The day started, every table open."""
    opened = [ev.MatchOpened(table=field, match=f"m-{field}") for field in fields or FIELDS]
    return [*seated(*(fields or FIELDS)), ev.DayStarted(), *opened]


def earned(card: str = "M-fool", at: str = "sea", side: str = "alliance", seq: int | None = None) -> Event:
    return ev.ArcanumCreated(arcana=card, table=at, side=side, match_seq=seq)


def granted(card: str = "M-fool", to: str = "camp", side: str = "alliance", zone: str = "deck") -> Event:
    return ev.ArcanumGranted(arcana=card, table=to, side=side, zone=zone)


def arrived(card: str = "M-fool", at: str = "camp", match: str = "m-camp", seq: int = 7) -> Event:
    return ev.ArcanumArrived(arcana=card, table=at, match=match, match_seq=seq)


def fell(figure: str = "king", at: str = "sea", how: str = "killed", number: int = 1) -> Event:
    owner = f"a-{at}"
    return ev.FigureFell(
        table=at, figure=figure, owner=owner, side="alliance", how=how, match_seq=5, number=number
    )


def result(
    at: str, serpent: int = 1, alliance: int = 0, seq: int = 9, **schemes: int
) -> ev.TableResultRecorded:
    winner = "draw" if serpent == alliance else "serpent" if serpent > alliance else "alliance"
    return ev.TableResultRecorded(
        table=at,
        match=f"m-{at}",
        match_seq=seq,
        vp={"serpent": serpent, "alliance": alliance},
        winner=winner,
        schemes={player.replace("_", "-"): vp for player, vp in schemes.items()},
    )


def fates(at: str, *told: tuple[str, str]) -> ev.FatesPublished:
    figures = tuple(ev.FigureFate(figure, fate, f"a-{at}") for figure, fate in told)  # type: ignore[arg-type]
    return ev.FatesPublished(table=at, figures=figures)


def history(*events: Event) -> Case:
    return given(RULES, Setup(), [(event, SYSTEM) for event in events])
