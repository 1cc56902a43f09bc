"""A list is pasted of people some of whom played at an earlier event of the same staff: the preview says who they are,
and they come as themselves."""

from __future__ import annotations

import re
from html import unescape
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from tracker import commands, selectors
from tracker.identity import Identity
from tracker.models import Player
from tracker.tests import hall
from tracker.tests.hall import caught_up

pytestmark = pytest.mark.django_db(transaction=True)
FIRST = (("Anna Weber", "North"), ("Bo", ""), ("Cy Orr", ""), ("Dee Fox", "East"))


@pytest.fixture
def who() -> Identity:
    return hall.organiser()


def before(
    who: Identity, name: str = "Spring Cup", people: tuple[tuple[str, str], ...] = FIRST
) -> dict[str, str]:
    """An event of these people: name -> id."""
    event = commands.create_tournament(who, name=name, preset="last_battle_casual")
    made = commands.register_players(who, event, [commands.NewPlayer(*one) for one in people])
    caught_up()
    return {player.name: str(player.pk) for player in made}


def now(who: Identity, kind: str = "console") -> UUID:
    if kind == "day":
        return commands.create_campaign(who, name="Day")
    return commands.create_tournament(who, name="Autumn Cup", preset="last_battle_casual")


def client_of(who: Identity, language: str = "en") -> Client:
    client = Client(headers={"accept-language": language})
    client.force_login(who.user)
    return client


def chosen(page: str) -> dict[str, str]:
    """Field -> what its list has chosen; nobody chosen is somebody new."""
    found = {}
    for field, options in re.findall(r'<select name="(as:[^"]+)"[^>]*>(.*?)</select>', unescape(page), re.S):
        taken = re.search(r'value="([^"]*)" selected', options)
        found[field] = taken[1] if taken else ""
    return found


TEXT = "anna weber; North\nBo\nCy Orr\nDee Fox; West\nZoe New"


@pytest.mark.parametrize("kind", ["console", "day"])
def test_whoever_played_before_comes_as_themselves(who: Identity, kind: str) -> None:
    """Every event entered them as somebody new: a league had each of them once for each of its tournaments."""
    known, event, client = before(who), now(who, kind), client_of(who)
    shown = client.post(reverse(f"pages:{kind}-preview", args=[event]), {"text": TEXT}).content.decode()
    proposed = chosen(shown)
    assert proposed == {
        "as:anna weber;north": known["Anna Weber"],
        "as:bo;": "",
        "as:cy orr;": known["Cy Orr"],
        "as:dee fox;west": "",
    }
    assert "North, Spring Cup" in shown and "somebody new" in shown
    sent = {"text": TEXT, "key": "k", **proposed}
    assert client.post(reverse(f"pages:{kind}-add", args=[event]), sent).status_code == 302
    entered = set(_registered(event))
    assert len(entered) == 5 and entered & set(known.values()) == {known["Anna Weber"], known["Cy Orr"]}


def _registered(event: UUID) -> list[str]:
    state = selectors.current_state(event).state
    return list(state.entrants if hasattr(state, "entrants") else state.players)


def test_who_was_chosen_otherwise_stays_so_while_names_are_typed(who: Identity) -> None:
    known, event, client = before(who), now(who), client_of(who)
    url = reverse("pages:console-preview", args=[event])
    sent = {"text": TEXT + "\nMore", "as:cy orr;": "", "as:bo;": known["Bo"]}
    kept = chosen(client.post(url, sent).content.decode())
    assert kept["as:cy orr;"] == "" and kept["as:bo;"] == known["Bo"]


def test_who_was_chosen_stays_so_when_a_line_is_refused(who: Identity) -> None:
    known, event, client = before(who), now(who), client_of(who)
    sent = {"text": "Bo\n;North", "key": "k", "as:bo;": known["Bo"]}
    refused = client.post(reverse("pages:console-add", args=[event]), sent)
    assert refused.status_code == 400
    assert f'<input type="hidden" name="as:bo;" value="{known["Bo"]}">' in refused.content.decode()


def test_without_a_preview_everybody_is_new_and_nobody_is_proposed_twice(who: Identity) -> None:
    known, event, client = before(who), now(who), client_of(who)
    assert (
        client.post(reverse("pages:console-add", args=[event]), {"text": "Cy Orr", "key": "k"}).status_code
        == 302
    )
    assert not set(_registered(event)) & set(known.values())
    commands.register_players(who, event, [commands.NewPlayer("", known=UUID(known["Bo"]))])
    page = client.post(reverse("pages:console-preview", args=[event]), {"text": "Bo"}).content.decode()
    assert "as:bo;" not in page


def test_one_person_of_two_events_is_offered_once_and_namesakes_are_told_apart(who: Identity) -> None:
    first, second = before(who), before(who, "Summer Cup")
    event, client = now(who), client_of(who, "ru")
    url = reverse("pages:console-preview", args=[event])
    page = client.post(url, {"text": "Cy Orr"}).content.decode()
    assert "Spring Cup" in page and "Summer Cup" in page and chosen(page) == {"as:cy orr;": ""}
    assert "новый игрок" in page
    commands.merge_players(who, person=first["Cy Orr"], player=second["Cy Orr"])
    page = client.post(url, {"text": "Cy Orr"}).content.decode()
    assert chosen(page) == {"as:cy orr;": first["Cy Orr"]} and page.count("<option") == 2
    assert [one.pk for one in selectors.acquaintances(who) if one.name == "Cy Orr"] == [UUID(first["Cy Orr"])]


def test_a_stranger_is_neither_offered_nor_taken(who: Identity) -> None:
    strangers = before(hall.organiser("otto"))
    event, client = now(who), client_of(who)
    page = client.post(reverse("pages:console-preview", args=[event]), {"text": TEXT}).content.decode()
    assert "as:" not in page and "Spring Cup" not in page
    sent = {"text": "Cy Orr", "key": "k", "as:cy orr;": strangers["Cy Orr"]}
    assert client.post(reverse("pages:console-add", args=[event]), sent).status_code == 400
    assert not _registered(event)
    assert Player.objects.filter(name="Cy Orr").count() == 1


TEAMS = "Foxes: Bo, Cy Orr\nOwls: Dee Fox, Zoe New"


def of_teams(who: Identity) -> UUID:
    event = commands.create_tournament(
        who,
        name="Team Cup",
        preset="last_battle_casual",
        options={"teams": {"size": 2}, "list_required": False},
    )
    commands.register_players(who, event, [commands.NewPlayer("Dee Fox")])
    return event


def test_players_of_pasted_teams_come_as_themselves(who: Identity) -> None:
    """Teams of a second event were of new people, whoever had played at the first one."""
    known, event, client = before(who), of_teams(who), client_of(who)
    url, console = (reverse(f"pages:{page}", args=[event]) for page in ("teams-preview", "console-teams"))
    shown = client.post(url, {"teams": TEAMS}).content.decode()
    proposed = chosen(shown)
    assert proposed == {"as:bo;foxes": "", "as:cy orr;foxes": known["Cy Orr"]}, (
        "Dee Fox is registered already"
    )
    assert "Played before" in shown and "Spring Cup" in shown and "<td>Owls</td>" in shown
    assert "3 players are ready to be added" in shown and shown.count("registered already") == 1
    sent = {"do": "enter", "teams": TEAMS, "key": "k", **proposed, "as:bo;foxes": known["Bo"]}
    assert client.post(console, sent).status_code == 302
    state = selectors.current_state(event).state
    foxes, owls = state.teams.values()
    assert list(foxes.members) == [known["Bo"], known["Cy Orr"]] and len(state.entrants) == 4
    assert not {*owls.members} & {*known.values()}
    assert client.post(console, sent).status_code == 302
    assert len(selectors.current_state(event).state.teams) == 2, "sent again it is the same"


def test_a_name_in_two_pasted_teams_chooses_nobody_and_a_line_that_is_none_is_told(who: Identity) -> None:
    known, event, client = before(who), of_teams(who), client_of(who, "ru")
    url, console = (reverse(f"pages:{page}", args=[event]) for page in ("teams-preview", "console-teams"))
    twice = client.post(url, {"teams": "Foxes: Cy Orr\nOwls: Cy Orr"}).content.decode()
    assert chosen(twice) == {"as:cy orr;foxes": "", "as:cy orr;owls": ""}
    assert "строка 2" in client.post(url, {"teams": "Foxes: Bo\nOwls"}).content.decode()
    assert not client.post(url, {"teams": " "}).content
    sent = {"do": "enter", "teams": "Foxes: Cy Orr\nOwls", "key": "k", "as:cy orr;foxes": known["Cy Orr"]}
    refused = client.post(console, sent)
    assert refused.status_code == 400
    hidden = f'<input type="hidden" name="as:cy orr;foxes" value="{known["Cy Orr"]}">'
    assert hidden in refused.content.decode()
