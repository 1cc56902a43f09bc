"""Rules that need a rare table: the state is laid out by hand, and one event is judged."""

from __future__ import annotations

from typing import Any

from games.ninja import RULES
from games.ninja.full import events as f
from games.ninja.full.state import Due, Figure
from games.ninja.full.table import full_of, with_figures, with_full
from games.ninja.state import NinjaState
from games.ninja.tests.demo import in_action, moved, to, to_intruders
from games.rulebook import sentence
from games.ruleset import SYSTEM, Event
from games.testing import refuses


def rule_of(state: NinjaState, event: Event) -> str:
    """The first rule that refuses, which reads as a sentence."""
    found = RULES.check(state, event, SYSTEM)
    assert found and all("{" not in sentence(one, "en") + sentence(one, "ru") for one in found)
    return found[0].rule


def crowded(state: NinjaState) -> NinjaState:
    """Twenty guards on the map."""
    more = {f"g{n}": Figure("K7") for n in range(15, 21)}
    return with_full(state, figures={**full_of(state).figures, **more}, next_guard=21)


@refuses("NIN-HAZ-02", "NIN-HAZ-03", "NIN-HAZ-04", "NIN-HAZ-05", "NIN-HAZ-07")
def test_hazards_refuse() -> None:
    base = to_intruders().when(moved("ninja", "A3", to("A2"))).state
    trap = with_full(base, due=(Due("hazard", intruder="ninja", zones=("A2",), cause="trap"),))
    told = f.HazardResolved(zone="A2", hazard="trap", outcome="no_guard")
    assert rule_of(trap, told) == "NIN-HAZ-02"
    assert rule_of(trap, f.HazardResolved(zone="A2", hazard="trap", outcome="cat")) == "NIN-HAZ-03"

    def ambush(outcome: Any, guard: str | None = None) -> f.HazardResolved:
        return f.HazardResolved(zone="A2", hazard="ambush", outcome=outcome, guard=guard)

    mine = with_full(base, due=(Due("hazard", intruder="ninja", zones=("A2",), cause="ambush"),))
    other = with_full(base, due=(Due("hazard", intruder="traitor", zones=("A2",), cause="ambush"),))
    assert rule_of(other, ambush("killed_shuriken")) == "NIN-HAZ-04"
    assert rule_of(mine, ambush("no_guard")) == "NIN-HAZ-05"
    assert rule_of(mine, ambush("guard_placed")) == "NIN-HAZ-05"
    assert rule_of(crowded(mine), ambush("guard_placed", "g21")) == "NIN-HAZ-07"
    assert RULES.check(mine, ambush("killed_shuriken"), SYSTEM) == ()
    assert RULES.check(mine, ambush("guard_placed", "g15"), SYSTEM) == ()


@refuses("NIN-AWK-02", "NIN-CARD-08", "NIN-CMB-05", "NIN-CMB-06", "NIN-EFF-05", "NIN-DET-03", "NIN-HID-09")
def test_guards_in_odd_states_refuse() -> None:
    state = in_action().state
    assert rule_of(crowded(state), f.GuardCardPlayed(card="awaken")) == "NIN-AWK-02"
    drunk = with_figures(state, ("g1", "g2", "g3"), drunk=True)
    assert rule_of(drunk, f.GuardCardPlayed(card="sentry_listen", guard="g1")) == "NIN-CARD-08"
    assert rule_of(drunk, f.GuardAttacked(guard="g1", intruder="ninja")) == "NIN-CMB-05"
    spent = with_figures(state, ("g1",), attacked=True)
    assert rule_of(spent, f.GuardAttacked(guard="g1", intruder="ninja")) == "NIN-CMB-06"
    night = to_intruders().state
    merry = with_figures(night, ("g1", "g2", "g3"), drunk=True)
    sake = f.GuardNeutralised(intruder="traitor", guard="g4", by="potent_sake")
    assert rule_of(merry, sake) == "NIN-EFF-05"
    asleep = with_figures(night, ("g1",), drunk=True, zone="A2")
    assert rule_of(asleep, moved("ninja", "A3", to("A2"))) == "NIN-DET-03"
    cut = with_full(state, due=(Due("facing", ("g9", "g10")),))
    turned = f.PatrolReformed(patrol="P1", guards=("g9", "g10"), facing="G3")
    assert rule_of(cut, turned) == "NIN-HID-09"


@refuses("NIN-RESP-03", "NIN-RESP-04", "NIN-RESP-05", "NIN-RESP-07", "NIN-RESP-08", "NIN-RESP-09")
def test_respawns_refuse() -> None:
    state = to_intruders().state
    due = with_full(state, due=(Due("respawn", intruder="ninja"), Due("bonus")))
    cards = {"rope": 2, "shuriken": 2, "kenjutsu": 2}

    def back(**told: Any) -> f.IntruderRespawned:
        return f.IntruderRespawned(
            **{"intruder": "ninja", "size": 6, "zone": "A3", "cards": cards, "mission": "B", **told}
        )

    assert RULES.check(due, back(), SYSTEM) == ()
    assert rule_of(due, back(intruder="traitor")) == "NIN-RESP-09"
    assert rule_of(due, back(size=5)) == "NIN-RESP-04"
    assert rule_of(due, back(mission="D")) == "NIN-RESP-05"
    assert rule_of(due, back(zone="C4")) == "NIN-RESP-03"
    bonus = with_full(state, due=(Due("bonus"),))
    assert rule_of(bonus, f.RespawnBonusTaken(count=6, sleepers=2)) == "NIN-RESP-07"
    assert rule_of(bonus, f.RespawnBonusTaken(count=2, sleepers=0)) == "NIN-RESP-08"
