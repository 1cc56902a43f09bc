"""Nights whose secrets stay on phones, or whose board is printed, played by what is offered alone.

The walker plays the part of the phones and of the players around the board: it knows what they know. The server knows
the commitments, or names of zones alone; what it offers is accepted, what is true has been offered, and what a phone
is asked leads to the true answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from games.codec import tag
from games.ninja import RULES
from games.ninja.full import events as f
from games.ninja.full.character import speaking
from games.ninja.full.consequences import follows
from games.ninja.full.legal.moves import moves
from games.ninja.full.own_device import keeps, question
from games.ninja.full.ownership import BOTH, own
from games.ninja.full.sight import owner_of
from games.ninja.full.state import Due
from games.ninja.full.table import first_due, full_of
from games.ninja.maps.graph import UNKNOWN_EXIT
from games.ninja.next_events import next_events
from games.ninja.play.matches import event_of
from games.ninja.state import SIDES, NinjaState, named, rivals, side_of
from games.ninja.tests.test_by_offers import BESIDE, LIKELY, STEPS, fits, opened
from games.ruleset import Actor, Event, NextEvent, Setup, Viewer
from games.secrets import concealed, sealed, secret_of
from games.simulated import ORGANISER, Table

TRIED = 6
"""So many of the events that the server makes of an offer are judged."""
ASKED = ("listen", "answer")


class Phones:
    """A night, and what the server has of it: `table` knows what the phones of these sides know as well, and how the
    board is `printed`."""

    def __init__(self, table: Table[NinjaState], sides: tuple[str, ...], printed: bool) -> None:
        created: Any = table.logged[0][0]
        told = replace(created, map=None) if printed else created
        self.table, self.sides, self.server = table, sides, RULES.evolve(RULES.initial(Setup()), told)

    @property
    def truth(self) -> NinjaState:
        return self.table.state

    def log(self, event: Event, by: Actor) -> None:
        """The phone seals what it keeps, and sends the commitment."""
        told = sealed(event, f"{len(self.table.logged):064x}")
        kept = isinstance(told, f.OwnedSecret) and owner_of(told) in self.sides
        sent = concealed(told) if kept and secret_of(told) is not None else told
        assert not RULES.check(self.server, sent, by), sent
        self.server = RULES.evolve(self.server, sent)
        self.table.log(told, by)

    def true_events(self, offers: Iterable[NextEvent]) -> list[tuple[NextEvent, Event]]:
        """One event of every offer that is true by what the phones know."""
        like = {_likeness(one): one for one in next_events(self.truth)}
        known = [(one, like[_likeness(one)]) for one in offers if _likeness(one) in like]
        made = [(one, event_of(self.table, other)) for one, other in known if one.type not in BESIDE]
        return [(one, event) for one, event in made if event is not None and self.table.may(event)]

    def looks(self) -> Event | None:
        """Where a patrol looks whose way was cut short: on a printed board the guards say it."""
        due = first_due(self.server)
        if due.kind != "facing" or first_due(self.truth).kind == "facing":
            return None
        patrol = str(full_of(self.server).figures[due.guards[0]].patrol)
        facing = full_of(self.truth).facings[patrol]
        return f.PatrolReformed(patrol=patrol, guards=due.guards, facing=facing)


def _likeness(one: NextEvent) -> tuple[Any, ...]:
    """What tells an offer from the others of a moment."""
    return one.type, one.players, one.choices.get("hand")


def opened_on_phones(seed: int, sides: tuple[str, ...], printed: bool = False) -> Phones:
    """Of rivals the server keeps all secrets (NIN-MODE-DL-06)."""
    table = next(one for one in map(opened, range(seed, seed + 100)) if not rivals(one.state))
    return Phones(table, sides, printed)


def step(night: Phones) -> None:
    """Something true, of what the server offers."""
    if (looks := night.looks()) is not None:
        by = Actor("player", night.server.sides[SIDES[0]][0])
        assert not RULES.check(night.server, looks, by), looks
        night.server = RULES.evolve(night.server, looks)
        return
    offers = next_events(night.server)
    assert_accepted(night, offers)
    choices = night.true_events(offers)
    true = {tag(type(more))} if (more := follows(night.truth)) else _kinds(night, next_events(night.truth))
    assert true and true <= {one.type for one in offers}, (true, first_due(night.server))
    assert_asked(night)
    weights = [LIKELY.get(one.type, 2) for one, _event in choices]
    told, event = night.table.rng.choices(choices, weights)[0]
    by = Actor("player", night.table.rng.choice(told.players)) if told.players else ORGANISER
    if told.players:
        assert_offered_to(night.server, event, str(by.player))
    night.log(event, by)


def _kinds(night: Phones, offers: Iterable[NextEvent]) -> set[str]:
    return {one.type for one, _event in night.true_events(offers)}


def assert_accepted(night: Phones, offers: Iterable[NextEvent]) -> None:
    """What the server makes of its offers it takes from whoever they are made to, true or not."""
    for one in offers:
        made = moves(night.server, one)
        for event in night.table.rng.sample(made, min(TRIED, len(made))):
            by = Actor("player", one.players[0]) if one.players else ORGANISER
            assert not RULES.check(night.server, sealed(event, "5a" * 16), by), event


def assert_offered_to(state: NinjaState, event: Event, player: str) -> None:
    """What a player is about to log stands among what its own view offers, field by field."""
    viewer = Viewer("player", player, side_of(state, player) or "")
    own_offers = [one for one in RULES.next_events(state, viewer) if player in one.players]
    offers = [one for one in own_offers if one.type == tag(type(event))]
    outside = [list(_outside(event, one)) for one in offers]
    assert [] in outside and any(fits(event, one) for one in offers), (event, outside)


def _outside(event: Event, offer: NextEvent) -> Iterator[tuple[str, Any]]:
    """The fields that hold something else than the offer names, with what they hold."""
    told = msgspec.to_builtins(event)
    for path, values in msgspec.to_builtins(offer.choices).items():
        for value in _at(told, path.split(".")):
            parts = value if isinstance(value, tuple) and value not in values else [value]
            if value and any(part not in values for part in parts):
                yield path, value
    for path, (low, high) in offer.limits.items():
        for value in _at(told, path.removesuffix(".*").split(".")):
            numbers = value.values() if isinstance(value, dict) else (value,)
            yield from ((path, number) for number in numbers if not low <= number <= high)


def _at(told: Any, path: list[str]) -> Iterator[Any]:
    """The values at a path of names; `*`: the keys of what has any, and every part of a list has the names."""
    if isinstance(told, tuple) and path:
        for part in told:
            yield from _at(part, path)
    elif not path:
        yield told
    elif path == ["*"]:
        yield from told or ()
    elif told and (path[0] in told):
        yield from _at(told[path[0]], path[1:])


# --- What a phone is asked -------------------------------------------------------------------------------------


def assert_asked(night: Phones) -> None:
    """A phone that knows its own secrets and what it is asked comes to the true answer (`own_secrets.js`)."""
    if not keeps(night.server):
        return
    due, following = first_due(night.truth), follows(night.truth)
    answer = proposed(question(night.server), night.truth, due)
    if night.server.map is None:  # names alone: what they say is true, what they do not say may be
        assert answer in (None, following), (answer, following)
        return
    if due.kind in ASKED or isinstance(following, f.MissionCompleted | f.IntruderDetected):
        assert answer == following, (answer, following)
    else:
        assert answer is None, answer


def proposed(asked: dict[str, Any], truth: NinjaState, due: Due) -> Event | None:
    """What the phone proposes. Of the true state it reads what its side keeps."""
    hidden, passage = full_of(truth).hidden, own(truth, BOTH)
    searcher = asked.get("searcher", "")
    mission = hidden[searcher].mission if searcher else None
    if mission is not None and mission in asked["letters"]:
        return f.MissionCompleted(intruder=named(searcher), letter=mission)
    for name in asked.get("unmet", ()):
        if hidden[name].zone == asked["ambush"]:
            return f.IntruderDetected(intruder=speaking(truth, name), zone=asked["ambush"], cause="ambush")
    if asked.get("kind") == "listen":
        steps = [
            (hidden[name].distance or 0, asked["heard"].get(hidden[name].zone)) for name in asked["there"]
        ]
        heard = any(least is not None and distance >= least for distance, least in steps)
        return f.ListenAnswered(heard=heard, cat=due.cat)
    if asked.get("kind") != "answer":
        return None
    for zone in asked["met"][:1] or asked["path"]:
        for name in asked["there"]:
            if hidden[name].zone == zone and name not in asked["met"]:
                return f.IntruderDetected(intruder=speaking(truth, name), zone=zone, cause="guard_entered")
    found = _found(asked, passage.entrances or (), passage.ropes)
    return found or (None if asked["printed"] else f.MovementCleared())


def _found(
    asked: dict[str, Any], entrances: tuple[str, ...], ropes: Iterable[tuple[str, str]]
) -> f.PassageDiscovered | None:
    """An entrance or a rope where the movement ended."""
    if asked["entrance"] == UNKNOWN_EXIT:
        left = [zone for zone in entrances if zone not in asked["known"]]
        return f.PassageDiscovered(zone=(left or list(entrances))[0])
    if asked["entrance"] in entrances:
        return f.PassageDiscovered(zone=asked["entrance"])
    edges = sorted({(min(edge), max(edge)) for edge in ropes}) if "ropes" in asked else ()
    new = (edge for edge in edges if asked["end"] in edge and list(edge) not in asked["ropes"])
    return next((f.PassageDiscovered(zone=asked["end"], passage="rope", edge=edge) for edge in new), None)


# --- Nights ----------------------------------------------------------------------------------------------------


def ends_on_phones(seed: int, sides: tuple[str, ...], printed: bool = False) -> None:
    night = opened_on_phones(seed, sides, printed)
    for _ in range(STEPS):
        if night.truth.phase == "closed":
            assert night.server.winner == night.truth.winner
            return
        step(night)
    raise AssertionError(f"night {seed} does not end")


@pytest.mark.parametrize(("seed", "sides"), [(2, SIDES[1:]), (6, SIDES[1:]), (9, SIDES)])
def test_a_night_on_phones_goes_on_to_its_end(seed: int, sides: tuple[str, ...]) -> None:
    """In the first a mission is shown before a hazard is settled, the second is of a mixed hand."""
    ends_on_phones(seed, sides)


@pytest.mark.parametrize(("seed", "sides"), [(3, ()), (8, SIDES)])
def test_a_night_on_a_printed_board_goes_on_to_its_end(seed: int, sides: tuple[str, ...]) -> None:
    """NIN-MAP-12. The second is kept on phones by both sides: nobody can list where a guard may wake up."""
    ends_on_phones(seed, sides, printed=True)


@pytest.mark.soak
@pytest.mark.parametrize("printed", [False, True])
@pytest.mark.parametrize("sides", [SIDES[:1], SIDES[1:], SIDES])
@pytest.mark.parametrize("seed", range(200, 210))
def test_every_night_on_phones_goes_on_to_its_end(seed: int, sides: tuple[str, ...], printed: bool) -> None:
    ends_on_phones(seed, sides, printed)
