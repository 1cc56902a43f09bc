"""Whatever is offered at full detail is accepted, with warbands that carry every trait of the shipped edition.

The steps of a match are those of the simulation; at each of them everything that the rules offer is put together from
the offered values and asked about, one value of each field, and not one that happens to be legal.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import replace

from games.bushido.full import events as f
from games.bushido.full.legal.next_events import full_events
from games.bushido.full.legal.offer import NOT_NOW
from games.bushido.full.printed import RULE, parsed
from games.bushido.full.steps import now
from games.bushido.full.terms import MarkerKind
from games.bushido.play.examples import event_of
from games.bushido.play.simulate import open_match, step
from games.bushido.profiles import Feat
from games.bushido.rules import Bushido
from games.bushido.sample import SAMPLE
from games.bushido.scenarios import SCENARIOS
from games.bushido.state import BusState
from games.bushido.system import SYSTEM
from games.bushido.tests.full.fights import (
    MINE,
    THEIRS,
    allocated,
    armed,
    damage,
    dice,
    facing,
    met,
    split,
    won,
)
from games.bushido.tests.full.shooting import archer, shooting
from games.bushido.tests.full.tables import act, card, main_over, marked, playing, started, touch, waited
from games.bushido.tests.lantern import EVERY_TRAIT, brought
from games.codec import types_of
from games.moves import fits, plain, possible
from games.ruleset import REFEREE, Actor, Event, NextEvent, Setup
from games.secrets import sealed
from games.simulated import ORGANISER, Table, play_one
from games.testing import Case, accepts, refuses

TYPES = types_of(Bushido())
NEEDS_MORE = ("rules_applied", "trait_used")
"""What followed, and models or numbers of a trait: told from the table, and no offer names them."""
FACTS = ("in_zoc_of", "unseen_by", "hidden", "believers", "disturbed_by", "also", "mates", "beyond")
"""Lists of which the players tick what is so; nothing is, where the offer does not name it whole."""
WHOLE = ("nominees",)
"""Lists that are offered whole."""
MOST = 40
LONGEST = 3000
WORDS = SYSTEM.words
LIKELY = {kind: 0.05 for kind, one in WORDS.events.items() if one.rare} | {"match_ended": 0.0}
"""What a table says only when a card does something comes now and then."""


def concrete(told: NextEvent, rng: Random) -> Iterator[Event]:
    """The events of an offer, some of them where they are many; none where it needs what the table knows or rolls."""
    fields = {one.encode_name: one for one in msgspec.structs.fields(TYPES[told.type])}
    named = {*told.choices, *told.limits}
    dice = any("." in name and values for name, values in told.choices.items())
    if (
        dice
        or told.type in NEEDS_MORE
        or any(one.required and one.encode_name not in named for one in fields.values())
    ):
        return
    values: dict[str, list[Any]] = {name: [low, high] for name, (low, high) in told.limits.items()}
    for name, offered in told.choices.items():
        if name not in fields or not offered:
            continue
        single = name in WHOLE or fits(fields[name], offered[0])
        if name in FACTS and not single:
            continue
        values[name] = list(offered) if single else [(one,) for one in offered]
    every = list(product(*values.values()))
    for chosen in every if len(every) <= MOST else rng.sample(every, MOST):
        yield msgspec.convert({"type": told.type, **dict(zip(values, chosen, strict=True))}, TYPES[told.type])


def refused(table: Table[BusState]) -> Iterator[str]:
    """What is offered now and refused."""
    for told in table.rules.next_events(table.state, REFEREE):
        for event in concrete(told, table.rng):
            if not table.may(sealed(event, "salt")):
                yield f"{event}: {[one.rule for one in table.rules.check(table.state, event, ORGANISER)]}"


def seated(seed: int, lists: tuple[str, str], scenario: str) -> Table[BusState]:
    """A table of two warbands with everything still to do."""
    rules = Bushido()
    state: BusState = rules.initial(Setup())
    table = Table(rules, state, Random(f"{seed}:{scenario}"), str(seed))
    open_match(table, scenario, 1, "full")
    for side, key in zip(table.state.sides, lists, strict=True):
        table.log(brought(table.state.sides[side].players[0], key))
    return table


def walked(table: Table[BusState], steps: int, every: int, wanted: frozenset[str] = frozenset()) -> set[str]:
    """Plays on; the types of event that were asked about. Fails at an offer that is refused. `wanted`: types for which
    it plays on beyond these steps."""
    asked: set[str] = set()
    for number in range(LONGEST):
        done = number >= steps and wanted <= asked
        if done or table.state.phase not in ("setup", "turns"):
            break
        if number % every == 0:
            assert not (found := list(refused(table))), f"offered and refused: {found[:3]}"
            asked |= {one.type for one in table.rules.next_events(table.state, REFEREE)}
        step(table)
    return asked


def test_the_lists_carry_every_trait_of_the_shipped_edition() -> None:
    """Of models and of their weapons; so do their feats."""
    cards = {
        name: one
        for side in EVERY_TRAIT
        for name, one in brought("r", side).sheets.items()
        if name in SAMPLE.profiles
    }

    def traits(profiles: Any) -> set[str]:
        told = {name for one in profiles for name in one.traits or ()}
        arms = {name for one in profiles for arm in one.weapons or () for name in arm.traits or ()}
        feats = {feat.name for one in profiles for feat in one.feats or ()}
        return {parsed(name).name for name in (*told, *arms)} | feats

    assert traits(cards.values()) == traits(SAMPLE.profiles.values())
    assert traits(cards.values()) & set(RULE) >= {"command", "heal", "disguise", "group", "kami", "oni rage"}


@pytest.mark.parametrize(
    ("scenario", "seed"), [("sacred_idols", 1), ("sacred_idols", 3), ("shin_keii", 1), ("shin_keii", 3)]
)
def test_nothing_that_is_offered_is_refused(scenario: str, seed: int) -> None:
    table = seated(seed, ("watch", "wilds"), scenario)
    wanted = frozenset({"models_deployed", "model_activated", "action_declared"})
    assert wanted <= walked(table, 60, 5, wanted)


def by_chance(seed: int, scenario: str) -> None:
    """To its end by anything that is offered, all alike but what a card's text does. Fails where
    nothing that is offered can be logged, and in a match that goes on for ever."""
    table = seated(seed, ("watch", "wilds"), scenario)

    def taken(one: NextEvent) -> bool:
        event = event_of(table, one)
        return event is not None and table.tries(event, table.by(one))

    for _step in range(LONGEST):
        if table.rules.outcome(table.state).status != "open":
            return
        play_one(
            table, table.rules.next_events(table.state, REFEREE), lambda one: LIKELY.get(one.type, 1.0), taken
        )
    raise AssertionError(f"{scenario} {seed} does not end")


def test_a_match_by_chance_goes_on_to_its_end() -> None:
    by_chance(3, "duel")


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10))
def test_every_match_by_chance_goes_on_to_its_end(seed: int) -> None:
    open_to_all = [key for key, one in SCENARIOS.items() if one.most_models is None and not one.rice_limit]
    by_chance(seed, open_to_all[seed % len(open_to_all)])


def offered(case: Case, type_: str) -> list[NextEvent]:
    return [one for one in full_events(case.state) if one.type == type_]


def test_an_action_that_may_be_aimed_at_nobody_can_only_be_cut_short() -> None:
    """Everybody whom it might shoot at has a Disguise that it cannot see through (BUS-COND-26)."""
    case = shooting(archer(ki=1))
    (ending,) = offered(case, "activation_ended")
    assert ending.optional
    for name in case.state.models:
        if name.startswith("blue:"):
            case = marked(case, name, "disguised", value=4)
    assert not offered(case, "ranged_attack_declared")
    (ending,) = offered(case, "activation_ended")
    assert not ending.optional and ending.players == ("r",)
    case.when(f.ActivationEnded(reason="illegal")).then_accepted()


def test_a_prayer_is_offered_where_the_model_has_not_prayed_in_this_turn() -> None:
    case = act(playing("shin_keii"), MINE)

    def places() -> set[str]:
        told = [one.choices for one in offered(case, "action_declared")]
        return {name for one in told if one["interaction"] == ("prayer",) for name in one["objective"]}

    first, other = sorted(places())[:2]
    pray = f.ActionDeclared(action="simple_scenario", interaction="prayer", objective=first)
    case = waited(case.when(pray), THEIRS)
    case = act(case, MINE)
    case.when(pray).then_refused("BUS-OBJ-07")
    assert first not in places() and other in places()
    case.when(replace(pray, objective=other)).then_accepted()


@pytest.mark.parametrize(
    ("action", "trait"), [("melee", "Aggressive"), ("melee", "Defensive"), ("disengage", "")]
)
def test_only_splits_that_the_model_may_choose_are_offered(action: str, trait: str) -> None:
    case = facing(armed(*([trait] if trait else ())))
    if action == "disengage":
        case = act(touch(case, (MINE, THEIRS)), MINE, action, target=THEIRS)
    else:
        case = met(case, action)
    told = [one.choices for one in offered(case, "melee_dice_committed") if one.choices["side"] == ("red",)]
    pairs = {(one["attack"][0], one["defence"][0]) for one in told}
    every = {(at, sum(next(iter(pairs))) - at) for at in range(sum(next(iter(pairs))) + 1)}
    legal = {pair for pair in every if not case.when(split("red", *pair)).violations}
    assert pairs == legal and legal < every


def test_a_command_is_offered_for_every_choice_of_friends_up_to_its_number() -> None:
    """BUS-TRT-24: of a Group all or nobody."""
    reds = {"chief": card('Command (2/6")'), "second": card("Group"), "third": card()}
    case = act(playing(red=reds), MINE)
    (command,) = [one for one in offered(case, "action_declared") if one.choices["action"] == ("command",)]
    pairs = (("red:second",), ("red:third",), ("red:second", "red:third"))
    assert command.choices["nominees"] == pairs
    for names in pairs:
        case.when(f.ActionDeclared(action="command", nominees=names)).then_accepted()
    case.when(f.ActionDeclared(action="command", nominees=())).then_refused("BUS-TRT-24")


def test_a_kami_is_not_offered_what_takes_its_last_token() -> None:
    """BUS-KI-15; with one token more it is."""
    blades = {"chief": armed("Kami", boosts={"melee": 2}, ki_limit=2)}
    poor, rich = (facing(replace(blades["chief"], ki_limit=number)) for number in (2, 3))
    for case, number in ((poor, 0), (rich, 1)):
        case = met(case)
        told = [one for one in offered(case, "ki_boosted") if one.choices["model"] == (MINE,)]
        assert len(told) == number
        answer = case.when(f.KiBoosted(model=MINE, stat="melee"))
        assert bool(answer.violations) == (not number)


def test_whose_weapon_is_an_assassins_is_asked_which_dice_it_keeps() -> None:
    """BUS-TRT-07, where it surprised its enemy; nobody else is."""
    for weapon, unseen, asked in (
        (("Assassin",), True, True),
        (("Assassin",), False, False),
        ((), True, False),
    ):
        case = met(facing(armed(weapon=weapon)), unseen_by=(THEIRS,) if unseen else ())
        if unseen:
            case = case.when(split("red", 3, 0)).when(split("blue", 0, 2)).when(dice(("666", ""), ("", "21")))
        else:
            case = won(case)
        (offer,) = offered(case, "damage_rolled")
        assert ("kept" not in offer.choices) == asked
        case.when(damage("136", kept="16") if asked else damage("13")).then_accepted()


def test_who_has_disengaged_may_stay_in_contact() -> None:
    """BUS-ACT-17: it may walk, and so it may stand still."""
    case = act(touch(facing(), (MINE, THEIRS), (MINE, "blue:second")), MINE, "disengage", target=THEIRS)
    case = case.when(split("red", 0, 2)).when(split("blue", 2, 1)).when(dice(("", "65"), ("22", "5")))
    (offer,) = offered(case, "model_moved")
    assert offer.choices["contact"] == (THEIRS, "blue:second")
    for contact in ((), offer.choices["contact"]):
        case.when(f.ModelMoved(model=MINE, inches=0.0, contact=contact)).then_accepted()


def test_terrain_is_taken_off_the_table_by_who_can_pay_for_it() -> None:
    """BUS-TER-06: two Ki, of which a Kami keeps one more."""
    for chief, asked in ((card(ki=2), True), (card(ki=1), False), (card("Kami", ki_limit=2), False)):
        case = act(playing(red={"chief": chief}), MINE)
        told = [one.choices["wait"] for one in offered(case, "action_declared")]
        assert (("terrain",) in told) == asked
        assert bool(case.when(f.ActionDeclared(action="wait", wait="terrain")).violations) == (not asked)


def test_who_left_play_is_offered_to_whoever_summons_its_card() -> None:
    """BUS-GEN-19, -27: a unique model comes back, and is no new one."""
    whole = playing(red={"chief": card(summons=("r-second",)), "second": card(unique=True)})
    case = whole.when(f.ModelRemoved(model="red:second"))
    (offer,) = offered(case, "model_summoned")
    told = {name: values[0] for name, values in offer.choices.items() if values}
    assert (told["model"], told["card"], told["by"]) == ("red:second", "r-second", MINE)
    case.when(f.ModelSummoned(**told)).then_accepted()
    assert not offered(whole, "model_summoned")


@pytest.mark.parametrize(("traits", "ki", "most"), [((), 2, 2), ((), 0, 0), (("Kami",), 1, 2)])
def test_a_boost_whose_cost_no_card_says_is_offered_for_what_can_be_paid(
    traits: tuple[str, ...], ki: int, most: int
) -> None:
    """BUS-KI-02, -15, BUS-LOG-11: of three tokens a Kami keeps one; who has none is offered nothing."""
    unknown = armed(*traits, boosts=None, ki=ki, ki_limit=3 if traits else 6)
    case = met(facing(unknown))
    told = [one for one in offered(case, "ki_boosted") if one.choices["model"] == (MINE,)]
    assert [(one.choices["stat"], one.limits["cost"]) for one in told] == (
        [(("melee",), (1, most))] if most else []
    )
    for cost in (1, most) if most else ():
        case.when(f.KiBoosted(model=MINE, stat="melee", cost=cost)).then_accepted()
    assert case.when(f.KiBoosted(model=MINE, stat="melee", cost=most + 1)).violations


@pytest.mark.soak
@pytest.mark.parametrize("scenario", ["sacred_idols", "ichi_no_riten", "ryodo", "shin_keii"])
@pytest.mark.parametrize("lists", [("watch", "wilds"), ("captain", "monk"), ("night_watch", "wilds")])
def test_nothing_is_refused_in_whole_matches(lists: tuple[str, str], scenario: str) -> None:
    asked = set[str]().union(*(walked(seated(100 + seed, lists, scenario), 1500, 3) for seed in range(3)))
    assert {"model_activated", "action_declared", "melee_dice_committed"} <= asked


def test_wounds_are_offered_of_models_whose_boxes_are_known() -> None:
    """BUS-LOG-11: of the others the card is asked first."""
    case = playing(red={"second": card(wound_tracks=None)})
    (offer,) = (one for one in full_events(case.state) if one.type == "wounds_changed")
    assert "red:second" not in offer.choices["model"] and "red:chief" in offer.choices["model"]
    for model in offer.choices["model"]:
        case.when(f.WoundsChanged(model=model, number=1)).then_accepted()


def test_a_tactical_test_names_models_only_of_a_side_that_has_any_in_play() -> None:
    state = started().state
    (offer,) = (one for one in full_events(state) if one.type == "tactical_test_rolled")
    assert offer.choices["models.*"] == ("red", "blue") and offer.choices["models.red"]
    gone = {name: replace(one, place="out") for name, one in state.models.items()}
    (offer,) = (one for one in full_events(replace(state, models=gone)) if one.type == "tactical_test_rolled")
    assert offer.choices["models"] == () and "models.*" not in offer.choices


ANY_TIME = (
    "marker_changed",
    "tokens_changed",
    "model_removed",
    "effect_changed",
    "table_checked",
    "model_placed",
)


@accepts("BUS-LOG-11", "BUS-COND-18")
@refuses("BUS-COND-18")
@pytest.mark.parametrize("lacking", [{"ki": None}, {"move": None}, {"melee": None}, {"wound_tracks": None}])
def test_what_a_card_does_is_offered_while_a_fact_of_another_is_missing(lacking: dict[str, Any]) -> None:
    """It was accepted then, and not offered."""
    unknown = armed(**lacking)
    if "ki" in lacking:
        case = started(red={"chief": unknown})
    else:
        case = act(facing(unknown), MINE) if "move" in lacking else met(facing(unknown))
    assert now(case.state) == "facts"
    told = list(full_events(case.state))
    assert set(ANY_TIME) <= {one.type for one in told}
    for one in told:
        for event in concrete(one, Random(1)):
            case.when(event).then_accepted()
    case.when(f.MarkerChanged(model=THEIRS, marker="stunned")).then_accepted()
    case.when(f.MarkerChanged(model=THEIRS, marker="stunned", number=-1)).then_refused("BUS-COND-18")


SURGE = Feat(name="Surge", timing="I", target="Pe", cost=1, limits=())


@accepts("BUS-KI-16", "BUS-GEN-09")
@refuses("BUS-KI-16")
def test_an_instant_feat_is_offered_wherever_it_is_accepted() -> None:
    """Before a test, in the End phase, while a fact of a card is missing; not as the dice of an exchange are rolled."""
    red, frightful = armed(feats=(SURGE,)), armed("Fear (4)")
    lacking = act(facing(armed(feats=(SURGE,), move=None)), MINE)
    closing = main_over(facing(red))
    inside = allocated(met(facing(red)))
    steps = {"test": met(facing(red, frightful)), "facts": lacking, "close": closing, "roll": inside}
    for step_, case in steps.items():
        assert now(case.state) == step_
        used = case.when(f.KiFeatUsed(model=MINE, feat="Surge"))
        told = [one.choices["feat"] for one in offered(case, "ki_feat_used")]
        if step_ == "roll":
            used.then_refused("BUS-KI-16")
            assert not told
        else:
            used.then_accepted()
            assert told == [("Surge",)]


@accepts("BUS-COND-02", "BUS-COND-26")
@refuses("BUS-COND-02", "BUS-COND-26")
@pytest.mark.parametrize(("kind", "rule"), [("bleed", "BUS-COND-02"), ("disguised", "BUS-COND-26")])
def test_a_marker_that_needs_a_value_is_offered_with_one(kind: Any, rule: str) -> None:
    """And is taken without."""
    case = playing()
    told = [one for one in offered(case, "marker_changed") if kind in one.choices["marker"]]
    assert [one.limits for one in told] == [{"value": (0, 99), "number": (1, 9)}]
    case.when(f.MarkerChanged(model=THEIRS, marker=kind)).then_refused(rule)
    there = case.when(f.MarkerChanged(model=THEIRS, marker=kind, value=2, number=3))
    there.then_accepted()
    (taken,) = (one for one in offered(there, "marker_changed") if one.limits["number"][1] < 0)
    assert taken.limits == {"number": (-3, -1)} and taken.choices["model"] == (THEIRS,)


@accepts("BUS-COND-18", "BUS-COND-20", "BUS-COND-14", "BUS-COND-24", "BUS-SPA-16")
@refuses("BUS-COND-20", "BUS-COND-14", "BUS-COND-24")
def test_whatever_marker_is_offered_may_be_given() -> None:
    """A form offered markers to whoever is immune, a second Prone, control by the side that has it, Held by nobody."""
    case = playing(red={"chief": armed("Fearless", "Immovable", "Immune [Stunned]")})
    case = case.when(f.MarkerChanged(model=THEIRS, marker="prone"))
    for told, end in product(offered(case, "marker_changed"), (0, 1)):
        exact = replace(told, limits={name: (both[end],) * 2 for name, both in told.limits.items()})
        for event in plain(case.rules, possible(f.MarkerChanged, exact)):
            case.when(event).then_accepted()
    given = [one for one in offered(case, "marker_changed") if one.limits["number"][1] > 0]
    kinds = {kind for one in given for kind in one.choices["marker"]}
    assert kinds == {*get_args(MarkerKind)}
    for kind in ("frightened", "stunned", "prone"):
        assert MINE not in {
            name for one in given if kind in one.choices["marker"] for name in one.choices["model"]
        }
    case.when(f.MarkerChanged(model=MINE, marker="stunned")).then_refused("BUS-COND-20")
    case.when(f.MarkerChanged(model=THEIRS, marker="prone")).then_refused("BUS-COND-14")
    case.when(f.MarkerChanged(model=MINE, marker="controlled", by_side="red")).then_refused("BUS-COND-24")


@accepts("BUS-LOG-11")
@refuses("BUS-LOG-11")
def test_what_a_card_lacks_is_offered_from_the_setup_on() -> None:
    """It was accepted then, and offered only once the match waited for it; what is known is told by nobody anew."""
    lacking = {"second": card(move=None, wound_tracks=None)}
    for case in (started(red=lacking), playing(red=lacking)):
        (told,) = offered(case, "card_fact_stated")
        assert told.choices["card"] == ("r-second",) and told.limits == {"wounds": (1, 12)}
        assert told.choices["melee"] == NOT_NOW and "move" not in told.choices
        known = case.when(f.CardFactStated(card="r-second", wounds=5, move=4))
        known.then_accepted()
        assert offered(known, "card_fact_stated") == []
        known.when(f.CardFactStated(card="r-second", move=5), Actor("player", "r")).then_refused("BUS-LOG-11")
