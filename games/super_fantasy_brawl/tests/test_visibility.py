"""Who sees what (SFB-HID): hands, plans, pools and traps stay where they belong; the contract's test tries them all."""

from __future__ import annotations

from games.ruleset import EVERYONE, REFEREE, Event, Viewer
from games.secrets import concealed
from games.super_fantasy_brawl import RULES
from games.super_fantasy_brawl import events as e
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.full import events as f
from games.super_fantasy_brawl.full.cards import deck_of
from games.super_fantasy_brawl.full.common import table
from games.super_fantasy_brawl.tests.full.position import A as CHAMPION
from games.super_fantasy_brawl.tests.full.position import effect, opened, scene, skill
from games.super_fantasy_brawl.tests.full.test_setup import TOKENS
from games.super_fantasy_brawl.tests.tables import (
    ORGANISER,
    POOLS,
    built,
    created,
    dealt,
    deployed,
    method,
    ordered,
    trapped,
    turn_begun,
)
from games.testing import Case, accepts

RED, BLUE, MATE = Viewer("player", "r", "red"), Viewer("player", "b", "blue"), Viewer("player", "s", "red")


def last(case: Case, viewer: Viewer) -> Event | None:
    """The last event as somebody sees it."""
    seen: Event | None = RULES.redact(case.state, case.entries[-1].event, viewer)
    return seen


@accepts("SFB-ROSTER-09", "SFB-HID-01")
def test_registered_champions_are_secret_until_they_lie_open() -> None:
    case = ordered().when(e.PoolRegistered(player="r", champions=POOLS["r"]), ORGANISER)
    assert RULES.visible_to(case.state, BLUE).draft.registered == {}
    assert RULES.visible_to(case.state, RED).draft.registered == {"r": POOLS["r"]}
    assert last(case, EVERYONE) == concealed(case.entries[-1].event)
    assert last(case, RED) == last(case, REFEREE) == case.entries[-1].event
    shown = method(case, "tournament_draft").when(e.DraftPoolSet(player="r", champions=POOLS["r"]))
    assert RULES.visible_to(shown.state, BLUE).draft.registered == {"r": POOLS["r"]}


@accepts("SFB-HID-01", "SFB-HID-02", "SFB-HID-04", "SFB-HID-06", "SFB-HID-07")
def test_a_hand_is_the_own_sides() -> None:
    case = dealt(mode="superteams")
    mine = table(RULES.visible_to(case.state, RED)).seats["r"]
    assert len(mine.held) == 4 == len(table(RULES.visible_to(case.state, MATE)).seats["r"].held)
    for viewer in (BLUE, EVERYONE):
        seat = table(RULES.visible_to(case.state, viewer)).seats["r"]
        assert (seat.held, seat.hand, seat.deck) == ((), 4, 8) and seat.cards == deck_of(case.state, "r")
    drawn = trapped().when(f.OpeningHandDrawn(player="r", count=5, cards=deck_of(trapped().state, "r")[:5]))  # type: ignore[index]
    hidden = last(drawn, BLUE)
    assert isinstance(hidden, f.OpeningHandDrawn) and hidden.cards is None and hidden.count == 5
    assert last(drawn, RED) == drawn.entries[-1].event


@accepts("SFB-HID-02", "SFB-HID-05", "SFB-HID-06")
def test_plans_and_looks_belong_to_one_side_or_player() -> None:
    case = opened(scene(cards={"card": skill(effect("plan", 1), effect("look", 1))}))
    case = case.when(a.SkillUsed(champion=CHAMPION, card="card"))
    case = case.when(f.CardsPlanned(player="r", count=1, cards=("one",)))
    hidden, own = last(case, BLUE), last(case, RED)
    assert isinstance(hidden, f.CardsPlanned) and hidden.cards is None
    assert isinstance(own, f.CardsPlanned) and own.cards == ("one",)
    assert table(RULES.visible_to(case.state, BLUE)).seats["r"].top == ()
    case = case.when(f.InformationShown(owner="b", what="hand", viewer="r", cards=("y-1",)))
    for viewer, sees in ((RED, True), (MATE, False), (BLUE, False), (EVERYONE, False)):
        told = last(case, viewer)
        assert isinstance(told, f.InformationShown) and (told.cards is not None) == sees


@accepts("SFB-HID-03", "SFB-HID-09")
def test_faces_of_traps_are_for_staff() -> None:
    case = trapped(built().when(f.TrapSupplyShuffled(tokens=TOKENS)))
    for viewer in (RED, BLUE, EVERYONE):
        full = table(RULES.visible_to(case.state, viewer))
        assert [slot.token for slot in full.traps] == [None] * 4
        assert (full.supply, full.salt, full.shuffled) == (None, "", True)
    assert table(RULES.visible_to(case.state, REFEREE)).traps[0].token == "stun"
    supply = next(entry.event for entry in case.entries if isinstance(entry.event, f.TrapSupplyShuffled))
    seen = RULES.redact(case.state, supply, RED)
    assert isinstance(seen, f.TrapSupplyShuffled) and seen.tokens is None and seen.salt is None
    noted = built().when(f.TrapTokenPlaced(player="r", cell=(0, 1), slot="s", token="stun"), ORGANISER)
    placed = last(noted, RED)
    assert isinstance(placed, f.TrapTokenPlaced) and placed.token is None


@accepts("SFB-HID-10")
def test_after_the_end_all_is_open() -> None:
    case = turn_begun(deployed()).when(e.MatchConceded(side="blue"))
    assert RULES.visible_to(case.state, EVERYONE) != case.state
    assert RULES.visible_to(case.state, EVERYONE, settled=True) == case.state
    for entry in case.entries:
        assert RULES.redact(case.state, entry.event, EVERYONE, settled=True) == entry.event


def test_what_comes_next_tells_no_hand() -> None:
    case = turn_begun(deployed())
    own = next(one for one in RULES.next_events(case.state, RED) if one.type == "action_card_played")
    other = next(one for one in RULES.next_events(case.state, BLUE) if one.type == "action_card_played")
    assert "card" in own.choices and "card" not in other.choices
    assert {one.type for one in RULES.next_events(created().state, EVERYONE)} >= {"first_player_determined"}
