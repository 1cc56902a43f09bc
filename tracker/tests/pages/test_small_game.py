"""A game of some four hundred lines, registered by one line and without any page code, does all that games do."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import pytest
from django.core.management import call_command
from django.test import Client
from msgspec.structs import replace

from games import registry, rulebook, secrets
from games.replay import judge
from games.ruleset import EVERYONE, Actor, RuleViolation, Viewer
from games.tests import contract, orchard
from games.tests.orchard import rules
from games.words import missing
from tracker import commands, selectors, warm
from tracker.models import MatchRow, Player, StandingRow
from tracker.models.rosters import Warband
from tracker.tests.hall import acting, caught_up, organiser, start_round
from tracker.tests.pages.at_the_table import Phone
from tracker.tests.pages.pad_play import Form, Habits, PadPlay
from tracker.tests.pages.test_new_match import only_match, opened

pytestmark = pytest.mark.django_db(transaction=True)
FOLDER = Path(orchard.__file__).parent


def fill(form: Form, play: PadPlay) -> dict[str, Any]:
    """People put together a pack that they can pay."""
    return (
        {"told-animals": play.rng.choice((["0"], ["0", "1"], ["2", "3"]))}
        if form.step == "pack_brought"
        else {}
    )


HABITS = Habits(
    weights={"raid_given_up": 0.0, "contest": 0.0}, idle=frozenset({"raid_given_up", "contest"}), fill=fill
)


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    """The one line."""
    registry.register(orchard.SYSTEM)
    yield
    registry.forget("orchard")
    warm.forget()


def table(level: str) -> PadPlay:
    """A match that Anna opened by the page, with a phone for her and for Борис."""
    players = [Player.objects.create(name=name) for name in ("Anna", "Борис")]
    client = acting(Client(headers={"accept-language": "en"}), players[0])
    answer = opened(
        client,
        "/matches/new/orchard/duel/",
        detail=level,
        seats_foxes_1="Anna",
        seats_hounds_1="Nora",
    )
    assert answer.status_code == 302, answer.content.decode()[:3000]
    match = only_match()
    foe = Player.objects.get(name="Nora")
    return PadPlay(match, [Phone(players[0]), Phone(foe, "ru")], Random(level), HABITS)


def test_it_is_small_and_complete() -> None:
    sources = [path for path in FOLDER.iterdir() if path.suffix in (".py", ".toml")]
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in sources) < 400
    assert not missing(orchard.SYSTEM.words, registry.MATCHES["orchard"])
    assert rulebook.sentence(RuleViolation("ORC-LOG-03"), "ru").startswith("Партия ещё")


def disguised(event: Any, dice: Random) -> Any:
    """Another orchard behind the same seal."""
    return replace(event, orchard=dice.choice([one for one in rules.ORCHARDS if one != event.orchard]))


@pytest.mark.parametrize("level", ["turns", "full"])
def test_its_matches_hold_the_contract_of_all_games(level: str) -> None:
    for seed in range(7):
        story = contract.story_of(registry.MATCHES["orchard"], *orchard.simulate(seed, level))
        contract.assert_events_round_trip(story)
        contract.assert_states_round_trip(story)
        contract.assert_outcome_adds_up(story)
        contract.assert_consequences_are_forced(story)
        contract.assert_redaction_is_honest(story)
        told = [(entry.event, entry.actor) for entry in story.entries]
        contract.assert_no_secret_gets_out(story, told, Random(seed), disguised)


@pytest.mark.parametrize("level", ["turns", "full"])
def test_its_random_matches_reach_every_event(level: str) -> None:
    """A concession as well, which comes too seldom to end most of them."""
    told = [event for seed in range(60) for event, _by in orchard.simulate(seed, level)[1]]
    kinds = {type(event) for event in told}
    other = {rules.RaidReported} if level == "full" else {rules.OrchardChosen, rules.OrchardsShown}
    assert kinds == {*rules.RULES.event_types} - other
    assert sum(isinstance(event, rules.RaidGivenUp) for event in told) < 30


def test_what_was_shown_is_no_secret_any_more() -> None:
    """The event says of which round it is, so that the rules know when its seal may be opened."""
    story = contract.story_of(registry.MATCHES["orchard"], *orchard.simulate(1, "full"))
    chosen = next(entry.event for entry in story.entries if isinstance(entry.event, rules.OrchardChosen))
    seen = [story.rules.redact(state, chosen, EVERYONE) for state in (story.states[4], story.states[-1])]
    assert [one and getattr(one, "orchard", "?") for one in seen] == [None, chosen.orchard]


@pytest.mark.parametrize("kept", ["ann", "bob"])
def test_a_choice_that_nobody_told_is_refused(kept: str) -> None:
    """ORC-RAID-06: a client may log its seal alone, and nothing would ever tell the log what is below it."""
    chosen = rules.OrchardChosen(round=1, player=kept, orchard="plums", salt="a" * 16)
    state = rules.State(
        sides={"foxes": "ann", "hounds": "bob"}, detail="full", packs={"ann": ("scout",), "bob": ("elder",)}
    )
    by = Actor("player", kept)
    sealed = secrets.concealed(secrets.sealed(chosen, ""))
    assert [one.rule for one in judge(rules.RULES, state, sealed, by)] == ["ORC-RAID-06"]
    assert not judge(rules.RULES, state, secrets.sealed(chosen, ""), by)


def test_nobody_wins_what_nobody_told() -> None:
    """A file that was forged: such a choice counted as apples, and two of them as a meeting."""
    state = rules.State(sides={"foxes": "ann", "hounds": "bob"}, detail="full")
    for told in ({"ann": None, "bob": "plums"}, {"ann": None, "bob": None}, {"ann": "plums", "bob": None}):
        assert rules.RULES.evolve(replace(state, chosen=told), rules.OrchardsShown()).won == ({},)
    met = replace(state, chosen={"ann": "plums", "bob": "pears"})
    assert rules.RULES.evolve(met, rules.OrchardsShown()).won == ({"foxes": 3},)


@pytest.mark.parametrize("level", ["turns", "full"])
def test_it_is_opened_played_and_confirmed_on_the_pad(level: str) -> None:
    play = table(level)
    play.to_the_end()
    page = play.phones[0].get(f"/matches/{play.match}/")
    assert "Foxes" in page and "Raids" in page and "raid_" not in page.replace("orchard_", "")
    russian = play.phones[1].get(f"/matches/{play.match}/")
    assert "Набеги" in russian and "Scout" not in russian.split("<main", 1)[1]
    caught_up()
    assert MatchRow.objects.get(stream_id=play.match).status == "confirmed"


def test_a_secret_stays_with_its_owner_until_the_result_is_confirmed() -> None:
    play = table("full")
    anna, boris = play.phones
    play.until(lambda state: len(state.packs) == 2)
    play.phones = [anna]
    play.until(lambda state: anna.id in state.chosen)
    chosen = play.state.play.chosen[anna.id]
    said = {"apples": "Apples", "pears": "Pears", "plums": "Plums"}[chosen]
    own, other = (phone.get(f"/matches/{play.match}/") for phone in (anna, boris))
    assert said in own and "Hold to look" in own
    log = other.split("<main", 1)[1]
    assert not re.search("Яблоки|Груши|Сливы", log) and "Anna выбирает сад" in log
    told = boris.client.get(f"/api/v1/matches/{play.match}/events/").content.decode()
    assert chosen not in told
    assert chosen not in json.dumps(selectors.state_view(play.match, Viewer("player", boris.id, "hounds")))


def test_its_rules_refuse_in_words() -> None:
    play = table("turns")
    phone = play.phones[1]
    refused = phone.tap(play.match, "pack_brought", **{"told-animals": ["0", "1", "2", "3"]})
    assert refused.status_code == 422
    assert "Стая стоит 15, можно не больше 10." in refused.content.decode()
    empty = phone.tap(play.match, "pack_brought")
    assert empty.status_code == 400 and "Звери" in empty.content.decode()
    assert not play.state.play.packs


def test_its_lists_are_built_checked_and_handed_in() -> None:
    player = Player.objects.create(name="Anna")
    client = acting(Client(headers={"accept-language": "ru"}), player)
    page = client.get("/lists/orchard/new/").content.decode()
    assert "Разведчик" in page
    picks = {name: value for value, name in re.findall(r'value="(\d)"[^>]*>\s*<span>(\w+)', page)}
    saved = client.post(
        "/lists/orchard/new/", {"name": "Рыжие", "animals": [picks["Разведчик"], picks["Ревун"]]}
    )
    assert saved.status_code == 302, saved.content.decode()[:3000]
    row = Warband.objects.get()
    newest = row.revisions.get()
    assert (row.system, newest.ok, newest.body) == ("orchard", True, {"animals": ["scout", "howler"]})
    dear = [picks[name] for name in ("Старейшина", "Ревун", "Разведчик")]
    again = client.post(f"/lists/of/{row.pk}/", {"name": "Рыжие", "animals": dear})
    assert again.status_code == 302 and not row.revisions.order_by("-number")[0].ok
    shown = client.get(f"/lists/of/{row.pk}/").content.decode()
    assert "Стая стоит 12, можно не больше 10." in shown and "Звери: Старейшина (6)" in shown
    checked = client.post("/lists/orchard/check/", {"name": "", "animals": [picks["Ревун"]]}).content.decode()
    assert "ORC-PACK" not in checked
    assert client.get("/lists/chess/").status_code == 404


def test_a_tournament_of_it_is_drawn_played_and_ranked() -> None:
    who = organiser()
    event = commands.create_tournament(who, name="Orchard cup", preset="orchard_open", options={"rounds": 1})
    players = commands.register_players(who, event, [commands.NewPlayer(f"P{n}") for n in range(4)])
    for row in start_round(who, event, 1):
        phones = [Phone(player) for player in players if str(player.pk) in str(row.sides)]
        PadPlay(UUID(str(row.stream_id)), phones, Random(1), HABITS).to_the_end()
    caught_up()
    commands.close_round(who, event, round=1)
    caught_up()
    ranks = StandingRow.objects.filter(tournament_id=event).order_by("rank")
    assert [row.rank for row in ranks] and len(ranks) == 4
    page = Client(headers={"accept-language": "ru"}).get(f"/events/{event}/pairings/").content.decode()
    assert "Лисы" in page


def test_its_log_is_exported_and_verified(tmp_path: Path) -> None:
    play = table("full")
    play.to_the_end()
    caught_up()
    out = StringIO()
    call_command("verify-log", str(play.match), stdout=out)
    target = tmp_path / "match.jsonl"
    call_command("export", str(play.match), out=str(target))
    call_command("replay", str(target), stdout=out)
    assert "hounds" in out.getvalue() or "foxes" in out.getvalue()


def test_rest_serves_it_in_both_languages() -> None:
    play = table("full")
    client = Client()
    assert "orchard" in client.get("/api/v1/systems/").content.decode()
    rules = client.get("/api/v1/systems/orchard/rules/").content.decode()
    assert "У стаи есть предел" in rules and "A pack has a limit" in rules
    following = client.get(f"/api/v1/matches/{play.match}/next/").content.decode()
    assert "pack_brought" in following
    assert "OrchardChosen" in client.get("/api/v1/systems/orchard/schemas/").json()["$defs"]
    for phone, words in zip(play.phones, ("The pack costs 12", "Стая стоит 12"), strict=True):
        told = {"type": "pack_brought", "data": {"player": phone.id, "animals": ["elder", "elder"]}}
        answer = phone.client.post(
            f"/api/v1/matches/{play.match}/events/",
            json.dumps({"events": [told]}),
            content_type="application/json",
        )
        assert answer.status_code == 422 and words in answer.content.decode(), answer.content.decode()
