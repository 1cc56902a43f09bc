"""A match of Ninja without a map on the pads of its players: zones are typed, and what they are told stands as told."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.ninja.full.events import GuardCardPlayed, GuardsDeployed, PhaseStarted
from games.ninja.tests.demo import SETUP
from games.ninja.tests.test_printed import SETUP as PRINTED
from tracker import commands, selectors
from tracker.tests.pages.brawl import organiser
from tracker.tests.pages.printed_night import printed_night
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
    told, besides = form.split("More that can be entered")
    for patrol in ("g9, g10", "g11, g12", "g13, g14"):
        assert patrol in told
    assert 'name="told-path"' in told and 'name="told-facing"' in told
    assert 'name="told-cause"' not in form and 'name="told-patrol"' in besides


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
    said = refused.content.decode()
    assert refused.status_code == 422 and "letters of any alphabet" in said
    assert guard.tap(play.match, "guard_map_marked", **marks).status_code == 302
    assert intruder.tap(play.match, "intruder_start_marked", **{"told-zone": "north_gate"}).status_code == 302
    state = selectors.current_state(play.match).state.play
    assert state.full.marks.sleepers == {"attic": 2, "cellar": 2, "barn": 2, "well": 2}
    assert state.full.hidden["ninja"].zone == "north_gate"
    page = guard.client.get(f"/matches/{play.match}/").content.decode()
    assert "north_gate" not in page
    assert "as the players told them: no map" in page


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
