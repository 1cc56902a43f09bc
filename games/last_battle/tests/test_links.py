"""Links between tables: arcana earned and received, figures that died elsewhere (LB-LINK, LB-ROSTER-07)."""

from __future__ import annotations

import pytest

from games.last_battle import RULES
from games.last_battle import events as e
from games.last_battle.chapters.links import event_day
from games.last_battle.tests.tables import A, chosen, closed, fell, hired, opened, over, ready, squad, turn
from games.match import ResultConfirmed
from games.registry import MATCHES
from games.ruleset import EVERYONE, Actor, Setup
from games.testing import accepts, given, refuses

JUDGE = Actor("judge", "judy")
DAY = Setup(options={"campaign": "day-1"})


def earned(card: str = "M-fool", side: str = "alliance", **told: str) -> e.ArcanaCreated:
    return e.ArcanaCreated(arcana=card, side=side, **told)  # type: ignore[arg-type]


def granted(card: str = "M-fool", zone: str = "deck", **told: str) -> e.ArcanaGranted:
    return e.ArcanaGranted(arcana=card, side="alliance", zone=zone, **told)  # type: ignore[arg-type]


@accepts("LB-LINK-01", "LB-LINK-03", "LB-LINK-06", "LB-LINK-07")
@pytest.mark.parametrize("battlefield", ["sea", "dungeon"])
def test_a_side_earns_an_arcanum(battlefield: str) -> None:
    state = ready(battlefield).when(earned(source_table=battlefield), JUDGE).then_accepted()
    assert state.arcana == {"M-fool": "alliance"}
    assert RULES.outcome(state).carry["arcana"] == {"M-fool": "alliance"}
    assert RULES.redact(state, earned(), EVERYONE) == earned()


@refuses("LB-LINK-01")
@pytest.mark.parametrize("battlefield", ["heaven", "camp", "serpent"])
def test_other_tables_earn_none(battlefield: str) -> None:
    ready(battlefield).when(earned()).then_refused("LB-LINK-01")


@refuses("LB-LINK-01")
def test_a_card_is_logged_at_its_own_table() -> None:
    ready("sea").when(earned(source_table="dungeon")).then_refused("LB-LINK-01")
    ready("camp").when(granted(source_table="heaven")).then_refused("LB-LINK-01")


@accepts("LB-LINK-03")
@refuses("LB-LINK-03")
def test_a_card_comes_to_the_side_that_earned_it() -> None:
    ready("camp").when(granted(earned_by="alliance")).then_accepted()
    ready("camp").when(granted(earned_by="serpent")).then_refused("LB-LINK-03")


@refuses("LB-LINK-03")
@pytest.mark.parametrize("card", ["M-death", "M-wheel", "P-8", "M-fool"])
def test_each_of_the_eight_is_earned_once(card: str) -> None:
    ready("sea").when(earned()).when(earned(card, "serpent")).then_refused("LB-LINK-03")


@refuses("LB-LINK-06")
def test_nothing_is_earned_before_the_hands_are_drawn() -> None:
    hired("sea", a="trap").when(earned()).then_refused("LB-LINK-06")
    opened("sea", detail="turns").when(earned()).then_refused("LB-LINK-06")


@accepts("LB-LINK-06")
def test_a_table_that_logs_its_result_only_does_not_tell_how_far_it_is() -> None:
    opened("sea", detail="summary").when(earned()).then_accepted()
    opened("camp", detail="summary").when(granted()).then_accepted()


@accepts("LB-LINK-02", "LB-LINK-03", "LB-LINK-04", "LB-LINK-05", "LB-LINK-06", "LB-LINK-07")
@pytest.mark.parametrize("battlefield", ["heaven", "camp", "serpent"])
@pytest.mark.parametrize(("card", "zone"), sorted(event_day()["arcana"].items()))
def test_an_arcanum_comes_into_its_zone(battlefield: str, card: str, zone: str) -> None:
    state = ready(battlefield).when(granted(card, zone, source_table="sea")).then_accepted()
    assert state.arcana == {card: "alliance"}
    assert RULES.redact(state, granted(card, zone), EVERYONE) == granted(card, zone)


@refuses("LB-LINK-02")
@pytest.mark.parametrize("battlefield", ["sea", "dungeon"])
def test_sea_and_dungeon_receive_nothing(battlefield: str) -> None:
    ready(battlefield).when(granted()).then_refused("LB-LINK-02")


@refuses("LB-LINK-03")
def test_a_card_arrives_once_and_is_one_of_the_eight() -> None:
    ready("camp").when(granted()).when(granted()).then_refused("LB-LINK-03")
    ready("camp").when(granted("M-wheel", "deck")).then_refused("LB-LINK-03")


@refuses("LB-LINK-04", "LB-LINK-05")
@pytest.mark.parametrize(("card", "zone"), [("M-fool", "hand"), ("M-tower", "deck"), ("M-devil", "discard")])
def test_another_zone_is_refused(card: str, zone: str) -> None:
    ready("camp").when(granted(card, zone)).then_refused("LB-LINK-04", "LB-LINK-05")


@refuses("LB-LINK-06")
def test_a_card_comes_neither_before_the_hands_nor_after_the_last_turn() -> None:
    hired("camp", a="trap").when(granted()).then_refused("LB-LINK-06")
    over(ready("serpent")).when(granted()).then_refused("LB-LINK-06")


@refuses("LB-LOG-06", "LB-LOG-07")
def test_players_log_no_links_and_a_closed_table_takes_none() -> None:
    ready("sea").when(earned(), A).then_refused("LB-LOG-07")
    ready("camp").when(granted(), A).then_refused("LB-LOG-07")
    closed("camp").when(granted()).then_refused("LB-LOG-06")


@accepts("LB-LINK-03")
@refuses("LB-LINK-03")
def test_at_an_event_day_the_day_alone_sends_cards() -> None:
    opening = e.TableOpened(
        battlefield="camp", sides={"serpent": ("s",), "alliance": ("a",)}, detail="summary"
    )
    table = given(RULES, DAY, [opening])
    table.when(granted(), JUDGE).then_refused("LB-LINK-03")
    table.when(granted(), Actor("system")).then_accepted()
    offered = {event.type for event in RULES.next_events(table.state, EVERYONE)}
    assert "arcana_granted" not in offered


@accepts("LB-LINK-03")
def test_a_card_may_come_between_a_reveal_and_its_award() -> None:
    case = ready("sea", a="hidden_secrets").when(turn(1))
    case = case.when(e.SchemeRevealed(player="a", scheme="hidden_secrets"))
    case.when(earned()).when(turn(2, schemes={"a": {"hidden_secrets": 1}})).then_accepted()


@accepts("LB-ROSTER-07")
@refuses("LB-ROSTER-07")
def test_a_figure_that_died_at_another_table_cannot_be_hired_here() -> None:
    here = chosen("camp").when(e.FigureFellElsewhere(figure_id="a-lead", table="sea"))
    assert here.then_accepted().dead_figures == ("a-lead",)
    here.when(squad("a")).then_refused("LB-ROSTER-07")
    here.when(squad("s")).then_accepted()
    here.when(e.FigureFellElsewhere(figure_id="a-lead", table="sea")).then_refused("LB-ROSTER-07")
    here.when(e.FigureFellElsewhere(figure_id="x", table="camp")).then_refused("LB-ROSTER-07")


@refuses("LB-LOG-05", "LB-LOG-07", "LB-ROSTER-07")
def test_the_fallen_of_other_tables_are_told_while_squads_are_hired() -> None:
    told = e.FigureFellElsewhere(figure_id="elsewhere", table="sea")
    hired("camp", a="trap").when(told).then_refused("LB-LOG-05")
    chosen("camp").when(told, A).then_refused("LB-LOG-07")
    gone = e.FigureFellElsewhere(figure_id="a-lead", table="sea")
    chosen("camp").when(squad("a")).when(gone).then_refused("LB-ROSTER-07")


@accepts("LB-ROSTER-07")
@refuses("LB-ROSTER-07")
def test_a_unique_figure_of_another_table_cannot_be_hired_here() -> None:
    """Whatever the card here says; what the other table no longer holds is free again."""
    elsewhere = e.FiguresHiredElsewhere(figures=("a-lead", "a1"), table="sea")
    here = chosen("camp").when(elsewhere)
    wrong = here.when(squad("a")).then_refused("LB-ROSTER-07")
    assert [one.params for one in wrong] == [
        {"elsewhere": name, "tables": ["sea"]} for name in ("a-lead", "a1")
    ]
    here.when(squad("s")).then_accepted()
    freed = here.when(e.FiguresHiredElsewhere(figures=(), table="sea"))
    freed.when(squad("a")).then_accepted()
    here.when(e.FiguresHiredElsewhere(figures=("x",), table="dungeon")).when(squad("a")).then_refused(
        "LB-ROSTER-07"
    )


@refuses("LB-ROSTER-07", "LB-LOG-05", "LB-LOG-07")
def test_the_hired_of_other_tables_are_told_by_staff_while_squads_are_hired() -> None:
    told = e.FiguresHiredElsewhere(figures=("x",), table="sea")
    chosen("camp").when(told, A).then_refused("LB-LOG-07")
    chosen("camp").when(told).when(told).then_refused("LB-ROSTER-07")
    chosen("sea").when(told).then_refused("LB-ROSTER-07")
    hired("camp", a="trap").when(told).then_refused("LB-LOG-05")
    here = chosen("camp").when(squad("a"))
    here.when(e.FiguresHiredElsewhere(figures=("a-lead",), table="sea")).then_accepted()


def test_a_table_tells_its_unique_figures_and_what_it_has_heard() -> None:
    case = chosen("camp").when(e.FiguresHiredElsewhere(figures=("x",), table="sea"))
    own = e.SquadHired(
        player="a", leader="cap", figures=(e.Figure("cap", traits=("Leader",)), e.Figure("one", unique=True))
    )
    carry = RULES.outcome(case.when(own).then_accepted()).carry
    assert (carry["hired"], carry["hired_elsewhere"]) == (["one"], {"sea": ["x"]})


def test_the_fallen_say_whether_another_figure_can_have_their_id() -> None:
    state = ready("sea").when(turn(1, casualties=(fell("a-lead"), fell("s1")))).then_accepted()
    assert [one["unique"] for one in RULES.outcome(state).carry["fallen"]] == [True, True]
    summoned = (fell("wolf", owner="a", summoned=True),)
    state = ready("sea").when(turn(1, casualties=summoned)).then_accepted()
    assert RULES.outcome(state).carry["fallen"][0]["unique"] is False


def test_what_carries_over_grows_after_the_result_is_confirmed() -> None:
    match = MATCHES["last_battle"]
    table = over(ready("sea").when(turn(1, casualties=(fell("a-lead"),))))
    table = table.when(e.GameEnded(serpent_vp=0, alliance_vp=0, result="draw"))
    confirmed = ResultConfirmed(side="staff", vp={"serpent": 0, "alliance": 0}, winner="draw")
    case = given(match, None, [*(entry.event for entry in table.entries), confirmed])
    assert match.outcome(case.state).status == "confirmed"
    fates = e.FatesPublished(figures=(e.FigureFate("a-lead", "saved"),))
    after = match.outcome(case.when(fates).then_accepted())
    assert (after.status, after.winner) == ("confirmed", "draw")
    assert [one.get("fate") for one in after.carry["fallen"]] == ["saved"]
