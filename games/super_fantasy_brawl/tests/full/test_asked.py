"""What the pad asks where nobody told the rules enough: numbers that are read off, challenges that are judged."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.ruleset import NextEvent
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.full.legal.moves import typed
from games.super_fantasy_brawl.pages.faces import FACES
from games.super_fantasy_brawl.tests.full.position import A, X, scene
from games.super_fantasy_brawl.tests.tables import dealt, deployed, trapped
from games.taps import Amount, SomeOf

ATTACK = NextEvent(type="attack_resolved", choices={"card": ("card 1",)})
SCORE = NextEvent(type="challenges_scored", choices={"player": ("r",)})


def attacked() -> Any:
    """A card that nobody imported is aimed at x, and nobody answers."""
    case = scene().when(a.ActionCardPlayed(player="r", champion=A, card="card 1", core="creation"))
    case = case.when(a.AttackDeclared(attacker=A, card="card 1", targets=(X,)))
    return case.when(a.ReactionPassed(side="blue")).then_accepted()


def test_numbers_are_asked_of_the_cards_alone_that_nobody_imported() -> None:
    """SFB-LOG-05, SFB-CMB-13: the strength; the defence of a champion that is known follows."""
    play = attacked()
    taps = FACES.taps(play, ATTACK)
    assert taps is not None and [row.key for row in taps.rows] == ["strength"]
    assert all(isinstance(row, Amount) and row.needed for row in taps.rows)
    told = taps.read({"strength": 5}, {"card": "card 1"})
    (hit,) = told["targets"]
    assert told["card"] == "card 1" and hit["champion"] == X
    assert hit["strength"] == 5 and hit["damage"] == 5 - hit["defence"] > 0
    nobody = replace(play, full=replace(play.full, champions={}))
    taps = FACES.taps(nobody, ATTACK)
    assert taps is not None and [row.key for row in taps.rows] == ["strength", f"defence:{X}"]
    (hit,) = taps.read({"strength": 1, f"defence:{X}": 4}, {})["targets"]
    assert (hit["defence"], hit["damage"]) == (4, 0)
    assert "attack_resolved" in typed(play) and "attack_resolved" not in typed(scene().state)


def test_challenges_are_ticked_and_points_of_unknown_spaces_told() -> None:
    """SFB-SCORE-03, -04: what is known to be met is ticked already."""
    play = deployed(dealt(trapped())).state
    cells = ("t_raid", "t_pack", "?", None)
    play = replace(play, round=2, active="r", track=replace(play.track, cells=cells))
    taps = FACES.taps(play, SCORE)
    assert taps is not None
    (ticks,) = taps.rows
    assert isinstance(ticks, SomeOf) and [one.key for one in ticks.choices] == ["1", "2"]
    assert set(ticks.start) <= {"1", "2"}
    items = taps.read({"scored": ["1", "2"]}, {"player": "r"})["items"]
    assert items == [{"cell": 1, "vp": 1, "card": "t_pack"}, {"cell": 2, "vp": 1}]
    assert taps.read({"scored": []}, {"player": "r"})["items"] is None
    untold = replace(play, track=replace(play.track, values=None))
    taps = FACES.taps(untold, SCORE)
    assert taps is not None and [row.key for row in taps.rows] == ["vp:1", "vp:2"]
    assert taps.read({"vp:1": 2, "vp:2": None}, {})["items"] == [{"cell": 1, "vp": 2, "card": "t_pack"}]
    assert FACES.taps(play, replace(SCORE, choices={**SCORE.choices, "items": ((),)})) is None
