"""Opening the table, and the schemes: LB-MULTI, LB-SETUP-02 to -08, and the order of the phases."""

from __future__ import annotations

import pytest

from games.last_battle import RULES
from games.last_battle import events as e
from games.last_battle.facts import COMMON_SCHEMES
from games.last_battle.tests.tables import A2, STRANGER, A, S, chosen, closed, opened, ready, squad, turn
from games.ruleset import Actor
from games.testing import accepts, given, refuses

TWO = {"serpent": ("s",), "alliance": ("a",)}


def table(**told: object) -> e.TableOpened:
    return e.TableOpened(**{"battlefield": "sea", "sides": TWO, **told})  # type: ignore[arg-type]


@accepts("LB-MULTI-01", "LB-MULTI-02")
def test_a_table_has_two_sides_with_players() -> None:
    state = given(RULES).when(table(sides={"serpent": ("s",), "alliance": ("a", "b")})).then_accepted()
    assert RULES.sides(state) == {"serpent": ("s",), "alliance": ("a", "b")}


@refuses("LB-MULTI-01")
@pytest.mark.parametrize(
    "sides",
    [{"serpent": ("s",)}, {**TWO, "angels": ("x",)}, {**TWO, "serpent": ()}, {**TWO, "serpent": ("",)}],
)
def test_other_sides_are_refused(sides: dict[str, tuple[str, ...]]) -> None:
    given(RULES).when(table(sides=sides)).then_refused("LB-MULTI-01")


@refuses("LB-MULTI-02")
@pytest.mark.parametrize("sides", [{"serpent": ("a",), "alliance": ("a",)}, {**TWO, "serpent": ("s", "s")}])
def test_a_player_sits_once(sides: dict[str, tuple[str, ...]]) -> None:
    given(RULES).when(table(sides=sides)).then_refused("LB-MULTI-02")


@refuses("LB-LOG-07")
def test_only_staff_open_a_table() -> None:
    given(RULES).when(table(), A).then_refused("LB-LOG-07")
    given(RULES).when(table(), Actor("judge", "j")).then_accepted()


@pytest.mark.parametrize("detail", ["summary", "turns", "full"])
def test_every_level_of_detail_opens(detail: str) -> None:
    assert (given(RULES).when(table(detail=detail)).then_accepted().full is not None) == (detail == "full")


@accepts("LB-LOG-05")
def test_the_phases_follow_one_another() -> None:
    case = opened()
    assert case.state.phase == "schemes"
    assert chosen().state.phase == "hire"
    assert chosen().when(squad("a")).when(squad("s")).state.phase == "notes"
    assert ready().state.phase == "turns"


@refuses("LB-LOG-05")
def test_events_of_another_phase() -> None:
    given(RULES).when(turn(1)).then_refused("LB-LOG-05")
    opened().when(table()).then_refused("LB-LOG-05")
    opened().when(turn(1)).then_refused("LB-LOG-05")
    opened().when(squad("s")).then_refused("LB-LOG-05")
    ready().when(squad("a")).then_refused("LB-MULTI-02", "LB-LOG-05")
    ready().when(e.GameEnded(serpent_vp=0, alliance_vp=0, result="draw")).then_refused("LB-END-01")


@accepts("LB-LOG-06")
def test_fates_come_after_the_end() -> None:
    closed().when(e.FatesPublished(figures=())).then_accepted()


@refuses("LB-LOG-06")
def test_nothing_else_comes_after_the_end() -> None:
    closed().when(turn(6)).then_refused("LB-LOG-06")
    closed().when(e.SchemeShared(from_player="a", to_player="s")).then_refused("LB-LOG-06")


@accepts("LB-LOG-07")
def test_a_player_acts_in_person_or_staff_do() -> None:
    opened().when(e.SchemeChosen(player="a", scheme="trap"), A).then_accepted()
    opened().when(e.SchemeChosen(player="a", scheme="trap"), Actor("organiser", "o")).then_accepted()


@refuses("LB-LOG-07")
def test_nobody_acts_for_another_player() -> None:
    choice = e.SchemeChosen(player="a", scheme="trap")
    opened(players=2).when(choice, A2).then_refused("LB-LOG-07")
    opened().when(choice, STRANGER).then_refused("LB-LOG-07")
    opened().when(e.SchemeChosen(player="nobody", scheme="trap")).then_refused("LB-LOG-07")
    ready().when(turn(1), STRANGER).then_refused("LB-LOG-07")


def deal(*schemes: str, player: str = "a") -> e.SchemesDealt:
    return e.SchemesDealt(player=player, schemes=schemes)


@accepts("LB-SETUP-02")
def test_the_set_number_of_different_common_schemes_is_dealt() -> None:
    opened(scheme_draw_count=3).when(deal("trap", "vendetta", "loophole")).then_accepted()
    opened().when(deal("trap")).then_accepted()
    opened(scheme_draw_count=10).when(deal(*COMMON_SCHEMES)).then_accepted()


@refuses("LB-SETUP-02")
@pytest.mark.parametrize(
    "schemes",
    [("trap", "vendetta"), ("trap", "trap", "vendetta"), ("trap", "vendetta", "sea_treasures"), ()],
)
def test_other_deals_are_refused(schemes: tuple[str, ...]) -> None:
    opened(scheme_draw_count=3).when(deal(*schemes)).then_refused("LB-SETUP-02")


@refuses("LB-SETUP-02")
def test_a_player_is_dealt_once() -> None:
    opened().when(deal("trap")).when(deal("vendetta")).then_refused("LB-SETUP-02")
    given(RULES).when(table(scheme_draw_count=11)).then_refused("LB-SETUP-02")


@refuses("LB-LOG-07")
def test_players_do_not_deal_themselves() -> None:
    opened().when(deal("trap"), A).then_refused("LB-LOG-07")


@accepts("LB-SETUP-03")
def test_a_dealt_scheme_or_the_unique_one_is_chosen() -> None:
    dealt = opened(scheme_draw_count=2).when(deal("trap", "vendetta"))
    dealt.when(e.SchemeChosen(player="a", scheme="vendetta"), A).then_accepted()
    dealt.when(e.SchemeChosen(player="a", scheme="surround_them"), A).then_accepted()
    opened().when(e.SchemeChosen(player="a", scheme="loophole"), A).then_accepted()


@refuses("LB-SETUP-03")
def test_another_scheme_is_not_chosen() -> None:
    dealt = opened(scheme_draw_count=2).when(deal("trap", "vendetta"))
    dealt.when(e.SchemeChosen(player="a", scheme="loophole"), A).then_refused("LB-SETUP-03")
    dealt.when(e.SchemeChosen(player="a", scheme="sea_treasures"), A).then_refused(
        "LB-SETUP-03", "LB-SETUP-04"
    )
    dealt.when(e.SchemeChosen(player="a", scheme="world_peace"), A).then_refused("LB-SETUP-03")
    undealt = opened(scheme_draw_count=2)
    undealt.when(e.SchemeChosen(player="a", scheme="trap"), A).then_refused("LB-SETUP-03")
    undealt.when(e.SchemeChosen(player="a", commitment="0" * 64), A).then_refused("LB-SETUP-03")


@accepts("LB-SETUP-04", "LB-SETUP-05")
def test_the_unique_scheme_is_public_at_once() -> None:
    state = opened(players=2).when(e.SchemeChosen(player="a", scheme="surround_them")).then_accepted()
    assert state.squads["a"].schemes[0].public


@refuses("LB-SETUP-04")
def test_only_one_alliance_player_takes_it() -> None:
    taken = opened(players=2).when(e.SchemeChosen(player="a", scheme="surround_them"))
    taken.when(e.SchemeChosen(player="a2", scheme="surround_them")).then_refused("LB-SETUP-04")
    preset = e.SerpentSchemesPreset(squad="s", schemes=("sea_treasures",))
    opened().when(preset).then_refused("LB-SETUP-04")


@refuses("LB-SETUP-05")
def test_a_unique_scheme_is_never_secret() -> None:
    """A client cannot hide the unique scheme behind a commitment: it could never be revealed."""
    kept = opened().when(e.SchemeChosen(player="a", commitment="0" * 64)).when(squad("a")).when(squad("s"))
    noted = kept.when(e.SchemeNoted(player="a", commitment="0" * 64))
    noted.when(e.SchemeRevealed(player="a", scheme="surround_them")).then_refused("LB-SETUP-05", "LB-SCH-02")


@accepts("LB-SETUP-06")
def test_a_scheme_is_shown_within_the_side() -> None:
    case = opened(players=2).when(e.SchemeChosen(player="a", scheme="trap"))
    shared = case.when(e.SchemeShared(from_player="a", to_player="a2"), A)
    assert shared.then_accepted().squads["a"].shared == ("a2",)
    assert shared.when(e.SchemeShared(from_player="a", to_player="a2"), A).then_accepted() == shared.state


@refuses("LB-SETUP-06")
@pytest.mark.parametrize("to", ["s", "a", "x"])
def test_it_is_shown_to_nobody_else(to: str) -> None:
    case = opened(players=2).when(e.SchemeChosen(player="a", scheme="trap"))
    case.when(e.SchemeShared(from_player="a", to_player=to), A).then_refused("LB-SETUP-06")
    case.when(e.SchemeShared(from_player="a", to_player="a2"), A2).then_refused("LB-SETUP-06", "LB-LOG-07")
    case.when(e.SchemeShared(from_player="a2", to_player="a")).then_refused("LB-SETUP-06")


@accepts("LB-SETUP-07")
def test_staff_preset_the_serpent() -> None:
    state = (
        opened().when(e.SerpentSchemesPreset(squad="s", schemes=("trap", "surround_them"))).then_accepted()
    )
    assert [held.public for held in state.squads["s"].schemes] == [False, True]


@refuses("LB-SETUP-07")
def test_the_serpent_neither_draws_nor_chooses() -> None:
    preset = e.SerpentSchemesPreset(squad="s", schemes=("trap",))
    opened().when(preset, S).then_refused("LB-SETUP-07")
    opened().when(deal("trap", player="s")).then_refused("LB-SETUP-07")
    opened().when(e.SchemeChosen(player="s", scheme="trap"), S).then_refused("LB-SETUP-07")
    opened().when(e.SerpentSchemesPreset(squad="a", schemes=("trap",))).then_refused("LB-SETUP-07")
    opened().when(preset).when(preset).then_refused("LB-SETUP-07")
    opened().when(e.SerpentSchemesPreset(squad="s", schemes=("trap", "trap"))).then_refused("LB-SETUP-07")
    opened().when(e.SerpentSchemesPreset(squad="s", schemes=("peace",))).then_refused("LB-SETUP-03")
    chosen(s=()).when(preset).then_refused("LB-LOG-05")


@accepts("LB-SETUP-08")
def test_one_scheme_is_chosen() -> None:
    assert len(chosen().then_accepted().squads["a"].schemes) == 1


@refuses("LB-SETUP-08")
def test_it_never_changes() -> None:
    again = e.SchemeChosen(player="a", scheme="trap")
    chosen().when(again, A).then_refused("LB-SETUP-08")
    case = opened(players=2).when(again, A).when(e.SchemeChosen(player="a", scheme="vendetta"), A)
    case.then_refused("LB-SETUP-08")
