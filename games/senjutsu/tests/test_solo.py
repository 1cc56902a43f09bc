"""Solo games: who joins, limits by number, defeats of opponents, how the game ends. SEN-SOLO, SEN-VOD-04."""

from __future__ import annotations

from typing import Any

import pytest

from games.moves import moves_of
from games.registry import SYSTEMS
from games.rulebook import sentence
from games.ruleset import REFEREE, SYSTEM
from games.senjutsu import RULES
from games.senjutsu import events as e
from games.senjutsu.tests.tables import R, fallen, fell, foe, over, ready, solo, turn
from games.testing import Case, accepts, refuses, why


@accepts("SEN-SOLO-05", "SEN-SOLO-26", "SEN-VOD-04")
@pytest.mark.parametrize(
    ("types", "told"),
    [
        (("leader",), {}),
        (("ninja", "yari"), {}),
        (("ashigaru", "hachiko"), {}),
        (("yari", "yumi", "katana", "leader", "arquebusier"), {}),
        (("yari",), {"limit": 12, "difficulty": "custom"}),
    ],
)
def test_opponents_join(types: tuple[str, ...], told: dict[str, Any]) -> None:
    state = solo(*types, **told).when(turn(1, r=1), R).then_accepted()
    assert [one.vo_type for one in state.foes.values()] == list(types)


@refuses("SEN-SOLO-05", "SEN-VOD-04")
@pytest.mark.parametrize(
    ("rule", "types", "limit"),
    [
        ("SEN-SOLO-05", ("yari",), 3),
        ("SEN-SOLO-05", ("yari", "yumi"), 7),
        ("SEN-VOD-04", ("ashigaru",), 7),
        ("SEN-VOD-04", ("hachiko", "yari"), 3),
    ],
)
def test_limits_and_pairs_are_judged_when_the_first_turn_begins(
    rule: str, types: tuple[str, ...], limit: int
) -> None:
    solo(*types, limit=limit).when(turn(1, r=1)).then_refused(rule)


@refuses("SEN-VOD-04")
def test_half_a_pair_is_told_what_it_lacks() -> None:
    """It read "Hachiko has exactly 5 own cards ...; entered: ashigaru"."""
    alone = solo("ashigaru", limit=7).when(turn(1, r=1)).then_refused("SEN-VOD-04")[0]
    assert sentence(alone, "en").endswith("Add hachiko or take ashigaru (of the pair) back.")
    assert sentence(alone, "ru").endswith("Добавьте: хатико — или уберите: асигару (из пары).")


@accepts("SEN-SOLO-05")
def test_an_opponent_is_taken_back_before_the_first_turn() -> None:
    case = solo("yari", "yumi", limit=7).when(e.VoWithdrawn(vo="vo-2"), R)
    assert [*case.state.foes] == ["vo-1"]
    case.when(turn(1, r=1), R).then_accepted()


@refuses("SEN-SOLO-05", "SEN-LOG-02", "SEN-LOG-04")
def test_a_limit_of_no_number_of_opponents_and_a_taking_back_too_late() -> None:
    solo("yari").when(e.VoJoined(vo="vo-2", vo_type="yumi", wound_limit=5)).then_refused("SEN-SOLO-05")
    solo("yari").when(e.VoWithdrawn(vo="vo-9")).then_refused("SEN-LOG-04")
    started = solo("yari").when(turn(1, r=1))
    started.when(e.VoWithdrawn(vo="vo-1")).then_refused("SEN-LOG-02")


@refuses("SEN-SOLO-26", "SEN-LOG-04", "SEN-HEX-01")
@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("SEN-SOLO-26", {"vo_type": "ninja"}),
        ("SEN-SOLO-26", {"vo_type": "yari", "in_cover": True}),
        ("SEN-LOG-04", {"vo_type": "dragon"}),
        ("SEN-LOG-04", {"vo_type": "yari", "vo": "vo-1"}),
        ("SEN-LOG-04", {"vo_type": "yari", "vo": "r"}),
        ("SEN-HEX-01", {"vo_type": "yari", "facing": 9}),
    ],
)
def test_opponents_that_cannot_join(rule: str, told: dict[str, Any]) -> None:
    event = e.VoJoined(**{"vo": "vo-9", "wound_limit": 7, **told})
    solo("yari").when(event).then_refused(rule)


@accepts("SEN-SOLO-06", "SEN-SOLO-08", "SEN-SOLO-22", "SEN-SCORE-08")
def test_the_players_win_when_all_opponents_fall() -> None:
    case = solo("yari", "yumi").when(turn(1, {"vo-1": foe(3, True), "vo-2": foe(0, stuns=1)}, r=1))
    case = case.when(turn(2, {"vo-2": foe(2, stuns=2)}, r=1))
    case = case.when(turn(3, {"vo-2": foe(2, stuns=3, defeated="stun")}, r=1))
    outcome = RULES.outcome(case.when(over("red", turns=3)).then_accepted())
    assert (outcome.winner, outcome.carry["difficulty"]) == ("red", "standard")


@refuses("SEN-SOLO-06", "SEN-SOLO-08", "SEN-EFF-01", "SEN-EFF-04")
@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("SEN-SOLO-08", {"wounds": 3}),
        ("SEN-SOLO-08", {"wounds": 2, "defeated": "wounds"}),
        ("SEN-SOLO-06", {"wounds": 2, "stuns": 3}),
        ("SEN-SOLO-06", {"wounds": 2, "stuns": 2, "defeated": "stun"}),
        ("SEN-EFF-01", {"wounds": 0}),
        ("SEN-EFF-04", {"wounds": 1, "stuns": 0}),
    ],
)
def test_opponents_fall_at_their_limits(rule: str, told: dict[str, Any]) -> None:
    case = solo("yari", "yumi").when(turn(1, {"vo-1": foe(1, stuns=1)}, r=1))
    opponent = e.OpponentTurn(**{"stuns": 1, **told})
    case.when(turn(2, {"vo-1": opponent}, r=1)).then_refused(rule)


@accepts("SEN-SOLO-07")
@refuses("SEN-SOLO-07")
def test_an_opponent_turns_up_one_card_a_turn() -> None:
    case = solo("yari", "yumi")
    case.when(turn(1, {"vo-1": foe(1, stuns=2)}, r=1)).then_refused("SEN-SOLO-07")
    assert why(case, turn(1, {"vo-1": foe(0, stuns=2)}, r=1), "SEN-SOLO-07")["limit"] == 1
    laid = case.when(turn(1, {"vo-1": foe(1, stuns=1)}, r=1))
    laid.when(turn(2, {"vo-1": foe(1, stuns=2)}, r=1)).then_accepted()


def test_no_more_stuns_are_offered_than_an_opponent_can_have_turned_up() -> None:
    case = solo("yari", "yumi")
    for number, offered in ((1, (0, 1)), (2, (1, 2))):
        (told,) = [one for one in RULES.next_events(case.state, REFEREE) if one.type == "turn_recorded"]
        form = SYSTEMS["senjutsu"].faces.taps(case.state, told)
        assert form is not None
        rows: dict[str, Any] = {row.key: row for group in form.groups for row in group.rows}
        assert rows["v:vo-1:stuns"].numbers == offered
        case = case.when(turn(number, {"vo-1": foe(0, stuns=1)}, r=0))


@accepts("SEN-SOLO-22", "SEN-END-05")
def test_falling_together_loses_a_solo_game() -> None:
    case = solo("yari").when(turn(1, {"vo-1": foe(7, True)}, r=fallen()))
    assert RULES.outcome(case.when(over("vo")).then_accepted()).winner == "vo"


@refuses("SEN-SOLO-22", "SEN-END-04")
def test_a_solo_game_is_won_by_its_defeats_alone() -> None:
    case = solo("yari").when(turn(1, {"vo-1": foe(6)}, r=1))
    case.when(over("red")).then_refused("SEN-SOLO-22")
    won = case.when(turn(2, {"vo-1": foe(7, True)}, r=1))
    won.when(over("vo")).then_refused("SEN-SOLO-22")
    won.when(turn(3, r=1)).then_refused("SEN-END-04")
    ready("solo", "summary").when(over("vo")).then_refused("SEN-SOLO-22")
    ready("solo", "summary").when(over("red", defeats=(fell("r"),))).then_refused("SEN-SOLO-22")


@accepts("SEN-SOLO-22", "SEN-SOLO-24")
def test_solo_summaries() -> None:
    ready("solo", "summary").when(over("red", turns=9)).then_accepted()
    ready("solo", "summary").when(over("vo", defeats=(fell("r"),))).then_accepted()
    ready("solo", "summary").when(over("vo", reason="contracts")).then_accepted()
    ready("solo", "summary").when(over("vo", turns=0, defeats=(fell("r", "concession"),))).then_accepted()


@refuses("SEN-LOG-08", "SEN-SOLO-24", "SEN-END-09")
def test_opponents_and_players_win_in_turns_alone() -> None:
    case = ready("solo", "summary", time_limit=True)
    case.when(over("red", turns=0)).then_refused("SEN-LOG-08")
    case.when(over("vo", turns=0, reason="contracts")).then_refused("SEN-LOG-08")
    assert why(case, over("red", reason="contracts"), "SEN-SOLO-24") == {"told": "red"}
    assert why(case, over("red", reason="time"), "SEN-END-09") == {"mode": "solo"}
    played = solo("katana").when(turn(1, r=1))
    assert why(played, over("vo", reason="contracts"), "SEN-SOLO-24") == {"standing": ["katana_ashigaru"]}


@accepts("SEN-SOLO-24")
@refuses("SEN-SOLO-24")
def test_only_a_yojimbo_has_contracts() -> None:
    end = over("vo", reason="contracts")
    solo("yojimbo").when(turn(1, r=1)).when(end).then_accepted()
    solo("yari").when(turn(1, r=1)).when(end).then_refused("SEN-SOLO-24")
    solo("yojimbo").when(over("red", reason="contracts")).then_refused("SEN-SOLO-24")
    ready().when(end).then_refused("SEN-SOLO-24")


@accepts("SEN-SOLO-24")
@refuses("SEN-SOLO-24")
def test_the_end_by_contracts_is_offered_while_a_yojimbo_stands() -> None:
    two = solo("yojimbo", "yari").when(turn(1, r=1))
    assert ends(two) == [over("vo", reason="contracts", turns=turns) for turns in (1, 2)]
    two.when(ends(two)[0]).then_accepted()
    fallen_one = two.when(turn(2, {"vo-1": foe(3, True)}, r=1))
    assert not ends(fallen_one) and not ends(solo("yari").when(turn(1, r=1)))
    fallen_one.when(over("vo", reason="contracts")).then_refused("SEN-SOLO-24")


def ends(case: Case) -> list[Any]:
    """The ends that are offered whole."""
    told = RULES.next_events(case.then_accepted(), REFEREE)
    offers = [one for one in told if one.type == "match_finished"]
    return [event for one in offers for event in moves_of(SYSTEMS["senjutsu"], case.state, one, SYSTEM)]


BRIDGE = e.SoloScenario(
    name="Bridge", opponents=(e.ScenarioOpponent(vo_type="yari", wound_limit=5, stance="defensive"),)
)


@accepts("SEN-CAMP-02")
@refuses("SEN-CAMP-02", "SEN-SOLO-05")
def test_a_campaign_scenario_replaces_limits_and_opponents() -> None:
    case = ready("solo", scenario=BRIDGE)
    case.when(turn(1, r=0)).then_refused("SEN-SETUP-12")
    fixed = e.VoJoined(vo="vo-1", vo_type="yari", wound_limit=5, stance="defensive")
    for told in ({"wound_limit": 7}, {"stance": "offensive"}, {"vo_type": "yumi"}):
        wrong: dict[str, Any] = {"vo": "vo-1", "vo_type": "yari", "wound_limit": 5, **told}
        case.when(e.VoJoined(**wrong)).then_refused("SEN-CAMP-02")
    joined = case.when(fixed)
    joined.when(e.VoJoined(vo="vo-2", vo_type="yari", wound_limit=5)).then_refused("SEN-CAMP-02")
    assert RULES.outcome(joined.when(turn(1, r=0)).then_accepted()).carry["difficulty"] == "custom"


@accepts("SEN-SOLO-24")
@refuses("SEN-SOLO-24")
@pytest.mark.parametrize("detail", ["summary", "turns"])
def test_a_scenario_without_a_yojimbo_is_not_lost_by_contracts(detail: str) -> None:
    """SEN-CAMP-02: the opponents are those of the scenario."""
    for vo_type, fits in (("katana", False), ("yojimbo", True)):
        opponents = (e.ScenarioOpponent(vo_type=vo_type),)
        case = ready("solo", detail=detail, scenario=e.SoloScenario(name="The road", opponents=opponents))
        told = case.when(over("vo", reason="contracts"))
        told.then_accepted() if fits else told.then_refused("SEN-SOLO-24")
