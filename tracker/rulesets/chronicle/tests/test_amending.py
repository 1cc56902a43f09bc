"""The rules of a campaign change while it runs: from the next cycle on, and what was keeps its meaning."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.testing import accepts, refuses
from tracker.rulesets.chronicle import dice
from tracker.rulesets.chronicle import events as ev
from tracker.rulesets.chronicle.amending import differences
from tracker.rulesets.chronicle.arbitrator import off_seed
from tracker.rulesets.chronicle.derive import derive
from tracker.rulesets.chronicle.reading import definition_of
from tracker.rulesets.chronicle.templates import templates
from tracker.rulesets.chronicle.tests.table import SECRET, STAFF, Table, removed, won
from tracker.rulesets.chronicle.tests.test_rules import ANN, ash, river, war

HARDER = river("honour = 3, koku = 4", "honour = 5, koku = 1").replace(
    "[tally]\n", '[tally]\nfame = { of = "roster", start = 2 }\n'
)
D10 = """dice = "1d10"
names = { 1-9 = { en = "hurt", ru = "ранен" }, 10 = { en = "lucky", ru = "повезло" } }
1-9 = [{ mark = "scar" }]
10 = []
"""


def amend(table: Table, definition: str = HARDER, reason: str = "too rich") -> ev.DefinitionAmended:
    return ev.DefinitionAmended(definition=definition, reason=reason, at=table.at())


def with_d10() -> str:
    text = templates()["river-war"]
    head, tail = text.split('dice = "1d6"\n')
    return head + D10 + tail[tail.index("[rule]") :]


@accepts("CHR-AMD-01", "CHR-AMD-02", "CHR-AMD-03", "CHR-AMD-04")
def test_it_is_in_force_from_the_next_cycle_on() -> None:
    table = war()
    table.tell(amend(table), STAFF)
    table.play("m1", "r", "s")
    assert table.world.rosters["r"].tallies == {"koku": 15, "honour": 3}, (
        "the running cycle goes on as it began"
    )
    assert len(table.state.coming()) == 1
    table.close()
    assert (
        table.world.rosters["r"].tallies == {"koku": 15, "honour": 3, "fame": 2} and not table.state.coming()
    )
    table.play("m2", "r", "s")
    assert table.world.rosters["r"].tallies == {"koku": 17, "honour": 8, "fame": 2}
    late = ev.MatchHeard(link="m1", match_seq=9, at=table.state.heard["m1"].at, facts=(won("s"),))
    table.tell(late)
    found = table.world.rosters
    assert found["s"].tallies["honour"] == 3, (
        "an old match is counted by the old rules, whenever it is corrected"
    )
    assert found["r"].tallies["honour"] == 5


def test_an_old_die_means_what_it_meant() -> None:
    """A step that was open when the table changed is still rolled with the old dice, and its line keeps its words."""
    table = war()
    table.link("m1", "r", "s")
    table.heard("m1", won("r"), removed("s/s1", "r/r1"))
    step = table.world.steps[0].id
    table.tell(amend(table, with_d10()), STAFF)
    table.close()
    assert table.refused(ev.DieRolled(effect=step, fell=(8,)), STAFF) == ["CHR-DIE-02"]
    table.tell(ev.DieRolled(effect=step, fell=dice.fallen(SECRET, step, 1, 6), server=True))
    line = next(one for one in table.world.lines if one.verb == "fell")
    assert line.term == 0 and table.state.rules_in(line.term).tables["fallen"].faces == 6
    assert table.state.rules.tables["fallen"].faces == 10
    assert not list(off_seed(table.state, SECRET))
    table.settle("m1")
    table.link("m2", "r", "s")
    table.heard("m2", won("r"), removed("s/s1", "r/r1"))
    new = table.world.steps[0]
    assert new.term == 1
    table.tell(ev.DieRolled(effect=new.id, fell=(10,)), STAFF)


def test_a_story_without_cycles_changes_at_once_and_a_voided_closing_takes_it_back() -> None:
    table = ash()
    text = templates()["road-of-ash"]
    table.tell(amend(table, text.replace("max = 5", "max = 9", 1)), STAFF)
    assert table.state.rules.tallies["resolve"].high == 9
    cycles = war()
    cycles.tell(amend(cycles), STAFF)
    before = derive(cycles.state)
    cycles.close()
    closing = cycles.state.slots[-1]
    back = replace(cycles.state, slots=tuple(one for one in cycles.state.slots if one is not closing))
    assert derive(back) == before and back.coming()


@refuses("CHR-AMD-01", "CHR-AMD-02", "CHR-AMD-03", "CHR-ADJ-01", "CHR-WHO-01")
@pytest.mark.parametrize(
    ("definition", "rule"),
    [
        (river('key = "river-war"', 'key = "other"'), "CHR-AMD-01"),
        (river("veteran = { of", "hero = { of").replace('mark = "veteran"', 'mark = "hero"'), "CHR-AMD-02"),
        (templates()["river-war"], "CHR-AMD-03"),
        (river("max = 60", "most = 60"), "CHR-DEF-04"),
    ],
)
def test_what_is_no_amendment(definition: str, rule: str) -> None:
    table = war()
    assert table.refused(amend(table, definition), STAFF)[0] == rule
    assert table.refused(amend(table, reason=" "), STAFF) == ["CHR-ADJ-01"]
    assert table.refused(amend(table), ANN) == ["CHR-WHO-01"]


@refuses("CHR-AMD-02")
def test_a_tally_stays_whose_it_is() -> None:
    table = war(HARDER)
    other = HARDER.replace('fame = { of = "roster"', 'fame = { of = "campaign"')
    assert table.refused(amend(table, other), STAFF) == ["CHR-AMD-02"]


@refuses("CHR-AMD-04")
def test_the_last_cycle_is_too_late() -> None:
    table = war()
    assert table.refused(amend(table, river("count = 6", "count = 1")), STAFF) == ["CHR-AMD-04"]
    for _ in range(5):
        table.close()
    assert table.refused(amend(table), STAFF) == ["CHR-AMD-04"]


def test_what_changes_is_told_part_by_part() -> None:
    found = differences(definition_of(templates()["river-war"]), definition_of(HARDER))
    assert [(one.part, one.key, one.how) for one in found] == [
        ("tallies", "fame", "added"),
        ("rules", "won", "changed"),
    ]
    assert [name for name, *_values in found[1].fields] == ["do"]
