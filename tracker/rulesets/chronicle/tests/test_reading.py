"""Definitions: the templates play to an end (check 1), and every error is told at once, by line (check 2)."""

from __future__ import annotations

import pytest

from games import last_battle
from games.rulebook import all_rules, sentence
from games.ruleset import SYSTEM
from games.testing import accepts, refuses
from tracker.rulesets.chronicle import RULES
from tracker.rulesets.chronicle.derive import derive
from tracker.rulesets.chronicle.live import FILE
from tracker.rulesets.chronicle.reading import definition_of, read
from tracker.rulesets.chronicle.simulate import play
from tracker.rulesets.chronicle.state import ChronicleState
from tracker.rulesets.chronicle.templates import templates
from tracker.rulesets.chronicle.tests.table import broken, created

RIVER, ASH = "river-war", "road-of-ash"
SYSTEMS_OF = {RIVER: "bushido", ASH: "senjutsu"}


@pytest.mark.parametrize("key", sorted(templates()))
def test_check_1_templates_play_to_an_end(key: str) -> None:
    text = templates()[key]
    found, faults = read(text)
    assert found is not None and not faults
    for part in (
        found.tallies,
        found.marks,
        found.places,
        found.tables,
        found.shop,
        found.limits,
        found.chapters,
    ):
        for name, one in part.items():  # every name is there in both languages, and is not the other one
            assert one.name.en != one.name.ru or one.name.en != name
    for seed in range(4):
        assert play(text, seed).state.is_finished()


def test_check_1_both_endings_of_the_story_are_reached() -> None:
    seen = set()
    for seed in range(60):
        played = play(templates()[ASH], seed)
        seen |= {line.params["ending"] for line in derive(played.state).lines if line.verb == "finish"}
    assert seen == {"peace", "ruin"}


FAULTS = [
    (
        RIVER,
        'won = { each = "side", if = { fact = "winner"',
        'won = { each = "side", if = { fact = "wnner"',
        "CHR-DEF-06",
    ),
    (RIVER, 'lever = "rice_limit"', 'lever = "rice"', "CHR-DEF-06"),
    (RIVER, "4-5 = [{ mark", "4 = [{ mark", "CHR-DEF-08"),
    (RIVER, "2-3 = [{ mark", "1-3 = [{ mark", "CHR-DEF-08"),
    (RIVER, '1 = [{ remove = "fighter" }]', '1 = [{ roll = "fallen" }]', "CHR-DEF-13"),
    (RIVER, '{ roll = "fallen" }', '{ choose = "fallen" }', "CHR-DEF-11"),
    (RIVER, "koku = 4", "kokku = 4", "CHR-DEF-03"),
    (RIVER, "max = 60", "most = 60", "CHR-DEF-04"),
    (RIVER, "start = 10", 'start = "ten"', "CHR-DEF-02"),
    (RIVER, '{ en = "koku", ru = "коку" }', '{ en = "koku" }', "CHR-DEF-05"),
    (RIVER, 'mill = { edges = ["ford"]', "mill = { edges = []", "CHR-DEF-07"),
    (RIVER, 'each = "place", do', 'each = "place", if = { fact = "winner" }, do', "CHR-DEF-09"),
    (
        RIVER,
        'fought = { each = "side", do = [{ add = { koku = 1 } }]',
        'fought = { each = "side", do = [{ mark = "scar" }]',
        "CHR-DEF-10",
    ),
    (RIVER, "[finish]", "[finish", "CHR-DEF-01"),
    (RIVER, 'after = "cycles"\n', "", "CHR-DEF-12"),
    (ASH, 'kill = [{ open = "feud" }]', 'kill = [{ note = { en = "x", ru = "y" } }]', "CHR-DEF-14"),
    (ASH, 'debt = { won = [{ open = "lord" }]', 'debt = { won = [{ open = "gate" }]', "CHR-DEF-13"),
    (ASH, 'lord = { retry = 0, won = [{ finish = "peace" }]', 'lord = { out = "", won = []', "CHR-DEF-12"),
    (RIVER, 'dice = "server_or_typed"', 'tables = { ford = "source" }', "CHR-DEF-15"),
]


START = "2026-01-01T00:00:00Z"


@refuses("CHR-DEF-01", "CHR-DEF-02", "CHR-DEF-03", "CHR-DEF-04", "CHR-DEF-05", "CHR-DEF-06", "CHR-DEF-07")
@refuses("CHR-DEF-08", "CHR-DEF-09", "CHR-DEF-10", "CHR-DEF-11", "CHR-DEF-12", "CHR-DEF-13", "CHR-DEF-14")
@pytest.mark.parametrize(("key", "old", "new", "rule"), FAULTS)
def test_check_2_faults_are_refused_with_their_line(key: str, old: str, new: str, rule: str) -> None:
    text = templates()[key]
    assert text.count(old) >= 1
    wrong = text.replace(old, new, 1)
    found, faults = read(wrong)
    assert found is None and {one.rule for one in faults} == {rule}
    event = created(START, wrong, SYSTEMS_OF[key])
    assert RULES.check(ChronicleState(), event, SYSTEM) == faults, "no campaign is created so"
    for one in faults:
        for language in ("en", "ru"):
            told = sentence(one, language)
            assert str(one.params["line"]) in told and "{" not in told.replace("{tally", "").replace(
                "{...", ""
            ).replace("= {", "")
    if rule not in ("CHR-DEF-07", "CHR-DEF-12", "CHR-DEF-14", "CHR-DEF-13"):
        assert (
            faults[0].params["line"] == wrong[: wrong.index(new.split("\n")[0])].count("\n") + 1
            or rule == "CHR-DEF-08"
        )


DAY = (last_battle.SYSTEM.folder / FILE).read_text(encoding="utf-8")
DAY_FAULTS = [
    ('fallen = { fact = "fallen"', 'fallen = { fact = "falen"', "CHR-DEF-06"),
    ('lever = "arcana_granted"', 'lever = "arcana_stolen"', "CHR-DEF-06"),
    ('from = "source", to = "same"', 'from = "sauce", to = "same"', "CHR-DEF-03"),
    ('to = "others"', 'to = "other"', "CHR-DEF-03"),
    ('once_per = "arcana"', 'once_per = "card"', "CHR-DEF-03"),
    ('choose = "fate"', 'choose = "fat"', "CHR-DEF-03"),
    ("unique = true, died", "unique = 1, died", "CHR-DEF-02"),
    ("died = true", "dead = true", "CHR-DEF-04"),
    ('sea = "source"', 'see = "source"', "CHR-DEF-03"),
    ('"tables_won", ', '"wins", ', "CHR-DEF-03"),
    ('after = "tables"\n', "", "CHR-DEF-12"),
]


def test_a_game_of_linked_tables_is_told_what_it_has_instead_of_a_campaign() -> None:
    """CHR-DEF-15: "every other match to a campaign" told nobody why their Last Battle was refused."""
    definition = templates()[RIVER].replace('system = "bushido"', 'system = "last_battle"')
    (fault,) = read(definition)[1]
    assert fault.rule == "CHR-DEF-15" and fault.params["game"] == "last_battle"
    assert {"bushido", "senjutsu"} <= {*fault.params["legal"]} and "last_battle" not in fault.params["legal"]
    assert "Open an event day, or name one of these" in sentence(fault, "en")
    assert "Откройте день битвы" in sentence(fault, "ru")


@accepts("CHR-DEF-15")
def test_check_23_the_day_of_linked_tables_is_read() -> None:
    found, faults = read(DAY, is_day=True)
    assert not faults and found is not None
    assert [link.key for link in found.links] == ["noted", "arcana", "fates", "fallen", "hired"]


@pytest.mark.parametrize(("old", "new", "rule"), DAY_FAULTS)
def test_check_2_faults_of_a_day_are_refused_with_their_line(old: str, new: str, rule: str) -> None:
    wrong = DAY.replace(old, new, 1)
    assert wrong != DAY
    found, faults = read(wrong, is_day=True)
    assert found is None and {one.rule for one in faults} == {rule}
    if rule != "CHR-DEF-12":
        assert faults[0].params["line"] == DAY[: DAY.index(old)].count("\n") + 1


@refuses("CHR-DEF-15")
def test_a_day_is_no_campaign_and_a_campaign_no_day() -> None:
    start = "2026-01-01T00:00:00Z"
    unlinked = DAY.replace("tables = {", "options = {}  # {")
    for text in (DAY, unlinked):
        _found, faults = read(text)
        assert [one.rule for one in faults] == ["CHR-DEF-15"]
        assert RULES.check(ChronicleState(), created(start, text, "last_battle"), SYSTEM) == faults
        assert "event day" in sentence(faults[0], "en") and "день битвы" in sentence(faults[0], "ru")
    assert [one.rule for one in read(templates()[RIVER], is_day=True)[1]] == ["CHR-DEF-15"]


SOUND = [
    ("CHR-DEF-01", RIVER, "[finish]", "[ finish ] # still TOML"),
    ("CHR-DEF-02", RIVER, "start = 10", "start = 60"),
    ("CHR-DEF-02", RIVER, "start = 10", "start = 0"),
    ("CHR-DEF-03", RIVER, '{ hold = "stake" }', '{ hold = "mill" }'),
    ("CHR-DEF-04", RIVER, ", max = 60", ""),
    ("CHR-DEF-05", RIVER, ', name = { en = "koku", ru = "коку" }', ""),
    ("CHR-DEF-06", RIVER, '{ fact = "winner", is = "self" }', '{ fact = "points", at_least = 2 }'),
    ("CHR-DEF-06", RIVER, ', lever = "rice_limit"', ", lever = { rice_limit = 2 }"),
    (
        "CHR-DEF-07",
        RIVER,
        "[table.fallen]",
        'hill = { edges = ["marsh"] }\nmarsh = { edges = ["hill"] }\n[table.fallen]',
    ),
    ("CHR-DEF-08", RIVER, "4-5 = [{ mark", '4 = [{ mark = "scar" }]\n5 = [{ mark'),
    ("CHR-DEF-09", RIVER, 'each = "place", do', 'each = "place", if = { tally = "koku" }, do'),
    ("CHR-DEF-09", RIVER, "fought = { each", 'fought = { when = "confirmed", if = { fact = "winner" }, each'),
    (
        "CHR-DEF-10",
        RIVER,
        'if = { fact = "model_removed" }, do = [{ roll',
        'if = { fact = "model_removed" }, do = [{ mark = "scar" }, { roll',
    ),
    ("CHR-DEF-11", RIVER, "[mark]", '[table.fate]\na = []\nb = [{ roll = "fallen" }]\n[mark]'),
    ("CHR-DEF-11", RIVER, '{ roll = "fallen" }]', '{ roll = "fallen" }, { choose = "fate" }]'),
    ("CHR-DEF-12", RIVER, "count = 6", "count = 1"),
    ("CHR-DEF-12", ASH, "lord = { retry = 0, won = [", 'lord = { won = [{ note = { en = "x", ru = "y" } }, '),
    ("CHR-DEF-13", RIVER, '1 = [{ remove = "fighter" }]', '1 = [{ roll = "twice" }]'),
    ("CHR-DEF-13", ASH, 'debt = { won = [{ open = "lord" }]', 'debt = { won = [{ open = "feud" }]'),
    ("CHR-DEF-14", ASH, 'kill = [{ open = "feud" }]', 'kill = [{ open = "feud" }, { open = "debt" }]'),
    ("CHR-DEF-15", RIVER, 'dice = "server_or_typed"', 'dice = "server"'),
]
"""Next to what each rule refuses: what it lets pass."""
MORE = {
    '{ choose = "fate" }': "[table.fate]\na = []\nb = []\n[shop]",
    '{ roll = "twice" }': '[table.twice]\ndice = "2d6"\n2-12 = [{ mark = "scar" }]\n[shop]',
}
"""The table that goes with it, ahead of the shop."""


@accepts("CHR-DEF-01", "CHR-DEF-02", "CHR-DEF-03", "CHR-DEF-04", "CHR-DEF-05", "CHR-DEF-06", "CHR-DEF-07")
@accepts("CHR-DEF-08", "CHR-DEF-09", "CHR-DEF-10", "CHR-DEF-11", "CHR-DEF-12", "CHR-DEF-13", "CHR-DEF-14")
@pytest.mark.parametrize(("rule", "key", "old", "new"), SOUND)
def test_check_2_sound_definitions_are_taken(rule: str, key: str, old: str, new: str) -> None:
    text = templates()[key]
    assert old in text
    text = text.replace(old, new, 1)
    for part, table in MORE.items():
        text = text.replace("[shop]", table, 1) if part in new else text
    assert broken(ChronicleState(), created(START, text, SYSTEMS_OF[key])) == [], rule


def test_every_rule_of_definitions_has_a_sound_one_and_a_faulty_one() -> None:
    rules = {key for key in all_rules() if key.startswith("CHR-DEF-")}
    assert {row[0] for row in SOUND} == {row[3] for row in FAULTS} == rules


@refuses("CHR-DEF-03")
def test_a_campaign_is_of_the_game_that_its_definition_names() -> None:
    event = created(START, templates()[RIVER], "senjutsu")
    assert broken(ChronicleState(), event) == ["CHR-DEF-03"]


def test_check_2_all_faults_come_at_once() -> None:
    text = templates()[RIVER].replace('fact = "winner"', 'fact = "wnner"').replace("max = 60", "most = 60")
    faults = read(text)[1]
    assert [one.rule for one in faults] == ["CHR-DEF-04", "CHR-DEF-06"]
    assert faults[0].params["line"] < faults[1].params["line"]


@pytest.mark.parametrize(
    "text", ["", "[campaign]\n", "x", "[campaign]\nsystem = 1\n", '[campaign]\nsystem="bushido"\nkey="a"\n']
)
def test_check_2_next_to_nothing_is_told_too(text: str) -> None:
    found, faults = read(text)
    assert found is None and faults


def test_a_definition_is_too_long() -> None:
    assert [one.rule for one in read("#" * 50_000)[1]] == ["CHR-DEF-01"]
    with pytest.raises(ValueError, match="CHR-DEF-01"):
        definition_of("#" * 50_000)


@pytest.mark.parametrize("key", sorted(templates()))
def test_check_2_whatever_stands_there_is_answered(key: str) -> None:
    """Any value in place of any other: the definition is taken or refused, and never breaks."""
    values = ("[]", "{}", "-1", "true", '"x"', '[["x"]]', "{ a = [1] }", "1.5", "2026-01-01")
    lines = templates()[key].splitlines()
    for number, line in enumerate(lines):
        name, equals, _rest = line.partition(" = ")
        for value in values if equals and not line.startswith("#") else ():
            found, faults = read("\n".join([*lines[:number], f"{name} = {value}", *lines[number + 1 :]]))
            assert (found is None) == bool(faults)
