"""One whole turn of Bushido in a few taps: who prayed where, who holds a zone, who left play.

What a tap cannot say (who killed whom, two prayers of one side at one objective) stays in rows behind the fold. Called
through the game's faces.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from games.bushido.chapters.objectives import reset
from games.bushido.full.legal.next_cards import MOST_FACT, is_asked, least_of, numbers_lacking
from games.bushido.scenarios import Scenario
from games.bushido.state import BusState, facts_of, models_in_play, objectives_left
from games.faces import Unread
from games.lines import Line
from games.rulebook import Text
from games.ruleset import NextEvent
from games.taps import Amount, Called, Group, OneOf, Row, SomeOf, Taps, Told, of

PRAY, ZONE, LOST = "pray:", "zone:", "lost:"
TOLD_BY = {PRAY: "prayers", ZONE: "zones", LOST: "casualties"}
"""What the keys of rows begin with -> the field of the event that they tell."""


def taps(state: BusState, told: NextEvent) -> Taps | None:
    """`turn_recorded`: what nobody taps did not happen; points, awards and pass tokens follow. `card_fact_stated`
    before the match waits for a fact: all cards in one form."""
    if told.type == "card_fact_stated" and state.full is not None and not is_asked(state, told):
        return _of_cards(state)
    if told.type != "turn_recorded" or not state.scenario:
        return None
    facts = facts_of(state)
    groups = (
        *(Group(side=side, rows=tuple(_of_side(state, facts, side))) for side in state.sides),
        Group(rows=tuple(_zones(state))),
    )
    begun = {key for key in TOLD_BY for group in groups for row in group.rows if row.key.startswith(key)}
    if _prays_plainly(facts):
        begun.add(PRAY)  # behind the fold too once no token is left to pray with
    begins = reset(state, state.turn + 1)  # who prays does so after the resets of the turn (BUS-OBJ-15)
    return Taps(groups=groups, read=partial(_read, begins), covers=tuple(TOLD_BY[key] for key in begun))


def _of_side(state: BusState, facts: Scenario, side: str) -> Iterator[Row]:
    """BUS-OBJ-05: a side prays as often as it has tokens left."""
    left = facts.prayer - state.sides[side].prayers
    objectives = [*objectives_left(state)]
    if _prays_plainly(facts) and left > 0 and objectives:
        name = Line("prayers_left", {"count": str(left)})
        yield SomeOf(key=PRAY + side, name=name, choices=of("objective", objectives))
    own = models_in_play(state, side)
    if not _asks_who(facts) and own:
        yield SomeOf(key=LOST + side, name=Called("casualties"), choices=of("model", own))


def _zones(state: BusState) -> Iterator[Row]:
    for zone, one in state.zones.items():
        held = of("controller", ("", *state.sides))
        yield OneOf(key=ZONE + zone, name=Called("zone", zone), choices=held, start=one.controller or "")


def _read(state: BusState, tapped: Mapping[str, Any], data: Mapping[str, Any]) -> dict[str, Any]:
    """The turn with what was tapped before what stands in rows; a row has the last word on its model or zone."""
    found: dict[str, list[Any]] = {}
    for key, value in tapped.items():
        kind, about = key[: len(PRAY)], key[len(PRAY) :]
        if kind == PRAY:
            rows = [_prayer(state, about, one) for one in value]
        elif kind == LOST:
            rows = _unless_rowed(data, "casualties", "model", [{"model": one} for one in value])
        else:
            held = [{"zone": about, "controller": value}] if value else []
            rows = _unless_rowed(data, "zones", "zone", held)
        found.setdefault(TOLD_BY[kind], []).extend(rows)
    return {**data, **{name: [*rows, *data.get(name, ())] for name, rows in found.items()}}


def _prayer(state: BusState, side: str, objective: str) -> dict[str, Any]:
    return {"side": side, "objective": objective, "alignment": state.objectives[objective].alignment}


def _unless_rowed(data: Mapping[str, Any], field: str, about: str, told: list[Any]) -> list[Any]:
    rowed = {row.get(about) for row in data.get(field, ())}
    return [one for one in told if one[about] not in rowed]


def _prays_plainly(facts: Scenario) -> bool:
    """Whether an objective keeps its alignment, so that a tap says all of a prayer."""
    return bool(facts.prayer) and facts.influence is None


def _asks_who(facts: Scenario) -> bool:
    """Whether it matters who killed whom."""
    return bool(facts.kill_sp) or any(one.condition == "vim_kills_vim" for one in facts.awards)


def _of_cards(state: BusState) -> Taps:
    """BUS-LOG-11: the numbers that the cards on the table do not say, an event for each card of which one is told."""
    lacking = numbers_lacking(state)
    groups = (
        Group(legend=Called("card", card), rows=tuple(_number(card, field) for field in fields))
        for card, fields in lacking.items()
    )
    return Taps(groups=tuple(groups), events=partial(_facts, lacking))


def _number(card: str, field: str) -> Row:
    return Amount(key=f"{card}:{field}", name=Called(field), low=least_of(field), high=MOST_FACT)


def _facts(
    lacking: Mapping[str, list[str]], tapped: Mapping[str, Any], data: Mapping[str, Any]
) -> list[Told]:
    """Raises Unread where nothing is told."""
    numbers = {
        card: {field: tapped[f"{card}:{field}"] for field in fields if tapped[f"{card}:{field}"] is not None}
        for card, fields in lacking.items()
    }
    told: list[Told] = [
        ("card_fact_stated", {"card": card, **said}) for card, said in numbers.items() if said
    ]
    if not told:
        raise Unread(Text("State at least one number.", "Укажите хотя бы одно число."))
    return told
