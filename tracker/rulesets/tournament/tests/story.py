"""Histories of tournaments in a few words. Used by the tests of the tournament rules."""

from __future__ import annotations

from typing import Any

from games.ruleset import SYSTEM, Actor, Event, Setup, apply
from games.testing import Case, given
from tracker.rulesets.tournament import RULES, draw_next_round
from tracker.rulesets.tournament import events as ev

ORGANISER = Actor("organiser", "olga")
JUDGE = Actor("judge", "judy")
SIDES = ("alliance", "serpent")
FOUR = ("ann", "bob", "cid", "dot")


def ann() -> Actor:
    return Actor("player", "ann")


def created(**options: Any) -> ev.TournamentCreated:
    chosen = {"rounds": 3, "sides": SIDES, **options}
    return ev.TournamentCreated(name="Cup", system="last_battle", preset="test", options=ev.Options(**chosen))


def joined(*players: str, **options: Any) -> list[Event]:
    """Created, everybody registered and checked in."""
    arrivals: list[Event] = []
    for player in players:
        arrivals += [ev.PlayerRegistered(player=player), ev.PlayerCheckedIn(player=player)]
    return [created(**options), *arrivals]


def after(*events: Event) -> Any:
    state = RULES.initial(Setup())
    for event in events:
        state = apply(RULES, state, event, SYSTEM)
    return state


def drawn(*events: Event, seed: str = "s1") -> Any:
    return draw_next_round(after(*events), seed)


def to_draft(*events: Event, seed: str = "s1") -> list[Event]:
    return [*events, drawn(*events, seed=seed)]


def to_published(*events: Event, seed: str = "s1") -> list[Event]:
    draft = to_draft(*events, seed=seed)
    return [*draft, ev.RoundPublished(round=round_of(draft))]


def to_started(*events: Event, seed: str = "s1") -> list[Event]:
    """A round drawn, published, started, and its matches opened."""
    published = to_published(*events, seed=seed)
    number = round_of(published)
    tables = next(e for e in reversed(published) if isinstance(e, ev.RoundDrawn)).pairings
    opened = [ev.MatchOpened(round=number, table=p.table, match=match_id(number, p.table)) for p in tables]
    return [*published, ev.RoundStarted(round=number), *opened]


def round_of(events: list[Event]) -> int:
    """The round drawn last."""
    return next(event.round for event in reversed(events) if isinstance(event, ev.RoundDrawn))


def match_id(round_: int, table: int) -> str:
    return f"m{round_}.{table}"


def result(round_: int, table: int, alliance: int = 5, serpent: int = 2, seq: int = 9) -> ev.ResultRecorded:
    winner = "draw" if alliance == serpent else "alliance" if alliance > serpent else "serpent"
    return ev.ResultRecorded(
        round=round_,
        table=table,
        match=match_id(round_, table),
        match_seq=seq,
        vp={"alliance": alliance, "serpent": serpent},
        winner=winner,
    )


def to_closed(*events: Event, seed: str = "s1", scores: tuple[tuple[int, int], ...] = ()) -> list[Event]:
    """A whole round; `scores` by table, the first side wins 5 to 2 where none is given."""
    started = to_started(*events, seed=seed)
    number = round_of(started)
    tables = sum(isinstance(e, ev.MatchOpened) and e.round == number for e in started)
    played = [
        result(number, at, *(scores[at - 1] if at <= len(scores) else ())) for at in range(1, tables + 1)
    ]
    return [*started, *played, ev.RoundClosed(round=number)]


def history(*events: Event) -> Case:
    return given(RULES, Setup(), events)
