"""What a refusal says to a player: the fact that decides, and nothing that is not so."""

from __future__ import annotations

import pytest

from games.rulebook import sentence
from games.senjutsu import events as e
from games.senjutsu.full import events as f
from games.senjutsu.full import training
from games.senjutsu.full.definitions import Attack, Cell, FocusGain, PartDefinition
from games.senjutsu.full.effect_events import AttackDeclared, FocusGained
from games.senjutsu.tests import tables as t
from games.senjutsu.tests.full import tables
from games.senjutsu.tests.full.position import IDLE, begun, card, hit, result, strikes, then, turn
from games.testing import Case, refuses

CUT = card(Attack(grid=(Cell((0, -1)),), execute=True), initiative=6)
SPAN = card(FocusGain(), types=("meditation",))


def told(case: Case, rule: str) -> str:
    """What the refusal says by this rule, in English; the Russian is there as well."""
    (found,) = [one for one in case.then_refused() if one.rule == rule]
    assert sentence(found, "ru") != sentence(found, "en")
    return sentence(found, "en")


@refuses("SEN-REV-08")
def test_a_range_is_told_as_a_range_and_who_comes_first_as_a_person() -> None:
    wide = card(types=("meditation",), parts=(PartDefinition(initiative=2, up_to=6, effects=(FocusGain(),)),))
    cards = {**training.EDITION, "A-901": wide, "A-902": wide}
    case = tables.revealed(tables.dealt(cards=cards), r="A-901", b="A-902")
    assert "The range: 2–6; entered: 7." in told(case.when(_chosen("b", 7)), "SEN-REV-08")
    assert told(case.when(_chosen("r", 4)), "SEN-REV-08").endswith("First to choose: b.")
    assert told(case.when(_chosen("b", 4)).when(_chosen("b", 5)), "SEN-REV-08").endswith("Chosen already: 4.")


def _chosen(player: str, value: int) -> f.InitiativeChosen:
    return f.InitiativeChosen(actor=player, value=value)


@refuses("SEN-INIT-08", "SEN-INIT-06")
def test_a_tie_names_who_has_still_to_choose() -> None:
    case = turn(SPAN, SPAN, SPAN).when(f.TieOrderChosen(player="r", position=3))
    assert "Still to choose: b;" in told(begun(case, "b"), "SEN-INIT-08")
    apart = turn(CUT, SPAN).when(f.TieOrderChosen(player="r", position=1))
    assert "Now: nobody" in told(apart, "SEN-INIT-06")


@refuses("SEN-TURN-05")
def test_who_is_defeated_is_told_so() -> None:
    case = then(begun(turn(CUT, IDLE, IDLE), "r"), strikes("r", (0, 0)), result("r", hit("b", executed=True)))
    assert "b is defeated and takes no further part." in told(begun(case, "b"), "SEN-TURN-05")


@refuses("SEN-ATK-08")
def test_where_no_enemy_is_slower_nobody_is_possible() -> None:
    duel = card(Attack(aim="compare", wounds=1), range=2, initiative=1)
    case = begun(turn(duel, card(FocusGain(), initiative=1, types=("defence",))), "b")
    case = begun(case.when(FocusGained(player="b", amount=1)), "r")
    case = case.when(AttackDeclared(attacker="r", card="A-901", target="b"))
    assert "possible: nobody, entered: b" in told(case, "SEN-ATK-08")


@refuses("SEN-ZONE-04")
def test_a_wrong_number_of_missed_draws_is_not_told_as_cards_in_the_deck() -> None:
    case = t.ready(decks=True).when(t.turn(1, r={"deck": 24, "wounds": 1, "deckout_wounds": 1}, b=0))
    assert told(case, "SEN-ZONE-04").endswith("Draws that it missed: 0, not 1.")


@refuses("SEN-END-09")
def test_the_end_by_time_says_what_it_lacks() -> None:
    ends = t.over("red", reason="time")
    assert told(t.ready().when(t.turn(1, r=0, b=1)).when(ends), "SEN-END-09").endswith("limit of time: no.")
    limited = t.ready(time_limit=True)
    fallen = limited.when(t.turn(1, r=0, b=t.fallen())).when(ends)
    assert told(fallen, "SEN-END-09").endswith("Standing: side A.")
    equal = limited.when(t.turn(1, r=1, b=1)).when(ends)
    assert told(equal, "SEN-END-09").endswith("By the wounds left: a draw; you entered: side A.")


@refuses("SEN-HORDE-05")
def test_a_wave_that_is_cleared_is_not_called_standing() -> None:
    case = t.ready("horde").when(t.wave(1, 1))
    open_ = case.when(t.turn(1, r=0)).when(e.WaveCleared(level=1, wave=1, turn=1))
    assert told(open_, "SEN-HORDE-05").endswith("Still standing: k1.")
    case = case.when(t.turn(1, t.all_fall(case), r=0))
    other = case.when(e.WaveCleared(level=1, wave=2, turn=1))
    assert told(other, "SEN-HORDE-05").endswith("The present one (level, wave): 1, 1.")
    assert told(case.when(t.over("vo")), "SEN-HORDE-05") == "Wave 1 of level 1 is cleared: log that first."


@pytest.mark.parametrize(("waves", "clear", "span"), [(0, 3, "turn 0 at"), (8, 3, "turn 8 at")])
@refuses("SEN-SCORE-06")
def test_a_run_says_when_its_last_wave_can_have_been_cleared(waves: int, clear: int, span: str) -> None:
    score = e.HordeResult(waves_cleared=waves, last_clear_turn=clear)
    case = t.ready("horde", detail="summary").when(
        t.over("vo", turns=20, horde=score, defeats=(t.fell("r"),), finals={"r": e.Final(wounds=7)})
    )
    assert span in told(case, "SEN-SCORE-06")
