"""SFB-HID-02, -03: a trap supply that the server keeps shows to nobody, but for the token under a champion."""

from __future__ import annotations

import msgspec

from games.ruleset import EVERYONE, Viewer
from games.super_fantasy_brawl import RULES
from games.super_fantasy_brawl.full.action_events import TrapTriggered
from games.super_fantasy_brawl.full.events import TrapSupplyShuffled, TrapTokenPlaced
from games.super_fantasy_brawl.full.sight import turning
from games.super_fantasy_brawl.full.state import FullState
from games.super_fantasy_brawl.play.simulate import simulate
from games.super_fantasy_brawl.state import SfbState
from games.tests.contract import Story, moments, story_of

VIEWERS = (EVERYONE, Viewer("player", "red-1", "red"), Viewer("player", "blue-1", "blue"))


def kept() -> list[Story]:
    """Matches whose supply the server keeps."""
    stories = [story_of(RULES, *simulate(seed, "full")) for seed in range(10)]
    return [
        one for one in stories if any(isinstance(entry.event, TrapSupplyShuffled) for entry in one.entries)
    ]


def seen(state: SfbState, viewer: Viewer) -> FullState:
    full = RULES.visible_to(state, viewer).full
    assert full is not None
    return full


def test_nobody_sees_the_supply_or_a_token_on_the_board() -> None:
    stories = kept()
    assert len(stories) > 2
    hidden = 0
    for story in stories:
        for state in (story.states[place] for place in moments(story)):
            if state.full is None or state.phase == "closed":
                continue
            for viewer in VIEWERS:
                full = seen(state, viewer)
                assert full.supply is None and full.salt == ""
                assert full.turned is None or full.turned.token is None
                told = {slot.slot for slot in full.traps if slot.token is not None}
                assert told <= set(turning(state.full))
                hidden += len(full.traps) - len(told)
    assert hidden > 100


def test_the_log_tells_no_token_before_it_is_triggered() -> None:
    for story in kept():
        for state in (story.states[place] for place in moments(story)):
            if state.full is None or state.phase == "closed":
                continue
            for viewer in VIEWERS:
                events = [RULES.redact(state, entry.event, viewer) for entry in story.entries]
                told = [one for one in events if isinstance(one, TrapSupplyShuffled | TrapTokenPlaced)]
                public = {one.slot for one in state.full.known} | set(turning(state.full))
                for one in told:
                    if isinstance(one, TrapTokenPlaced):
                        assert one.token is None or one.slot in public
                    else:
                        assert one.tokens is None, msgspec.to_builtins(one)


def test_the_kind_of_a_token_comes_out_when_a_champion_stands_on_it() -> None:
    story = kept()[0]
    places = [(at, one.event) for at, one in enumerate(story.entries) if isinstance(one.event, TrapTriggered)]
    assert places
    for place, event in places:
        full = seen(story.states[place], EVERYONE)
        under = [slot for slot in full.traps if slot.slot in turning(full)]
        assert [slot.token for slot in under] == [event.kind]
