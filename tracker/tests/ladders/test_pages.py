"""The pages of ladders: what they show, to whom, how many queries it takes, and how a run is logged on a phone."""

from __future__ import annotations

import random
import re
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.match import ResultConfirmed, ResultContested
from games.senjutsu import events as e
from games.senjutsu.ladder.rank import rank_of
from tracker import commands, projections, selectors
from tracker.commands.persons import merge_players
from tracker.identity import Identity
from tracker.models import Fault, LadderEntry, Player, RunRow, SeasonKeeper, SeasonRow
from tracker.projections.ladder import Persons, _make, _spans
from tracker.projections.runs import as_number
from tracker.tests import db_states
from tracker.tests.hall import acting
from tracker.tests.ladders.runs import by_turns, made, new_stream, players, ran, summed, tell

pytestmark = pytest.mark.django_db(transaction=True)
LADDER = "/ladders/senjutsu/horde/"


def page_of(client: Client, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status, answer.content[:2000]
    return answer.content.decode()


def device_of(*people: Player, language: str = "en") -> Client:
    """A browser that acts for these players."""
    return acting(Client(headers={"accept-language": language}), *people)


def olga() -> tuple[Identity, Client]:
    user = User.objects.create_user("olga", password="secret-pass")
    SeasonKeeper.objects.create(user=user)
    client = Client()
    client.force_login(user)
    return Identity(user), client


def test_the_runs_of_one_person_are_found_under_either_id() -> None:
    """Logged under the id that was joined to the other one, they were linked from no page of the person."""
    ann, again = players(2)
    run = ran(summed(again, 5, 1))
    admin = Identity(User.objects.create_superuser("admin"))
    merge_players(admin, person=ann.pk, player=again.pk)
    for player in (ann, again):
        way = re.search(r'href="(/[^"]*)">Runs and ladders', page_of(Client(), f"/players/{player.pk}/"))
        assert way is not None
        page = page_of(Client(), way[1])
        assert f"/runs/{run}/" in page and LADDER in page
    ladder = page_of(device_of(again), LADDER)
    assert f'<tr class="mine" id="player-{ann.pk}"' in ladder and str(again.pk) not in ladder
    assert LADDER in page_of(Client(), f"/runs/{run}/")


def test_a_ladder_shows_places_badges_and_every_figure_in_order() -> None:
    ann, bob, cyd = players(3)
    for player, waves, foes in ((ann, 5, 1), (bob, 12, 0), (cyd, 5, 1)):
        ran(summed(player, waves, foes))
    page = page_of(Client(), LADDER)
    rows = re.findall(r'<tr id="player-.*?</tr>', page, re.S)
    assert [re.search(r'class="rank number">(\d+)', row)[1] for row in rows] == ["1", "2", "2"]  # type: ignore[index]
    assert 'title="shared place"' in rows[1] and 'title="shared place"' not in rows[0]
    assert 'class="badge rank-jade"' in rows[0] and 'class="badge rank-steel"' in rows[1]
    assert re.findall(r'figure-cell" data-short="([^"]+)">(\d+)', rows[1]) == [
        ("Waves", "5"),
        ("In wave", "1"),
        ("Last clear", "10"),
    ]
    heads = re.findall(r'<th scope="col" class="num" title="[^"]{20,}">([^<]+)</th>', page)
    assert heads == ["Waves", "In wave", "Last clear"]
    assert "not confirmed yet" in rows[0] and '<span class="quiet">Ronin</span>' in rows[0]


@pytest.mark.soak
@pytest.mark.usefixtures("database")
def test_own_places_are_marked_and_told_when_they_are_on_another_page() -> None:
    crowd = players(60)
    for number, player in enumerate(crowd):
        ran(summed(player, 60 - number))
    page = page_of(device_of(crowd[3]), LADDER)
    assert re.search(rf'<tr class="mine" id="player-{crowd[3].id}"', page)
    later = page_of(device_of(crowd[57]), LADDER)
    assert "Player 058 holds place 58." in later and 'class="mine"' not in later
    following = re.search(r'href="([^"]+after=[^"]+)"', later)
    assert following is not None
    rest = page_of(device_of(crowd[57]), following[1].replace("&amp;", "&"))
    assert re.findall(r'class="rank number">(\d+)', rest) == [str(place) for place in range(51, 61)]
    assert 'class="mine"' in rest and "Next places" not in rest
    page_of(Client(), LADDER + "?after=nonsense", 404)


def test_filters_by_season_and_character() -> None:
    who, _ = olga()
    ann, bob = players(2)
    season = commands.create_season(
        who, name="Spring", starts=datetime(2026, 3, 1, tzinfo=UTC), ends=datetime(2026, 6, 1, tzinfo=UTC)
    )
    ran(summed(ann, 3), at="2026-03-10T12:00:00Z")
    ran(summed(bob, 4, character="student"), at="2026-07-10T12:00:00Z")
    shown = {
        query: re.findall(r"Player \d{3}", page_of(Client(), LADDER + query))
        for query in ("", f"?season={season}", "?character=student", f"?season={season}&character=student")
    }
    assert list(map(len, shown.values())) == [2, 1, 1, 0]
    assert shown[f"?season={season}"] == [ann.name]
    assert "LadderKey" not in page_of(Client(), LADDER + f"?season={season}"), (
        "nothing of the program stands there"
    )
    assert "No run yet" in page_of(Client(), LADDER + f"?season={season}&character=student")
    for wrong in ("?season=nonsense", f"?season={UUID(int=7)}", "?character=" + "x" * 65):
        page_of(Client(), LADDER + wrong, 404)
    page_of(Client(), "/ladders/senjutsu/chess/", 404)
    page_of(Client(), "/ladders/last_battle/horde/", 404)


def test_a_run_opens_down_to_the_events_that_made_its_rank() -> None:
    ann, bob = players(2)
    stream = ran(by_turns(ann, 4, 0))
    page = page_of(Client(), f"/runs/{stream}/")
    row = RunRow.objects.get(pk=stream)
    links = re.findall(rf'href="/matches/{stream}/#event-(\d+)"', page)
    assert [int(seq) for seq in links] == [step["seq"] for step in row.steps] and len(links) >= 4
    assert "Level 1 complete" in page and "Turn of the last clear" in page
    match = page_of(Client(), f"/matches/{stream}/")
    assert f'href="/runs/{stream}/"' in match and all(f'id="event-{seq}"' in match for seq in links)
    assert len(re.findall(r'<li class="entry"><a class="run-link" href="/ladders/', page)) == 2
    worse = ran(summed(ann, 1))
    page = page_of(Client(), f"/runs/{worse}/")
    assert "better run on every ladder" in page and "by another run" in page
    page_of(Client(), f"/runs/{UUID(int=1)}/", 404)
    begun = new_stream()
    tell(begun, *by_turns(bob, 1)[:2])
    assert "has only begun" in page_of(Client(), f"/runs/{begun}/")


def test_marks_say_who_answers_for_a_run() -> None:
    ann, bob, cyd, dan = players(4)
    runs = [ran(summed(player, 3)) for player in (ann, bob, cyd, dan)]
    tell(runs[0], ResultConfirmed(side="staff", vp={"red": 0}, winner="vo"))
    tell(runs[1], ResultConfirmed(side="red", vp={"red": 0}, winner="vo"))
    tell(runs[2], ResultContested(side="red", reason="no"))
    tell(runs[3], e.MatchAnnulled(reason="no"))
    told = [page_of(Client(), f"/runs/{run}/") for run in runs]
    for page, words in zip(
        told,
        ("confirmed by staff", "confirmed by the player", "disputed: does", "annulled: does"),
        strict=True,
    ):
        assert words in page
    assert len(re.findall(r'<tr id="player-', page_of(Client(), LADDER))) == 2


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_page_opens_in_both_languages(language: str) -> None:
    who, client = olga()
    (ann,) = players(1)
    season = commands.create_season(who, name="Spring", starts=datetime(2026, 3, 1, tzinfo=UTC))
    run = ran(by_turns(ann, 5, 1))
    paths = ["/ladders/", LADDER, LADDER + "hall/", f"/runs/{run}/", f"/runs/of/{ann.id}/", "/runs/new/"]
    paths += ["/seasons/", f"/seasons/{season}/", f"/events/{season}/console/logs/{season}/"]
    for path in [*paths, f"/events/{season}/console/logs/{run}/", "/ladders/?season=all"]:
        answer = client.get(path, headers={"accept-language": language})
        assert answer.status_code == 200, path
        assert f'<html lang="{language}">' in answer.content.decode()


def test_the_hall_shows_places_in_parts_and_only_what_is_not_settled_yet() -> None:
    """A place that is confirmed needs no word; one that is being played has its own."""
    ann, bob = players(2)
    run = ran(by_turns(ann, 5, 1))
    assert "not confirmed yet" in page_of(Client(), LADDER + "hall/")
    tell(run, ResultConfirmed(side="staff", vp={"red": 0}, winner="vo"))
    page = page_of(Client(), LADDER + "hall/")
    assert "data-hall=" in page and "data-hall-part" in page and ann.name in page and bob.name not in page
    assert "confirmed by" not in page and 'class="hall-figure"' in page
    assert "confirmed by" in page_of(Client(), LADDER)


def queries(client: Client, path: str) -> int:
    client.get(path)
    with CaptureQueriesContext(connection) as found:
        assert client.get(path).status_code == 200
    return len(found)


@pytest.fixture
def thousand(database: str) -> list[Player]:
    """A thousand runs of two hundred players as they stand once they were scored."""
    return _thousand()


@db_states.kept
def _thousand() -> list[Player]:
    dice, crowd = random.Random(1), players(200)
    began = datetime(2026, 3, 1, tzinfo=UTC)
    RunRow.objects.bulk_create(
        RunRow(
            stream_id=new_stream(),
            system="senjutsu",
            board="horde",
            character=dice.choice(("ronin", "master", "student")),
            figures={"waves_cleared": waves, "vos_in_wave": 0, "last_clear_turn": 2 * waves},
            score=as_number((waves, 0, -2 * waves)),
            rank=rank_of(waves),
            status="logged",
            counts=True,
            detail="summary",
            player=crowd[number % 200],
            started=began + timedelta(hours=number),
            recorded=began + timedelta(hours=number),
            steps=[],
            version=3,
        )
        for number, waves in enumerate(dice.choices(range(14), k=1000))
    )
    _make(RunRow.objects.all(), LadderEntry.objects.all(), _spans(), Persons({}))
    return crowd


def test_queries_do_not_grow_with_a_thousand_runs(thousand: list[Player]) -> None:
    best = LadderEntry.objects.filter(character="", season=None).order_by("-score").first()
    assert best is not None and RunRow.objects.count() == 1000
    device = device_of(thousand[0], best.player)
    paths = {
        "/ladders/": 5,
        LADDER: 8,
        LADDER + "?character=ronin": 8,
        LADDER + "hall/": 6,
        f"/runs/of/{best.player_id}/": 7,  # one of them: who is one person with the player
        f"/runs/{best.run_id}/": 8,  # the player's own, with its next step
    }
    assert {path: queries(device, path) for path in paths} == paths
    assert queries(device_of(thousand[0]), f"/runs/{best.run_id}/") == 5
    shown = page_of(device, LADDER)
    assert shown.count('<tr id="player-') + shown.count('<tr class="mine"') == 50


# --- Logging a run -----------------------------------------------------------------------------------------


def form(player: Player, **told: Any) -> dict[str, Any]:
    fields = {"player": str(player.id), "character": "ronin", "detail": "summary", "waves_cleared": 4}
    return {**fields, "vos_in_wave": 0, "last_clear_turn": 9, "turns": 12, "ended": "wounds", **told}


def test_a_player_logs_a_run_from_the_phone() -> None:
    (ann,) = players(1)
    phone = device_of(ann)
    assert "Log the run" in page_of(phone, "/runs/new/")
    answer = phone.post("/runs/new/", form(ann, played="2026-03-01T20:00", key="k"))
    row = RunRow.objects.get()
    assert answer.status_code == 302 and answer["Location"] == f"/runs/{row.pk}/logged/"
    assert phone.get(answer["Location"])["Location"] == f"/runs/{row.pk}/"
    assert (row.player, row.rank, row.started.day) == (ann, "steel", 1)
    again = phone.post("/runs/new/", form(ann, played="2026-03-01T20:00", key="k"))
    assert again["Location"] == answer["Location"] and RunRow.objects.count() == 1


def test_namesakes_are_told_apart_where_staff_log_for_anybody() -> None:
    """Six times "Anna Weber" stood in the list, and nobody knew which one was meant."""
    for club in ("Lions", "Bears"):
        Player.objects.create(name="Anna Weber", club=club)
    Player.objects.create(name="Bo", club="Lions")
    desk = Client()
    desk.force_login(User.objects.create_superuser("root"))
    page = page_of(desk, "/runs/new/")
    assert ">Anna Weber (Lions)<" in page and ">Anna Weber (Bears)<" in page and ">Bo<" in page


def test_the_page_of_the_own_run_leads_to_its_confirmation() -> None:
    """ "Not confirmed yet", it said, and its one button led to a page that said the same."""
    (ann,) = players(1)
    phone = device_of(ann)
    phone.post("/runs/new/", form(ann))
    row = RunRow.objects.get()
    own, other = (page_of(one, f"/runs/{row.pk}/") for one in (phone, Client()))
    assert f'href="/matches/{row.pk}/pad/"' in own and "Confirm the result" in own
    assert "To the match" in other and f"/matches/{row.pk}/pad/" not in other
    tell(row.pk, ResultConfirmed(side="red", vp={"red": 0}, winner="vo"))
    assert "To the match" in page_of(phone, f"/runs/{row.pk}/")


@pytest.mark.parametrize(
    ("language", "over", "left", "wrong"),
    [
        ("en", "The run is over. Rank: steel.", "ends the run here.", ("concede", "opponents win")),
        ("ru", "Прохождение окончено. Ранг: сталь.", "заканчивает прохождение.", ("сдаётся", "Победили")),
    ],
)
def test_a_run_that_its_player_ended_names_no_winner(
    language: str, over: str, left: str, wrong: tuple[str, str]
) -> None:
    """The match, its picture for a stream and the list of own matches read "concedes" and "The opponents win"."""
    (ann,) = players(1)
    phone = device_of(ann, language=language)
    phone.post("/runs/new/", form(ann, ended="retired"))
    run = RunRow.objects.get().pk
    tell(run, ResultConfirmed(side="red", vp={"red": 0}, winner="vo"))
    pages = {path: page_of(phone, path) for path in (f"/matches/{run}/", f"/matches/{run}/overlay/", "/my/")}
    assert [path for path, page in pages.items() if over not in page] == []
    assert left in pages[f"/matches/{run}/"]
    assert not [word for word in wrong for page in pages.values() if word in page]


def test_a_run_logged_by_turns_goes_on_at_its_score_pad() -> None:
    (ann,) = players(1)
    answer = device_of(ann).post("/runs/new/", form(ann, detail="turns", k1="yari"))
    row = RunRow.objects.get()
    assert answer["Location"] == f"/matches/{row.pk}/pad/"
    assert (row.status, row.board, row.detail) == ("running", "nightmare_1", "turns")


def test_a_run_by_turns_begins_with_the_limits_of_its_character() -> None:
    (ann,) = players(1)
    for language, words in (
        ("en", ("Wound limit", "Hand limit", "character card")),
        ("ru", ("Предел ран", "Лимит руки", "карте персонажа")),
    ):
        page = page_of(device_of(ann, language=language), "/runs/new/")
        assert all(word in page for word in words)
    device_of(ann).post("/runs/new/", form(ann, detail="turns", wound_limit=8, hand_limit=5))
    (begun,) = selectors.current_state(RunRow.objects.get().pk).state.play.fighters.values()
    assert (begun.wound_limit, begun.hand_limit) == (8, 5)


def test_a_run_begins_with_no_character_chosen() -> None:
    (ann,) = players(1)
    (shown,) = re.findall(
        r'<select name="character".*?</select>', page_of(device_of(ann), "/runs/new/"), re.DOTALL
    )
    assert ">choose</option>" in shown and re.findall(r'value="(\w*)" selected', shown) in ([], [""])
    answer = device_of(ann).post("/runs/new/", form(ann, character=""))
    assert answer.status_code == 400 and not RunRow.objects.exists()


def test_while_it_cannot_be_scored_the_page_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    (ann,) = players(1)

    def fails(source: Any) -> None:
        raise RuntimeError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setitem(projections.PROJECTIONS["match"], "ladders", fails)
        who = Identity(User(), frozenset({str(ann.id)}))
        run = commands.log_run(who, player=ann.id, run={"character": "ronin"})
        assert "being scored" in page_of(Client(), f"/runs/{run}/logged/")
    Fault.objects.update(again=timezone.now())
    assert Client().get(f"/runs/{run}/logged/").status_code == 302
    page_of(Client(), f"/runs/{UUID(int=3)}/logged/", 404)


@pytest.mark.parametrize(
    ("told", "status", "words"),
    [
        ({"waves_cleared": ""}, 400, "How many waves were cleared?"),
        ({"last_clear_turn": ""}, 400, "In which turn"),
        ({"vos_in_wave": 3}, 422, "SEN-SCORE-06"),
        ({"k1": "yari", "k2": "yari"}, 422, "SEN-HORDE-13"),
        ({"k1": "hachiko"}, 400, "aria-invalid"),
        ({"character": "monk"}, 422, "SEN-ROSTER-02"),
        ({"character": "nobody"}, 400, "aria-invalid"),
    ],
)
def test_what_cannot_be_is_said_and_what_was_typed_stays(
    told: dict[str, Any], status: int, words: str
) -> None:
    (ann,) = players(1)
    answer = device_of(ann).post("/runs/new/", form(ann, turns=77, **told))
    page = answer.content.decode()
    assert answer.status_code == status and words in page and 'value="77"' in page
    assert not RunRow.objects.exists()


def test_who_acts_for_nobody_is_shown_how_to_claim_a_player() -> None:
    (ann,) = players(1)
    assert "Enter my code" in page_of(Client(), "/runs/new/")
    assert Client().post("/runs/new/", form(ann)).status_code == 200 and not RunRow.objects.exists()
    _, client = olga()
    assert client.post("/runs/new/", form(ann)).status_code == 200 and not RunRow.objects.exists()


def test_staff_of_a_season_log_for_those_whom_they_have_met() -> None:
    """Every player of the server stood in their list, and a run of anybody could be put on the ladder by an id."""
    who, client = olga()
    ann, bob = players(2)
    commands.create_season(who, name="Spring", starts=datetime(2026, 1, 1, tzinfo=UTC))
    page = page_of(client, "/runs/new/")
    assert "You have met no players yet" in page and ann.name not in page
    made(who, ann)
    page = page_of(client, "/runs/new/")
    assert ann.name in page and bob.name not in page
    assert '<option value="" selected>choose</option>' in page, "nobody is chosen by accident"
    assert client.post("/runs/new/", {**form(ann), "player": ""}).status_code == 400
    assert ">choose</option>" not in page_of(device_of(ann), "/runs/new/").partition("character")[0]
    assert client.post("/runs/new/", form(bob)).status_code == 400 and not RunRow.objects.exists()
    assert client.post("/runs/new/", form(ann)).status_code == 302
    assert RunRow.objects.get().player == ann


# --- Seasons -----------------------------------------------------------------------------------------------


def test_an_organiser_opens_changes_closes_and_reopens_a_season() -> None:
    _, client = olga()
    (ann,) = players(1)
    ran(summed(ann, 3), at="2026-03-10T12:00:00Z")
    told = {"name": "Spring", "starts": "2026-03-01T00:00", "ends": "2026-06-01T00:00"}
    assert f'value="{timezone.localdate()}T00:00"' in page_of(client, "/seasons/"), "a season begins today"
    answer = client.post("/seasons/", told)
    season = SeasonRow.objects.get()
    assert answer["Location"] == f"/seasons/{season.pk}/"
    desk = page_of(client, f"/seasons/{season.pk}/")
    assert ann.name in desk and "To look after" in desk
    assert LadderEntry.objects.filter(season=season.pk).count() == 2
    client.post(f"/seasons/{season.pk}/do/change/", {**told, "starts": "2026-04-01T00:00"})
    assert not LadderEntry.objects.filter(season=season.pk).exists()
    client.post(f"/seasons/{season.pk}/do/close/")
    assert SeasonRow.objects.get().closed is not None
    refused = client.post(f"/seasons/{season.pk}/do/change/", told)
    assert refused.status_code == 422 and "SEA-END-01" in refused.content.decode()
    client.post(f"/seasons/{season.pk}/do/reopen/", {"reason": "one run was late"})
    assert SeasonRow.objects.get().closed is None
    log = page_of(client, f"/events/{season.pk}/console/logs/{season.pk}/")
    assert "one run was late" in log and "Spring: runs started from 1 Apr 2026" in log


def test_a_season_that_cannot_be_is_refused_and_a_stranger_has_no_desk() -> None:
    who, client = olga()
    told = {"name": "Spring", "starts": "2026-03-01T00:00", "ends": "2026-02-01T00:00"}
    refused = client.post("/seasons/", told)
    assert refused.status_code == 422 and "SEA-TIME-01" in refused.content.decode()
    assert client.post("/seasons/", {**told, "starts": ""}).status_code == 400
    season = commands.create_season(who, name="Spring", starts=datetime(2026, 3, 1, tzinfo=UTC))
    other = Client()
    other.force_login(User.objects.create_user("boris"))
    assert other.get(f"/seasons/{season}/").status_code == 403
    assert other.post(f"/seasons/{season}/do/close/").status_code == 403
    assert Client().get("/seasons/").status_code == 302
    assert client.get(f"/seasons/{season}/do/close/").status_code == 405


def test_a_run_is_corrected_at_the_desk_of_its_season() -> None:
    who, client = olga()
    (ann,) = players(1)
    season = commands.create_season(who, name="Spring", starts=datetime(2026, 3, 1, tzinfo=UTC))
    run, old = ran(summed(ann, 9)), ran(summed(ann, 2), at="2025-03-10T12:00:00Z")
    assert f"/events/{season}/console/logs/{run}/" in page_of(client, f"/runs/{run}/")
    assert "Correct this run" not in page_of(Client(), f"/runs/{run}/")
    path = f"/events/{season}/console/logs/{run}/"
    done = client.post(path, {"seq": "3", "how": "void", "reason": "never played"})
    assert done.status_code == 302 and RunRow.objects.get(pk=run).status == "running"
    assert client.get(f"/events/{season}/console/logs/{old}/").status_code == 404


def test_the_staff_of_a_season_confirm_a_run_at_its_match() -> None:
    who, client = olga()
    (ann,) = players(1)
    commands.create_season(who, name="Spring", starts=datetime(2026, 3, 1, tzinfo=UTC))
    run = ran(summed(ann, 9))
    assert "Confirm the result" in page_of(client, f"/matches/{run}/pad/")
    told = {"side": "staff", "vp": {"red": 0}, "winner": "vo"}
    commands.append(who, run, [{"type": "result_confirmed", "data": told}])
    assert "confirmed by staff" in page_of(Client(), f"/runs/{run}/")


def test_a_disputed_run_calls_no_judge_and_waits_for_nobody_else() -> None:
    (ann,) = players(1)
    run = ran([*summed(ann, 9), ResultContested(side="red", reason="it was ten")])
    phone = device_of(ann)
    for path in (f"/matches/{run}/", f"/matches/{run}/pad/"):
        told = page_of(phone, path)
        assert "until it is confirmed. Whoever keeps the season" in told and "both sides" not in told
        assert "judge is called" not in told
    assert "it does not count yet" in page_of(phone, f"/runs/{run}/")
    assert "judge" not in page_of(phone, "/my/")


def test_an_annulled_run_promises_no_rank_and_no_place() -> None:
    (ann,) = players(1)
    run = ran([*summed(ann, 9), e.MatchAnnulled(reason="typed twice")])
    for path in (f"/matches/{run}/", f"/matches/{run}/pad/"):
        told = page_of(device_of(ann), path)
        assert "The result then counts" not in told and "The run is over" not in told and "A draw" not in told
    assert '<p class="verdict">The match is annulled' in page_of(Client(), f"/matches/{run}/")


def test_a_ladder_and_its_hall_screen_say_that_the_season_is_over() -> None:
    who, _client = olga()
    (ann,) = players(1)
    season = commands.create_season(who, name="Spring", starts=datetime(2026, 3, 1, tzinfo=UTC))
    ran(summed(ann, 9))
    paths = {"": "runs begun later do not count", "hall/": "The season is over"}
    for path, told in paths.items():
        assert told not in page_of(Client(), f"{LADDER}{path}?season={season}")
    commands.close_season(who, season)
    for path, told in paths.items():
        assert told in page_of(Client(), f"{LADDER}{path}?season={season}"), path
