"""The rules of a game: every one with its sentence and what is checked of it, searched, and linked from refusals."""

from __future__ import annotations

import re

import pytest
from django.template import Context, Template
from django.test import Client

from games.rulebook import PLACEHOLDER, Rulebook, books
from tracker.pages.rulebooks.rules import CHAPTERS, SLOTS, chapter_of, in_general, named_chapter, slot
from tracker.permissions import is_personal
from tracker.tests.pages.desk import text_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("system", books())
def test_every_rule_stands_there_with_what_is_checked_of_it(system: str, language: str) -> None:
    answer = Client(headers={"accept-language": language}).get(f"/rules/{system}/")
    shown = {one["id"]: one for one in answer.context["rules"]}
    assert list(shown) == list(books()[system].rules) and answer.context["game"] != system
    page = text_of(answer)
    for rule in books()[system].rules.values():
        assert f'id="{rule.id}"' in page and shown[rule.id]["title"] == rule.title.to(language)
        assert shown[rule.id]["sentence"] or shown[rule.id]["reason"]
        assert "{" not in shown[rule.id]["sentence"]


@pytest.mark.parametrize("system", books())
def test_every_chapter_has_a_name_and_is_opened_for_what_is_looked_for(system: str) -> None:
    """A book in one piece was eighty screens of a phone."""
    keys = list(dict.fromkeys(chapter_of(rule) for rule in books()[system].rules))
    assert [key for key in keys if named_chapter(key, system) is None] == []
    client = Client(headers={"accept-language": "en"})
    answer = client.get(f"/rules/{system}/")
    assert [one["key"] for one in answer.context["chapters"]] == keys
    assert text_of(answer).count("data-chapter>") == len(keys)
    first = next(iter(books()[system].rules.values()))
    found = text_of(client.get(f"/rules/{system}/", {"q": first.title.en}))
    assert "data-chapter open>" in found and "data-chapter>" not in found


def test_no_name_of_a_chapter_or_a_gap_is_left_over() -> None:
    used = {name: {chapter_of(rule) for rule in book.rules} for name, book in books().items()}
    gaps = {name: _gaps_of(book) for name, book in books().items()}
    assert [(name, key) for name, book in books().items() for key in set(book.chapters) - used[name]] == []
    assert [(name, key) for name, book in books().items() for key in set(book.gaps) - gaps[name]] == []
    assert set(CHAPTERS) <= set().union(*used.values()) and set(SLOTS["names"]) <= set().union(*gaps.values())


def _gaps_of(book: Rulebook) -> set[str]:
    told = [rule.message for rule in book.rules.values() if rule.message is not None]
    return {gap for text in told for gap in PLACEHOLDER.findall(text.en + text.ru)}


@pytest.mark.parametrize(("language", "words"), [("en", "steel COPIES"), ("ru", "стальной экземпляров")])
def test_words_find_their_rule(language: str, words: str) -> None:
    client = Client(headers={"accept-language": language})
    found = client.get("/rules/senjutsu/", {"q": words}).context["rules"]
    assert 0 < len(found) < 20
    assert not client.get("/rules/senjutsu/", {"q": "xyzzy"}).context["rules"]
    assert client.get("/rules/chess/").status_code == 404


def test_a_refusal_leads_to_its_rule() -> None:
    drawn = Template('{% include "parts/_problem.html" %}')
    for book in books().values():
        rule = next(iter(book.rules))
        told = drawn.render(Context({"problem": {"rule": rule, "message": "no"}}))
        assert f'href="/rules/{book.system}/#{rule}"' in told


def test_a_phone_may_keep_the_rules() -> None:
    assert not is_personal("rules")
    assert rb"/^\/rules\/\w+\/$/" in b"".join(Client().get("/sw.js").streaming_content)  # type: ignore[attr-defined]


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_sentence_reads_without_a_table(language: str) -> None:
    for book in books().values():
        for rule in book.rules.values():
            said = (
                in_general(rule.message.to(language), language, book.system) if rule.message else "Nothing."
            )
            assert "[…]" not in said and not re.search(
                r"[{}]|\.\.|[;,:]\.|^[a-zа-я]|\s{2}|[.!?][A-ZА-Я]", said
            ), (
                rule.id,
                said,
            )


def test_what_was_entered_stands_in_no_general_sentence() -> None:
    said = in_general(
        "{list}: {model} needs a keyword of the theme[ ({told})]; entered: {told}.", "en", "bushido"
    )
    assert said == "[model] needs a keyword of the theme."


def test_a_game_calls_its_fields_by_its_own_words() -> None:
    said = [slot("round", "ru", system) for system in ("super_fantasy_brawl", "tournament", "season")]
    assert said == ["[раунд]", "[тур]", "[тур]"] and slot("unheard_of", "ru", "bushido") == "[…]"


def test_what_was_not_checked_says_its_sentence_before_its_code() -> None:
    drawn = Template('{% include "parts/_unverified.html" %}')
    told = drawn.render(Context({"score": {"unverified": [("SEN-ATK-13", "Attacks reach")]}}))
    assert "<li>Attacks reach <span" in told
