"""An imported edition and its arenas, chosen where a match or an event is opened, and pinned by the opening."""

from __future__ import annotations

import json
import re
from typing import Any
from uuid import UUID

import msgspec
import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.test import Client

from games.super_fantasy_brawl.cards import parse_edition
from games.super_fantasy_brawl.facts import FOLDER
from games.super_fantasy_brawl.opening import OWN_ARENAS
from games.super_fantasy_brawl.play import training
from tracker import commands, selectors, warm
from tracker.identity import Identity
from tracker.pages.forms.organiser import NewEventForm
from tracker.tests.pages.desk import text_of
from tracker.tests.pages.test_new_match import fault, only_match, opened, phone, shown

pytestmark = pytest.mark.django_db(transaction=True)

BRAWL = "/matches/new/super_fantasy_brawl/duel/"
DUEL = "/matches/new/senjutsu/duel/"
CHAMPION = '[champions.nova]\nname = "Nova"\n'
CARD = '[{"id": "A-001", "name": "First", "owner": "Warrior", "initiative": 3}]'


def olga() -> Identity:
    return Identity(User.objects.create_user("olga"))


def imported(who: Identity, key: str = "training", text: str = "") -> None:
    told = text or (FOLDER / "training.toml").read_text()
    report = commands.import_edition(
        who, system="super_fantasy_brawl", key=key, name=key.title(), text=told, format="toml"
    )
    assert report.edition is not None, report.problems[:3]


def test_a_match_at_full_detail_pins_the_edition_and_the_arena_of_the_form() -> None:
    imported(olga())
    client, _players = phone("Anna")
    page = text_of(client.get(BRAWL))
    assert "Training Ring (invented)</option>" in page
    assert shown(client, BRAWL)["option_edition"] == "training", "the newest one is offered first"
    opened(client, BRAWL, seats_b_1="Boris", detail="full", option_arena="ring")
    full = warm.current(only_match()).state.play.full
    assert full.champions == training.CHAMPIONS and full.cards == training.CARDS
    assert full.ground.trap_cells == frozenset(training.ARENAS["ring"].trap_cells)


def test_below_full_detail_nothing_is_pinned() -> None:
    """A browser sends the fields that are out of sight, too."""
    imported(olga())
    client, _players = phone("Anna")
    answer = opened(client, BRAWL, seats_b_1="Boris", detail="turns", option_arena="ring")
    assert answer.status_code == 302
    assert warm.current(only_match()).state.play.full is None


def test_senjutsu_pins_an_edition_too() -> None:
    who = olga()
    report = commands.import_edition(
        who, system="senjutsu", key="mine", name="Mine", text=CARD, format="json"
    )
    assert report.edition is not None, report.problems
    client, _players = phone("Anna")
    opened(client, DUEL, seats_blue_1="Boris", detail="full")
    assert warm.current(only_match()).state.play.full.cards["A-001"].owner == "Warrior"


def test_an_arena_of_another_edition_is_refused_at_its_field() -> None:
    who = olga()
    imported(who)
    imported(who, "small", CHAMPION)
    client, _players = phone("Anna")
    for language, words in (("en", "does not have this"), ("ru", "в выбранном издании")):
        client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
        told = {"seats_b_1": "Boris", "detail": "full", "option_edition": "small", "option_arena": "ring"}
        assert words in fault(opened(client, BRAWL, **told), "option_arena")


def test_without_an_edition_the_form_says_what_that_means() -> None:
    client, _players = phone("Anna")
    page = text_of(client.get(BRAWL))
    assert "option_edition" not in page and "No edition of this game has been imported yet" in page
    assert "/cards/super_fantasy_brawl/" not in page, "a phone without an account cannot import"
    signed_in = Client()
    signed_in.force_login(User.objects.create_user("carla"))
    assert "/cards/super_fantasy_brawl/" in text_of(signed_in.get(BRAWL))
    assert "imported" not in text_of(client.get("/matches/new/last_battle/battle/"))


def test_without_an_edition_the_sample_arena_is_chosen_and_called_an_invention() -> None:
    client, _players = phone("Anna")
    for language, words in (("en", "Sample arena (invented"), ("ru", "Пробная арена (придумана")):
        client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
        page = text_of(client.get(BRAWL))
        assert re.search(rf'<option value="sample"[^>]*selected[^>]*>{re.escape(words)}', page)
    opened(client, BRAWL, seats_b_1="Boris", detail="full")
    full = warm.current(only_match()).state.play.full
    assert full.ground.cells == frozenset(OWN_ARENAS["sample"].cells)
    assert "придумана" in text_of(client.get(f"/matches/{only_match()}/")), "the match says it, too"
    rows = commands.import_edition(
        olga(), system="super_fantasy_brawl", key="champions", name="C", text=CHAMPION, format="toml"
    )
    assert rows.edition is not None
    assert shown(client, BRAWL)["option_arena"] == "sample", "this edition has no arena either"
    imported(Identity(User.objects.get(username="olga")))
    assert shown(client, BRAWL)["option_arena"] == "", "a wrong arena refuses every step"


def test_the_sample_arena_needs_no_edition_and_fits_what_an_arena_must_be() -> None:
    for key, arena in OWN_ARENAS.items():
        row = {"kind": "arena", "id": key, **msgspec.to_builtins(arena)}
        assert parse_edition(json.dumps([row]), "json")[1] == []
        assert {(-q, -r) for q, r in arena.cells} == set(arena.cells), "neither side has the better half"
        assert len(arena.zones["north"]) == len(arena.zones["south"])
        assert "invented" in arena.name and "придумана" in (arena.name_ru or "")


def test_what_is_left_open_is_not_told() -> None:
    """A list without a default begins with words for "not chosen", and sends nothing."""
    client, _players = phone("Anna")
    form = shown(client, BRAWL)
    assert form["option_method"] == "" and form["option_mirrors_allowed"] == ""
    fields = client.get(BRAWL).context["form"].fields
    for name in ("option_method", "option_mirrors_allowed"):
        assert fields[name].choices[0][0] == "", "a browser selects the first"
    assert commands.tables_of("super_fantasy_brawl").choices[0].unset is not None


def test_an_unknown_edition_is_a_bad_answer() -> None:
    _client, (player,) = phone("Anna")
    anna = Identity(AnonymousUser(), frozenset({str(player.id)}))
    options: dict[str, Any] = {"detail": "full", "edition": "none"}
    asked = commands.Asked("super_fantasy_brawl", "duel", {"a": ["Anna"], "b": ["B"]}, options=options)
    with pytest.raises(commands.BadInput, match="edition: there is no such edition"):
        commands.open_match(anna, asked)


def test_the_matches_of_an_event_pin_what_its_organiser_chose() -> None:
    who = olga()
    imported(who)
    sent = {
        "name": "Cup",
        "preset": "super_fantasy_brawl_casual",
        "detail": "full",
        "super_fantasy_brawl-edition": "training",
        "super_fantasy_brawl-arena": "court",
    }
    form = NewEventForm(sent)
    assert form.is_valid(), form.errors
    event = commands.create_tournament(who, name="Cup", preset=sent["preset"], options=form.told())
    commands.register_players(who, event, [commands.NewPlayer("Anna"), commands.NewPlayer("Boris")])
    commands.draw_round(who, event)
    commands.publish_round(who, event, round=1)
    commands.start_round(who, event, round=1)
    (table,) = selectors.current_state(event).state.round(1).pairings
    full = warm.current(UUID(str(table.match))).state.play.full
    assert full.champions == training.CHAMPIONS
    assert full.ground.cells == frozenset(training.ARENAS["court"].cells)


@pytest.mark.parametrize("detail", ["full", "turns"])
def test_the_matches_of_an_event_without_an_edition_have_the_sample_arena(detail: str) -> None:
    """As the untouched form sends it; below full detail it means nothing, and the group of options stays shut."""
    who = olga()
    untouched = {field.html_name: field.value() for group in NewEventForm().games() for field in group.fields}
    assert untouched["super_fantasy_brawl-arena"] == "sample"
    form = NewEventForm(
        {**untouched, "name": "Cup", "preset": "super_fantasy_brawl_casual", "detail": detail}
    )
    assert form.is_valid(), form.errors
    assert not any(group.open for group in form.games())
    assert form.told().get("match_options", {}).get("arena") == ("sample" if detail == "full" else None)
    event = commands.create_tournament(
        who, name="Cup", preset="super_fantasy_brawl_casual", options=form.told()
    )
    created = selectors.current_state(event).state
    assert created.options.match_options.get("arena") == ("sample" if detail == "full" else None)


def test_an_event_with_an_arena_that_its_edition_lacks_is_not_made() -> None:
    who = olga()
    options = {"detail": "full", "match_options": {"arena": "court"}}
    with pytest.raises(commands.BadInput, match="arena: the chosen edition"):
        commands.create_tournament(who, name="Cup", preset="super_fantasy_brawl_casual", options=options)
