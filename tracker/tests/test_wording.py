"""Words that nobody should read: patterns that were mended once, in every text of both languages, come back in none."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polib
import pytest
from django.test import Client

from tracker import env
from tracker.tests.pages.desk import Desk

ENGLISH = {
    "one states a fact, and tells a person": r"\btold: |\byou told\b|\bTold instead\b",
    "their own, its own, your own": r"\b([Tt]he|[Aa]n) own\b",
    "to delete, to discard": r"\b[Tt]hrow away\b",
    "to concede": r"\b[Gg]ives? up\b(?! %)",
    "to set up a table": r"\b[Ll]ay (a|the|this) table\b",
    "entries are taken back": r"\b[Vv]oid(ed|ing)?( the| every)?( chosen)? (events?|entr)|\b[Vv]oiding\b|\bvoided\b",
    "a result is disputed": r"\bcontested\b",
    "an entry of a log; an event is what people come to": r"\b[Ee]vent \{(seq|first)\}|\bevent %\(seq\)",
    "one per line": r"\bone a line\b",
    "a clause about people has a noun": r"\bwho acts\b",
    "a distance carries its sign": r"\{\w+\} inches\b",
    "a number has its noun's form": r"\b1 (players|rounds|points|tables|cards|entries)\b|\(s\)",
}
RUSSIAN = {
    "запись": r"(?i)\bивент|\bзалогир|\bлог(а|е|у|ом)?\b",
    "прохождение": r"(?i)\bзабег",
    "рейтинг": r"(?i)\bлестниц",
    "список": r"(?i)\bростер",
    "шаблон": r"(?i)\bзаготовк|\bпресет",
    "отменить запись": r"(?i)\bвойдир",
    "отметиться": r"(?i)\bчекин",
    "выдать": r"(?i)\bраздают|\bразда[её]т",
    "записать, ввести": r"(?i)\bвн(ести|ес[её]|осят|осит)",
    "в руке, из руки": r"(?i)\bна руке\b|\bс руки\b",
    "ворота": r"(?i)\bврат(а|ам|ами|ах)?\b",
    "число жребия": r"(?i)\bзерн[оау]м?\b",
    "стоимость, лимит стоимости": r"(?i)\bрис(а|е|у|ом)?\b",
    "клетка": r"(?i)\bгекс",
    "получена": r"(?i)\bзаслуж",
    "дополнительный показатель": r"(?i)\bтай-?брейк",
    "бросок, not what is rolled": r"\bБросить (проверк|урон|выстрел|обмен|встречн)",
    "уровень тревоги": r"\bТревога \{level\}",
    "a distance carries its sign": r"\{\w+\} дюйм",
    "a number has its noun's form": r"%\(\w+\)d \w+(ов|ей)\b|\(ов\)|\(а\)",
}
EVENT = re.compile(r"(?i)\bсобыти")
"""What people come to is a «мероприятие»; «событие» is a card of Bushido, which its own words name."""
RULES = [
    *env.CHECKOUT.glob("games/**/rules.toml"),
    *env.CHECKOUT.glob("games/**/words.toml"),
    *env.CHECKOUT.glob("games/**/presets.toml"),
    *env.CHECKOUT.glob("games/**/campaign_templates/*.toml"),
    *env.CHECKOUT.glob("tracker/**/*.toml"),
]
GUIDES = sorted(path for language in ("en", "ru") for path in (env.CHECKOUT / "docs" / language).glob("*.md"))
PO = env.CHECKOUT / "tracker" / "locale" / "ru" / "LC_MESSAGES" / "django.po"
ID = re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b")


def texts() -> Iterator[tuple[str, str, str]]:
    """(language, where, text) of everything that a person reads."""
    for entry in polib.pofile(str(PO)):
        for text in filter(None, (entry.msgid, entry.msgid_plural)):
            yield "en", "pages", text
        if entry.msgstr:
            yield "ru", "pages", entry.msgstr
        for text in entry.msgstr_plural.values():  # each with the noun's form of its number
            yield "ru", "pages", re.sub(r"%\(\w+\)[sd]", "", text)
    for path in RULES:
        for key, language, text in _both(tomllib.loads(path.read_text(encoding="utf-8"))):
            yield language, f"{path.relative_to(env.CHECKOUT)} {key}", text


def _both(table: Any, key: str = "") -> Iterator[tuple[str, str, str]]:
    for name, value in table.items() if isinstance(table, dict) else enumerate(table):
        if isinstance(value, dict | list):
            yield from _both(value, f"{key} {name}".strip())
        elif name in ("en", "ru") and isinstance(value, str):
            yield key, name, value


def wrong(language: str, text: str) -> str | None:
    """What should stand there instead."""
    patterns = ENGLISH if language == "en" else RUSSIAN
    return next((better for better, pattern in patterns.items() if re.search(pattern, text)), None)


def test_no_text_falls_back_into_what_was_mended() -> None:
    found = [
        f"{where}: {better}: {text}" for language, where, text in texts() if (better := wrong(language, text))
    ]
    assert not found, "\n".join(found)


def test_an_event_that_people_come_to_is_no_card() -> None:
    assert EVENT.search("это код не этого события")
    assert not [
        text
        for language, where, text in texts()
        if (language, where) == ("ru", "pages") and EVENT.search(text)
    ]


@pytest.mark.parametrize("path", GUIDES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_no_guide_falls_back_either(path: Path) -> None:
    language, text = path.parent.name, path.read_text(encoding="utf-8")
    found = [(better, line) for line in text.splitlines() if (better := wrong(language, line))]
    assert not found
    assert language == "en" or not EVENT.search(text.replace("событие боя", ""))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Expected 2, told: 3."),
        ("en", "a card of the own hand"),
        ("en", "Void the chosen events"),
        ("en", "Event {seq} stands"),
        ("en", "1 players"),
        ("ru", "Забег окончен"),
        ("ru", "Сдать ростер"),
        ("ru", "в логе"),
        ("en", "right after an own attack"),
        ("en", "Give up the match"),
        ("ru", "две карты на руке"),
        ("ru", "у врат"),
        ("ru", "раздают схемы"),
        ("ru", "зерно тура"),
        ("en", "{model} moves {inches} inches."),
        ("ru", "{model}: {inches} дюймов."),
        ("ru", "Бросить урон"),
        ("ru", "Тревога {level}."),
        ("ru", "Лимит риса"),
    ],
)
def test_each_pattern_is_found(language: str, text: str) -> None:
    assert wrong(language, text)


def test_nothing_written_in_english_says_the_own_of_somebody() -> None:
    """Docstrings, comments and guides too: "their hand", "the player's deck", "a move of their own"."""
    folders = ("games", "tracker", "api", "templates", "docs")
    written = [path for folder in folders for path in (env.CHECKOUT / folder).rglob("*.*")]
    written += env.CHECKOUT.glob("*.md")
    found = [
        f"{path.relative_to(env.CHECKOUT)}: {line.strip()}"
        for path in written
        if path.suffix in {".py", ".md", ".html", ".toml"} and path != Path(__file__)
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.search(r"\b(the|an) own\b", line, re.IGNORECASE)
    ]
    assert not found, "\n".join(found)


def test_headings_that_stand_side_by_side_are_told_apart() -> None:
    """Where English has two words, the page of the one is not headed like that of the other in Russian."""
    said = {entry.msgid: entry.msgstr for entry in polib.pofile(str(PO)) if not entry.msgctxt}
    for one, other in (
        ("Ladders", "Ratings"),
        ("Ladder", "Rating"),
        ("Standings", "Ratings"),
        ("Rank", "Rating"),
    ):
        assert said[one] != said[other], one


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_no_page_of_an_event_reads_an_id_to_people(language: str) -> None:
    """Ids stand in addresses and on the page that verifies; nowhere in a sentence."""
    desk = Desk(language=language).played()
    paths = [desk.url(page) for page in ("", "pairings/", "standings/", "players/", "log/", "console/")]
    paths += [f"/matches/{row.stream_id}/" for row in desk.matches()] + [f"/players/{desk.players[0].id}/"]
    for path in paths:
        page = desk.client.get(path).content.decode()
        assert not ID.search(re.sub(r"<[^>]*>", " ", page)), path
        assert Client().get(path).status_code in (200, 302)


@pytest.mark.parametrize("game", ["bushido", "ninja", "super_fantasy_brawl"])
def test_a_title_that_is_a_button_says_what_is_done(game: str) -> None:
    """Where a step has no words for its button its title stands on it: no question, no bare noun (`pages.md`)."""
    path = env.CHECKOUT / "games" / game / "words.toml"
    words = tomllib.loads(path.read_text(encoding="utf-8"))
    titles = [
        one["title"]["ru"]
        for one in (*words["events"].values(), *words.get("steps", {}).values())
        if "title" in one and "button" not in one
    ]
    said = {"Без реакции", "Никого не встретили", "Больше никого не встретили", "Вторженец погибает"}
    done = re.compile(r"(?i)\w(ть|ться|ти|чь)\b")
    assert not [title for title in titles if title not in said and ("?" in title or not done.search(title))]
