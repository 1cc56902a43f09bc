"""Fighters of a campaign in its matches: brought in as the campaign calls them, heard of when the match is over."""

from __future__ import annotations

import html
import re
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from tracker import commands, selectors
from tracker.pages.campaign.chronicles import fighters_in
from tracker.tests.chronicle import club
from tracker.tests.hall import acting, caught_up, organiser
from tracker.tests.pages.at_the_table import Phone, prefilled

pytestmark = pytest.mark.django_db


def rows(page: str) -> list[str]:
    """What stands in the names of the models of the form that brings the warband."""
    form = re.search(r'data-step="warband_registered".*?</form>', page, re.S)
    assert form is not None
    inputs = re.findall(r"<input[^>]*told-models\.\d+\.id\"[^>]*>", form[0])
    return [html.unescape(found[1]) for one in inputs if (found := re.search(r'value="([^"]+)"', one))]


def test_the_form_of_the_warband_starts_with_the_fighters_who_may_fight() -> None:
    who = organiser()
    stream, (ann, bob) = club.opened(who, "Ann", "Bob", definition=club.river_war(""))
    commands.adjust(who, stream, verb="mark", target="resting", reason="hurt", roster="r2", fighter="mika-2")
    match = commands.link_match(who, stream, ("r1", "r2"))
    pad = reverse("pages:score-pad", args=[match])
    one, two = acting(Client(), ann), acting(Client(), bob)
    page = one.get(pad).content.decode()
    assert rows(page) == ["Hiro 1", "Mika 1"] and '<details class="more-rows" open>' in page
    assert rows(two.get(pad).content.decode()) == ["Hiro 2"]


def named() -> tuple[UUID, UUID, Phone]:
    """A match of Anna's, whose fighters have names of their own; one of them rests."""
    who = organiser()
    anna, boris = club.players("Анна", "Boris")
    stream = commands.create_chronicle(who, name="River", definition=club.river_war(""))
    rosters = (
        (anna, "Клан", (("khiro", "Хиро Длинный"), ("mika", "Мика"))),
        (boris, "Temple", (("yumi", "Yumi"),)),
    )
    for player, name, fighters in rosters:
        commands.join_chronicle(club.of(player), stream, player=player.id, name=name, fighters=fighters)
    commands.adjust(who, stream, verb="mark", target="resting", reason="hurt", roster="r1", fighter="khiro")
    return stream, commands.link_match(who, stream, ("r1", "r2")), Phone(anna, "ru")


def test_fighters_are_called_by_their_names_in_the_match_and_the_campaign_hears_their_ids() -> None:
    """They were `khiro` in the form and `Khiro` in the log: keys that the program had made of the names."""
    _stream, match, phone = named()
    form = prefilled(phone.pad(match), "warband_registered")
    assert rows(phone.pad(match)) == ["Мика"]
    assert phone.tap(match, "warband_registered", **{"told-faction": "Ито"}).status_code == 302
    model = next(iter(selectors.current_state(match).state.play.models.values()))
    assert model.facts.id == "mika" and form["told-models.0.id"] == "Мика"
    page = html.unescape(phone.get(f"/matches/{match}/"))
    assert page.count("Мика") > 1 and "Mika" not in page, "on the table and in the log"


def test_a_fighter_who_may_not_fight_is_refused_by_name_with_the_mark_in_words() -> None:
    """WL-LEV-01 named `khiro`, `resting` and the key of the match."""
    _stream, match, phone = named()
    typed = {"told-faction": "Ито", "told-models.0.id": "хиро длинный"}
    answer = phone.tap(match, "warband_registered", **typed)
    page = html.unescape(answer.content.decode())
    assert answer.status_code == 422
    assert "Кампания этого не позволяет бойцу Хиро Длинный: отдыхает." in page


def test_a_campaign_hears_of_its_fighters_turn_by_turn() -> None:
    who = organiser()
    stream, (ann, bob) = club.opened(who, "Ann", "Bob", definition=club.river_war(""))
    match = commands.link_match(who, stream, ("r1", "r2"))
    fielded = ((ann, ("hiro-1", "mika-1")), (bob, ("hiro-2", "mika-2")))
    told = [
        ("scenario_selected", {"scenario": "shin_keii", "method": "organiser"}),
        *(
            (
                "warband_registered",
                {"player": str(one.id), "faction": "Ito", "models": [{"id": i} for i in ids]},
            )
            for one, ids in fielded
        ),
        ("objectives_placed", {"near": "a"}),
        (
            "turn_recorded",
            {"turn": 1, "first_side": "a", "casualties": [{"model": "b:hiro-2", "by": "a:mika-1"}]},
        ),
        ("match_ended", {"reason": "conceded", "by_side": "b"}),
    ]
    for type_, data in told:
        commands.append(who, match, [{"type": type_, "data": data}])
    outcome = selectors.outcome(match)
    agreed = {"side": "staff", "vp": dict(outcome.vp), "winner": outcome.winner}
    commands.append(who, match, [{"type": "result_confirmed", "data": agreed}])
    caught_up()
    (heard,) = club.state(stream).heard.values()
    facts = {(one.fact, one.of): one.values for one in heard.facts}
    assert {of for fact, of in facts if fact == "fielded"} == {
        "r1/hiro-1",
        "r1/mika-1",
        "r2/hiro-2",
        "r2/mika-2",
    }
    assert facts["model_removed", "r2/hiro-2"]["by"] == "r1/mika-1"


def test_a_name_alone_has_an_id_that_can_be_read() -> None:
    text = "Hiro the Tall\nХиро Высокий\nmika: Mika\n\nHiro the tall\n!!"
    assert list(fighters_in(text)) == [
        ("hiro-the-tall", "Hiro the Tall"),
        ("khiro-vysokiy", "Хиро Высокий"),
        ("mika", "Mika"),
        ("hiro-the-tall-4", "Hiro the tall"),
        ("f5", "!!"),
    ]
