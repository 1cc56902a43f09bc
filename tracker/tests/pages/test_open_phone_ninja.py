"""The guards' phone lies open on the table: what nobody holds to look at tells nothing of their cards and marks."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.template.loader import render_to_string
from msgspec.structs import replace

from games.match import MatchState
from games.ninja.full import events as f
from games.ninja.full.piles import pile
from games.ninja.full.state import Due
from games.ninja.full.table import full_of, with_full
from games.ninja.state import NinjaState
from games.ninja.tests.demo import SETUP, in_action, in_alert, setup_to
from games.registry import MATCHES
from games.ruleset import Viewer
from tracker.pages.match.score_pad import apart
from tracker.pages.match_forms import pages_of
from tracker.pages.match_forms.names import Names

FOLDED = re.compile(r"<details\b.*?</details>", re.DOTALL)
DEPLOYED = next(place for place, one in enumerate(SETUP) if isinstance(one, f.GuardsDeployed))
KINDS = ("sentry_listen", "secret_passage", "kenjutsu")


def forms(play: NinjaState) -> list[Any]:
    """The steps of the guards' pad."""
    rules, viewer, names = MATCHES["ninja"], Viewer("player", "g", "guards"), Names({}, {}, "en")
    state: MatchState[Any] = MatchState(play=play)
    seen, following = rules.visible_to(state, viewer), rules.next_events(state, viewer)
    pages: Any = pages_of("ninja")
    return list(pages.steps(pages.sit(seen, rules.outcome(state), 1, following, viewer, names)))


def in_sight(play: NinjaState) -> list[str]:
    """What the pad shows without a tap: the titles of its steps, the main one as far as no fold is around it."""
    found = forms(play)
    shown = [
        {"form": one, "asked": False, "main": one is found[0] and not one.may_wait, "player": one.player}
        for one in found
    ]
    told = []
    for one in apart(shown)["steps"]:
        form = one["form"]
        told.append(f"{form.title} {one['main']}")
        if one["main"]:
            told.append(FOLDED.sub("", render_to_string(form.template, {"form": form, "step": one})))
    return told


def drew(card: str) -> NinjaState:
    """The Alert Phase, in which the guards drew this card."""
    state = in_alert().state
    cards = replace(pile(state, "guard"), drawn=1, drawn_cards={card: 1})
    return replace(state, full=replace(full_of(state), piles={"guard": cards}))


def holding(card: str) -> NinjaState:
    """The Guard Action Phase with nothing else in hand."""
    state = in_action().state
    cards = replace(pile(state, "guard"), hand=3, hand_cards={card: 3})
    return replace(state, full=replace(full_of(state), piles={"guard": cards}))


@pytest.mark.parametrize("made", [drew, holding])
def test_the_main_step_is_the_same_whatever_cards_the_guards_have(made: Any) -> None:
    """NIN-HID-02: Kenjutsu alone leaves nothing to play; the fold says so, and nothing outside it."""
    seen = {card: in_sight(made(card)) for card in KINDS}
    assert seen["kenjutsu"] == seen["sentry_listen"] == seen["secret_passage"]
    assert seen["kenjutsu"][0] == "Play a card True"
    assert "Sentry Listen" not in "".join(seen["sentry_listen"]), "the cards stand behind the fold"
    first = {card: forms(made(card))[0] for card in KINDS}
    assert {card: one.empty for card, one in first.items()} == {
        "sentry_listen": False,
        "secret_passage": False,
        "kenjutsu": True,
    }
    told = render_to_string(first["kenjutsu"].template, {"form": first["kenjutsu"]})
    assert "Nothing else is possible now." in told


def test_without_drawn_cards_nobody_asks_for_one() -> None:
    assert [one.step for one in forms(in_alert().state) if one.step == "guard_card_played"] == []


def test_the_beds_of_the_guards_stand_behind_a_fold() -> None:
    """NIN-SETUP-11: which barracks hold somebody is the guards' secret until somebody wakes up there."""
    play = in_action().when(f.GuardCardPlayed(card="awaken")).state
    (form,) = [one for one in forms(play) if one.step == "guard_awakened"]
    whole = render_to_string(form.template, {"form": form, "step": {"form": form}})
    assert "D2" in whole and "D2" not in FOLDED.sub("", whole)


def test_the_bonus_says_how_much_it_is_and_nobody_counts_its_cards_twice() -> None:
    """NIN-RESP-07, -08: numbers are tapped, none of them past what a barracks has room for."""
    due = Due("bonus")
    play = with_full(in_action().state, step="intruder_action", due=(due,), sleepers=6)
    marks = replace(full_of(play).marks, sleepers={"D2": 2, "H2": 2, "D6": 1, "F4": 1})  # type: ignore[type-var]
    play = with_full(play, marks=marks)
    (form,) = [one for one in forms(play) if one.step == "respawn_bonus_taken"]
    choices = {name: [int(key) for key, _said in field.choices] for name, field in form.fields.items()}
    assert "count" not in choices
    assert choices["cards.awaken"] == [0, 1, 2, 3, 4, 5]
    assert choices["zones.F4"] == [0, 1] and choices["zones.H6"] == [0, 1, 2]
    assert form.lines == ["At most 5 cards of your choice, and in the barracks 3 sleeping guards."]
    filled = {f"cards.{card}": 2 for card in ("awaken", "kenjutsu")} | {"zones.H6": 2, "zones.F4": 1}
    assert told_by(form, filled) == {"count": 4, "sleepers": 3}


def told_by(form: Any, filled: dict[str, Any]) -> dict[str, Any]:
    """What the open fields of its event tell, with these numbers and 0 elsewhere."""
    sent = type(form)(
        form.desk, form.player, {form.add_prefix(name): filled.get(name, 0) for name in form.fields}
    )
    assert sent.is_valid(), sent.errors
    (told,) = sent.payloads()
    return {name: told["data"][name] for name in ("count", "sleepers")}


def test_a_patrol_faces_what_lies_beside_its_zone_and_a_zone_holds_one_object() -> None:
    """NIN-SETUP-08, -12: the script reads off the form which facings go with a zone, and what may be chosen once."""
    (form,) = [one for one in forms(setup_to(DEPLOYED).state) if one.step == "guards_deployed"]
    zones = {text: key for key, text in form.fields["patrols.1.zone"].choices}
    facings = dict(form.fields["patrols.1.facing"].choices)
    leads = json.loads(form.fields["patrols.1.zone"].widget.attrs["data-leads"])
    legal = leads[form.add_prefix("patrols.1.facing")][zones["G2"]]
    assert sorted(facings[key] for key in legal) == ["F2", "H2"]
    (form,) = [one for one in forms(setup_to(DEPLOYED + 1).state) if one.step == "guard_map_marked"]
    once = {name for name, field in form.fields.items() if "data-alone" in field.widget.attrs}
    assert once == {*(f"marks.targets.{letter}" for letter in "ABCDEF"), "marks.traps", "marks.ambushes"}
    same = {tuple(one for one in form.fields[name].choices if one[0]) for name in once}
    assert len(same) == 1, "one value stands for one zone in all of them"
