"""Ready-made warbands: lawful lists that a match accepts as they are, offered where they fit and nowhere else."""

from __future__ import annotations

import msgspec
import pytest

from games.bushido import events as e
from games.bushido.pages.faces import FACES
from games.bushido.roster.ready import BODIES
from games.bushido.sample import FACTION
from games.bushido.state import BusState
from games.bushido.tests.match.tables import B, R, created
from games.bushido.tests.roster.warbands import report_of
from games.ruleset import NextEvent

ASKED = NextEvent(type="warband_registered", players=("r",))


def offered(state: BusState) -> list[str]:
    return [one.key for one in FACES.ready(state, ASKED)]


@pytest.mark.parametrize("key", BODIES)
def test_each_is_a_lawful_list(key: str) -> None:
    assert not report_of(BODIES[key][1]).violations


@pytest.mark.parametrize("detail", ["turns", "full"])
def test_a_match_accepts_what_is_ready(detail: str) -> None:
    """With every fact of the cards; the models are called by their names in both languages."""
    case = created(detail=detail)
    for actor in (R, B):
        for one in FACES.ready(case.state, ASKED)[:1]:
            told = {"type": "warband_registered", "player": actor.player, **one.data}
            case = case.when(msgspec.convert(told, e.WarbandRegistered), actor)
    assert all(
        model.facts.rice is not None and model.facts.unique is not None
        for model in case.state.models.values()
    )
    names = FACES.named(case.state)
    assert names["red:guards-2"].ru == "Стража фонарей 2 (red)" and names[FACTION].ru == "Двор фонарей"
    for key, model in case.state.models.items():  # also where the id of its card is the same
        assert names[model.facts.id].ru == names[key].ru.rpartition(" (")[0]
    assert bool(case.state.full and case.state.full.sheets) == (detail == "full")


def test_only_what_fits_the_match_is_offered() -> None:
    assert offered(created().state) == list(BODIES)
    assert offered(created(rice_limit=50).state) == ["captain", "monk"]
    assert offered(created(rice_limit=20).state) == []
    assert offered(created(detail="full").state) == list(BODIES)
    assert not FACES.ready(created().state, NextEvent(type="turn_recorded", players=("r",)))
