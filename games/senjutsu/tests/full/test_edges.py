"""Where two rules of full detail meet: a tie that loses an actor, costs and the stages of Reveal, cover and
counterattacks, the times of texts."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.codec import tag
from games.rulebook import sentence
from games.ruleset import Viewer
from games.senjutsu import RULES
from games.senjutsu import events as e
from games.senjutsu.full import events as f
from games.senjutsu.full.definitions import (
    Attack,
    Cell,
    Definition,
    Draw,
    FocusGain,
    OptionalInitiative,
    Other,
    PartDefinition,
)
from games.senjutsu.full.effect_events import (
    CollisionHappened,
    ConditionGained,
    EffectResolved,
    FocusGained,
    FocusLost,
    Shift,
    WoundsHealed,
    WoundTaken,
)
from games.senjutsu.full.legal.moves import moves
from games.senjutsu.full.legal.next_resolve import CAUSE
from games.senjutsu.pages.fills import ENTAILED
from games.senjutsu.play import training
from games.senjutsu.tests.full import tables
from games.senjutsu.tests.full.position import HERE, card, hit, put, result, strikes, turn
from games.senjutsu.tests.full.test_block import NORTH, countered, parried
from games.testing import Case, accepts, refuses

BREATH = card(FocusGain(amount=1), initiative=5, types=("meditation",))


def offered(case: Case, type_: str) -> list[Any]:
    """The events of one kind that are offered to staff, each judged."""
    told = RULES.next_events(case.state, Viewer("staff"))
    return [event for one in told if one.type == type_ for event in moves(case.state, one)]


def tied() -> tuple[Case, tuple[str, ...]]:
    """Three meditations of one initiative, and the track."""
    case = turn(BREATH, BREATH, BREATH)
    return case, case.state.full.track


@accepts("SEN-INIT-06", "SEN-INIT-08")
@refuses("SEN-INIT-06", "SEN-INIT-08")
def test_a_tie_whose_next_chooser_concedes_is_settled_by_those_who_are_left() -> None:
    case, (top, middle, bottom) = tied()
    left = case.when(f.TieOrderChosen(player=top, position=3)).when(e.SideConceded(player=middle))
    part = left.state.full.queue[0]
    left.when(f.PartStarted(actor=part.actor, card=part.card)).then_refused("SEN-INIT-08")
    assert not offered(left, "part_started") and offered(left, "tie_order_chosen")
    left.when(f.TieOrderChosen(player=bottom, position=1)).then_refused("SEN-INIT-06")
    settled = left.when(f.TieOrderChosen(player=top, position=2))
    assert settled.state.full.settled == (bottom, top)
    settled.when(tables_part(settled, bottom)).then_accepted()


@accepts("SEN-INIT-06")
@refuses("SEN-INIT-06")
def test_the_place_that_a_lost_actor_had_chosen_is_free_again() -> None:
    case, (top, middle, bottom) = tied()
    left = case.when(f.TieOrderChosen(player=top, position=1)).when(e.SideConceded(player=top))
    left.when(f.TieOrderChosen(player=middle, position=3)).then_refused("SEN-INIT-06")
    assert left.when(f.TieOrderChosen(player=middle, position=1)).state.full.settled == (middle, bottom)


SHOVE = card(Attack(grid=(Cell(NORTH, 0),), push=1), instant=("normal",), normal_when=("resolve",))
"""An instant that pushes whoever stands before its owner."""


@accepts("SEN-INIT-06", "SEN-INIT-08", "SEN-COL-05")
@refuses("SEN-INIT-06", "SEN-INIT-08")
def test_a_tie_that_a_collision_takes_somebody_out_of_is_chosen_about_anew() -> None:
    """Whose card ends by a collision has no part in the tie any more, and the last of three places is gone with it."""
    wall = (0, -1)
    case = turn(BREATH, BREATH, BREATH, terrain={wall: "rock"}, extra={"A-903": SHOVE})
    top, _middle, bottom = case.state.full.track
    pushed = hit("b", push=Shift(cells=1, direction=0))
    hits_rock = CollisionHappened(actor="b", cause="push", against="terrain", hex=wall)
    case = case.when(f.TieOrderChosen(player=top, position=3))
    case = case.when(f.InstantPlayed(player="r", card="A-903", kind="normal"))
    case = tables.played(case, strikes("r", card="A-903"), result("r", pushed), hits_rock)
    for actor in (top, bottom):
        case.when(tables_part(case, actor)).then_refused("SEN-INIT-08")
    assert [told.position for told in offered(case, "tie_order_chosen")] == [1, 2]
    case.when(f.TieOrderChosen(player=top, position=3)).then_refused("SEN-INIT-06")
    settled = case.when(f.TieOrderChosen(player=top, position=2))
    settled.when(tables_part(settled, top)).then_refused("SEN-INIT-06")
    settled.when(tables_part(settled, bottom)).then_accepted()


def tables_part(case: Case, actor: str) -> f.PartStarted:
    """The next part of an actor."""
    part = next(one for one in case.state.full.queue if one.actor == actor)
    return f.PartStarted(actor=actor, card=part.card, part=part.part)


ANSWER = card(
    Attack(grid=(Cell(NORTH, 2),)),
    initiative=7,
    types=("defence",),
    instant=("replacement",),
    mandatory_focus=2,
)
NOW = card(
    FocusGain(amount=1),
    types=("meditation",),
    instant=("normal",),
    normal_when=("reveal",),
    mandatory_focus=2,
)
PRICED = ("A-911", "A-905", "A-906", "A-903", "A-904")


def owing(focus: int = 2) -> Case:
    """The reveal of a card that costs 1, with a replacement and an instant of 2 in the hand."""
    edition = {**training.EDITION, "A-905": ANSWER, "A-906": NOW}
    case = put(tables.dealt(hands={"r": PRICED}, cards=edition), None, {"r": {"focus": focus}})
    return tables.revealed(case, r="A-911", b="A-907")


def paid(case: Case, amount: int, reason: Any, card_: str) -> Case:
    return case.when(f.FocusPaid(player="r", amount=amount, reason=reason, card=card_))


@accepts("SEN-REV-03", "SEN-REV-06")
@refuses("SEN-REV-03", "SEN-FOC-02")
def test_no_stage_comes_before_the_costs_of_the_revealed_cards() -> None:
    case = owing()
    case.when(f.InstantPassed(player="b")).then_refused("SEN-REV-03")
    case.when(f.InitiativeChosen(actor="b", value=4)).then_refused("SEN-REV-03")
    paid(case, 1, "initiative", "A-911").then_refused("SEN-REV-03")
    paid(case, 2, "replacement", "A-905").then_refused("SEN-REV-03")
    done = paid(case, 1, "mandatory", "A-911")
    paid(done, 2, "replacement", "A-905").then_refused("SEN-FOC-02")
    done.when(f.InstantPassed(player="b")).when(f.InitiativeChosen(actor="b", value=4)).then_accepted()
    rich = paid(paid(owing(3), 1, "mandatory", "A-911"), 2, "replacement", "A-905")
    rich.when(f.InstantPlayed(player="r", card="A-905", kind="replacement", on="A-911")).then_accepted()


@accepts("SEN-INST-08")
@refuses("SEN-REV-03")
def test_an_instant_is_not_paid_from_what_the_revealed_card_still_costs() -> None:
    paid(owing(), 2, "instant", "A-906").then_refused("SEN-REV-03")
    paid(paid(owing(3), 1, "mandatory", "A-911"), 2, "instant", "A-906").then_accepted()


@accepts("SEN-REV-04", "SEN-INIT-02")
@refuses("SEN-REV-08", "SEN-TURN-03")
def test_a_bought_initiative_leaves_no_range_to_choose_within() -> None:
    part = PartDefinition(
        initiative=2, up_to=4, effects=(), optional_initiative=OptionalInitiative(cost=1, value=8)
    )
    ranged = msgspec.structs.replace(BREATH, parts=(part,))
    case = put(tables.dealt(cards={**training.EDITION, "A-901": ranged}), None, {"r": {"focus": 1}})
    case = tables.revealed(case, r="A-901", b="A-904")
    case.when(f.PhaseStarted(phase="resolve")).then_refused("SEN-TURN-03", "SEN-REV-08")
    case = paid(case, 1, "initiative", "A-901")
    assert not offered(case, "initiative_chosen") and offered(case, "phase_started")
    case.when(f.InitiativeChosen(actor="r", value=4)).then_refused("SEN-REV-08")
    queue = case.when(f.PhaseStarted(phase="resolve")).then_accepted().full.queue
    assert {one.actor: one.value for one in queue}["r"] == 8


@accepts("SEN-ATK-02", "SEN-FOC-03")
@refuses("SEN-ATK-02")
def test_focus_that_the_first_attack_needs_buys_no_second_one() -> None:
    """Eternal battle: who can pay for one of two attacks pays for the upper one."""
    cut = Attack(grid=(Cell(NORTH, 1),), optional_focus=1)
    extra = FocusGain(amount=1, if_success=True, optional_focus=1)
    pay = f.FocusPaid(player="r", amount=1, reason="effect", card="A-901", effect=1)
    two = turn(card(cut, cut), bodies={"r": {"focus": 1}})
    two = two.when(tables_part(two, "r"))
    two.when(pay).then_refused("SEN-ATK-02")
    two.when(msgspec.structs.replace(pay, effect=0)).then_accepted()
    free = turn(card(msgspec.structs.replace(cut, optional_focus=0), extra), bodies={"r": {"focus": 1}})
    free.when(tables_part(free, "r")).when(pay).then_accepted()


HIDDEN = card(Attack(grid=(Cell(NORTH, 2),)), needs_cover=True)
IN_COVER: Any = {"b": {"cover": True, "in_cover": True}}


@accepts("SEN-COV-03", "SEN-BLK-07")
@refuses("SEN-COV-03")
def test_cover_lasts_through_the_counterattack_that_a_block_opens() -> None:
    case = parried(HIDDEN, bodies=IN_COVER)
    struck = case.when(countered()).when(strikes("b", card="A-903"))
    after = struck.when(result("b", hit("r", HERE, wounds=2))).then_accepted()
    assert after.fighters["r"].wounds == 2 and not after.fighters["b"].in_cover
    parried(HIDDEN).when(countered()).then_refused("SEN-COV-03")
    late = f.InstantPlayed(player="b", card="A-905", kind="addition", on="A-902")
    added = card(
        FocusGain(amount=1),
        types=("meditation",),
        instant=("addition",),
        addition_after="block",
        needs_cover=True,
    )
    parried(HIDDEN, bodies=IN_COVER, extra={"A-905": added}).when(late).then_refused("SEN-COV-03")


def poisoned(when: Any, **body: Any) -> Case:
    """The beginning of a turn of who has a lasting poison with a text of this time."""
    text = PartDefinition(initiative=None, effects=(Other(text="what it does", when=when),))
    told: dict[str, Any] = {"name": "Slow", "owner": "poison", "types": (), "lasting": True, "parts": (text,)}
    edition = {**training.EDITION, "C-010": Definition(**{**training.NONE, **told})}
    case = put(tables.dealt(cards=edition), None, {"r": {"poisons": ("C-010",), **body}})
    return case.when(f.TurnStarted(turn=1))


TEXT = EffectResolved(actor="r", card="C-010")


@accepts("SEN-TURN-04")
@refuses("SEN-TURN-04", "SEN-ATK-13")
@pytest.mark.parametrize(
    ("when", "before", "after"),
    [
        ("turn_start", None, "SEN-TURN-04"),
        ("after_draw", "SEN-TURN-04", None),
        ("turn_end", "SEN-ATK-13", "SEN-ATK-13"),
        ("part", None, None),
    ],
)
def test_a_text_of_the_draw_phase_has_its_time(when: str, before: str | None, after: str | None) -> None:
    case = poisoned(when)
    for told, rule in ((case.when(TEXT), before), (case.when(f.CardDrawn(actor="r")).when(TEXT), after)):
        told.then_refused(rule) if rule else told.then_accepted()
    first = case.when(EffectResolved(actor="r", card="C-010", effect=0))
    first.then_refused(before) if before else first.then_accepted()


@accepts("SEN-TURN-04", "SEN-DRAW-04")
@refuses("SEN-TURN-04")
def test_what_the_start_of_a_turn_says_comes_before_the_card_for_bleeding() -> None:
    case = poisoned("turn_start", wounds=1, bleeding=1)
    case.when(TEXT).when(f.BleedDiscarded(actor="r")).then_accepted()
    late = case.when(f.BleedDiscarded(actor="r"))
    late.when(TEXT).then_refused("SEN-TURN-04")
    assert TEXT in offered(case, "effect_resolved") and not offered(late, "effect_resolved")


@refuses("SEN-ATK-13", "SEN-FOC-03")
def test_a_refusal_names_no_effect_that_nobody_told() -> None:
    """What is no effect of a part has no number there."""
    case = tables.started(turn(card(FocusGain(), initiative=9)), "r", "A-901")
    price = f.FocusPaid(player="r", amount=1, reason="effect", card="A-901")
    told = (
        (f.CardDrawn(actor="r", reason="effect"), "SEN-ATK-13", "; effect (draw) does not come here."),
        (FocusLost(player="b", amount=1, card="A-901"), "SEN-ATK-13", "(by the card's text) does not come"),
        (FocusGained(player="b", amount=1), "SEN-ATK-13", "(now: nothing); effect does not come here."),
        (price, "SEN-FOC-03", "r: A-901 has no effect left that costs focus."),
    )
    rich = put(case, None, {"r": {"focus": 1}, "b": {"focus": 1}})
    for event, rule, words in told:
        refused = rich.when(event).then_refused(rule)[0]
        assert words in sentence(refused, "en")
        assert "эффект 0" not in sentence(refused, "ru")


EARLY: Any = {"types": ("meditation",), "instant": ("normal",)}


def early(moment: Any) -> Case:
    """An instant that draws a card and gives focus, played in Draw or in Reveal."""
    edition = {**training.EDITION, "A-905": card(Draw(), FocusGain(), normal_when=(moment,), **EARLY)}
    case = tables.dealt(hands={"r": PRICED}, cards=edition)
    case = (
        tables.revealed(case, r="A-901", b="A-904")
        if moment == "reveal"
        else case.when(f.TurnStarted(turn=1))
    )
    return case.when(f.InstantPlayed(player="r", card="A-905", kind="normal"))


BY_EFFECT = f.CardDrawn(actor="r", reason="effect")


@accepts("SEN-INST-04", "SEN-DRAW-01")
@refuses("SEN-LOG-02", "SEN-ATK-13", "SEN-DRAW-01")
@pytest.mark.parametrize("moment", ["draw", "reveal"])
def test_what_an_instant_does_before_resolve_it_does_at_once(moment: str) -> None:
    case = early(moment)
    case.when(FocusGained(player="r", amount=1)).then_refused("SEN-ATK-13")
    assert not offered(case, "phase_started") and offered(case.when(BY_EFFECT), "focus_gained")
    done = case.when(BY_EFFECT).when(FocusGained(player="r", amount=1))
    assert done.state.fighters["r"].focus == 1
    assert done.state.full.piles["r"].hand == case.state.full.piles["r"].hand + 1
    done.when(BY_EFFECT).then_refused("SEN-ATK-13")
    assert not offered(done, "focus_gained")
    if moment == "draw":
        fills = {"actor": "r", "asked": 1, "drawn": 1}
        assert ENTAILED["card_drawn"](case.state, fills)["reason"] == "effect"
        assert ENTAILED["card_drawn"](done.state, fills)["reason"] == "phase"
        drawn = done.when(f.CardDrawn(actor="r"))
        drawn.when(f.CardDrawn(actor="r")).then_refused("SEN-DRAW-01")
        drawn.when(f.CardDrawn(actor="b")).when(f.PhaseStarted(phase="select")).then_accepted()
    else:
        assert offered(done, "phase_started")


SPOKEN = card(
    Other(text="hurts or helps"), types=("meditation",), instant=("normal",), normal_when=("draw", "reveal")
)
DONE_BY_TEXT = (
    WoundTaken(actor="b", normal=1, cause="A-905"),
    WoundsHealed(actor="b", normal=1, card="A-905"),
    ConditionGained(actor="b", kind="stun", cause="A-905"),
    FocusLost(player="b", amount=1, card="A-905"),
    FocusGained(player="b", amount=1, card="A-905", reason="other"),
)


@accepts("SEN-INST-04", "SEN-EFF-01", "SEN-EFF-03")
@refuses("SEN-LOG-02", "SEN-REV-03")
@pytest.mark.parametrize("moment", ["draw", "reveal"])
def test_what_the_text_of_an_instant_does_before_resolve_comes_at_once(moment: str) -> None:
    """In Reveal by that card alone: the texts of the revealed cards wait for Resolve."""
    case = tables.dealt(hands={"r": PRICED}, cards={**training.EDITION, "A-905": SPOKEN, "A-904": SPOKEN})
    case = put(case, None, {"b": {"focus": 2, "wounds": 1}})
    if moment == "reveal":
        case = tables.revealed(case, r="A-903", b="A-904")
        for told in DONE_BY_TEXT:
            case.when(told).then_refused("SEN-LOG-02")
    else:
        case = case.when(f.TurnStarted(turn=1))
    case = case.when(f.InstantPlayed(player="r", card="A-905", kind="normal"))
    case = case.when(EffectResolved(actor="r", card="A-905", effect=0))
    offers = {one.type: one.choices for one in RULES.next_events(case.state, Viewer("staff"))}
    for told in DONE_BY_TEXT:
        case.when(told).then_accepted()
        field = CAUSE[tag(type(told))]
        assert offers[tag(type(told))][field] == ("A-905",)
        if moment == "reveal":
            case.when(msgspec.structs.replace(told, **{field: "A-904"})).then_refused("SEN-LOG-02")


@refuses("SEN-REV-03")
def test_no_text_takes_the_focus_that_a_revealed_card_still_costs() -> None:
    case = put(tables.dealt(hands={"r": PRICED}, cards={**training.EDITION, "A-905": SPOKEN}))
    case = tables.revealed(put(case, None, {"b": {"focus": 1}}), r="A-904", b="A-911")
    case = case.when(f.InstantPlayed(player="r", card="A-905", kind="normal"))
    taken = FocusLost(player="b", amount=1, card="A-905")
    case.when(taken).then_refused("SEN-REV-03")
    paid_ = case.when(f.FocusPaid(player="b", amount=1, reason="mandatory", card="A-911"))
    paid_.when(taken).then_refused("SEN-FOC-02")


@accepts("SEN-INST-04")
@refuses("SEN-LOG-02")
def test_effects_that_an_instant_left_for_resolve_may_still_come_there() -> None:
    """As logs of before tell it; nobody is offered that any more."""
    left = early("reveal").when(f.PhaseStarted(phase="resolve"))
    left.when(BY_EFFECT).when(FocusGained(player="r", amount=1)).then_accepted()
    nothing = tables.revealed(tables.dealt(), r="A-901", b="A-904")
    nothing.when(FocusGained(player="r", amount=1)).then_refused("SEN-LOG-02")
