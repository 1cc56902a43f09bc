"""Casual and competitive drafts: SFB-ROSTER-04 to -14, SFB-MODE-04 to -07."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.rulebook import sentence
from games.ruleset import Actor, Event
from games.super_fantasy_brawl import events as e
from games.super_fantasy_brawl.chapters.stuck import stuck
from games.super_fantasy_brawl.next_events import next_events
from games.super_fantasy_brawl.pages import faces
from games.super_fantasy_brawl.pages.forms import champions as champions_of
from games.super_fantasy_brawl.pages.forms import tells
from games.super_fantasy_brawl.tests.tables import (
    ORGANISER,
    POOLS,
    TRIOS,
    B,
    R,
    S,
    method,
    ordered,
    picked,
)
from games.testing import Case, accepts, refuses

SIX = ("anvil", "bramble", "cinder", "drift", "echo", "frost")
PICKS = (("b", "anvil"), ("r", "bramble"), ("b", "cinder"), ("r", "drift"), ("b", "echo"), ("r", "frost"))
EIGHT = (*SIX, "anvil", "bramble")
FOUR = (("b", "anvil"), ("r", "anvil"), ("c", "bramble"), ("s", "bramble"))


def pool(*champions: str, player: str | None = None) -> e.DraftPoolSet:
    return e.DraftPoolSet(champions=champions, player=player)


def pick(player: str, champion: str) -> e.ChampionPicked:
    return e.ChampionPicked(player=player, champion=champion)


def ban(by: str, owner: str, champion: str) -> e.ChampionBanned:
    return e.ChampionBanned(by=by, owner=owner, champion=champion)


def casual(mode: str = "duel", champions: tuple[str, ...] = SIX, detail: str = "summary") -> Case:
    """A casual draft, its pool laid out."""
    return method(ordered(mode, detail), "normal_draft").when(pool(*champions))


def laid_out(mode: str = "duel", detail: str = "summary", **told: Any) -> Case:
    """A competitive draft, the pools laid out."""
    case = method(ordered(mode, detail, **told), "tournament_draft")
    for player, champions in (POOLS if mode == "duel" else TRIOS).items():
        case = case.when(pool(*champions, player=player))
    return case


def banned(**told: Any) -> Case:
    """Both bans are made: r lost echo, b lost jolt."""
    return laid_out(**told).when(ban("r", "b", "jolt")).when(ban("b", "r", "echo"))


@accepts("SFB-ROSTER-05", "SFB-ROSTER-06", "SFB-ROSTER-07", "SFB-ROSTER-08")
def test_a_casual_draft() -> None:
    case = picked(casual(), *PICKS)
    assert case.then_accepted().rosters == {
        "r": ("bramble", "drift", "frost"),
        "b": ("anvil", "cinder", "echo"),
    }
    assert picked(casual(detail="turns"), *PICKS).state.phase == "turns"


@refuses("SFB-ROSTER-05", "SFB-ROSTER-01")
def test_a_casual_pool_is_large_and_without_repeats() -> None:
    case = method(ordered(), "normal_draft")
    case.when(pick("b", "anvil")).then_refused("SFB-ROSTER-05")
    case.when(pool(*SIX[:5])).then_refused("SFB-ROSTER-05")
    case.when(pool(*SIX, "anvil")).then_refused("SFB-ROSTER-05")
    case.when(pool(*SIX, player="r")).then_refused("SFB-ROSTER-01")
    casual().when(pool(*SIX)).then_refused("SFB-ROSTER-05")


@refuses("SFB-ROSTER-06", "SFB-ROSTER-07", "SFB-LOG-02")
def test_picks_have_their_order_and_their_pool() -> None:
    case = casual()
    case.when(pick("r", "anvil"), R).then_refused("SFB-ROSTER-06")
    case.when(pick("b", "ivy"), B).then_refused("SFB-ROSTER-07")
    case.when(pick("b", "anvil"), R).then_refused("SFB-LOG-02")
    case = case.when(pick("b", "anvil"))
    case.when(pick("b", "bramble")).then_refused("SFB-ROSTER-06")
    case.when(pick("r", "anvil")).then_refused("SFB-ROSTER-07")


@refuses("SFB-ROSTER-08", "SFB-SETUP-01")
def test_nothing_follows_the_last_pick() -> None:
    case = picked(casual(champions=(*SIX, "ivy")), *PICKS)
    case.when(pick("b", "ivy")).then_refused("SFB-ROSTER-08")
    late = ordered("duel", "turns")
    for player, champions in {"r": SIX[:3], "b": SIX[3:]}.items():
        late = late.when(e.RosterConfirmed(player=player, champions=champions))
    late.when(pool(*SIX)).then_refused("SFB-TURN-02")


@accepts("SFB-MODE-04", "SFB-MODE-05")
def test_a_casual_draft_of_four() -> None:
    case = picked(casual("superteams", EIGHT), *FOUR)
    case = picked(case, ("b", "cinder"), ("r", "drift"), ("c", "echo"), ("s", "frost"))
    assert case.then_accepted().rosters["s"] == ("bramble", "frost")


@refuses("SFB-MODE-04", "SFB-MODE-05")
def test_four_need_eight_useful_champions_and_no_repeat_in_a_team() -> None:
    case = method(ordered("superteams", "summary"), "normal_draft")
    case.when(pool(*SIX, "anvil")).then_refused("SFB-MODE-04")
    case.when(pool(*SIX, "anvil", "anvil")).then_refused("SFB-MODE-04")
    case = case.when(pool(*EIGHT))
    case.when(pick("r", "anvil")).then_refused("SFB-MODE-05")
    case = picked(case, ("b", "anvil"), ("r", "drift"))
    case.when(pick("c", "anvil")).then_refused("SFB-MODE-05")


@accepts("SFB-ROSTER-09", "SFB-ROSTER-11", "SFB-ROSTER-12", "SFB-ROSTER-13", "SFB-ROSTER-14")
def test_a_competitive_draft() -> None:
    picks = (
        ("r", "anvil"),
        ("b", "frost"),
        ("r", "bramble"),
        ("b", "glimmer"),
        ("r", "cinder"),
        ("b", "ivy"),
    )
    state = picked(banned(), *picks).then_accepted()
    assert state.rosters == {"r": ("anvil", "bramble", "cinder"), "b": ("frost", "glimmer", "ivy")}
    assert state.draft.bans == (("r", "b", "jolt"), ("b", "r", "echo"))


@refuses("SFB-ROSTER-09", "SFB-LOG-02")
def test_pools_have_five_different_champions_once() -> None:
    case = method(ordered(), "tournament_draft")
    case.when(pool(*POOLS["r"][:4], player="r")).then_refused("SFB-ROSTER-09")
    case.when(pool(*POOLS["r"], "ivy", player="r")).then_refused("SFB-ROSTER-09")
    case.when(pool(*POOLS["r"][:4], "anvil", player="r")).then_refused("SFB-ROSTER-09")
    case.when(pool(*POOLS["r"], player="r"), B).then_refused("SFB-LOG-02")
    case = case.when(pool(*POOLS["r"], player="r"), R)
    case.when(pool(*POOLS["r"], player="r")).then_refused("SFB-ROSTER-09")
    case.when(ban("r", "b", "jolt")).then_refused("SFB-ROSTER-09")


@accepts("SFB-ROSTER-10")
@refuses("SFB-ROSTER-10")
def test_the_laid_out_pool_is_the_registered_one() -> None:
    case = ordered().when(e.PoolRegistered(player="r", champions=POOLS["r"]))
    case = method(case, "tournament_draft")
    case.when(pool(*POOLS["b"], player="r")).then_refused("SFB-ROSTER-10")
    case.when(pool(*reversed(POOLS["r"]), player="r")).then_accepted()


@accepts("SFB-ROSTER-10")
def test_a_registered_team_is_no_pool_and_binds_no_draft() -> None:
    """Once the players agree on a draft, whoever registered a team lays out any five."""
    case = ordered().when(e.PoolRegistered(player="r", champions=POOLS["r"][:3]))
    case = method(case, "tournament_draft")
    case.when(pool(*POOLS["r"], player="r")).then_accepted()
    case.when(pool(*POOLS["b"], player="r")).then_accepted()


@refuses("SFB-ROSTER-11", "SFB-ROSTER-12", "SFB-ROSTER-13", "SFB-ROSTER-14")
def test_bans_then_picks_of_the_own_pool() -> None:
    case = laid_out()
    for wrong in (ban("b", "r", "echo"), ban("r", "r", "echo"), ban("r", "b", "echo")):
        case.when(wrong).then_refused("SFB-ROSTER-11")
    case.when(pick("r", "anvil")).then_refused("SFB-ROSTER-11")
    case = banned()
    (late,) = case.when(ban("r", "b", "ivy")).then_refused("SFB-ROSTER-11")
    assert sentence(late, "en") == "All bans are made (2): champions are picked now."
    case.when(pick("r", "echo")).then_refused("SFB-ROSTER-12")
    case.when(pick("b", "frost")).then_refused("SFB-ROSTER-13")
    case.when(pick("r", "frost")).then_refused("SFB-ROSTER-13")
    rest = (("r", "anvil"), ("b", "frost"), ("r", "bramble"), ("b", "glimmer"), ("r", "cinder"), ("b", "ivy"))
    picked(case, *rest).when(pick("r", "drift")).then_refused("SFB-ROSTER-14")


@accepts("SFB-ROSTER-12", "SFB-ROSTER-04")
@refuses("SFB-ROSTER-04")
def test_a_ban_hits_one_copy_of_a_mirrored_champion() -> None:
    pools = {"r": POOLS["r"], "b": ("anvil", *POOLS["b"][:4])}
    for allowed in (True, False):
        case = method(ordered("duel", "summary", mirrors_allowed=allowed), "tournament_draft")
        for player, champions in pools.items():
            case = case.when(pool(*champions, player=player))
        case = case.when(ban("r", "b", "ivy")).when(ban("b", "r", "echo")).when(pick("r", "anvil"))
        if allowed:
            case.when(pick("b", "anvil")).then_accepted()
        else:
            case.when(pick("b", "anvil")).then_refused("SFB-ROSTER-04")
    hit = method(ordered("duel", "summary"), "tournament_draft")
    for player, champions in pools.items():
        hit = hit.when(pool(*champions, player=player))
    hit = hit.when(ban("r", "b", "anvil")).when(ban("b", "r", "echo"))
    hit.when(pick("r", "anvil")).when(pick("b", "anvil")).then_refused("SFB-ROSTER-12")


@accepts("SFB-MODE-06", "SFB-MODE-07")
def test_a_competitive_draft_of_four_has_no_picks() -> None:
    case = laid_out("superteams", "turns")
    for by, owner, champion in (("r", "b", "anvil"), ("b", "r", "anvil"), ("s", "c", "ivy")):
        case = case.when(ban(by, owner, champion))
    state = case.when(ban("c", "s", "echo")).then_accepted()
    assert state.phase == "turns"
    assert state.rosters["b"] == ("glimmer", "hollow") and state.rosters["s"] == ("drift", "frost")


@accepts("SFB-ROSTER-04", "SFB-MODE-04")
@refuses("SFB-ROSTER-04", "SFB-MODE-04")
def test_without_mirrors_four_players_pick_no_champion_of_the_other_team() -> None:
    """A casual draft of four took the same champion for both teams, although the organisers allow none."""
    case = method(ordered("superteams", mirrors_allowed=False), "normal_draft")
    eight = (*SIX, "glimmer", "hollow")
    case.when(pool(*EIGHT)).then_refused("SFB-MODE-04")
    case = case.when(pool(*eight, "anvil")).when(pick("b", "anvil"))
    case.when(pick("r", "anvil")).then_refused("SFB-ROSTER-04")
    (offer,) = [one for one in next_events(case.state) if one.type == "champion_picked"]
    assert set(offer.choices["champion"]) == set(eight[1:])
    case.when(pick("r", "bramble")).then_accepted()


@accepts("SFB-ROSTER-04", "SFB-MODE-06")
@refuses("SFB-ROSTER-04")
def test_without_mirrors_four_players_lay_out_different_pools() -> None:
    """Nobody picks after the bans, so that a champion of both pools would play for both teams."""
    case = method(ordered("superteams", mirrors_allowed=False), "tournament_draft")
    case = case.when(pool(*TRIOS["r"], player="r"))
    case.when(pool(*TRIOS["b"], player="b")).then_refused("SFB-ROSTER-04")
    case.when(pool("fox", "glimmer", "hollow", player="b")).then_accepted()


@refuses("SFB-MODE-07")
def test_nobody_picks_or_bans_after_the_bans_of_four() -> None:
    case = laid_out("superteams", "turns")
    bans = (("r", "b", "anvil"), ("b", "r", "anvil"), ("s", "c", "ivy"), ("c", "s", "echo"))
    for by, owner, champion in bans:
        case = case.when(ban(by, owner, champion))
    case.when(pick("r", "bolt")).then_refused("SFB-MODE-07")
    case.when(ban("r", "b", "glimmer")).then_refused("SFB-MODE-07")


@refuses("SFB-MODE-06", "SFB-MODE-07")
def test_pools_and_bans_of_four() -> None:
    case = method(ordered("superteams"), "tournament_draft").when(pool(*TRIOS["r"], player="r"))
    case.when(pool("anvil", "drift", "echo", player="s")).then_refused("SFB-MODE-06")
    case.when(pool("drift", "echo", player="s")).then_refused("SFB-MODE-06")
    case.when(ban("r", "b", "anvil")).then_refused("SFB-MODE-06")
    case = laid_out("superteams")
    case.when(ban("b", "r", "anvil")).then_refused("SFB-MODE-07")
    case.when(ban("r", "c", "ivy")).then_refused("SFB-MODE-07")
    case.when(pick("r", "anvil")).then_refused("SFB-MODE-07")


def test_the_step_of_a_ban_says_whose_champion_goes() -> None:
    """It listed both pools in one form, and did not say from which the champion is taken."""
    case = laid_out()
    (offer,) = [one for one in next_events(case.state) if one.type == "champion_banned"]
    first, *pools = tells(case.state, offer)
    assert (first.key, first.data) == ("ban_of", {"owner": "b"})
    assert [one.data["left"] for one in pools] == [list(POOLS["r"]), list(POOLS["b"])]


@accepts("SFB-ROSTER-04", "SFB-ROSTER-13")
def test_where_no_champion_is_left_without_a_mirror_a_ruling_lets_one_be_picked() -> None:
    """G26: two pools alike, no mirrors: the last pick was accepted after the ruling, and offered to nobody."""
    case = method(ordered("duel", "summary", mirrors_allowed=False), "tournament_draft")
    for player in ("r", "b"):
        case = case.when(pool(*SIX[:5], player=player))
    case = case.when(ban("r", "b", "echo")).when(ban("b", "r", "anvil"))
    for player, champion in (
        ("r", "bramble"),
        ("b", "anvil"),
        ("r", "cinder"),
        ("b", "drift"),
        ("r", "echo"),
    ):
        case = case.when(pick(player, champion))

    def offered(at: Case) -> tuple[Any, ...]:
        return next(
            (one.choices["champion"] for one in next_events(at.state) if one.type == "champion_picked"), ()
        )

    assert offered(case) == ()
    ruling = next(one for one in next_events(case.state) if one.type == "ruling_recorded")
    assert (ruling.players, ruling.choices, ruling.optional) == ((), {"rule": ("SFB-ROSTER-04",)}, False)
    told = faces.now(case.state)
    assert told is not None and "record a ruling" in told.en and "записывают решение" in told.ru
    case.when(pick("b", "bramble")).then_refused("SFB-ROSTER-04")
    ruled = case.when(
        e.RulingRecorded(organiser="olga", rule="SFB-ROSTER-04", note="no other is left"), ORGANISER
    )
    assert offered(ruled) == ("bramble", "cinder") and stuck(ruled.state) is None
    ruled.when(pick("b", "bramble"), B).then_accepted()


@accepts("SFB-ROSTER-04", "SFB-ROSTER-10")
@refuses("SFB-ROSTER-04")
def test_registered_teams_with_a_champion_in_common_wait_for_a_ruling() -> None:
    """By agreement without mirrors the second player has nothing to log, which only that player and staff may know."""
    case = method(ordered("duel", "summary"), "agreement")
    for player, team in (("r", SIX[:3]), ("b", SIX[2:5])):
        case = case.when(e.PoolRegistered(player=player, champions=team), ORGANISER)
    assert stuck(case.state) is None
    case = case.when(e.RosterConfirmed(player="r", champions=SIX[:3]))
    last = e.RosterConfirmed(player="b", champions=SIX[2:5])
    case.when(last, B).then_refused("SFB-ROSTER-04")
    assert stuck(case.state) == "mirror"
    told = [one.type for one in next_events(case.state)]
    assert "roster_confirmed" not in told and told.count("ruling_recorded") == 2
    ruled = case.when(e.RulingRecorded(organiser="olga", rule="SFB-ROSTER-04", note="it is so"), ORGANISER)
    ruled.when(last, B).then_accepted()


@accepts("SFB-ROSTER-04", "SFB-MODE-06")
@refuses("SFB-ROSTER-04")
def test_registered_pools_of_four_with_a_champion_in_common_wait_for_a_ruling() -> None:
    case = method(ordered("superteams", "summary", mirrors_allowed=False), "tournament_draft")
    own, foe = case.state.order[:2]
    for player, champions in ((own, SIX[:3]), (foe, SIX[2:5])):
        case = case.when(e.PoolRegistered(player=player, champions=champions), ORGANISER)
    case = case.when(pool(*SIX[:3], player=own))
    last = pool(*SIX[2:5], player=foe)
    case.when(last, Actor("player", foe)).then_refused("SFB-ROSTER-04")
    laying = [one.players for one in next_events(case.state) if one.type == "draft_pool_set"]
    assert stuck(case.state) == "mirror" and (foe,) not in laying and len(laying) == 2
    ruled = case.when(e.RulingRecorded(organiser="olga", rule="SFB-ROSTER-04", note="so it is"), ORGANISER)
    assert stuck(ruled.state) is None
    ruled.when(last, Actor("player", foe)).then_accepted()


@accepts("SFB-ROSTER-10", "SFB-MODE-06")
@refuses("SFB-ROSTER-10", "SFB-MODE-06")
def test_a_registered_pool_with_a_champion_of_the_teammate_waits_for_a_ruling() -> None:
    """Nobody could lay it out, nor another one, and no pad said so."""
    case = method(ordered("superteams", "summary"), "tournament_draft")
    for player, champions in (("r", SIX[:3]), ("s", SIX[2:5])):
        case = case.when(e.PoolRegistered(player=player, champions=champions), ORGANISER)
    case = case.when(pool(*SIX[:3], player="r"))
    case.when(pool(*SIX[2:5], player="s"), S).then_refused("SFB-MODE-06")
    other = pool(*SIX[3:6], player="s")
    case.when(other, S).then_refused("SFB-ROSTER-10")
    assert stuck(case.state) == "repeat"
    offers = next_events(case.state)
    assert ("s",) not in [one.players for one in offers if one.type == "draft_pool_set"]
    assert {"rule": ("SFB-ROSTER-10",)} in [one.choices for one in offers]
    told = faces.now(case.state)
    assert told is not None and "teammate's already" in told.en and "есть у соратника" in told.ru
    ruled = case.when(e.RulingRecorded(organiser="olga", rule="SFB-ROSTER-10", note="frost"), ORGANISER)
    (offer,) = [
        one for one in next_events(ruled.state) if one.players == ("s",) and one.type == "draft_pool_set"
    ]
    assert not {*SIX[:3]} & {*champions_of(ruled.state, offer, SIX)}
    ruled.when(pool(*SIX[2:5], player="s"), S).then_refused("SFB-MODE-06")
    assert stuck(ruled.when(other, S).then_accepted()) is None


@accepts("SFB-ROSTER-10", "SFB-MODE-03")
@refuses("SFB-MODE-03")
def test_a_registered_team_with_a_champion_of_the_teammate_waits_for_a_ruling() -> None:
    case = method(ordered("superteams", "summary"), "agreement")
    case = case.when(e.PoolRegistered(player="s", champions=SIX[1:3]), ORGANISER)
    case = case.when(e.RosterConfirmed(player="r", champions=SIX[:2]))
    case.when(e.RosterConfirmed(player="s", champions=SIX[1:3]), S).then_refused("SFB-MODE-03")
    assert stuck(case.state) == "repeat"
    ruled = case.when(e.RulingRecorded(organiser="olga", rule="SFB-ROSTER-10", note="drift"), ORGANISER)
    assert ("s",) in [one.players for one in next_events(ruled.state) if one.type == "roster_confirmed"]
    ruled.when(e.RosterConfirmed(player="s", champions=SIX[2:4]), S).then_accepted()


def confirmed(player: str, *champions: str) -> e.RosterConfirmed:
    return e.RosterConfirmed(player=player, champions=champions)


def twice() -> Iterator[tuple[str, Case, Event]]:
    """(the rule that a ruling would lift, a match, an event that would put a champion twice into a team)."""
    teams = ordered("superteams", "summary")
    yield "SFB-ROSTER-03", ordered("duel", "summary"), confirmed("r", "anvil", "anvil", "bramble")
    yield "SFB-MODE-03", teams, confirmed("r", "anvil", "anvil")
    yield "SFB-MODE-03", teams.when(confirmed("r", *SIX[:2])), confirmed("s", *SIX[1:3])
    yield "SFB-MODE-06", teams, e.PoolRegistered(player="r", champions=("anvil", "anvil", "bramble"))
    laid = method(teams, "tournament_draft").when(pool(*SIX[:3], player="r"))
    yield "SFB-MODE-06", laid, pool(*SIX[2:5], player="s")
    yield "SFB-MODE-05", picked(casual("superteams", EIGHT), *FOUR[:2]), pick("c", "anvil")
    yield "SFB-ROSTER-07", picked(casual(), *PICKS[:2]), pick("b", "anvil")
    yield "SFB-ROSTER-13", picked(banned(), ("r", "anvil"), ("b", "frost")), pick("r", "anvil")


@accepts("SFB-ROSTER-02")
@refuses("SFB-ROSTER-03", "SFB-ROSTER-07", "SFB-ROSTER-13", "SFB-MODE-03", "SFB-MODE-05", "SFB-MODE-06")
def test_no_ruling_puts_a_champion_twice_into_a_team() -> None:
    """Both would be one figure of their side."""
    for rule, case, event in twice():
        ruling = e.RulingRecorded(organiser="o", rule=rule, note="so be it")
        case.when(ruling, ORGANISER).when(event, ORGANISER).then_refused(rule)
    few = ordered("duel", "summary").when(
        e.RulingRecorded(organiser="o", rule="SFB-ROSTER-02", note="two each")
    )
    assert len(few.when(confirmed("r", *SIX[:2])).then_accepted().figures) == 2


@accepts("SFB-ROSTER-01")
def test_another_team_by_a_ruling_takes_the_place_of_the_first() -> None:
    """The champions of the first one stayed among those of the side."""
    case = ordered("duel", "summary").when(confirmed("r", *SIX[:3]))
    case = case.when(e.RulingRecorded(organiser="o", rule="SFB-ROSTER-01", note="it was the wrong sheet"))
    assert {*case.when(confirmed("r", *SIX[3:])).then_accepted().figures} == {f"red:{one}" for one in SIX[3:]}


@refuses("SFB-LOG-02")
def test_no_champion_has_the_colon_of_a_figure_in_its_name() -> None:
    """A team by agreement refused it, as a wrong number of champions; a pool took it."""
    odd = ("red:anvil", *SIX[1:])
    method(ordered("duel", "summary"), "normal_draft").when(pool(*odd)).then_refused("SFB-LOG-02")
    own = method(ordered("duel", "summary"), "tournament_draft")
    own.when(pool(*odd[:5], player="r")).then_refused("SFB-LOG-02")
    told = e.PoolRegistered(player="r", champions=odd[:5])
    ordered("duel", "summary").when(told, ORGANISER).then_refused("SFB-LOG-02")
    team = ordered("duel", "summary").when(e.RosterConfirmed(player="r", champions=odd[:3]))
    assert [one.rule for one in team.violations] == ["SFB-LOG-02"]
