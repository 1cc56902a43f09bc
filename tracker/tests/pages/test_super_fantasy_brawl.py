"""Super Fantasy Brawl on two phones: the draft, turn reports, a whole report, the match page, what stays secret."""

from __future__ import annotations

import html
import re
import secrets
from typing import Any

import pytest
from django.test import Client

from games.ruleset import EVERYONE, RuleViolation
from games.super_fantasy_brawl.play import training
from games.super_fantasy_brawl.play.training import CARDS
from tracker import commands, selectors
from tracker.handle import CommandRejected
from tracker.models import Player
from tracker.pages.core.answers import attempt
from tracker.tests.pages.at_the_table import Phone, prefilled
from tracker.tests.pages.brawl import POOLS, Brawl, done, lay_out, result, tick
from tracker.tests.pages.brawl_habits import seated
from tracker.tests.pages.dojo import organiser

pytestmark = pytest.mark.django_db(transaction=True)

TEAM_POOL = ("goldarr", "gwaien", "kilgore", "deryn", "dougrun", "tsu_xiao")
NAMES = ("Anna", "Вера", "Борис", "Claire")


@pytest.mark.parametrize("place", [0, 1])
def test_the_server_draws_who_goes_first(place: int, monkeypatch: pytest.MonkeyPatch) -> None:
    brawl = Brawl()
    form = prefilled(brawl.anna.pad(brawl.match), "first_player_determined")
    assert form["choice"] == "lot", "by lot is chosen already"
    monkeypatch.setattr(secrets, "choice", lambda events: events[place])
    done(brawl.anna.client.post(brawl.pad, form))
    assert brawl.play.first == (brawl.anna.id, brawl.boris.id)[place]


def test_a_lot_that_was_thrown_is_not_thrown_again() -> None:
    brawl = Brawl()
    form = prefilled(brawl.anna.pad(brawl.match), "first_player_determined")
    brawl.first(brawl.boris)
    late = brawl.anna.client.post(brawl.pad, form)
    assert late.status_code == 409 and brawl.play.first == brawl.boris.id


def test_a_competitive_draft_is_made_in_turn_on_two_phones() -> None:
    brawl = Brawl(method="tournament_draft")
    brawl.first(brawl.anna)
    lay_out(brawl, brawl.anna, POOLS[0])
    lay_out(brawl, brawl.boris, POOLS[1])
    assert 'data-step="champion_banned"' in brawl.anna.get(brawl.pad)
    page = brawl.boris.get(brawl.pad)
    assert 'data-step="champion_banned"' not in page and "Waiting for Anna" in page
    hall = Client().get(brawl.page).content.decode()
    assert said(hall, "Bans now") == "Anna" and "Tsu Xiao" in hall
    told = brawl.take(brawl.anna, "champion_banned", champion="tsu_xiao")
    assert told["owner"] == brawl.boris.id
    assert said(Client().get(brawl.page).content.decode(), "Bans now") == "Борис"
    brawl.take(brawl.boris, "champion_banned", champion="goldarr")
    for phone, champion in ((brawl.anna, "gwaien"), (brawl.boris, "gwaien")):
        brawl.take(phone, "champion_picked", champion=champion)
    assert said(Client().get(brawl.page).content.decode(), "Picks now") == "Anna"
    while brawl.play.phase == "select":
        for phone in (brawl.anna, brawl.boris):
            if 'data-step="champion_picked"' in phone.get(brawl.pad):
                brawl.take(phone, "champion_picked")
    assert {len(team) for team in brawl.play.rosters.values()} == {3}
    assert brawl.play.phase == "turns"


def drafting(method: str, sides: dict[str, list[Any]], events: list[dict[str, Any]], **told: Any) -> Any:
    """A match of these phones by turns, in the midst of its draft."""
    opening = {
        "sides": {side: [one.id for one in own] for side, own in sides.items()},
        "detail": "turns",
        **told,
    }
    first = [{"type": "match_created", "data": opening}]
    first.append({"type": "selection_method_chosen", "data": {"method": method}})
    return commands.create_match(organiser(), system="super_fantasy_brawl", events=[*first, *events])


def lead(page: str) -> str:
    found = re.search(r'<p class="turn[^>]*>(.*?)</p>', page)
    return " ".join(re.sub("<[^>]+>", " ", found[1]).split()) if found else ""


def test_a_draft_stuck_for_mirrors_says_who_has_to_do_what() -> None:
    """SFB-ROSTER-04, G26: no pad showed a step, and none said that the organisers have to rule."""
    anna, boris = (Phone(commands.create_player(organiser(), name=name)) for name in ("Anna", "Борис"))
    five = list(POOLS[0])
    told: list[dict[str, Any]] = [
        {"type": "first_player_determined", "data": {"player": anna.id, "method": "tournament"}},
        *({"type": "draft_pool_set", "data": {"player": one.id, "champions": five}} for one in (anna, boris)),
        {"type": "champion_banned", "data": {"by": anna.id, "owner": boris.id, "champion": five[4]}},
        {"type": "champion_banned", "data": {"by": boris.id, "owner": anna.id, "champion": five[0]}},
    ]
    for at, (phone, champion) in enumerate(zip((anna, boris) * 3, (1, 0, 2, 3, 4), strict=False)):
        assert at % 2 == (phone is boris)
        told.append({"type": "champion_picked", "data": {"player": phone.id, "champion": five[champion]}})
    match = drafting(
        "tournament_draft", {"a": [anna], "b": [boris]}, told, mode="duel", mirrors_allowed=False
    )
    for phone in (anna, boris):
        assert lead(phone.pad(match)).startswith(
            "It is for the organisers Choice of champions. Only champions"
        )
        assert 'data-step="champion_picked"' not in phone.pad(match)
    anna.client.defaults["HTTP_ACCEPT_LANGUAGE"] = "ru"
    assert "организаторы записывают решение" in anna.pad(match)
    olga = Client(headers={"accept-language": "en"})
    olga.login(username="olga", password="secret-pass")
    page = olga.get(f"/matches/{match}/pad/").content.decode()
    assert lead(page).startswith("Your turn") and 'data-step="mirror_ruling"' in page
    form = {**prefilled(page, "mirror_ruling"), "told-note": "nothing else is left"}
    done(olga.post(f"/matches/{match}/pad/", form))
    assert selectors.current_state(match).state.play.lifted == ("SFB-ROSTER-04",)
    assert 'data-step="champion_picked"' in boris.pad(match)


def test_a_draft_of_four_in_which_nothing_is_left_says_so() -> None:
    """G26: the pads said that it is the turn of nobody."""
    r, s, b, c = (Phone(commands.create_player(organiser(), name=name)) for name in NAMES)
    one, two, three, four, five, six = TEAM_POOL
    told: list[dict[str, Any]] = [
        {"type": "first_player_determined", "data": {"team": "a", "method": "random"}},
        {"type": "turn_order_set", "data": {"order": [r.id, b.id, s.id, c.id]}},
        {"type": "draft_pool_set", "data": {"champions": [*TEAM_POOL, one, two]}},
    ]
    picks = ((b, six), (r, one), (c, five), (s, two), (b, four), (r, three), (c, one))
    told += [{"type": "champion_picked", "data": {"player": x.id, "champion": y}} for x, y in picks]
    match = drafting("normal_draft", {"a": [r, s], "b": [b, c]}, told, mode="superteams")
    assert lead(s.pad(match)).startswith("It is for the organisers Choice of champions. No champion is left")
    assert 'data-step="champion_picked"' not in s.pad(match)
    olga = Client(headers={"accept-language": "en"})
    olga.login(username="olga", password="secret-pass")
    page = olga.get(f"/matches/{match}/pad/").content.decode()
    assert "9 champions are needed" in page and page.index("common_pool-") < page.index("game_ended-")
    form: dict[str, Any] = prefilled(page, "common_pool")
    ticked = re.findall(r'name="told-champions" value="(\w+)"[^>]* checked', page)
    assert ticked == list(TEAM_POOL) and html.unescape(form["told-champions.others"]) == "Gold'arr\nGwaien"
    form |= {"told-champions": ticked, "told-champions.others": "Gold'arr\nGwaien\nFrost"}
    done(olga.post(f"/matches/{match}/pad/", form))
    assert selectors.current_state(match).state.play.draft.pools[""] == (*TEAM_POOL, one, two, "frost")
    assert 'data-step="champion_picked"' in s.pad(match)


def test_a_registered_pool_that_the_teammate_bars_waits_for_the_organisers() -> None:
    """SFB-MODE-06, SFB-ROSTER-10: the player who registered it and the organisers read why; the others may not know."""
    r, s, b, c = (Phone(commands.create_player(organiser(), name=name)) for name in NAMES)
    own, mates = [*TEAM_POOL[:3]], [*TEAM_POOL[2:5]]
    told: list[dict[str, Any]] = [
        {"type": "first_player_determined", "data": {"team": "a", "method": "random"}},
        {"type": "turn_order_set", "data": {"order": [r.id, b.id, s.id, c.id]}},
        {"type": "pool_registered", "data": {"player": s.id, "champions": mates}},
        {"type": "draft_pool_set", "data": {"player": r.id, "champions": own}},
    ]
    match = drafting("tournament_draft", {"a": [r, s], "b": [b, c]}, told, mode="superteams")
    page = s.pad(match)
    assert "teammate&#x27;s already" in page and 'data-step="draft_pool_set"' not in page
    assert "teammate&#x27;s already" not in b.pad(match)
    olga = Client(headers={"accept-language": "en"})
    olga.login(username="olga", password="secret-pass")
    page = olga.get(f"/matches/{match}/pad/").content.decode()
    form = {**prefilled(page, "registered_ruling"), "told-note": "Deryn instead"}
    done(olga.post(f"/matches/{match}/pad/", form))
    page = s.pad(match)
    assert "teammate&#x27;s already" not in page and 'data-step="draft_pool_set"' in page
    assert re.findall(r'name="told-champions" value="(\w+)"', page) == [*TEAM_POOL[3:]]


def test_a_refusal_calls_champions_by_name() -> None:
    brawl = Brawl(method="tournament_draft")
    brawl.first(brawl.anna)
    four = list(POOLS[0][:4])
    page = brawl.anna.tap(brawl.match, "draft_pool_set", **{"told-champions": four}).content.decode()
    assert "entered: Gold&#x27;arr, Gwaien, Kilgore, Deryn." in page

    def refused() -> None:
        raise CommandRejected((RuleViolation("SFB-KO-07", {"champion": "a:gwaien"}),))

    refusal = attempt(refused, stream=brawl.match).refusal
    assert refusal is not None
    assert refusal.problems[0]["message"].startswith("Gwaien (A) is out of action")


def test_turns_are_reported_and_every_point_opens_down_to_its_event() -> None:
    brawl = Brawl(method="tournament_draft")
    brawl.drafted()
    figures = {side: [key for key, one in brawl.play.figures.items() if one.side == side] for side in "ab"}
    out = {f"out:{figures['b'][0]}": f"by:{figures['a'][0]}"}
    done(brawl.anna.tap(brawl.match, "turn_recorded", **out))
    assert brawl.play.sides["a"].vp == 1 and brawl.play.figures[figures["a"][0]].levelled
    done(brawl.boris.tap(brawl.match, "turn_recorded"))
    done(brawl.anna.tap(brawl.match, "round_recorded"))
    done(brawl.anna.tap(brawl.match, "turn_recorded", scored="1"))
    assert brawl.play.sides["a"].challenge == 1
    page = Client().get(brawl.page).content.decode()
    seq = selectors.head(brawl.match).version
    assert f'href="#event-{seq}"' in page and f'id="event-{seq}"' in page
    assert "Levelled up:" in page and "Round 2: the turn of Anna." in page
    assert "Victory points by round" in page
    assert ">Round 1</th>" in page and ">Turn 1</th>" not in page
    russian = Client().get(brawl.page, headers={"accept-language": "ru"}).content.decode()
    assert ">Раунд 1</th>" in russian and ">Ход 1</th>" not in russian


@pytest.mark.parametrize("later", [False, True])
def test_who_levels_up_and_falls_in_one_turn_may_lie_on_the_base_side_again(later: bool) -> None:
    """SFB-KO-05, SFB-LVL-05: in the same action it levels up at the gates, in a later one it fell as levelled up; the
    report took the first for granted."""
    brawl = Brawl(method="tournament_draft")
    brawl.drafted()
    figures = brawl.play.figures
    own, foe = (next(key for key, one in figures.items() if one.side == side) for side in "ab")
    out = {f"out:{foe}": f"by:{own}", f"out:{own}": "trap", **({"back": own} if later else {})}
    assert "Levelled up before that or after it, or out of action twice" in brawl.anna.pad(brawl.match)
    done(brawl.anna.tap(brawl.match, "turn_recorded", **out))
    assert brawl.play.figures[own].levelled is not later
    assert {side: one.vp for side, one in brawl.play.sides.items()} == {"a": 1, "b": 1}


@pytest.mark.parametrize("again", [False, True])
def test_who_was_levelled_up_fell_and_came_back_may_level_up_again(again: bool) -> None:
    """SFB-LVL-03, -05, SFB-RES-12: what it took out before its fall brings it nothing, what after it a level; the
    report took the first for granted."""
    brawl = Brawl(method="tournament_draft")
    brawl.drafted()
    own, foe = (next(key for key, one in brawl.play.figures.items() if one.side == side) for side in "ab")
    assert 'name="up"' not in brawl.anna.pad(brawl.match), "nobody is levelled up yet"
    done(brawl.anna.tap(brawl.match, "turn_recorded", **{f"out:{foe}": f"by:{own}"}))
    done(brawl.boris.tap(brawl.match, "turn_recorded"))
    refused = brawl.anna.tap(brawl.match, "turn_recorded", up=own)
    assert refused.status_code == 422 and "SFB-RES-12" in refused.content.decode()
    out = {f"out:{foe}": f"by:{own}", f"out:{own}": "trap", **({"up": own} if again else {})}
    done(brawl.anna.tap(brawl.match, "turn_recorded", **out))
    assert brawl.play.figures[own].levelled is again
    assert {side: one.vp for side, one in brawl.play.sides.items()} == {"a": 2, "b": 1}


def test_a_champion_that_comes_back_may_fall_once_more_in_the_turn() -> None:
    """SFB-KO-07: of the active player's champions; the report had room for one fall of each."""
    brawl = Brawl(method="tournament_draft")
    brawl.drafted()
    own, foe = (next(key for key, one in brawl.play.figures.items() if one.side == side) for side in "ab")
    pad = brawl.anna.pad(brawl.match)
    assert f'name="again:{own}"' in pad and f'name="again:{foe}"' not in pad
    out = {f"out:{own}": "trap", f"again:{own}": f"by:{foe}"}
    done(brawl.anna.tap(brawl.match, "turn_recorded", **out))
    assert brawl.play.sides["b"].vp == brawl.play.figures[own].knocked_out == 2
    assert brawl.play.figures[foe].levelled


def test_a_track_that_nobody_noted_takes_no_room() -> None:
    """No unnamed cards in the log; what is named shows."""
    brawl = Brawl(method="tournament_draft", track=None)
    assert '<figure class="chart"' not in Client().get(brawl.page).content.decode()
    brawl.drafted()
    done(brawl.anna.tap(brawl.match, "turn_recorded"))
    done(brawl.boris.tap(brawl.match, "turn_recorded"))
    done(brawl.anna.tap(brawl.match, "round_recorded"))
    page = Client().get(brawl.page).content.decode()
    assert "Round 1 ends." in page and "a card not named" not in page
    assert '<th scope="col">Challenge</th>' not in page
    assert '<figure class="chart"' in page
    done(brawl.anna.tap(brawl.match, "turn_recorded"))
    done(brawl.boris.tap(brawl.match, "turn_recorded"))
    done(brawl.anna.tap(brawl.match, "round_recorded", **{"new:0": "Hold the middle"}))
    page = Client().get(brawl.page).content.decode()
    assert "On the track 1: Hold the middle." in page and '<th scope="col">Challenge</th>' in page


def test_a_match_by_turns_comes_to_its_end_and_is_confirmed() -> None:
    brawl = Brawl(method="tournament_draft")
    brawl.drafted()
    figures = [key for key, one in brawl.play.figures.items() if one.side == "b"]
    while brawl.play.phase in ("turns", "round"):
        phone = brawl.phones[brawl.play.active] if brawl.play.phase == "turns" else brawl.anna
        if brawl.play.phase == "round":
            done(phone.tap(brawl.match, "round_recorded"))
            continue
        out = {f"out:{key}": "trap" for key in figures} if phone is brawl.boris else {}
        done(phone.tap(brawl.match, "turn_recorded", **out))
    assert brawl.play.sides["a"].vp >= 5
    assert brawl.play.phase == "closed", "the end follows from the points, nobody is asked for it"
    for phone in (brawl.anna, brawl.boris):
        done(phone.tap(brawl.match, "confirm"))
    assert selectors.outcome(brawl.match).status == "confirmed"
    assert "Side A wins · Anna" in Client().get(brawl.page).content.decode()


def test_the_report_and_its_confirmation_name_who_plays_a_side() -> None:
    """The side alone left both to look up at the score which of them that is."""
    brawl = Brawl("summary")
    pad = f"{brawl.page}pad/"
    page = brawl.anna.get(pad)
    assert '<span class="mark side-b">Side B · Борис</span></legend>' in page
    assert re.search(r'value="concession:a"[^>]*> <span>Side A · Anna conceded</span>', page)
    done(brawl.anna.tap(brawl.match, "match_result_recorded", **result((3, 2), (1, 2), 6)))
    done(brawl.anna.tap(brawl.match, "confirm"))
    assert "Waiting for confirmation: Side B · Борис." in brawl.anna.get(pad)
    assert "Side A wins · Anna" in brawl.boris.get(pad)


def test_the_whole_match_is_one_report() -> None:
    brawl = Brawl("summary")
    refused = brawl.anna.tap(brawl.match, "match_result_recorded", **result((3, 1), (1, 2), 6))
    assert refused.status_code == 422 and "SFB-RES-01" in refused.content.decode()
    done(brawl.anna.tap(brawl.match, "match_result_recorded", **result((3, 2), (1, 2), 6)))
    outcome = selectors.outcome(brawl.match)
    assert outcome.winner == "a" and outcome.vp == {"a": 5, "b": 3}
    assert outcome.figures["knockout_vp"] == {"a": 2, "b": 2}


@pytest.mark.parametrize(
    ("said", "points", "winner", "reason"),
    [
        ("concession:a", ((1, 0), (0, 0)), "b", "concession"),
        ("mutual_knockout:b", ((3, 3), (2, 4)), "b", "mutual_knockout"),
        ("mutual_knockout", ((3, 4), (2, 4)), "a", "mutual_knockout"),
    ],
)
def test_one_tap_tells_why_it_ended_and_who_wins_by_it(
    said: str, points: tuple[tuple[int, int], tuple[int, int]], winner: str, reason: str
) -> None:
    """SFB-END-03, -04, -07: what the points leave open goes with the reason."""
    brawl = Brawl("summary")
    done(brawl.anna.tap(brawl.match, "match_result_recorded", reason=said, **result(*points, 6)))
    play = selectors.current_state(brawl.match).state.play
    assert (play.winner, play.reason) == (winner, reason)


def test_whoever_stops_logging_turns_reports_the_rest_of_the_match() -> None:
    brawl = Brawl("turns")
    pad = brawl.anna.get(brawl.pad)
    assert 'data-step="match_result_recorded"' in pad and 'value="organiser"' not in pad
    done(brawl.anna.tap(brawl.match, "match_result_recorded", **result((3, 2), (1, 2), 6)))
    done(brawl.anna.tap(brawl.match, "confirm"))
    done(brawl.boris.tap(brawl.match, "confirm"))
    outcome = selectors.outcome(brawl.match)
    assert (outcome.status, outcome.vp) == ("confirmed", {"a": 5, "b": 3})


def way_back(brawl: Brawl, phone: Phone) -> dict[str, str]:
    """The fields of the way back as this phone's pad shows them."""
    form = re.search(r'<div data-follows="take-back">(.*?)</div>', phone.get(brawl.pad), re.S)
    return dict(re.findall(r'name="(step|version|key)" value="([^"]*)"', form[1])) if form else {}


def test_a_disputed_result_is_taken_back_by_whoever_logged_it_and_logged_anew() -> None:
    """Outside events nobody else could correct it: both could but confirm what one of them called wrong."""
    brawl = Brawl("turns")
    done(brawl.anna.tap(brawl.match, "match_result_recorded", **result((3, 2), (1, 2), 6)))
    done(brawl.boris.tap(brawl.match, "contest", reason="It was 5 to 2"))
    done(brawl.anna.tap(brawl.match, "confirm"))
    assert way_back(brawl, brawl.boris) == {}
    assert "whoever logged the end takes it back" in brawl.boris.get(brawl.pad)
    done(brawl.anna.client.post(brawl.pad, way_back(brawl, brawl.anna)))
    assert selectors.outcome(brawl.match).status == "open"
    done(brawl.anna.tap(brawl.match, "match_result_recorded", **result((3, 2), (1, 1), 6)))
    for phone in (brawl.anna, brawl.boris):
        done(phone.tap(brawl.match, "confirm"))
    assert selectors.outcome(brawl.match).vp == {"a": 5, "b": 2}
    assert way_back(brawl, brawl.anna) == {}


@pytest.mark.parametrize("languages", ["en", "ru"])
def test_pad_and_match_page_speak(languages: str) -> None:
    brawl = Brawl("full", languages)
    brawl.drafted_full()
    for phone in (brawl.anna, brawl.boris):
        for path in (brawl.pad, brawl.page):
            text = re.sub(r"<[^>]+>", "", phone.get(path))
            assert "None" not in text and "champion_" not in text


def test_a_match_goes_hex_by_hex_and_its_hands_stay_secret(django_assert_max_num_queries: Any) -> None:
    brawl = Brawl("full")
    brawl.drafted_full()
    assert brawl.play.phase == "activation" and brawl.play.active == brawl.anna.id
    card = next(iter(brawl.play.full.seats[brawl.anna.id].held))
    hidden = [
        Client().get(brawl.page).content.decode(),
        brawl.boris.get(brawl.pad),
        brawl.boris.get(brawl.page),
    ]
    name = training_name(card)
    for page in hidden:
        assert card not in page and name not in page
    assert name in brawl.anna.get(brawl.pad)
    brawl.take(brawl.anna, "basic_action_started", basic=4)
    pad = brawl.anna.get(brawl.pad)
    assert "data-pick-board" in pad and "data-hex=" in pad
    moved = brawl.take(brawl.anna, "champion_moved")
    assert list(brawl.play.figures[moved["champion"]].cell) == moved["path"][-1]
    page = Client().get(brawl.page).content.decode()
    assert "<polygon" in page and "data-scrubber" in page and ">Challenge</th>" in page
    brawl.anna.get(brawl.page)
    with django_assert_max_num_queries(14):
        brawl.anna.get(brawl.page)
    with django_assert_max_num_queries(16):
        brawl.anna.get(brawl.pad)
    with django_assert_max_num_queries(12):
        Client().get(f"{brawl.page}board/?at=20")


def test_a_pad_does_not_tell_whether_a_card_could_be_played() -> None:
    """SFB-HID-08: phones lie open on tables; what could be played stands behind the fold."""
    brawl = Brawl("full")
    brawl.drafted_full()
    by_core = {CARDS[one["card"]].core for one in brawl.options(brawl.anna, "action_card_played")}
    spent = next(iter(by_core))
    brawl.take(brawl.anna, "basic_action_started", basic=4, core=spent)
    brawl.go_on(brawl.anna, "action_ended")
    left = [CARDS[one["card"]].core for one in brawl.options(brawl.anna, "action_card_played")]
    assert spent not in left
    page = brawl.anna.get(brawl.pad)
    assert f'id="action_card_played-{brawl.anna.id}"' in page and "Look where nobody looks on" in page


def said(page: str, label: str) -> str:
    """What stands beside a label on the table."""
    found = re.search(rf"<dt[^>]*>{label}</dt><dd>([^<]*)</dd>", page)
    return found[1] if found else ""


def training_name(card: str) -> str:
    name = CARDS[card].name
    assert name
    return name


def test_a_stranger_and_the_other_side_cannot_take_a_step() -> None:
    brawl = Brawl(method="tournament_draft")
    brawl.first(brawl.anna)
    lay_out(brawl, brawl.anna, POOLS[0])
    fields = prefilled(brawl.boris.get(brawl.pad), "draft_pool_set")
    answer = brawl.anna.client.post(brawl.pad, {**fields, "told-champions": "gwaien"})
    assert answer.status_code == 403
    stranger = Phone(Player.objects.create(name="Karl"))
    assert stranger.client.get(brawl.pad).status_code in (302, 403)


def test_the_pad_repeats_all_that_followed_by_itself() -> None:
    brawl = Brawl("full")
    brawl.drafted_full()
    done(brawl.anna.tap(brawl.match, "refresh_completed"))
    latest = re.search(r'<ul class="latest".*?</ul>', brawl.boris.get(brawl.pad), re.S)
    assert latest
    numbers = [int(seq) for seq in re.findall(r'data-seq="(\d+)"', latest[0])]
    now = selectors.head(brawl.match).version
    stood = selectors.events_page(brawl.match, EVERYONE, 0, now).events
    told = next(event.seq for event in reversed(stood) if not (event.actor or "").startswith("rules:"))
    assert numbers == list(range(now, told - 1, -1)) and len(numbers) > 2
    assert brawl.play.active == brawl.boris.id
    assert f'class="event follows" id="event-{now}"' in Client().get(brawl.page).content.decode()


def test_an_exchange_is_counted_by_what_is_ticked_behind_the_fold() -> None:
    """SFB-SETUP-11: how many stands in sight, which ones behind a fold; a hand that is kept names none."""
    brawl = Brawl("full")
    brawl.first(brawl.anna)
    brawl.take(brawl.anna, "zone_chosen", zone="north")
    names = list(training.CHAMPIONS)
    for phone, team in ((brawl.anna, names[:3]), (brawl.boris, names[3:6])):
        tick(brawl, phone, "roster_confirmed", **{"told-champions": team})
    brawl.take(brawl.anna, "challenge_card_laid")
    for phone in (brawl.anna, brawl.anna, brawl.boris, brawl.boris):
        brawl.take(phone, "trap_token_placed")
    tick(brawl, brawl.anna, "opening_hand_drawn", **{"told-cards": list("01234")})
    before = brawl.play.full.seats[brawl.anna.id].held
    form = re.search(r'data-step="mulligan_resolved">(.*?)</form>', brawl.anna.get(brawl.pad), re.S)
    assert form is not None
    sight, fold, cards = form[1].partition("<details")
    assert "told-count" in sight and "told-returned" not in sight and fold and "told-returned" in cards
    ticked = {"told-count": ["0"], "told-returned": ["0", "1"], "told-drawn": ["0", "1"]}
    tick(brawl, brawl.anna, "mulligan_resolved", **ticked)
    seat = brawl.play.full.seats[brawl.anna.id]
    assert (seat.hand, len(set(before) - set(seat.held))) == (5, 2)


@pytest.mark.parametrize(
    ("mode", "said"), [("duel", "Side A · Anna 0 concedes."), ("superteams", "Side A concedes.")]
)
def test_who_plays_alone_concedes_by_name_and_a_team_as_its_side(mode: str, said: str) -> None:
    play = seated(mode, "summary", 1)
    phone, pad = play.phones[0], f"/matches/{play.match}/pad/"
    page = phone.get(f"{pad}?open=match_conceded")
    assert said in page
    assert phone.client.post(pad, prefilled(page, "match_conceded")).status_code == 302
    assert said in phone.get(f"/matches/{play.match}/")
