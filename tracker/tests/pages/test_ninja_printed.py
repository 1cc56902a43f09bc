"""A match of Ninja without a map on the pads of its players: zones are typed, and what they are told stands as told."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from django.test import Client

from games.ninja.full.events import (
    GuardCardPlayed,
    GuardsDeployed,
    GuardsMoved,
    IntruderLeftMap,
    MovementCleared,
    PhaseStarted,
)
from games.ninja.tests.demo import SETUP
from games.ninja.tests.test_printed import SETUP as PRINTED
from tracker import commands, selectors
from tracker.tests.pages.brawl import organiser
from tracker.tests.pages.printed_night import MARKS, printed_night
from tracker.tests.pages.test_pad_play_ninja import seated

pytestmark = pytest.mark.django_db(transaction=True)
DEPLOYED = next(place for place, one in enumerate(SETUP) if isinstance(one, GuardsDeployed))
SLEEPERS = "told-marks.sleepers"


def test_the_patrols_that_must_be_told_stand_in_sight() -> None:
    """NIN-SETUP-08: nothing without which a form is refused hides behind a fold of what may be told besides."""
    play: Any = seated(1, detail="full")
    told = [msgspec.to_builtins(event) for event in SETUP[:DEPLOYED]]
    events = [{"type": one.pop("type"), "data": one} for one in told]
    commands.append(organiser(), play.match, events, expected_version=selectors.head(play.match).version)
    page = play.phones[0].get(f"/matches/{play.match}/pad/")
    assert 'name="told-patrols.2.facing"' in page and "More that can be entered" not in page


def test_the_table_tells_which_guards_go_and_why() -> None:
    """NIN-PAT-01: patrols that still have to move are tapped, their way is typed in sight."""
    play = printed_night()
    play.until(lambda state: state.full.step == "patrol")
    page = play.phones[0].get(play.path)
    form = page[page.index('data-step="guards_moved"') :]
    form = form[: form.index("</form>")]
    for patrol in ("g9, g10", "g11, g12", "g13, g14"):
        assert patrol in form
    assert 'name="told-path"' in form and 'name="told-facing"' in form
    assert 'name="told-cause"' not in form and 'name="told-patrol"' not in form
    assert "now at G2, facing H2" in form, "what the log knows of a patrol"


def test_zones_are_typed_from_the_guards_map_to_the_first_move() -> None:
    play: Any = seated(1, detail="full")
    guard, intruder = play.phones
    told = [msgspec.to_builtins(event) for event in SETUP[:5]]
    events = [{"type": one.pop("type"), "data": one} for one in told]
    commands.append(organiser(), play.match, events, expected_version=selectors.head(play.match).version)
    form = guard.get(f"/matches/{play.match}/pad/")
    assert "data-alone" not in form, "only what is chosen from a list can be taken by another field"
    assert f'name="{SLEEPERS}"' in form and 'name="told-marks.targets.A"' in form
    marks = {
        SLEEPERS: "attic 2\ncellar 2\nbarn 2\nwell 2",
        **{f"told-marks.targets.{letter}": f"zone-{letter}" for letter in "ABCDEF"},
        "told-marks.traps": "t1\nt2",
        "told-marks.ambushes": "h1\nh2",
    }
    refused = guard.tap(play.match, "guard_map_marked", **{**marks, SLEEPERS: "attic two"})
    assert refused.status_code == 400
    refused = guard.tap(play.match, "guard_map_marked", **{**marks, "told-marks.traps": "the attic!\nt2"})
    assert refused.status_code == 400 and "letters of any alphabet" in refused.content.decode(), (
        "at the field"
    )
    assert guard.tap(play.match, "guard_map_marked", **marks).status_code == 302
    assert intruder.tap(play.match, "intruder_start_marked", **{"told-zone": "north_gate"}).status_code == 302
    state = selectors.current_state(play.match).state.play
    assert state.full.marks.sleepers == {"attic": 2, "cellar": 2, "barn": 2, "well": 2}
    assert state.full.hidden["ninja"].zone == "north_gate"
    page = guard.client.get(f"/matches/{play.match}/").content.decode()
    assert "north_gate" not in page
    assert "as the players told them: no map" in page


def test_a_field_says_how_long_the_name_of_a_zone_may_be() -> None:
    """NIN-MAP-12: before it is sent; a name that is refused stands where it was typed, with the reason."""
    play = printed_night()
    play.until(lambda state: state.full.step == "starts")
    intruder = play.phones[1]
    form = fields(intruder.get(play.path), "intruder_start_marked")
    assert re.search(r'name="told-zone"[^>]*maxlength="12"', form)
    refused = intruder.tap(play.match, "intruder_start_marked", **{"told-zone": "the northern gate"})
    assert refused.status_code == 400 and 'value="the northern gate"' in refused.content.decode()
    for typed in ("north  gate", "Сад й".replace("й", "и\u0306")):
        assert intruder.tap(play.match, "intruder_start_marked", **{"told-zone": typed}).status_code == 302
    assert [one.zone for one in play.state.play.full.hidden.values()] == ["north gate", "Сад й"]


def test_lists_of_zones_say_how_long_each_may_be() -> None:
    play = printed_night()
    play.until(lambda state: state.full.step == "guard_map")
    guard = play.phones[0]
    assert "One zone on each line, each of at most 12 letters." in fields(
        guard.get(play.path), "guard_map_marked"
    )
    refused = guard.tap(play.match, "guard_map_marked", **{**MARKS, SLEEPERS: "the long barracks 2"})
    assert refused.status_code == 400 and "letters of any alphabet" in refused.content.decode()


def test_a_zone_that_is_called_as_a_field_keeps_its_name() -> None:
    play = printed_night()
    play.until(lambda state: state.full.step == "guard_map")
    guard = play.phones[0]
    named = {**MARKS, SLEEPERS: "barracks 2\npath 2\nstart 2\nzones 2"}
    assert guard.tap(play.match, "guard_map_marked", **named).status_code == 302
    assert "sleeping barracks: 2, path: 2, start: 2, zones: 2" in guard.get(play.path)


def test_a_step_that_says_no_more_goes_on_foot() -> None:
    """NIN-INT-03: that is offered once, as what stands there already."""
    play = in_window()
    form = fields(play.phones[1].get(f"/matches/{play.match}/pad/"), "intruder_moved")
    ways = form[form.index('name="told-steps.0.via"') :]
    ways = ways[: ways.index("</select>")]
    assert "<summary>Steps</summary>" not in form, "the way itself stands in sight"
    first, *others = re.findall(r">([^<>]+)</option>", ways)
    assert first == "on foot" and len(others) == 4 and first not in others


def test_a_step_off_the_map_needs_no_name_of_where_it_leads() -> None:
    """NIN-INT-03: any other step does; the door itself is logged before the way."""
    play = in_window()
    intruder = play.phones[1]
    told_before(play, IntruderLeftMap(intruder="ninja"))
    assert intruder.tap(play.match, "intruder_moved", **{"told-steps.0.via": "4"}).status_code == 400
    way = dict(re.findall(r'<option value="(\d*)">([^<]+)', intruder.get(f"/matches/{play.match}/pad/")))
    key = next(value for value, name in way.items() if name == "off the map")
    assert intruder.tap(play.match, "intruder_moved", **{"told-steps.0.via": key}).status_code == 302
    assert selectors.current_state(play.match).state.play.intruders["ninja"].left == 1


def test_the_guards_choose_the_card_first() -> None:
    """A card of several units is a fold of them; whatever is for one alone, or for none, stands in sight."""
    play: Any = seated(1, detail="full")
    told_before(play, *PRINTED[:-1])
    told_before(play, PhaseStarted(phase="guard_action"))
    form = fields(play.phones[0].get(f"/matches/{play.match}/pad/"), "guard_card_played")
    folds = re.findall(r'<details class="choices-of"><summary>([^<]+)</summary>(.*?)</details>', form, re.S)
    assert [name for name, _inside in folds] == [
        "Patrol Listen",
        "Sentry Listen",
        "Patrol Search",
        "Sentry Search",
    ]
    inside = {name: re.findall(r"<span>([^<]+)</span>", text) for name, text in folds}
    assert [one.partition(" · ")[0] for one in inside["Patrol Listen"]] == ["P1", "P2", "P3"]
    assert len(inside["Sentry Listen"]) == 8 and len(inside["Sentry Search"]) == 14
    assert "<span>Awaken</span>" in form.rpartition("</details>")[0].rpartition("</details>")[2]
    assert "novalidate" not in form, "a browser asks for a choice before it sends"


def told_before(play: Any, *events: Any) -> None:
    told = [msgspec.to_builtins(event) for event in events]
    logged = [{"type": one.pop("type"), "data": one} for one in told]
    commands.append(organiser(), play.match, logged, expected_version=selectors.head(play.match).version)


def asked_to_listen() -> Any:
    play: Any = seated(1, detail="full")
    told_before(play, *PRINTED[:-1])
    told_before(play, PhaseStarted(phase="guard_action"))
    told_before(play, GuardCardPlayed(card="sentry_listen", guard="g2"))
    return play


def test_a_cat_against_a_listen_is_one_tap_and_called_no_bluff() -> None:
    """NIN-INT-13, NIN-LIS-10: neither the pad nor the log says whether it was needed; the answer follows by itself."""
    play = asked_to_listen()
    guard, intruder = play.phones
    page = intruder.get(f"/matches/{play.match}/pad/")
    assert 'data-step="intruder_card_played"' in page and "told-use" not in page
    assert intruder.tap(play.match, "intruder_card_played").status_code == 302
    state = selectors.current_state(play.match).state.play
    assert state.full.due == () and state.full.shown["traitor"].hand == 6
    for phone in (guard, intruder):
        assert "Nobody is heard: It Was a Cat was played." in phone.get(f"/matches/{play.match}/pad/")


def in_window() -> Any:
    play: Any = seated(1, detail="full")
    told_before(play, *PRINTED[:-1])
    patrolled(play)
    return play


def patrolled(play: Any) -> None:
    """From the first turn on into the Intruder Action Phase."""
    for phase in ("guard_action", "patrol"):
        told_before(play, PhaseStarted(phase=phase))
    for number, patrol in enumerate((("g9", "g10"), ("g11", "g12"), ("g13", "g14"))):
        told_before(
            play, GuardsMoved(guards=patrol, path=("w1", "w2"), cause="patrol", facing=f"w{number + 3}")
        )
        told_before(play, MovementCleared())
    told_before(play, PhaseStarted(phase="intruder_action"))


def fields(page: str, step: str) -> str:
    form = page[page.index(f'data-step="{step}"') :]
    return form[: form.index("</form>")]


def test_a_rope_hangs_between_two_zones_that_are_typed() -> None:
    """NIN-ROPE-01: no board is there to tap its wall on; half a wall is none, and says so where it was typed."""
    play = in_window()
    intruder = play.phones[1]
    asked = fields(intruder.get(f"/matches/{play.match}/pad/"), "intruder_card_played")
    for name in ("told-use.edge.0", "told-use.edge.1"):
        assert f'name="{name}"' in asked
    cards = re.findall(r'name="told-card" value="(\d+)"[^>]*> <span>(.*?)</span>', asked)
    assert {name for _key, name in cards} == {
        "Rope",
        "Shuriken",
        "Kenjutsu",
        "Shadow Walk",
        "Secret Passage",
        "Potent Sake",
        "It Was a Cat",
    }
    rope = {"told-intruder": "0", "told-card": next(key for key, name in cards if name == "Rope")}
    half = intruder.tap(play.match, "intruder_card_played", **rope, **{"told-use.edge.0": "north_wall"})
    assert half.status_code == 400 and "Fill this in." in half.content.decode()
    wall = {"told-use.edge.0": "north_wall", "told-use.edge.1": "yard"}
    assert intruder.tap(play.match, "intruder_card_played", **rope, **wall).status_code == 302
    state = selectors.current_state(play.match).state.play
    assert state.full.window.incidents[0].secret == ("north_wall", "yard")


def test_a_way_begins_where_the_log_knows_and_has_three_rows() -> None:
    """NIN-INT-16, NIN-INT-02: nobody types where the intruder is, and nothing of it hides behind a fold."""
    play = in_window()
    intruder = play.phones[1]
    page = intruder.get(f"/matches/{play.match}/pad/")
    form = fields(page, "intruder_moved")
    assert "told-start" not in form and 'name="told-steps.2.to"' in form and "More rows" not in form
    went = {"told-intruder": "0", "told-steps.0.to": "yard", "told-steps.1.to": "gate"}
    assert intruder.tap(play.match, "intruder_moved", **went).status_code == 302
    hidden = selectors.current_state(play.match).state.play.full.hidden["ninja"]
    assert (hidden.zone, hidden.distance, hidden.visited) == ("gate", 2, ("north_wall", "yard", "gate"))
    secrets = intruder.get(f"/matches/{play.match}/pad/")
    assert "the ninja: gate, the traitor: well" in secrets and "B5, shrine" in secrets
    for client in (play.phones[0].client, Client(headers={"accept-language": "en"})):
        seen = client.get(f"/matches/{play.match}/").content.decode()
        assert "north_wall" not in seen and "shrine" not in seen


def test_guards_read_their_own_map_where_none_is_drawn() -> None:
    play = asked_to_listen()
    guard, intruder = play.phones
    own = guard.get(f"/matches/{play.match}/pad/")
    assert "targets A: D3, B: C4, C: E4, D: I3, E: G4, F: H5" in own and "Hold to look: Your map" in own
    assert "targets A" not in intruder.get(f"/matches/{play.match}/pad/")


def test_one_guard_is_asked_for_no_facing_and_the_step_says_who_goes() -> None:
    """NIN-MOV-09, NIN-MOV-07: what the rules leave no room for is not asked."""
    play: Any = seated(1, detail="full")
    told_before(play, *PRINTED[:-1])
    told_before(play, PhaseStarted(phase="guard_action"))
    told_before(play, GuardCardPlayed(card="sentry_search", guard="g2"))
    form = fields(play.phones[0].get(f"/matches/{play.match}/pad/"), "guards_moved")
    assert "told-facing" not in form and "told-patrol" not in form and 'rows="2"' in form
    assert "Guards g2, now at B2." in play.phones[0].get(f"/matches/{play.match}/pad/")


def test_nobody_types_who_forms_a_patrol_or_what_it_is_called() -> None:
    """NIN-MOV-11: who may form one is tapped or told; who joins a patrol looks where it does."""
    play: Any = seated(1, detail="full")
    told_before(play, *PRINTED[:-1])
    told_before(play, PhaseStarted(phase="guard_action"))
    guard, opened = play.phones[0], f"/matches/{play.match}/pad/?open=patrol_reformed"
    assert 'data-step="patrol_reformed"' not in guard.get(opened), "each patrol is one already"
    went_to(play, "g2", "G2")
    form = fields(guard.get(opened), "patrol_reformed")
    assert "told-" not in form and "Guards g2, g9, g10, now at G2, facing H2." in form
    posted = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    assert guard.client.post(f"/matches/{play.match}/pad/", posted).status_code == 302
    full = play.state.play.full
    assert full.figures["g2"].patrol == "P1" and full.facings["P1"] == "H2"
    went_to(play, "g4", "J6")
    form = fields(guard.get(opened), "patrol_reformed")
    assert "Guards g3, g4, now at J6." in form and "told-facing" in form and "told-patrol" not in form


def went_to(play: Any, guard: str, zone: str) -> None:
    told_before(play, GuardCardPlayed(card="sentry_search", guard=guard))
    told_before(play, GuardsMoved(guards=(guard,), path=(zone,)))
    told_before(play, MovementCleared())


def test_a_patrol_without_a_facing_is_pointed_out_where_it_was_typed() -> None:
    """NIN-SETUP-08: no reader meets the name of a field of the log."""
    play: Any = seated(1, detail="full")
    told_before(play, *PRINTED[:4])
    guard = play.phones[0]
    posted = {"told-sentries": "\n".join(f"s{number}" for number in range(8))}
    for number in range(3):
        posted |= {f"told-patrols.{number}.zone": f"p{number}", f"told-patrols.{number}.facing": f"q{number}"}
    refused = guard.tap(play.match, "guards_deployed", **{**posted, "told-patrols.2.facing": ""})
    said = refused.content.decode()
    assert refused.status_code == 400 and "Fill this in." in said and "required field" not in said
    assert guard.tap(play.match, "guards_deployed", **posted).status_code == 302


def test_whoever_leaves_the_map_types_no_sign_of_the_log() -> None:
    """NIN-INT-03: where a step off the map leads to, the log writes as it always does; nobody counts incidents."""
    play = in_window()
    intruder = play.phones[1]
    told_before(play, IntruderLeftMap(intruder="ninja"))
    form = fields(intruder.get(f"/matches/{play.match}/pad/"), "intruder_moved")
    assert "told-steps.0.after" not in form
    ways = re.search(r'name="told-steps.0.via".*?</select>', form, re.S)
    assert ways is not None
    exit_ = next(
        key
        for key, name in re.findall(r'<option value="(\d+)">(.*?)</option>', ways[0])
        if "off the map" in name
    )
    went = {"told-steps.0.to": "away", "told-steps.0.via": exit_}
    assert intruder.tap(play.match, "intruder_moved", **went).status_code == 302
    state = selectors.current_state(play.match).state.play
    assert state.intruders["ninja"].left == 1 and state.full.hidden["ninja"].visited == ("north_wall",)
