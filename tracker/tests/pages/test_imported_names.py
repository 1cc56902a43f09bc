"""A tournament from a log whose players and matches go by no ids: its desk and its pages open at every step of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.portable import log_of, write_log
from games.registry import MATCHES, OPENINGS
from games.ruleset import SYSTEM, Event, Setup
from games.secrets import sealed
from tracker.commands.opening import sample
from tracker.exchange import archive, transfer
from tracker.rulesets import tournament
from tracker.rulesets.tournament import events as ev
from tracker.tests.hall import caught_up

pytestmark = pytest.mark.django_db(transaction=True)
NAMES = ("ann", "bob", "cid", "dan", "eve")
PAGES = (
    "",
    "pairings/",
    "pairings/?by=table",
    "pairings/hall/",
    "players/",
    "standings/",
    "console/",
    "console/players/",
    "console/round/",
    "console/codes/",
    "console/archive/",
    "console/settings/",
)


def a_round(lists: bool = False, names: Sequence[str] = NAMES, match: str = "match {}") -> list[Event]:
    """From the creation to a closed round. `lists`: nobody plays without one, so that it is not legal that far.
    `match`: what its matches are called."""
    options = ev.Options(rounds=2, sides=("alliance", "serpent"), list_required=lists, check_in=True)
    events: list[Event] = [
        ev.TournamentCreated(
            name="Club cup", system="last_battle", preset="last_battle_swiss", options=options
        )
    ]
    for name in names:
        events += [ev.PlayerRegistered(player=name), ev.PlayerCheckedIn(player=name)]
    state = tournament.RULES.initial(Setup())
    for event in events:
        state = tournament.RULES.evolve(state, event)
    drawn = tournament.draw_next_round(state, "seed")
    events += [drawn, ev.RoundPublished(round=1), ev.RoundStarted(round=1)]
    tables = {table.table: match.format(table.table) for table in drawn.pairings}
    for table, match in tables.items():
        events.append(ev.MatchOpened(round=1, table=table, match=match))
    for table, match in tables.items():
        vp = {"alliance": 3, "serpent": 1}
        told = {"vp": vp, "winner": "alliance", "turns": 5}
        events.append(ev.ResultRecorded(round=1, table=table, match=match, match_seq=2, **told))  # type: ignore[arg-type]
    return [*events, ev.RoundClosed(round=1)]


def imported(events: Sequence[Event]) -> UUID:
    told = [(event, SYSTEM) for event in events]
    content = write_log(*log_of(tournament.RULES, "tournament", Setup(), told, system="last_battle"))
    stream = transfer.import_log(content).stream
    caught_up()
    return stream


def test_its_pages_and_its_desk_open_at_every_step() -> None:
    """The list of players, the round and the pairings led to pages of people and matches that have none."""
    events, registered = a_round(), 1 + 2 * len(NAMES)
    logs = [a_round(lists=True)[:registered]]
    logs += [events[:length] for length in range(registered, len(events) + 1)]
    client = Client(headers={"accept-language": "en"})
    client.force_login(User.objects.create_superuser("olga", password="a long password"))
    for told in logs:
        event = imported(told)
        for page in PAGES:
            answer = client.get(f"/events/{event}/{page}")
            assert answer.status_code == 200, (type(told[-1]), page)


def test_whoever_is_not_known_here_is_named_and_leads_nowhere() -> None:
    client = Client(headers={"accept-language": "en"})
    client.force_login(User.objects.create_superuser("olga", password="a long password"))
    event = imported(a_round()[:3])
    page = client.get(f"/events/{event}/console/players/").content.decode()
    assert "ann" in page and "/console/players/ann/" not in page
    assert client.post(f"/events/{event}/console/do/drop/", {"player": "ann"}).status_code < 500


@pytest.mark.parametrize(("language", "third"), [("en", "Player 3"), ("ru", "Игрок 3")])
def test_who_has_no_name_is_called_by_the_same_word_everywhere(language: str, third: str) -> None:
    """The log's own names where it has them, else the number of the entry: never a part of an id nor a "?"."""
    client = Client(headers={"accept-language": language})
    client.force_login(User.objects.create_superuser("olga", password="a long password"))
    nobody = str(uuid4())
    event = imported(a_round(names=("ann", "bob", nobody, "dan"))[:-1])
    for page in ("pairings/", "pairings/hall/", "pairings.csv", "console/", "console/players/", "log/"):
        text = client.get(f"/events/{event}/{page}").content.decode()
        assert third in text and "bob" in text, page
        assert nobody[:8] not in re.sub(r'\w+="[^"]*"', "", text), page
        assert ">?<" not in text and ",?," not in text, page


def test_the_whole_event_is_handed_out_without_its_matches() -> None:
    """Its file holds the log alone, and is read by the next installation."""
    client = Client()
    client.force_login(User.objects.create_superuser("olga", password="a long password"))
    event = imported(a_round(match="0190163d-8694-739b-aea5-966c26f8ad9{}"))
    answer = client.get(f"/events/{event}/console/archive/")
    assert answer.status_code == 200
    (log,) = archive.logs_in(answer.content)
    assert log[0] == f"{event}.jsonl" and archive.import_event(answer.content)[0].stream == event


@pytest.mark.parametrize(("language", "word"), [("en", "Player"), ("ru", "Игрок")])
def test_a_match_calls_them_as_its_event_does_or_by_their_seats(language: str, word: str) -> None:
    client, nobody = Client(headers={"accept-language": language}), str(uuid4())
    event = imported(a_round(names=("ann", "bob", nobody, "dan"))[:-1])
    for tournament_, number in ((str(event), 3), (str(uuid4()), 2)):
        options = {"tournament": tournament_, "round": 1, "table": 1}
        sides = {"serpent": ("ann",), "alliance": (nobody,)}
        opening = OPENINGS["last_battle"](sides, "sea", {"detail": "summary"}, sample)
        told = [(sealed(one, "salt"), SYSTEM) for one in opening]
        log = log_of(MATCHES["last_battle"], "match", Setup(options=options), told, system="last_battle")
        match = transfer.import_log(write_log(*log)).stream
        caught_up()
        page = client.get(f"/matches/{match}/").content.decode()
        assert f"{word} {number}" in page and "ann" in page
        assert nobody[:8] not in re.sub(r'\w+="[^"]*"', "", page)
