"""What a pad leaves out because the rules would refuse it, and what it does not put first; in memory, without pages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string

from games.last_battle.facts import SCHEMES
from games.last_battle.full import events as f
from games.last_battle.tests import tables
from games.last_battle.tests.full import board, plots
from games.match import MatchState
from games.registry import MATCHES
from games.ruleset import Actor, Setup, Viewer
from games.super_fantasy_brawl import events as e
from games.super_fantasy_brawl.facts import CHAMPIONS
from games.super_fantasy_brawl.full.action_events import SkillUsed
from games.super_fantasy_brawl.state import mode_of
from games.super_fantasy_brawl.tests.full import position
from games.testing import Case
from tracker.pages.match_forms import pages_of
from tracker.pages.match_forms.names import Names

TEAMS = {"a": ("a-1", "a-2"), "b": ("b-1", "b-2")}
BRAWL = MATCHES["super_fantasy_brawl"]


def offered(system: str, state: Any, player: str) -> dict[str, Any]:
    """Step -> its form, as the pad of a player shows it."""
    rules = MATCHES[system]
    side = next(side for side, players in rules.sides(state).items() if player in players)
    viewer = Viewer("player", player, side)
    pages: Any = pages_of(system)
    seen, following = rules.visible_to(state, viewer), rules.next_events(state, viewer)
    desk = pages.sit(seen, rules.outcome(state), 1, following, viewer, Names({}, {}, "en"))
    return {form.step: form for form in pages.steps(desk)}


def battle(case: Case, player: str) -> dict[str, Any]:
    return offered("last_battle", MatchState(case.then_accepted()), player)


# --- Super Fantasy Brawl: the pools of a competitive draft ---------------------------------------------------


def drafting(mode: str, sides: Mapping[str, tuple[str, ...]], *events: Any) -> Any:
    """A competitive draft in which side A goes first."""
    state = BRAWL.initial(Setup())
    opening = e.MatchCreated(mode=mode, sides=sides, detail="turns")  # type: ignore[arg-type]
    first = {"player": sides["a"][0]} if mode == "duel" else {"team": "a"}
    told = (
        opening,
        e.SelectionMethodChosen(method="tournament_draft"),
        e.FirstPlayerDetermined(**first),  # type: ignore[arg-type]
        *events,
    )
    for event in told:
        assert not BRAWL.check(state, event, Actor("organiser", "o")), event
        state = BRAWL.evolve(state, event)
    return state


def champions(form: Any) -> set[str]:
    return {slug for slug, _name in form.fields["champions"].choices}


def test_a_champion_that_a_team_mate_laid_out_is_not_offered() -> None:
    """SFB-MODE-06: a team has every champion once; the other team may have it, too."""
    order = e.TurnOrderSet(order=("a-1", "b-1", "a-2", "b-2"))
    before = drafting("superteams", TEAMS, order)
    pool = tuple(CHAMPIONS)[: mode_of(before.play).tournament_pool]
    laid = drafting("superteams", TEAMS, order, e.DraftPoolSet(player="a-1", champions=pool))
    assert set(pool) <= champions(offered("super_fantasy_brawl", before, "a-2")["draft_pool_set"])
    mate = champions(offered("super_fantasy_brawl", laid, "a-2")["draft_pool_set"])
    assert mate == set(CHAMPIONS) - set(pool)
    assert set(pool) <= champions(offered("super_fantasy_brawl", laid, "b-1")["draft_pool_set"])


def test_a_registered_pool_offers_itself_alone() -> None:
    """SFB-ROSTER-10: what was handed in is laid out, and nothing else."""
    pool = tuple(CHAMPIONS)[1:6]
    sides = {"a": ("a-1",), "b": ("b-1",)}
    state = drafting("duel", sides, e.PoolRegistered(player="a-1", champions=pool))
    form = offered("super_fantasy_brawl", state, "a-1")["draft_pool_set"]
    assert champions(form) == set(pool) == set(form["champions"].value())
    assert champions(offered("super_fantasy_brawl", state, "b-1")["draft_pool_set"]) == set(CHAMPIONS)


# --- Super Fantasy Brawl: cards that nobody listed -----------------------------------------------------------


def acting(*effects: Any) -> Any:
    """r used a skill with these effects; the hands are as the position has them."""
    case = position.opened(position.scene(cards={"card": position.skill(*effects)}))
    return MatchState(case.when(SkillUsed(champion=position.A, card="card")).state)


@pytest.mark.parametrize(
    ("keyword", "step", "field"), [("draw", "cards_drawn", "declared"), ("plan", "cards_planned", "count")]
)
def test_a_number_of_cards_starts_unchosen_and_must_be_told(keyword: str, step: str, field: str) -> None:
    """What nobody tapped was told as the lowest number."""
    form = offered("super_fantasy_brawl", acting(position.effect(keyword, 2)), "r")[step]
    assert form.fields[field].required and form[field].value() is None
    assert "" not in {value for value, _name in form.fields[field].choices}


def test_the_card_that_goes_by_a_stun_is_named_in_sight() -> None:
    """SFB-EFF-07, SFB-HID-01: of a hand that nobody listed nothing rests on what it holds."""
    card = position.attack(position.effect("stun", on="target", timing="post"))
    state = MatchState(position.struck(position.scene(cards={"card": card})).state)
    form = offered("super_fantasy_brawl", state, "b")["champion_stunned"]
    assert not form.closed and "told-discarded" in drawn(form) and "<details" not in drawn(form)


# --- Last Battle: the end of the game, claims, the deployment ------------------------------------------------


def drawn(form: Any) -> str:
    """The form as a page draws it."""
    step = {"form": form, "key": "k", "id": "i"}
    return render_to_string("parts/_pad_form.html", {"step": step, "match": uuid4(), "version": 1})


def sent(case: Case, player: str, step: str, data: Mapping[str, str]) -> list[dict[str, Any]]:
    """The events of a step as it was sent."""
    state, rules = MatchState(case.then_accepted()), MATCHES["last_battle"]
    viewer, pages = Viewer("player", player, "alliance"), pages_of("last_battle")
    seen, following = rules.visible_to(state, viewer), rules.next_events(state, viewer)
    desk = pages.sit(seen, rules.outcome(state), 1, following, viewer, Names({}, {}, "en"))
    (key,) = (one.partition(":")[2] for one in desk.types if one.startswith(f"{step}:"))
    form = pages.bound(desk, step, key, QueryDict(urlencode(data)))
    assert form is not None and form.is_valid(), form and form.errors
    return list(form.events())


def test_a_secret_scheme_that_is_claimed_is_held_to_be_seen() -> None:
    form = battle(plots.over(plots.plotted(a="loophole")), "a")["secret"]
    name = SCHEMES["loophole"].name.en
    assert form.secret == name and name in drawn(form)
    assert name not in re.sub(r'<span class="value".*?</span>', "", drawn(form), flags=re.S)


def test_a_secret_scheme_is_revealed_and_scored_by_one_step() -> None:
    case = plots.over(plots.plotted(a="loophole"))
    told = sent(case, "a", "secret", {"told-amount": "1"})
    assert [one["type"] for one in told] == ["scheme_revealed", "scheme_scored"]
    assert told[1]["data"] | {"facts": {}} == {
        "player": "a",
        "scheme": "loophole",
        "moment": "game_end",
        "amount": 1,
        "facts": {},
    }


def test_a_scheme_that_scores_later_is_only_revealed() -> None:
    """LB-COMM-11: Hidden Secrets, at the start of a turn."""
    case = board.tidy(board.scored(plots.plotted(a="hidden_secrets"))).when(f.TurnStarted(turn=2))
    told = sent(case, "a", "reveals_only", {})
    assert [one["type"] for one in told] == ["scheme_revealed"]


def test_the_pillars_are_held_by_the_nearest_figures_of_each_side() -> None:
    """LB-SEA-05: the points follow from them; a side that holds one pillar of two gets none."""
    case = plots.later(plots.plotted("sea", told={"water_safe": True}), 2)
    case = board.exhausted(case).when(f.EndEffectsApplied(turn=2))
    page = " ".join(drawn(battle(case, "a")["strategy"]).split())
    assert "Pillars of Power" in page and "too far away" in page and "pillar-2" in page
    near = {"near_alliance.0": ("0", "5"), "near_alliance.1": ("1", "5.5"), "near_serpent.1": ("0", "4")}
    fields = {
        f"told-{row}.{name}": value
        for row, told in near.items()
        for name, value in zip(("figure", "cm"), told, strict=True)
    }
    (told,) = sent(case, "a", "strategy", fields)
    assert (told["data"]["alliance"], told["data"]["serpent"]) == (1, 0)
    one, other = told["data"]["facts"]["pillars"]
    assert [near["cm"] for near in one["figures"]] == [5] and len(other["figures"]) == 2
    (own,) = sent(case, "a", "strategy", {**fields, "told-alliance": "2"})
    assert own["data"]["alliance"] == 1, "what the owner says besides has the last word"


def test_a_side_without_figures_is_not_asked_about_at_the_pillars() -> None:
    case = plots.later(plots.plotted("sea", told={"water_safe": True}), 2)
    for one in [piece for piece in board.table(case).pieces if piece.startswith("s")]:
        case = plots.killed(case, one, "a1")
    case = board.exhausted(case).when(f.EndEffectsApplied(turn=2))
    form = battle(case, "a")["strategy"]
    assert "near_alliance.0.cm" in form.fields and "near_serpent.0.cm" not in form.fields
    (told,) = sent(case, "a", "strategy", {})
    assert [one["figures"] for one in told["data"]["facts"]["pillars"]] == [[], []]


def test_where_no_facts_matter_the_strategy_is_one_tap() -> None:
    """LB-SCORE-04: before its first turn, and where the table tells all."""
    case = board.exhausted(plots.plotted("sea", told={"water_safe": True})).when(f.EndEffectsApplied(turn=1))
    form = battle(case, "a")["strategy"]
    assert not form.fields and "Alliance\N{NO-BREAK SPACE}0, Serpent\N{NO-BREAK SPACE}0" in form.single
    (told,) = sent(case, "a", "strategy", {})
    assert (told["data"]["alliance"], told["data"]["serpent"]) == (0, 0)


def test_whoever_summons_a_figure_names_it() -> None:
    form = battle(plots.plotted(), "a")["figure_summoned"]
    assert form.fields["figure"].required and "figure" not in {
        row.name for group in form.besides for rows in group["rows"] for row in rows
    }


@pytest.mark.parametrize(("count", "worth"), [(0, False), (1, True)])
def test_a_claim_is_offered_as_long_as_facts_could_give_it_something(count: int, worth: bool) -> None:
    """LB-UNIQ-04: without a scheme marker on the table nothing surrounds anybody."""
    case = plots.plotted(a="surround_them")
    case = plots.over(plots.markers(case, *("m1", "m2")[:count]))
    assert ("claim" in battle(case, "a")) == worth
    if not worth:
        corner = [{"corner": "a", "marker": "m1", "cm": 1.0}]
        case.when(plots.claim("surround_them", 1, "game_end", corners=corner), board.A).then_refused(
            "LB-UNIQ-04"
        )


def test_what_scores_at_once_stands_above_the_next_action() -> None:
    """LB-SCH-04: after it nothing scores. The claim stood folded below all that the figure may do next."""
    case = plots.plotted("serpent", "elimination_of_leaders", ((), ("s-lead",)))
    case = case.when(f.FigureActivated(figure="a1")).when(plots.harmed("s-lead", "a1", left=2))
    forms = battle(case, "a")
    first, main = [*forms.values()][:2]
    assert (first.step, first.presses) == ("claim", True) and not main.may_wait and main.step != "claim"
    assert "claim" not in battle(case, "s") and not any(form.presses for form in battle(case, "s").values())
    ended = plots.over(plots.markers(plots.plotted(a="surround_them"), "m1"))
    assert not battle(ended, "a")["claim"].presses, "what scores at the end of the game waits for nobody"


def test_hidden_secrets_stand_above_the_initiative() -> None:
    """LB-COMM-11: they are revealed at the start of a turn."""
    case = board.tidy(board.scored(plots.plotted(a="hidden_secrets"))).when(f.TurnStarted(turn=2))
    assert [*battle(case, "a")][:2] == ["reveals_only", "initiative_flipped"]


def test_the_end_is_not_the_main_button_while_the_other_side_may_still_score() -> None:
    case = tables.over(tables.ready("camp", s=("trap",)))
    for player in ("a", "s"):
        assert battle(case, player)["end"].may_wait, "the scheme the other side's is still secret"


def test_the_end_is_the_main_button_once_nobody_else_can_score() -> None:
    case = tables.over(tables.ready("camp", s=()))
    assert not battle(case, "a")["end"].may_wait
    assert battle(case, "s")["end"].may_wait


def test_own_claims_stand_above_the_end_of_the_game_which_waits_for_them() -> None:
    """LB-END-02: after it nothing scores. The end stood open above the claim, which was folded."""
    case = plots.over(plots.markers(plots.plotted(a="surround_them"), "m1"))
    forms = battle(case, "a")
    assert forms["end"].may_wait and [*forms][:1] == ["claim"]
    theirs = battle(plots.over(plots.markers(plots.plotted(a="surround_them"))), "a")
    assert "claim" not in theirs and next(iter(theirs)) != "claim"


def test_own_claims_stand_above_the_shuffle_that_ends_the_scoring_of_a_turn() -> None:
    """LB-SCH-04."""
    case = board.scored(plots.later(plots.plotted("sea", a="show_of_force", told={"water_safe": True}), 2))
    forms = battle(case, "a")
    assert forms["discard_reshuffled"].may_wait and next(iter(forms)) == "secret"


def test_only_the_alliance_is_asked_to_deploy() -> None:
    """LB-SETUP-09: the Serpent stands from the start."""
    case = board.placed(board.hired())
    assert "squad_deployed" in battle(case, "a")
    assert "squad_deployed" not in battle(case, "s")
