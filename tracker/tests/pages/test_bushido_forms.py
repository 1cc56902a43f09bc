"""What one model of Bushido can do stands on the pad under its own name, and what is tapped there is legal: traits with
the number that each asks for, Ki feats, a Pack, Split Attack. No database: a table of known cards, its desk, its forms.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from django.utils.datastructures import MultiValueDict
from django.utils.translation import override

from games.bushido import events as e
from games.bushido.full import events as f
from games.bushido.full.band import free_to_act
from games.bushido.full.common import markers, sheet, table
from games.bushido.profiles import Feat
from games.bushido.tests.full.fights import MINE, THEIRS, armed, facing, met
from games.bushido.tests.full.shooting import archer, shooting
from games.bushido.tests.full.tables import (
    B,
    R,
    act,
    card,
    chosen,
    created,
    deployed,
    marked,
    placed,
    playing,
    started,
    touch,
    waited,
)
from games.codec import codec_for
from games.match import MatchState
from games.registry import MATCHES, SYSTEMS
from games.rulebook import Text, sentence
from games.ruleset import Actor, Viewer
from games.testing import Case
from tracker.pages.match.score_pad import FEW_LINKS, apart
from tracker.pages.match_forms import pages_of
from tracker.pages.match_forms.generic.lists import reader_of
from tracker.pages.match_forms.generic.score import squads
from tracker.pages.match_forms.names import Names
from tracker.pages.match_forms.picks import event_of

ALLY, THIRD = "red:second", "red:third"
MIND = Feat(name="Mind Fog", timing="I", target="Ta(6)", cost=1, limits=())
SURGE = Feat(name="Surge", timing="I", target="Pe", limits=())


def desk_of(case: Case, side: str = "red", language: str = "en") -> Any:
    rules, state = MATCHES["bushido"], MatchState(play=case.state)
    player = side[0]
    viewer = Viewer("player", player, side)
    following = rules.next_events(state, viewer)
    return pages_of("bushido").sit(
        state, rules.outcome(state), len(case.entries), following, viewer, Names({}, {}, language)
    )


def steps_of(case: Case, side: str = "red", language: str = "en") -> dict[str, Any]:
    """Title -> form of what one model can do, of a Pack and of several targets."""
    with override(language):
        made = pages_of("bushido").steps(desk_of(case, side, language))
        return {
            form.title: form for form in made if "~" in form.step or form.step.startswith(("pack", "split"))
        }


def sent(case: Case, form: Any, side: str = "red", **told: Any) -> Case:
    """The form filled in and sent, judged by the rules."""
    data = MultiValueDict({key: value if isinstance(value, list) else [value] for key, value in told.items()})
    again = pages_of("bushido").bound(desk_of(case, side), form.step, form.player, data)
    assert again is not None and again.is_valid(), again and again.errors
    for one in again.events():
        event = codec_for(case.rules).from_payload(one["type"], one["data"])
        case = case.when(event, Actor("player", side[0]))
        case.then_accepted()
    return case


GIFTS: dict[str, tuple[Any, dict[str, Any], str]] = {
    "channel": (
        lambda: act(facing(card("Channel (2/6)")), MINE),
        {"told-targets.0.model": "0", "told-targets.0.amount": "2"},
        "Ki given",
    ),
    "leech": (
        lambda: act(facing(card("Leech (2/6)")), MINE),
        {"told-targets.0.model": "0", "told-targets.0.amount": "1"},
        "Ki taken",
    ),
    "cavalry": (
        lambda: act(facing(card("Cavalry (3)")), MINE),
        {"told-inches": "2.5"},
        "How far it goes, inches",
    ),
}


@pytest.mark.parametrize("trait", GIFTS)
def test_a_trait_asks_for_its_number_by_its_name(trait: str) -> None:
    make, told, label = GIFTS[trait]
    case = make()
    (form,) = [one for one in steps_of(case).values() if one.step.startswith(f"gift_{trait}~")]
    assert form.title.startswith("Chief (red): ") and form.heading == "Traits, Ki feats and cards"
    assert label in {str(field.label) for field in form.fields.values()}
    assert not {"told-sees", "told-fits"} & set(form.fields)
    sent(case, form, **told)


def test_what_asks_for_nothing_is_one_tap_for_those_who_may() -> None:
    case = act(marked(facing(card("Jump Up")), MINE, "prone"), MINE)
    (form,) = steps_of(case).values()
    assert form.title == "Chief (red): Jump Up" and "told" not in form.template
    ((value, said),) = form.fields["choice"].choices
    assert said == "Jump Up"
    sent(case, form, choice=value)
    assert steps_of(act(facing(card("Jump Up")), MINE)) == {}


def test_who_may_be_named_is_offered_and_nobody_else() -> None:
    """A Virtue goes to one friend: neither to enemies nor to who has a token already."""
    case = act(facing(card("Virtue (6)")), MINE).when(f.TokensChanged(model=THIRD, token="virtue", number=1))
    form = next(one for one in steps_of(case).values() if one.title == "Chief (red): Virtue")
    said = dict(form.fields["choice"].choices)
    assert set(said.values()) == {"Virtue: Chief (red)", "Virtue: Second (red)"}
    sent(case, form, choice=next(iter(said)))


def test_a_player_sees_what_each_model_can_do() -> None:
    """Two models with different feats have a step each; a feat of cost X asks for what is paid."""
    reds = {"second": card(feats=(SURGE,))}
    case = act(facing(card(feats=(MIND,)), reds=reds), MINE)
    forms = steps_of(case)
    assert set(forms) == {"Chief (red): Mind Fog", "Second (red): Surge"}
    fog, surge = forms["Chief (red): Mind Fog"], forms["Second (red): Surge"]
    aimed = {said: value for value, said in fog.fields["choice"].choices}
    assert "Mind Fog on Chief (blue)" in aimed
    sent(case, fog, choice=aimed["Mind Fog on Chief (blue)"])
    assert {str(field.label) for field in surge.fields.values()} == {"Ki paid for X"}
    after = sent(case, surge, **{"told-x": "2"})
    after.when(f.TableChecked(model=ALLY, ki=0)).then_accepted()
    assert "Глава" not in str(steps_of(case, language="ru")) and len(steps_of(case, language="ru")) == 2


def test_the_feat_of_an_action_is_what_the_match_waits_for() -> None:
    slow = Feat(name="Slow Fog", timing="S", target="Ta(6)", cost=1, limits=())
    case = act(facing(card(feats=(slow,))), MINE, "simple_feat", feat="Slow Fog")
    with override("en"):
        first = pages_of("bushido").steps(desk_of(case))[0]
    assert first.event == "ki_feat_used" and not first.may_wait


def test_a_pack_is_activated_together() -> None:
    case = playing(red={"chief": card("Pack (1/4)"), "second": card("Pack")})
    (form,) = [one for one in steps_of(case).values() if one.step == "pack"]
    names = {field.label: name for name, field in form.fields.items()}
    model, mates = (next(name for name in names.values() if name.endswith(end)) for end in ("model", "mates"))
    pick = {said: value for value, said in form.fields[model].choices}
    mate = {said: value for value, said in form.fields[mates].choices}
    after = sent(
        case,
        form,
        **{
            f"told-{model}": pick["Chief (red)"],
            f"told-{mates}": [mate["Second (red)"], mate["Chief (red)"]],
        },
    )
    event: Any = after.entries[-1].event
    assert event.mates == (ALLY,)


def test_a_split_attack_names_one_or_two() -> None:
    case = act(facing(armed("Split Attack")), MINE)
    (form,) = [one for one in steps_of(case).values() if one.step == "split_melee"]
    aim = {said: value for value, said in form.fields["target"].choices}
    also = {said: value for value, said in form.fields["also"].choices}
    told = {"told-target": aim["Chief (blue)"], "told-also": [also["Second (blue)"]]}
    after = sent(case, form, **told)
    event: Any = after.entries[-1].event
    assert event.also == ("blue:second",)
    sent(case, form, **{"told-target": aim["Chief (blue)"]})


def test_a_split_attack_asks_which_of_its_disguised_enemies_it_does_not_reach() -> None:
    """Whoever is ticked and not gone for is left out."""
    masked = marked(facing(armed("Split Attack")), THEIRS, "disguised", value=4)
    case = act(marked(masked, "blue:second", "disguised", value=4), MINE)
    (form,) = [one for one in steps_of(case).values() if one.step == "split_melee"]
    aim, far = ({said: value for value, said in form.fields[name].choices} for name in ("target", "beyond"))
    both = [far["Chief (blue)"], far["Second (blue)"]]
    after = sent(case, form, **{"told-target": aim["Chief (blue)"], "told-beyond": both})
    event: Any = after.entries[-1].event
    assert event.beyond == (THEIRS,)


def test_an_activation_asks_first_what_matters_and_many_rare_entries_are_folded() -> None:
    with override("en"):
        forms = pages_of("bushido").steps(desk_of(facing()))
        first = forms[0]
        assert first.event == "model_activated"
        shown, besides = (
            {row.name for group in part for field in group["rows"] for row in field}
            for part in (first.shown, first.besides)
        )
    assert {"model", "in_zoc_of"} <= shown and {"unseen_by", "hidden"} <= besides
    made = [{"form": form, "asked": form.event == "wounds_changed", "main": form is first} for form in forms]
    pad = apart(made)
    assert pad["rare_folded"] and len(pad["rare"]) > FEW_LINKS
    assert all(one["form"].rare and not one["asked"] for one in pad["rare"])
    assert {one["form"].event for one in pad["steps"]} >= {"model_activated", "wounds_changed"}


def test_an_activation_is_cut_short_by_a_link_unless_nothing_else_leads_on() -> None:
    """It stood behind a link, and the pad had no step, where everybody who might be shot at is disguised."""
    case = shooting(archer(ki=1))
    shown = [form for form in pages_of("bushido").steps(desk_of(case)) if not form.may_wait]
    assert "ranged_attack_declared" in {form.event for form in shown}
    assert "activation_ended" not in {form.event for form in shown}
    for name in ("chief", "second", "third"):
        case = marked(case, f"blue:{name}", "disguised", value=4)
    forms = pages_of("bushido").steps(desk_of(case))
    assert [form.event for form in forms if not form.may_wait] == ["activation_ended"] == [forms[0].event]
    pad = apart([{"form": form, "asked": False, "main": form is forms[0]} for form in forms])
    assert pad["steps"][0]["form"].event == "activation_ended"
    assert "concede" not in {one["form"].step for one in pad["steps"]}


def test_who_can_act_no_more_reads_that_the_phase_is_over() -> None:
    case = facing()
    while (side := table(case.state).active) is not None:
        case = waited(case, free_to_act(case.state, side)[0])
    told = SYSTEMS["bushido"].faces.now(case.state)
    assert isinstance(told, Text) and "nobody can act any more" in told.en


def test_every_split_of_many_dice_is_one_tap() -> None:
    """BUS-MEL-10, BUS-SPA-01: fields for attack, defence and cost could be filled in so that they fit no pool."""
    case = met(facing(armed(melee=8, specials={"Powerful Attack": 1, "Sweep Attack": 2})))
    (form,) = [one for one in pages_of("bushido").steps(desk_of(case)) if one.step == "melee_dice_committed"]
    told = [event_of(value) or {} for value, _text in form.fields["choice"].choices]
    assert len(told) > 20 and {one.get("special") for one in told} == {
        None,
        "Powerful Attack",
        "Sweep Attack",
    }
    for one in told:
        split = codec_for(case.rules).from_payload(one.pop("type"), one)
        case.when(split, Actor("player", "r")).then_accepted()


def form_of(case: Case, event: str, side: str = "red") -> Any:
    with override("en"):
        (form,) = [one for one in pages_of("bushido").steps(desk_of(case, side)) if one.step == event]
    return form


def test_a_walk_in_contact_is_not_asked_whom_it_keeps() -> None:
    """BUS-MOVE-02: whoever can be left is chosen, nobody else; the field cannot be left open."""
    slow = Feat(name="Slow Fog", timing="S", target="Pe", cost=1, limits=())
    near = touch(facing(card(feats=(slow,))), (MINE, THEIRS))
    told = {"told-inches": "0.5"}
    walking = act(near, MINE, "simple_feat", feat="Slow Fog", walk="before")
    form = form_of(walking, "model_moved")
    assert "contact" not in form.fields
    assert table(sent(walking, form, **told).state).contacts == ((THEIRS, MINE),)
    loose = marked(touch(near, (MINE, THEIRS), (MINE, "blue:second")), "blue:second", "prone")
    walking = act(loose, MINE, "simple_feat", feat="Slow Fog", walk="before")
    form = form_of(walking, "model_moved")
    assert form.fields["contact"].required
    left = {said: value for value, said in form.fields["contact"].choices}
    assert set(left) == {"Chief (blue)", "Chief (blue), Second (blue)"}
    after = sent(walking, form, **told, **{"told-contact": left["Chief (blue)"]})
    assert table(after.state).contacts == ((THEIRS, MINE),)


def test_a_piece_of_terrain_is_not_asked_where_it_may_not_lie() -> None:
    case = chosen(terrain="players").when(f.TacticalTestRolled(dice={"red": "6", "blue": "1"}))
    form = form_of(case, "terrain_placed")
    assert {"passage", "to_objective", "to_impassable"} <= form.fields.keys()
    assert not {"in_zone", "in_deployment", "touches"} & form.fields.keys()
    impassable = next(
        value for value, said in form.fields["passage"].choices if said.casefold() == "impassable"
    )
    sent(case, form, **{"told-passage": impassable})


@pytest.mark.parametrize(("language", "whose"), [("en", "Red · Ann"), ("ru", "Красные · Ann")])
def test_whose_an_objective_is_reads_as_its_side_does_everywhere(language: str, whose: str) -> None:
    case = playing()
    taken = {
        **case.state.objectives,
        "left": msgspec.structs.replace(case.state.objectives["left"], alignment="red"),
    }
    play = msgspec.structs.replace(case.state, objectives=taken)
    desk = desk_of(case, language=language)
    names = desk.names._replace(players={"r": "Ann"}, seats={"red": "r", "blue": "b"})
    nobodys = squads(replace(desk, play=play, names=names))[0]
    shown = [row["cells"][1] for one in nobodys["tallies"] for row in one["rows"]]
    assert shown[0] == whose and whose not in shown[1:]


@pytest.mark.parametrize(
    ("language", "tap", "said"),
    [
        (
            "en",
            "Melee: Chief (blue), out of reach.",
            "Action: Melee, target Chief (blue), out of reach.",
        ),
        (
            "ru",
            "Рукопашный бой: Chief (blue), вне досягаемости.",
            "Действие: Рукопашный бой, цель: Chief (blue), вне досягаемости.",
        ),
    ],
)
def test_the_one_enemy_out_of_reach_is_named_once(language: str, tap: str, said: str) -> None:
    reader = desk_of(playing(), language=language).reader
    one = {"model": MINE, "action": "melee", "target": THEIRS, "beyond": [THEIRS]}
    assert reader.option("action_declared", one) == tap
    assert reader.sentence("action_declared", one) == said
    several = {**one, "also": ["blue:second"]}
    assert reader.option("action_declared", several).count("Chief (blue)") == 2


def chosen_in(form: Any, **told: Any) -> dict[str, str]:
    """What a browser sends for these values of selects."""
    said = {
        name: form.desk.reader.value(name, one) if isinstance(one, str) else str(one)
        for name, one in told.items()
    }
    choices = {name: {text: key for key, text in form.fields[name].choices} for name in told}
    return {f"told-{name}": choices[name][said[name]] for name in told}


@pytest.mark.parametrize("kind", ["bleed", "on_fire", "poisoned", "disguised"])
def test_a_marker_that_needs_a_value_is_given_by_a_form_that_asks_for_it(kind: str) -> None:
    case = playing()
    forms = {form.step: form for form in pages_of("bushido").steps(desk_of(case))}
    plain, valued = forms["marker_given"], forms["marker_valued"]
    known = [desk_of(case).reader.value("marker", one) for one in (kind, "stunned")]
    shown = [word for word in known if word in dict(plain.fields["marker"].choices).values()]
    assert shown == known[1:]
    assert valued.fields["value"].required and "marker_taken" not in forms and "marker_changed" not in forms
    there = sent(
        case,
        valued,
        **chosen_in(valued, model=THEIRS, marker=kind),
        **{"told-number": "2", "told-value": "3"},
    )
    again = {form.step: form for form in pages_of("bushido").steps(desk_of(there))}
    choices = {text: key for key, text in again["marker_taken"].fields["choice"].choices}
    assert len(choices) == 2 and all(THEIRS not in text and "_" not in text for text in choices)
    taken = sent(there, again["marker_taken"], choice=next(key for key in choices.values() if "-1" in key))
    assert len(markers(taken.state, THEIRS, kind)) == 1


def test_what_the_cards_do_not_say_may_be_told_in_one_form_before_it_is_asked() -> None:
    """Each card had a folded step of its own."""
    lacking = {"second": card(move=None, wound_tracks=None), "third": card(melee=None)}
    case = playing(red=lacking)
    (form,) = (one for one in pages_of("bushido").steps(desk_of(case)) if one.step.startswith("more_facts"))
    assert not form.__class__(form.desk, form.player, {}).is_valid()
    numbers = {"r-second:wounds": "5", "r-second:move": "4", "r-third:melee": "3"}
    after = sent(case, form, **numbers)
    assert sheet(after.state, ALLY).wound_tracks == (5,) and sheet(after.state, ALLY).move == 4
    assert sheet(after.state, "red:third").melee == 3
    assert not [one for one in pages_of("bushido").steps(desk_of(after)) if one.step.startswith("more_facts")]


def test_a_shot_tells_whether_its_model_walks() -> None:
    """Three choices of one pad all read "Ranged Attack."."""
    reader = reader_of(SYSTEMS["bushido"], {})
    shots = [
        reader.option("action_declared", {"action": "ranged", **told})
        for told in ({}, {"walk": "none"}, {"walk": "before"}, {"walk": "after"})
    ]
    assert shots == [
        "Ranged Attack.",
        "Ranged Attack.",
        "Ranged Attack, walk before.",
        "Ranged Attack, walk after.",
    ]


def main_of(case: Case, language: str = "en") -> Any:
    """The step that the match waits for."""
    with override(language):
        return next(iter(pages_of("bushido").steps(desk_of(case, language=language))))


@pytest.mark.parametrize(
    ("language", "nobody", "first"),
    [("en", "the best Tactician", "the winner"), ("ru", "лучший Тактик", "победитель")],
)
def test_a_tactical_test_says_what_counts_where_nothing_is_tapped(
    language: str, nobody: str, first: str
) -> None:
    """BUS-TURN-05, BUS-SETUP-04: it said "not stated", as if something had to be."""
    for case in (chosen(), started()):
        form = main_of(case, language)
        assert form.fields["told-models.red" if "told-models.red" in form.fields else "models.red"].choices[
            0
        ] == ("", nobody)
        if "first_side" in form.fields:
            assert form.fields["first_side"].choices[0] == ("", first)
            assert form.fields["first_side"].label != form.desk.reader.field("first_side")


def test_a_card_that_is_asked_about_is_named() -> None:
    """A warband that people typed calls its cards as its models: the form did not say whose numbers it wants."""
    case = created(rice_limit=100)
    for actor, name in ((R, "Akane"), (B, "Eiji")):
        told = e.Model(
            id=name, rice=10, unique=True, animal=False, insignificant=False, flank=False, disguise=False
        )
        case = case.when(
            e.WarbandRegistered(player=str(actor.player), faction="Walkers", models=(told,)), actor
        )
    case = deployed(placed(case.when(e.ScenarioSelected(scenario="sacred_idols"), R)))
    assert main_of(case).title == "What does the card say? · Akane"


@pytest.mark.parametrize(("language", "asked"), [("en", "Who conceded"), ("ru", "Кто сдался")])
def test_the_report_asks_in_sight_who_conceded(language: str, asked: str) -> None:
    """BUS-END-09 wants the side of a concession; it was asked behind a fold, and the refusal left it there."""
    form = main_of(chosen("ryodo", detail="summary"), language)
    with override(language):
        shown, folded = [[str(one.label) for one in fields_in(part)] for part in (form.shown, form.folded)]
    assert any(label.startswith(asked) for label in shown), shown
    assert not any(label.startswith(asked) for label in folded)


def fields_in(drawn: Any) -> Iterator[Any]:
    """Every field of a form as it is drawn, in groups and rows."""
    if hasattr(drawn, "html_name"):
        yield drawn
    elif isinstance(drawn, dict | list | tuple):
        for one in drawn.values() if isinstance(drawn, dict) else drawn:
            yield from fields_in(one)


def test_the_report_marks_the_scenario_points_where_they_are_needed() -> None:
    """BUS-TOUR-14: they stood behind the fold of what may be told besides."""
    for ranks in (True, False):
        case = chosen("ryodo", detail="summary", whole_result=ranks)
        fields = {
            name: made for name, made in main_of(case).fields.items() if ".red" in name or ".blue" in name
        }
        asked = [made.required for name, made in fields.items() if name.split(".")[0].endswith("sp")]
        assert asked and all(one is ranks for one in asked)


BOLT = Feat(name="Ember Bolt", timing="S", target="Ta(8)", cost=1, limits=("OKi",))
GALE = Feat(name="Gale", timing="S", target="Pe", limits=("NM",))


@pytest.mark.parametrize(("language", "bolt"), [("en", "Ember Bolt"), ("ru", "Ember Bolt")])
def test_a_ki_feat_is_called_by_its_name_from_its_declaration_on(language: str, bolt: str) -> None:
    """BUS-KI-03, -07: every feat was "simple Ki feat", and the target that it needs was not asked for."""
    case = act(facing(card(feats=(BOLT, GALE))), MINE)
    said = [str(text) for _value, text in main_of(case, language).fields["choice"].choices]
    assert sum(bolt in text for text in said) == 3 and not any("Gale" in text for text in said)
    case = case.when(f.ActionDeclared(action="simple_feat", feat=bolt))
    form = main_of(case, language)
    assert bolt in form.title and "8″" in form.lines[0]
    assert form.fields["target"].required


def test_a_feat_of_cost_x_asks_for_what_is_paid_as_an_action_too() -> None:
    """BUS-KI-06: it was declared for nothing."""
    case = act(facing(card(feats=(BOLT, GALE))), MINE)
    with override("en"):
        form = next(
            one for one in pages_of("bushido").steps(desk_of(case)) if one.step.startswith("feat_paid~")
        )
        assert form.title == "Action, a Ki feat: Gale" and "x" in form.fields
    had = table(case.state).bodies[MINE].ki
    case = sent(case, form, **{"told-x": "2", "told-walk": "0"})
    assert table(case.state).bodies[MINE].ki == had - 2


@pytest.mark.parametrize(
    ("event", "rule", "english"),
    [
        (
            f.ActionDeclared(action="simple_feat", feat="Storm"),
            "BUS-KI-03",
            "The card of red:chief has no Ki feat Storm.",
        ),
        (f.KiFeatUsed(model=MINE, feat="Storm"), "BUS-KI-03", "The card of red:chief has no Ki feat Storm."),
        (
            f.ActionDeclared(action="simple_feat", feat="Mind Fog"),
            "BUS-KI-04",
            "Instant and Active feats are no action",
        ),
    ],
)
def test_a_feat_that_is_not_there_is_refused_as_that(event: Any, rule: str, english: str) -> None:
    case = act(facing(card(feats=(BOLT, MIND))), MINE)
    (refused,) = case.when(event).then_refused()
    assert refused.rule == rule and sentence(refused, "en").startswith(english)


def test_a_wait_says_that_it_removes_terrain() -> None:
    """BUS-ACT-22, BUS-TER-06: which piece a Wait removes, and for how much Ki."""
    said = {language: waits(language) for language in ("en", "ru")}
    assert "Wait: removes a destructible piece of terrain in contact, for 2 Ki." in said["en"]
    assert "Ожидание: убрать разрушаемый элемент местности в контакте, за 2 Ки." in said["ru"]


def waits(language: str) -> str:
    with override(language):
        reader = reader_of(SYSTEMS["bushido"], {})
        return reader.option("action_declared", {"action": "wait", "wait": "terrain"})
