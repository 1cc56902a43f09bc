"""The alert: what raises it, what leaves it, and how a checkpoint that is wrong names the rule (NIN-ALERT)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.ninja.events import Options
from games.ninja.full import events as f
from games.ninja.full.piles import pile, with_pile
from games.ninja.full.table import with_full
from games.ninja.next_events import next_events
from games.ninja.tests.demo import in_action, in_alert, led, moved, stood, to, to_intruders
from games.ninja.tests.laid import case_of, hidden_at, owed, refused, seen_at, standing
from games.ninja.tests.tables import STRANGER, G
from games.testing import Case, accepts, refuses


def reads(case: Case, level: int, *rules: str) -> None:
    """The board shows this level; any other is refused by the rules that made it."""
    case.when(f.AlertRecorded(level=level), G).then_accepted()
    refused(case, f.AlertRecorded(level=(level + 1) % 4), "NIN-LOG-05", *rules)


@accepts("NIN-LOG-05", "NIN-ALERT-05", "NIN-LIS-07", "NIN-ALERT-04")
@refuses("NIN-LOG-05", "NIN-ALERT-05", "NIN-LIS-07", "NIN-ALERT-04")
def test_hearing_raises_it_and_the_draw_lets_it_fall() -> None:
    refused(in_alert(), f.AlertRecorded(level=1), "NIN-LOG-05", "NIN-SETUP-02")
    near = case_of(hidden_at(in_action().state, "traitor", "J5"))
    heard = led(near, f.GuardCardPlayed(card="sentry_listen", guard="g3"))
    reads(heard, 1, "NIN-ALERT-05", "NIN-LIS-07")
    refused(heard, f.AlertRecorded(level=1), "NIN-TURN-03", by=STRANGER)
    drawing = case_of(replace(owed(in_alert().state, "draw", hand="guard"), alert=2))
    drawn = drawing.when(f.GuardCardsDrawn(count=2, cards={"awaken": 1, "kenjutsu": 1}))
    reads(drawn, 1, "NIN-ALERT-04")


@accepts("NIN-ALERT-06", "NIN-DET-01")
@refuses("NIN-ALERT-06", "NIN-DET-01")
def test_a_meeting_and_an_attack_make_it_high() -> None:
    search = case_of(hidden_at(in_action().state, "ninja", "B3")).when(
        f.GuardCardPlayed(card="sentry_search", guard="g2")
    )
    asked = search.when(f.GuardsMoved(guards=("g2",), path=("B3",)))
    refused(asked, f.MovementCleared(), "NIN-HID-21", "NIN-DET-01")
    met = asked.when(f.IntruderDetected(intruder="ninja", zone="B3", cause="guard_entered"))
    reads(met.when(f.MovementCleared()), 3, "NIN-ALERT-06")
    calm = case_of(replace(seen_at(in_action().state, "ninja", "B2"), alert=0))
    reads(calm.when(f.GuardAttacked(guard="g2", intruder="ninja")), 3, "NIN-ALERT-06")


@accepts("NIN-ALERT-07", "NIN-CMB-02", "NIN-SRCH-10", "NIN-MODE-BAL-02", "NIN-MODE-BAL-03")
@refuses("NIN-ALERT-07", "NIN-CMB-02", "NIN-SRCH-10", "NIN-MODE-BAL-02", "NIN-MODE-BAL-03")
def test_kills_raise_it_and_most_else_leaves_it() -> None:
    night = to_intruders()
    beside = case_of(standing(night.state, "g1", at="J4"))
    struck = beside.when(f.GuardNeutralised(intruder="traitor", guard="g1", by="kenjutsu"))
    reads(struck, 2, "NIN-ALERT-05", "NIN-CMB-02")
    near = case_of(standing(night.state, "g1", at="A2"))
    thrown = near.when(f.GuardNeutralised(intruder="ninja", guard="g1", by="shuriken", from_zone="A3"))
    reads(thrown, 0, "NIN-ALERT-07")
    searched = led(night, moved("ninja", "A3", to("A2")), f.ZonesSearched(intruder="ninja", zones=("A2",)))
    reads(searched, 0, "NIN-ALERT-07", "NIN-SRCH-10")
    reads(_completed(Options()), 0, "NIN-ALERT-07")
    reads(_completed(Options(mission_raises_alert=True)), 1, "NIN-MODE-BAL-02")
    reads(_found(Options()), 0, "NIN-ALERT-07")
    reads(_found(Options(passage_raises_alert=True)), 1, "NIN-MODE-BAL-03")


def _completed(options: Options) -> Case:
    """The ninja finds its own target."""
    case = to_intruders(in_action(options=options))
    walk = case_of(hidden_at(case.state, "ninja", "C4"))
    return led(walk, moved("ninja", "C4", to("D4")), f.ZonesSearched(intruder="ninja", zones=("C4",)))


def _found(options: Options) -> Case:
    """A sentry walks into an entrance."""
    search = in_action(options=options).when(f.GuardCardPlayed(card="sentry_search", guard="g2"))
    near = case_of(standing(search.state, "g2", at="B4"))
    return led(near, f.GuardsMoved(guards=("g2",), path=("B5",)))


@accepts("NIN-ALERT-02", "NIN-CARD-12")
@refuses("NIN-ALERT-02", "NIN-CARD-12")
def test_what_can_be_drawn() -> None:
    state = replace(owed(in_alert().state, "draw", hand="guard"), alert=3)
    cards = pile(state, "guard")
    few = with_pile(state, "guard", replace(cards, deck=4, hand_cards=None, recycled=3))
    refused(case_of(few), f.GuardCardsDrawn(count=1, commitment="0" * 64), "NIN-ALERT-03", "NIN-ALERT-02")
    case_of(few).when(f.GuardCardsDrawn(count=3, cards={"awaken": 3})).then_accepted()
    whole = case_of(state)
    many: dict[str, Any] = {"kenjutsu": 3}
    whole.when(f.GuardCardsDrawn(count=3, cards=many)).then_accepted()
    wounded = with_pile(state, "guard", replace(cards, hand_cards={"kenjutsu": 12, "patrol_listen": 12}))
    refused(case_of(wounded), f.GuardCardsDrawn(count=3, cards=many), "NIN-CARD-12")


@accepts("NIN-RESP-07")
@refuses("NIN-RESP-07")
def test_the_bonus_is_no_more_than_lies_in_deck_and_discard() -> None:
    """What is offered says so as well."""
    state = owed(with_full(in_alert().state, step="intruder_action"), "bonus")
    few = case_of(with_pile(state, "guard", replace(pile(state, "guard"), deck=2, discard=1)))
    (offer,) = [one for one in next_events(few.state) if one.type == "respawn_bonus_taken"]
    assert offer.limits["count"] == offer.limits["cards.awaken"] == (0, 3)
    bonus = f.RespawnBonusTaken(count=3, cards={"awaken": 3}, sleepers=2, zones={"H6": 1, "F4": 1})
    few.when(bonus, G).then_accepted()
    refused(few, replace(bonus, count=4, cards={"awaken": 4}), "NIN-RESP-07", by=G)


@accepts("NIN-END-02")
@refuses("NIN-END-02", "NIN-END-03")
def test_the_last_one_leaves_and_may_still_search() -> None:
    from games.ninja.events import GameEnded
    from games.ninja.state import with_fate

    alone = with_fate(to_intruders().state, "traitor", deaths=(11,))
    out = f.IntruderLeftMap(intruder="ninja")
    gone = case_of(alone).when(out).when(moved("ninja", "A3", to("@OUT", "exit")))
    refused(gone, f.TurnEnded(turn=1), "NIN-END-02")
    end = GameEnded(reason="no_intruders", result="guards")
    gone.when(end).then_accepted()
    asked = gone.when(f.ZonesSearched(intruder="ninja", zones=("A3",)))
    refused(asked, end, "NIN-TURN-04")
    led(gone, f.ZonesSearched(intruder="ninja", zones=("A3",)), end).then_accepted()
    refused(to_intruders(), end, "NIN-END-03")
    over = led(to_intruders(), stood("ninja", "A3"), stood("traitor", "J4"))
    refused(over, end, "NIN-END-03")
