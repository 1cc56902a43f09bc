"""Rulebooks load or say what is wrong where; sentences never fail, whatever fills them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from time import sleep

import pytest
from hypothesis import strategies as st

from games import rulebook
from games.last_battle.pages.faces import WORDS
from games.registry import MATCHES
from games.rulebook import (
    NAMED,
    RULE_ID,
    BadRulebook,
    Text,
    all_rules,
    books,
    load_book,
    readable,
    sentence,
    shared_rules,
    title,
)
from games.ruleset import RuleViolation
from games.tests.made_up import anything

GOOD = """
system = "toy"
[words]
red = { en = "the Reds", ru = "красные" }
[TOY-VP-01]
title = { en = "Points", ru = "Очки" }
message = { en = "{side} has {vp}, of {limit}.", ru = "{side}: {vp} из {limit}." }
status = "enforced"
"""


def book_of(tmp_path: Path, text: str) -> rulebook.Rulebook:
    path = tmp_path / "rules.toml"
    path.write_text(text, encoding="utf-8")
    return load_book(path)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('system = "toy"', "", "system: the name of the system is missing"),
        ("[TOY-VP-01]", "[TOY-VP-1]", "TOY-VP-1: neither a rule ID nor a known key"),
        ("[words]", "[wrods]", "wrods: neither a rule ID nor a known key"),
        ('"enforced"', '"maybe"', "TOY-VP-01: Invalid enum value 'maybe' - at `$.status`"),
        ("title = {", "titel = {", "TOY-VP-01: Object contains unknown field `titel`"),
        (
            'status = "enforced"',
            'status = "enforced"\npage = 3',
            "TOY-VP-01: Object contains unknown field `page`",
        ),
        (
            'status = "enforced"',
            'status = "enforced"\nid = "X"',
            "TOY-VP-01: neither a rule ID nor a known key",
        ),
        (
            'status = "enforced"',
            'status = "recorded"',
            "TOY-VP-01.reason: a rule that is recorded needs its reason",
        ),
        ('"enforced"', '"out_of_reach"', "TOY-VP-01.reason: a rule that is out_of_reach needs its reason"),
        (', ru = "Очки"', "", "TOY-VP-01: Object missing required field `ru` - at `$.title`"),
        ('ru = "Очки"', 'ru = ""', "TOY-VP-01: Expected `str` of length >= 1 - at `$.title.ru`"),
        ('ru = "Очки"', 'ru = "Очки", de = "Punkte"', "TOY-VP-01: Object contains unknown field `de`"),
        ("{limit}.", "{limit!r}.", "TOY-VP-01.message: braces hold one plain name"),
        ("message =", "note =", "TOY-VP-01: Object contains unknown field `note`"),
        (', ru = "красные"', "", "words.red: Object missing required field `ru`"),
        ("[words]", "[words", "rules.toml"),
        ("[words]", '[catalogue]\nside = ["gone.toml", "sides"]\n[words]', "catalogue.side: "),
        ("[words]", '[catalogue]\nside = ["rules.toml", "gone"]\n[words]', "catalogue.side: 'gone'"),
    ],
)
def test_a_broken_rulebook_fails_with_file_and_key(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert old in GOOD
    with pytest.raises(BadRulebook) as error:
        book_of(tmp_path, GOOD.replace(old, new))
    assert str(tmp_path / "rules.toml") in str(error.value)
    assert told in str(error.value)


def test_an_enforced_rule_without_sentences_fails(tmp_path: Path) -> None:
    lines = [line for line in GOOD.splitlines() if not line.startswith("message")]
    with pytest.raises(BadRulebook, match=r"TOY-VP-01\.message: an enforced rule needs its sentence"):
        book_of(tmp_path, "\n".join(lines))


def test_a_file_that_is_missing_fails_with_its_name(tmp_path: Path) -> None:
    with pytest.raises(BadRulebook, match=r"rules\.toml"):
        load_book(tmp_path / "rules.toml")


@pytest.fixture
def toy_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    toy = book_of(tmp_path, GOOD)
    monkeypatch.setattr(rulebook, "all_rules", lambda: toy.rules)
    monkeypatch.setattr(rulebook, "_words", lambda: dict.fromkeys(toy.rules, toy.words))
    monkeypatch.setattr(rulebook, "_common", dict)


@pytest.mark.usefixtures("toy_book")
@pytest.mark.parametrize(
    ("params", "english", "russian"),
    [
        ({"side": "red", "vp": 3, "limit": 4}, "the Reds has 3, of 4.", "красные: 3 из 4."),
        (
            {"side": ["red", "blue"], "vp": True, "limit": 4},
            "the Reds, blue has yes, of 4.",
            "красные, blue: да из 4.",
        ),
        ({"side": {"red": 1}, "vp": [], "limit": None}, "the Reds: 1 has, of.", "красные: 1: из."),
        ({"vp": 3}, "has 3, of.", ": 3 из."),
        ({}, "has, of.", ": из."),
    ],
)
def test_sentences_are_filled_in_both_languages(
    params: dict[str, object], english: str, russian: str
) -> None:
    violation = RuleViolation("TOY-VP-01", params)
    assert (sentence(violation, "en"), sentence(violation, "ru-ru")) == (english, russian)


@anything(st.dictionaries(st.text(), st.none() | st.integers() | st.text() | st.lists(st.text())), st.text())
def test_no_parameters_and_no_language_break_a_sentence(params: dict[str, object], language: str) -> None:
    for rule in ("WL-RES-04", "WL-VOID-03", "NOT-A-RULE", ""):
        assert sentence(RuleViolation(rule, params), language) or rule == ""


@anything(st.just(0.3))
def test_no_example_fails_because_the_machine_is_busy(seconds: float) -> None:
    """Longer than the limit that an example has by itself."""
    sleep(seconds)


TEAM = {"team": "S", "present": 1, "boards": 3}


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Team “S” has 1 of 3 players in the hall"),
        ("ru", "У команды «S» в зале 1 из 3 игроков"),
    ],
)
def test_a_name_in_quotes_is_no_word_of_a_game(language: str, told: str) -> None:
    """A Ki feat of Bushido calls S a simple one, and a draw is what games end with."""
    assert sentence(RuleViolation("TRN-TEAM-05", TEAM), language).startswith(told)
    called = sentence(RuleViolation("TRN-TEAM-04", {"team": "draw"}), language)
    assert "“draw”" in called or "«draw»" in called


def test_a_word_of_a_game_is_told_in_russian_quotes_too() -> None:
    """Russian puts words in quotes that English leaves without: only what English quotes is a name."""
    told = sentence(RuleViolation("SEN-LOG-02", {"phase": "step_resolve", "legal": ["step_reveal"]}), "ru")
    assert "на шаге «применение эффектов»" in told
    outcome = {"actor": "r", "hex": (0, 1), "expected": "hit", "told": "ignored"}
    assert "«попадание», а указано «" in sentence(RuleViolation("SEN-BLK-03", outcome), "ru")


@pytest.mark.parametrize(
    ("violation", "word"),
    [
        (RuleViolation("LB-SETUP-13", {"scheme": "loophole"}), "«Лазейка в обороне»"),
        (RuleViolation("LB-SETUP-04", {"scheme": "sea_treasures"}), "«Морские сокровища»"),
        (RuleViolation("LB-LOG-05", {"phase": "step_schemes", "legal": ["step_hire"]}), "«схемы»"),
    ],
)
def test_what_a_game_calls_so_is_translated_in_guillemets(violation: RuleViolation, word: str) -> None:
    """Russian has one kind of quotes for names and words: what holds a name of people, the English sentence says."""
    assert word in sentence(violation, "ru")


def test_what_people_named_stands_in_quotes_in_both_languages() -> None:
    messages = [rule.message for rule in all_rules().values() if rule.message is not None]
    named = [(one, gap) for one in messages for gap in NAMED.findall(one.en)]
    assert named and all(f"«{{{gap}}}»" in one.ru for one, gap in named)


def test_who_is_called_as_a_word_of_a_game_keeps_the_name() -> None:
    """Ids in a sentence become names, and no name is looked up as a word in its turn."""
    violation = RuleViolation("TRN-TEAM-03", {"players": ["id-1", "id-2"], "places": 3})
    told = sentence(violation, "ru", {"id-1": "draw", "id-2": "Анна"})
    assert "draw, Анна" in told
    assert "ничья" in sentence(RuleViolation("TRN-TEAM-03", {"players": ["draw"], "places": 3}), "ru")


NAMED_BY_CATALOGUE = """
system = "toy"
[catalogue]
place = ["places.toml", "places"]
[TOY-VP-01]
title = { en = "Points", ru = "Очки" }
message = { en = "{place}: not {told}, but {word}.", ru = "{place}: не {told}, а {word}." }
status = "enforced"
called = { told = "place" }
"""
PLACES = """
[places]
left = { en = "the left one", ru = "левая" }
[places.hill]
x = 3
name = { en = "the hill", ru = "холм" }
"""


def test_a_sentence_calls_what_the_catalogue_names_as_it_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also in a gap that is not called as the field, where the rule says whose values stand there."""
    (tmp_path / "places.toml").write_text(PLACES, encoding="utf-8")
    toy = book_of(tmp_path, NAMED_BY_CATALOGUE)
    monkeypatch.setattr(rulebook, "all_rules", lambda: toy.rules)
    for cached, told in (
        ("_words", toy.words),
        ("_named", toy.named),
        ("_called_as", toy.called["TOY-VP-01"]),
    ):
        monkeypatch.setattr(rulebook, cached, lambda told=told: dict.fromkeys(toy.rules, told))
    monkeypatch.setattr(rulebook, "_common", dict)
    violation = RuleViolation("TOY-VP-01", {"place": "left", "told": ["hill", "nowhere"], "word": "hill"})
    assert sentence(violation, "en") == "the left one: not the hill, nowhere, but hill."
    assert sentence(violation, "ru") == "левая: не холм, nowhere, а hill."
    assert "called" not in str(toy.rules)


def test_every_gap_that_is_called_as_another_field_is_one_of_its_sentence() -> None:
    called = [
        (book, rule, gap)
        for book in books().values()
        for rule, fields in book.called.items()
        for gap in fields
    ]
    assert called
    for book, rule, gap in called:
        message = book.rules[rule].message
        assert message is not None and f"{{{gap}}}" in message.en and f"{{{gap}}}" in message.ru, (rule, gap)
        assert book.called[rule][gap] in book.named, (rule, gap)


def test_an_unlisted_rule_shows_its_id() -> None:
    assert sentence(RuleViolation("XX-NONE-01"), "ru") == title("XX-NONE-01", "en") == "XX-NONE-01"
    assert title("WL-LOG-01", "ru") == "Каждая запись один раз и по порядку"


@pytest.mark.parametrize(
    ("violation", "english", "russian"),
    [
        (
            RuleViolation(
                "WL-VOID-03",
                {"seq": 5, "type": "game_ended", "broken": "LB-SETUP-05, LB-SETUP-06", "first": 3},
            ),
            "entry 5 (“{event.en}”) would break “{one.en}”, “{other.en}”.",
            "запись 5 («{event.ru}») нарушит правила: «{one.ru}», «{other.ru}».",
        ),
        (
            RuleViolation(
                "WL-VOID-03", {"seq": 5, "type": "round_started", "broken": "LB-SETUP-05", "first": 3}
            ),
            "entry 5 would break “{one.en}”.",
            "запись 5 нарушит правила: «{one.ru}».",
        ),
        (
            RuleViolation("SFB-LOG-04", {"rule": "LB-SETUP-05"}),
            "lifted: “{one.en}”.",
            "отменить нельзя: «{one.ru}».",
        ),
        (
            RuleViolation("BUS-LOG-08", {"card": "x", "facts": "y", "rules": ["LB-SETUP-05", "LB-SETUP-06"]}),
            "checked: “{one.en}”, “{other.en}”.",
            "не проверены правила: «{one.ru}», «{other.ru}».",
        ),
    ],
)
def test_a_sentence_names_rules_by_their_titles_and_an_event_as_its_game_does(
    violation: RuleViolation, english: str, russian: str
) -> None:
    one, other = (all_rules()[rule].title for rule in ("LB-SETUP-05", "LB-SETUP-06"))
    event = WORDS.events["game_ended"].title
    for language, wanted in (("en", english), ("ru", russian)):
        told = sentence(violation, language)
        assert wanted.format(one=one, other=other, event=event) in told, told
        assert not RULE_ID.search(told) and "_" not in told


def test_mappings_and_lists_read_as_words() -> None:
    words = {"red": Text("the Reds", "красные")}
    assert readable({"red": 2, "blue": [1, 2]}, "en", words) == "the Reds: 2, blue: 1, 2"
    assert readable(False, "ru", {}) == "нет"
    lengths = {"told": 40.0, "expected": 2.5}
    assert readable(lengths, "en", {}) == "told: 40, expected: 2.5"
    assert readable(lengths, "ru", {}) == "told: 40, expected: 2,5"


def test_every_system_has_its_book() -> None:
    assert {"warledger", *MATCHES} <= set(books())
    assert len(all_rules()) == sum(len(book.rules) for book in books().values())


@pytest.mark.parametrize("rule", [rule for rule in all_rules().values() if rule.shared])
def test_a_shared_rule_is_listed_and_enforced(rule: rulebook.Rule) -> None:
    assert rule.shared is not None
    assert all_rules()[rule.shared].status == rule.status == "enforced"


def test_the_systems_own_rule_is_named_before_the_shared_one() -> None:
    assert shared_rules("toy", "WL-LOG-01") == ("WL-LOG-01",)


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("NIN-LOG-06", ["A", "B", "C", "D", "E", "F", "left"]),
        ("LB-MULTI-01", ["red", "other"]),
        ("SFB-LOG-02", ["green"]),
    ],
)
def test_no_game_speaks_in_the_words_of_another(rule: str, told: list[str]) -> None:
    """A letter of a mission is no suit of cards, and a team called "red" is no side of another game."""
    words = rulebook._words()[rule]
    own = books()[next(one for one in books() if rule in books()[one].rules)].words
    for word in told:
        assert word in own or word not in words
    letters = {"told": {"ninja": "G"}, "legal": ["A", "B", "C", "D", "E", "F"]}
    assert "A, B, C, D, E, F" in sentence(RuleViolation("NIN-LOG-06", letters), "ru")


def test_words_of_any_field_may_stand_in_the_catalogue(tmp_path: Path) -> None:
    """Those of `[words]` first, then the first table that has one; a table within others is named with dots."""
    (tmp_path / "places.toml").write_text(PLACES + '\n[in.here]\nhill = { en = "a", ru = "b" }\n', "utf-8")
    tables = 'words_of = [["places.toml", "places"], ["places.toml", "in.here"]]'
    own = 'left = { en = "left", ru = "слева" }'
    found = book_of(tmp_path, f'system = "toy"\n{tables}\n[words]\n{own}').words
    assert {key: text.en for key, text in found.items()} == {"left": "left", "hill": "the hill"}
    with pytest.raises(BadRulebook, match=r"words_of: 'gone'"):
        book_of(tmp_path, tables.replace("in.here", "in.gone").join(('system = "toy"\n', "")))


@pytest.mark.parametrize(
    "path", sorted(rulebook.GAMES.glob("*/rules.toml")), ids=lambda path: path.parent.name
)
def test_no_word_is_said_twice(path: Path) -> None:
    """What the catalogue calls so already is no word of the rules."""
    told = tomllib.loads(path.read_text("utf-8"))
    both = []
    for file in path.parent.glob("catalogue/*.toml"):
        for table in tomllib.loads(file.read_text("utf-8")).values():
            for key, one in table.items() if isinstance(table, dict) else ():
                name = one.get("name", one) if isinstance(one, dict) else None
                both += [key] if name is not None and told.get("words", {}).get(key) == name else []
    assert not both
