"""Whatever opponents and waves did was offered before: solo games and runs, entry by entry."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.ruleset import REFEREE, SYSTEM, Actor, Event, NextEvent
from games.senjutsu import RULES
from games.senjutsu import events as e
from games.senjutsu.full import effect_events as x
from games.senjutsu.full import events as f
from games.senjutsu.full.effect_events import Result, Stand, Step
from games.senjutsu.tests.full.foe_tables import drawing, ended, horde, over, resolving, solo, wave
from games.senjutsu.tests.full.test_horde import LORD, cleared, fought, recovered
from games.senjutsu.tests.full.test_opponents import FACED, ME, defended, struck
from games.senjutsu.tests.full.test_solo import pile
from games.testing import Case


def a_run() -> Case:
    """Five waves, and a sixth that the player gives up."""
    case = recovered(cleared(horde(lord=LORD), 4))
    case = ended(fought(case, 2, 1))
    return drawing(case.when(wave(2, 2))).when(e.SideConceded(player="r"))


def a_game() -> Case:
    """Behaviour, a look at the deck, a refresh, a second part."""
    case = resolving(solo("katana", decks={"vo-1": "k1"}), r="A-915", vo_1="S-018")
    case = case.when(x.VoStateChanged(vo="vo-1", behaviour="left", cause="S-018"))
    case = case.when(x.VoDeckSeen(player="r", vo="vo-1", card="A-915", cards=("S-002", "S-017")))
    case = case.when(f.PartStarted(actor="vo-1", card="S-018", part=1))
    case = case.when(x.ActorMoved(actor="vo-1", sequence=(), to=Stand((0, -4), 3)))
    case = case.when(f.PartStarted(actor="r", card="A-915"))
    case = case.when(x.EffectResolved(actor="r", card="A-915", choice="no wounds to heal"))
    case = case.when(x.VoDeckRefreshed(vo="vo-1", cause="S-018"))
    case = ended(case)
    assert pile(case).deck == 5
    return case


def an_answer() -> Case:
    """An opponent's counterattack."""
    return defended(struck(value=5)).when(x.VoCounterResolved(vo="vo-1", card="S-002"))


def a_blow() -> Case:
    """An opponent steps up and attacks."""
    case = resolving(
        solo("katana", at=ME, vos={"vo-1": {**FACED["vo-1"], "hex": (0, -1)}}), r="A-905", vo_1="S-014"
    )
    case = case.when(f.PartStarted(actor="r", card="A-905")).when(f.PartStarted(actor="vo-1", card="S-014"))
    case = case.when(x.ActorMoved(actor="vo-1", sequence=(Step("step", 0),), to=Stand((0, 0), 3)))
    case = case.when(x.AttackDeclared(attacker="vo-1", card="S-014"))
    hit = Result(hex=(0, 1), outcome="hit", target="r", wounds=1)
    return over(
        case.when(x.AttackResolved(attacker="vo-1", results=(hit,))).when(f.PhaseStarted(phase="discard"))
    )


def tag(event: Event) -> str:
    return str(event.__struct_config__.tag)


def fits(one: NextEvent, event: Any) -> bool:
    """Whether an event is one that was offered: type, numbers, and whose it is."""
    if one.type != tag(event):
        return False
    told = {name: getattr(event, name) for name in event.__struct_fields__}
    limited = all(low <= (told[name] or low) <= high for name, (low, high) in one.limits.items())
    names = [name for name in ("player", "actor", "attacker", "vo") if name in one.choices]
    return limited and all(told[name] in one.choices[name] for name in names)


@pytest.mark.parametrize("play", [a_run, a_game, an_answer, a_blow])
def test_whatever_happened_was_offered(play: Callable[[], Case], monkeypatch: pytest.MonkeyPatch) -> None:
    logged = Case.when

    def offered(case: Case, event: Event, by: Actor = SYSTEM) -> Case:
        offers = RULES.next_events(case.state, REFEREE)
        assert any(fits(one, event) for one in offers), (event, [one.type for one in offers])
        return logged(case, event, by)

    monkeypatch.setattr(Case, "when", offered)
    assert play().entries
