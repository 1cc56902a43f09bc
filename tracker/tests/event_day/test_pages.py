"""The pages of an event day: the hall watches, the organiser runs it, players find their table."""

from __future__ import annotations

import io
import re
import zipfile
from html import unescape
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.last_battle.chapters.links import event_day
from tracker import commands
from tracker.exchange.archive import MANIFEST
from tracker.identity import Identity
from tracker.models import Card, Edition, Player
from tracker.pages.match_forms.last_battle.base import SHOWN_SIDES
from tracker.proof import verify
from tracker.tests import db_states
from tracker.tests.event_day import day as days
from tracker.tests.event_day.day import append, count, match_at, report, state_of
from tracker.tests.pages.at_the_table import code_of

FIRST_REPORT = 3
"""The event by which a table of `days.report` tells its result: after the opening and the preset schemes."""

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def who() -> Identity:
    return days.organiser()


@pytest.fixture
def desk(who: Identity) -> Client:
    client = Client()
    client.force_login(who.user)
    return client


def owner(day: UUID, table: str) -> str:
    return state_of(day).tables[table].sides["alliance"][0]


@db_states.kept
def eventful(who: Identity, seats: int = 1) -> UUID:
    """One card arrived, one on its way, one earned; a table done with one dead."""
    day = days.started(who, seats=seats)
    for card, table in (("M-fool", "sea"), ("M-tower", "sea"), ("M-devil", "dungeon")):
        commands.create_arcanum(who, day, arcana=card, table=table, side="alliance")
    commands.grant_arcanum(who, day, arcana="M-fool", table="camp")
    dead = {"figure_id": "king", "how": "killed", "owner": owner(day, "sea")}
    report(who, day, "sea", 2, 1, casualties=[dead])
    return day


@pytest.mark.parametrize(
    ("language", "told"), [("en", ("Fool", "Sea", "arrived", "king")), ("ru", ("Дурак", "Море", "king"))]
)
@pytest.mark.parametrize("page", ["", "hall/"])
def test_a_hall_can_watch_the_day(who: Identity, language: str, told: tuple[str, ...], page: str) -> None:
    day = eventful(who)
    text = Client().get(f"/days/{day}/{page}", headers={"accept-language": language}).content.decode()
    for word in told:
        assert word in text
    assert f'data-live="/api/v1/live/{day}/"' in text


def test_the_hall_of_a_day_shows_tables_and_the_fallen_in_parts(who: Identity) -> None:
    """Every part has the place where its number stands: without it the screen would stay on the first."""
    text = Client().get(f"/days/{eventful(who)}/hall/").content.decode()
    assert text.count("data-hall=") == text.count("data-hall-part") == 2
    tables, fallen = text.split("data-hall=")[1:]
    assert 'class="day-map"' in tables and "king" in fallen and 'class="day-table"' not in fallen


def test_a_day_is_described_and_stands_in_calendars(who: Identity, desk: Client) -> None:
    event = commands.create_campaign(who, name="Battle, the last")
    page, act = f"/days/{event}/console/settings/", f"/days/{event}/console/do/describe/"
    assert Client().get(f"/days/{event}/calendar.ics").status_code == 404
    assert "data-problems" not in desk.get(page).content.decode()
    told = {
        "starts": "2026-11-28T10:00",
        "ends": "2026-11-28T18:00",
        "place": "Зал; вход Б",
        "organiser": "Дина",
    }
    refused = desk.post(act, {**told, "ends": "2026-11-27", "key": "a"})
    content = refused.content.decode()
    assert (
        refused.status_code == 422
        and "the end comes before the start" in content
        and "Зал; вход Б" in content
    )
    assert state_of(event).described.starts == ""
    done = desk.post(act, {**told, "key": "b"})
    assert done.status_code == 302 and done["Location"] == page
    shown = unescape(Client().get(f"/days/{event}/").content.decode())
    assert "Зал; вход Б" in shown and "Дина" in shown and "28 Nov 2026 10:00" in shown
    assert f"/days/{event}/calendar.ics" in shown
    entry = Client().get(f"/days/{event}/calendar.ics").content.decode()
    assert "LOCATION:Зал\\; вход Б\r\n" in entry and "SUMMARY:Battle\\, the last\r\n" in entry
    assert f"/days/{event}/\r\n" in entry
    assert (
        "What is said of the event: 28 Nov 2026, 10:00"
        in Client().get(f"/days/{event}/log/").content.decode()
    )
    assert Client().post(act, told).status_code in (302, 403)


def test_the_queries_of_the_day_do_not_grow_with_it(who: Identity) -> None:
    small, large = eventful(who), eventful(days.organiser("second"), seats=3)
    counted = []
    for day in (small, large):
        Client().get(f"/days/{day}/")
        with CaptureQueriesContext(connection) as queries:
            assert Client().get(f"/days/{day}/").status_code == 200
        counted.append(len(queries))
    assert counted[1] <= counted[0] <= 8, counted


@pytest.mark.parametrize(("language", "words"), [("en", "won, 4 : 3"), ("ru", "победа, 4 : 3")])
def test_every_number_of_the_overall_result_opens_down_to_its_events(
    who: Identity, language: str, words: str
) -> None:
    """Sides: table by table, each with the event that confirmed it; a table's VP, schemes and losses line by line."""
    day = days.started(who)
    seated = state_of(day).tables["sea"].sides
    dead = {"figure_id": "king", "how": "killed", "owner": seated["alliance"][0]}
    schemes = [{"player": seated["alliance"][0], "vp": 2}]
    report(who, day, "sea", 4, 1, schemes=schemes, casualties=[dead], result="serpent")
    sea, client = match_at(day, "sea"), Client(headers={"accept-language": language})
    told = {one.side.key: one for one in client.get(f"/days/{day}/").context["view"].totals}["serpent"]
    result = state_of(day).tables["sea"].result
    assert result is not None
    confirmed = f"/matches/{sea}/#event-{result.match_seq}"
    assert [(row["value"], row["url"]) for row in told.rows["won"]] == [(1, confirmed)]
    assert told.rows["won"][0]["note"] == words
    assert [row["value"] for row in told.rows["vp_difference"]] == ["+1"] and told.vp_difference == "+1"
    assert sum(row["value"] for row in told.rows["vp"]) == told.vp == 4
    view = client.get(f"/days/{day}/").context["view"]
    table = next(table for table in view.tables if table.key == "sea")
    serpent = next(points for points in table.sides if points.side.key == "serpent")
    assert sum(row["value"] for row in serpent.rows) == serpent.side.vp == 4
    assert {row["url"] for row in serpent.rows} == {f"/matches/{sea}/#event-{FIRST_REPORT}"}
    people = {one["side"].key: one for one in view.players}
    alliance = people["alliance"]
    assert [row["value"] for row in alliance["scheme_rows"]] == [alliance["scheme_vp"]] == [2]
    assert [row["label"] for row in alliance["lost_rows"]] == ["king"]
    page = client.get(f"/days/{day}/").content.decode()
    assert page.count(confirmed) >= 6 and words in page
    opened = client.get(f"/matches/{sea}/").content.decode()
    assert f'id="event-{FIRST_REPORT}"' in opened and confirmed.partition("#")[2] in opened


def test_claim_codes_of_a_day_are_a_sheet_to_print(desk: Client, who: Identity) -> None:
    day = days.prepared(who)
    page = desk.get(f"/days/{day}/console/codes/").content.decode()
    codes = list(Player.objects.filter(event_days__stream_id=day).values_list("claim_code", flat=True))
    assert len(codes) == 10 and all(code in page for code in codes)
    assert f"/days/{day}/console/players/" in page, "the tabs of the day, not of a tournament"


def test_my_day_tells_of_the_cards_at_my_table(who: Identity) -> None:
    day = eventful(who)
    told = {}
    for table in ("camp", "sea"):
        phone = Client()
        phone.post(f"/claim/{code_of(Player.objects.get(id=owner(day, table)))}/")
        told[table] = phone.get("/my/").content.decode()
    assert "Fool" in told["camp"] and "yours" in told["camp"] and "into the deck" in told["camp"]
    assert "Fool" in told["sea"] and "Tower" in told["sea"] and "Devil" not in told["sea"]


def test_the_log_of_the_day_reads_as_sentences(who: Identity) -> None:
    day = eventful(who)
    text = Client().get(f"/days/{day}/log/").content.decode()
    for told in (
        "Fool is in play at Camp",
        "Alliance earns Fool at Sea",
        "The battle begins",
        "killed",
    ):
        assert told in text, told
    for type_ in ("arcanum ", "figure fell", "table added", "match opened"):
        assert type_ not in text, type_
    russian = Client().get(f"/days/{day}/log/", headers={"accept-language": "ru"}).content.decode()
    assert "Битва начинается" in russian and "The battle" not in russian


def test_the_log_of_a_table_tells_of_cards(who: Identity) -> None:
    day = eventful(who)
    assert (
        "The card Fool comes into the deck"
        in Client().get(f"/matches/{match_at(day, 'camp')}/").content.decode()
    )
    page = Client().get(f"/matches/{match_at(day, 'sea')}/").content.decode()
    assert "Alliance earns the card Fool" in page and f"/days/{day}/" in page


def test_an_unknown_day_and_a_stranger_at_the_console(who: Identity) -> None:
    day = days.prepared(who)
    assert Client().get(f"/days/{uuid4()}/").status_code == 404
    stranger = Client()
    stranger.force_login(days.organiser("eve").user)
    assert stranger.get(f"/days/{day}/console/").status_code == 403
    assert stranger.post(f"/days/{day}/console/do/start/").status_code == 403
    assert not state_of(day).started


def press(desk: Client, day: UUID, action: str, **fields: Any) -> Any:
    return desk.post(f"/days/{day}/console/do/{action}/", fields)


@pytest.mark.parametrize(
    ("language", "tables"), [("en", "Without a result: Sea, Camp."), ("ru", "Без результата: Море, Лагерь.")]
)
def test_a_refused_day_names_tables_and_the_fallen_as_people_do(
    who: Identity, language: str, tables: str
) -> None:
    """A figure without a fate was named by its key."""
    day = days.started(who, fields=("sea", "camp"))
    desk = Client(headers={"accept-language": language})
    desk.force_login(who.user)
    assert tables in unescape(press(desk, day, "finish").content.decode())
    edition = Edition.objects.create(system="last_battle", key="mine", name="Mine")
    Card.objects.create(edition=edition, card_id="king", name="Old King", data={"cost": 20, "size": 3})
    player = state_of(day).tables["sea"].sides["alliance"][0]
    report(who, day, "sea", casualties=[{"figure_id": "king", "owner": player}])
    refused = unescape(press(desk, day, "fates", tables="sea").content.decode())
    said = refused.partition("CMP-FATE-02")[2][:300]
    assert "Old King" in said and " king" not in said


def test_an_organiser_runs_a_day_from_the_console(desk: Client) -> None:
    made = desk.post("/organise/", {"kind": "day", "name": "Battle", "detail": "summary", "key": "k"})
    day = UUID(made["Location"].split("/")[2])
    names = "\n".join(f"Player {number}" for number in range(4))
    assert desk.post(f"/days/{day}/console/players/add/", {"text": names}).status_code == 302
    seen = desk.post(
        f"/days/{day}/console/players/preview/", {"text": f"1. New One\n{names.splitlines()[0]}"}
    )
    shown = seen.content.decode()
    assert '<th scope="row">New One</th>' in shown and "already registered" in shown
    assert Client().post(f"/days/{day}/console/players/preview/", {"text": "A"}).status_code in (302, 403)
    ids = [str(player.id) for player in Player.objects.order_by("name")]
    places = ("sea|serpent", "sea|alliance", "camp|serpent", "camp|alliance")
    seated = {f"seat-{id_}": place for id_, place in zip(ids, places, strict=True)}
    assert press(desk, day, "seat", **seated).status_code == 302
    again = press(
        desk, day, "seat", **{f"seat-{ids[0]}": "heaven|serpent", f"seat-{ids[1]}": "heaven|alliance"}
    )
    assert again.status_code == 422 and "CMP-TAB-03" in again.content.decode()
    assert "Player 0" in again.content.decode()
    press(desk, day, "start")
    assert desk.get(f"/days/{day}/console/").content.decode().count('<option value="">choose</option>') == 2
    lacking = press(desk, day, "earn", arcana="", table="sea", side="alliance")
    assert lacking.status_code == 400
    assert '<option value="alliance" selected>' in lacking.content.decode()
    press(desk, day, "earn", arcana="M-fool", table="sea", side="alliance")
    refused = press(desk, day, "send", arcana="M-fool", table="sea")
    assert refused.status_code == 422 and "LB-LINK-02" in refused.content.decode()
    press(desk, day, "send", arcana="M-fool", table="camp")
    assert state_of(day).arcana["M-fool"].status == "arrived"
    typed = desk.get(f"/events/{day}/console/matches/{match_at(day, 'camp')}/").content.decode()
    assert "Result of Camp" in typed
    identity = Identity(User.objects.get(username="olga"))
    report(identity, day, "sea", casualties=[{"figure_id": "king", "owner": ids[1]}])
    report(identity, day, "camp")
    page = desk.get(f"/days/{day}/console/").content.decode()
    assert "king" in page and "Finish the day" in page
    assert "Publish the fates of Sea" in page and "Publish the fates of Camp" not in page
    told = {"tables": "sea", f"fate-sea|{ids[1]}|1|king": "saved"}
    assert press(desk, day, "fates", tables="sea").status_code == 422
    assert press(desk, day, "fates", **told).status_code == 302
    assert press(desk, day, "finish").status_code == 302
    assert state_of(day).finished is not None and count(day, "fates_published") == 1
    over = desk.get(f"/days/{day}/console/").content.decode()
    assert "Fates of the fallen" not in over and "tables won" in over and f"/days/{day}/hall/" in over
    assert "saved" in Client().get(f"/days/{day}/").content.decode()


def test_ten_players_are_seated_by_one_press_as_proposed_or_changed(desk: Client, who: Identity) -> None:
    """They were ticked one by one, table by table, in two lists each."""
    day = commands.create_campaign(who, name="Battle")
    people = commands.register_players(
        who, day, [commands.NewPlayer(f"Player {at}", "Lions" if at % 2 else "Bears") for at in range(10)]
    )
    step = desk.get(f"/days/{day}/console/").content.decode()
    assert f'data-key="g" href="/days/{day}/console/players/#seats">Seat the players<' in step
    page = desk.get(f"/days/{day}/console/players/").content.decode()
    offered = dict(
        re.findall(r'<select id="[^"]+" name="(seat-[^"]+)".*?<option value="([^"]+)" selected>', page)
    )
    assert len(offered) == 10 and len(set(offered.values())) == 10
    assert page.count('data-key="s"') == 1 and "nothing is drawn by lot" in page and "not here" not in page
    first = people[0].pk
    alone = {**offered, f"seat-{first}": ""}
    refused = press(desk, day, "seat", **alone)
    assert refused.status_code == 422 and "CMP-TAB-02" in refused.content.decode()
    kept = refused.content.decode().split(f'name="seat-{first}"')[1].split("</select>")[0]
    assert " selected" not in kept, "what was changed stays changed"
    assert not state_of(day).tables, "all of them or none"
    nobody = press(desk, day, "seat", **{f"seat-{first}": ""})
    assert nobody.status_code == 400 and "hoose who sits where" in nobody.content.decode()
    assert press(desk, day, "seat", **offered).status_code == 302
    tables = state_of(day).tables
    assert len(tables) == 5 and not state_of(day).unseated()
    clubs = {str(one.pk): one.club for one in people}
    for table in tables.values():
        assert {clubs[player] for player in table.players()} == {"Lions", "Bears"}
    assert 'id="seats"></div>' in desk.get(f"/days/{day}/console/players/").content.decode()


def test_who_has_not_come_is_offered_no_seat_but_can_be_given_one(desk: Client, who: Identity) -> None:
    day = commands.create_campaign(who, name="Battle")
    people = commands.register_players(who, day, [commands.NewPlayer(f"Player {at}") for at in range(4)])
    for player in people[:2]:
        commands.check_in(who, day, player=player.pk)
    page = desk.get(f"/days/{day}/console/players/", headers={"accept-language": "ru"}).content.decode()
    form = page.split('id="seats"')[1]
    assert form.count(" selected") == 2 and form.count("ещё не на месте") == 2 and "без места" in form
    given = {f"seat-{people[2].pk}": "sea|serpent", f"seat-{people[3].pk}": "sea|alliance"}
    assert press(desk, day, "seat", **given).status_code == 302
    assert state_of(day).tables["sea"].sides["serpent"] == (str(people[2].pk),)


def test_a_correction_at_a_table_of_the_day(desk: Client, who: Identity) -> None:
    day = eventful(who)
    sea = match_at(day, "sea")
    page = desk.get(f"/events/{day}/console/logs/{sea}/")
    assert page.status_code == 200
    top = len(page.context["lines"])
    done = desk.post(
        f"/events/{day}/console/logs/{sea}/", {"seq": [top - 1, top], "how": "void", "reason": "typo"}
    )
    assert done.status_code == 302 and state_of(day).tables["sea"].result is None
    assert desk.get(f"/events/{day}/console/logs/{day}/").status_code == 200


def test_the_whole_day_is_downloaded_from_its_log(desk: Client, who: Identity) -> None:
    day = eventful(who)
    told = f"/events/{day}/console/archive/"
    assert told in desk.get(f"/events/{day}/console/logs/{day}/").content.decode()
    whole = desk.get(told)
    assert whole["Content-Type"] == "application/zip" and verify.verify_file(whole.content) == []
    assert Client().get(told).status_code == 302
    other = Player.objects.exclude(claim_code=None).order_by("id")[0]
    assert str(other.claim_code) in _manifest(desk.get(told).content)
    Player.objects.filter(pk=other.pk).update(made_at=None, made_by=None)
    who.user.is_superuser = False
    who.user.save()
    assert str(other.claim_code) not in _manifest(desk.get(told).content), (
        "whoever entered them gives the code"
    )


def _manifest(content: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(content)) as files:
        return files.read(MANIFEST).decode()


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ("Alliance 2", "Winner Alliance", "Last Battle · Sea")),
        ("ru", ("Альянс 2", "Победитель Альянс", "Последняя Битва · Море")),
    ],
)
def test_whoever_checks_the_file_of_a_day_reads_sides_and_tables(
    desk: Client, who: Identity, language: str, told: tuple[str, ...]
) -> None:
    """Keys stood there for the sides of the day, and each log was called by its id alone."""
    day = days.started(who, fields=("sea",))
    report(who, day, "sea", 0, 2)
    commands.finish_day(who, day)
    whole = desk.get(f"/events/{day}/console/archive/").content
    file = SimpleUploadedFile("day.zip", whole)
    answer = Client(headers={"accept-language": language}).post("/verify/", {"file": file})
    page = " ".join(re.sub(r"<[^>]+>", " ", unescape(answer.content.decode())).split())
    assert all(one in page for one in (*told, "The last battle")), page
    assert "alliance" not in page and "serpent " not in page


def test_a_day_is_found_from_the_first_page_and_by_its_players(who: Identity) -> None:
    day = eventful(who)
    assert f"/days/{day}/" in Client().get("/").content.decode()
    player = Player.objects.get(id=owner(day, "camp"))
    phone = Client()
    phone.get(f"/claim/{code_of(player)}/")
    phone.post(f"/claim/{code_of(player)}/")
    page = phone.get("/my/").content.decode()
    assert "Camp" in page and f"/matches/{match_at(day, 'camp')}/" in page


def test_cards_told_by_two_tables_are_on_the_console(desk: Client, who: Identity) -> None:
    day = days.started(who)
    for table in ("sea", "dungeon"):
        append(match_at(day, table), ("arcana_created", {"arcana": "M-fool", "side": "alliance"}))
    page = desk.get(f"/days/{day}/console/").content.decode()
    assert "take back the entry that is wrong" in page


def test_a_side_has_one_colour_and_letter_at_its_table_in_the_day_and_in_tournaments() -> None:
    """Side A is blue everywhere: a hall that shows the day and its matches must not swap them."""
    order = event_day()["sides"]
    assert order == list(SHOWN_SIDES) == commands.PRESETS["last_battle_swiss"]["options"]["sides"]


def test_staff_hold_to_look_at_what_is_secret_in_a_log_that_they_correct(desk: Client, who: Identity) -> None:
    """Others look at the screen of the desk too: a scheme in the log is behind the hold, like everywhere else."""
    day = days.started(who)
    camp = match_at(day, "camp")
    append(camp, ("scheme_chosen", {"player": owner(day, "camp"), "scheme": "loophole"}))
    page = unescape(
        desk.get(f"/events/{day}/console/logs/{camp}/", headers={"accept-language": "en"}).content.decode()
    )
    held = re.compile(r'<span class="value" aria-hidden="true">(.*?)</span>', re.S)
    assert any("Loophole" in secret for secret in held.findall(page))
    assert "Loophole" not in held.sub("", page)


def test_my_day_says_when_and_where_before_the_day_and_who_won_it_after(who: Identity, desk: Client) -> None:
    """Before its start the page named a table and nothing to do; after its end it hid who had won the battle."""
    day = days.prepared(who)
    told = {"starts": "2026-11-28T10:00", "place": "Town hall", "key": "a"}
    assert desk.post(f"/days/{day}/console/do/describe/", told).status_code == 302
    phone = Client()
    phone.post(f"/claim/{code_of(Player.objects.get(id=owner(day, 'sea')))}/")
    before = phone.get("/my/").content.decode()
    for said in ("28 Nov 2026", "10:00", "Town hall", "Your match opens here when the day starts"):
        assert said in before
    commands.start_day(who, day)
    assert "when the day starts" not in phone.get("/my/").content.decode()
    for table in days.FIELDS:
        report(who, day, table)
    commands.finish_day(who, day)
    after = phone.get("/my/").content.decode()
    assert "<dt>The day</dt><dd>Serpent wins</dd>" in after


def test_nothing_is_to_come_any_more_once_the_day_is_over(who: Identity) -> None:
    day = days.started(who)
    page, yet = f"/days/{day}/", ("No cards earned yet", "Whoever dies at a table is listed here")
    running = Client().get(page).content.decode()
    assert all(text in running for text in yet)
    for table in days.FIELDS:
        report(who, day, table)
    commands.finish_day(who, day)
    over = Client().get(page).content.decode()
    assert not [text for text in yet if text in over]
    assert "No cards were earned." in over and "Nobody has fallen." in over
