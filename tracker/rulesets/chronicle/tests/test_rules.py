"""Every rule of a campaign, accepting and refusing, but for those of a definition: see `test_reading`."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.campaigns import Told
from games.match import EventVoided
from games.ruleset import SYSTEM, Actor, Event, Setup
from games.testing import accepts, given, refuses
from tracker.rulesets.chronicle import RULES, dice
from tracker.rulesets.chronicle import events as ev
from tracker.rulesets.chronicle.matches import deserters
from tracker.rulesets.chronicle.templates import templates
from tracker.rulesets.chronicle.tests.table import SECRET, STAFF, Table, broken, created, removed, won

ANN, BOB, STRANGER = Actor("player", "p-r"), Actor("player", "p-s"), Actor("player", "p-x")
START = "2026-01-01T00:00:00Z"


def river(old: str, new: str) -> str:
    text = templates()["river-war"]
    assert old in text
    return text.replace(old, new, 1)


def war(definition: str = "") -> Table:
    """Ann has roster r, Bob roster s."""
    return Table(definition).join("r", "s")


def ash(definition: str = "") -> Table:
    """A story for one, its first duel won: a choice is due."""
    table = Table(definition or templates()["road-of-ash"], "senjutsu").join("hero")
    table.link("m1", "hero", chapter="gate")
    table.heard("m1", won("hero"))
    return table


def fallen() -> tuple[Table, str]:
    """Match m1 is heard, and a die is due for Bob's first fighter."""
    table = war()
    table.link("m1", "r", "s")
    table.heard("m1", won("r"), removed("s/s1", "r/r1"))
    return table, table.world.steps[0].id


def joined(table: Table, roster: str, player: str = "", *fighters: str) -> ev.RosterJoined:
    named = tuple(ev.Named(one, one) for one in fighters)
    player = player or f"p-{roster}"
    return ev.RosterJoined(roster=roster, player=player, name="T", at=table.at(), fighters=named)


def linked(table: Table, link: str, one: str = "r", two: str = "s", **more: Any) -> ev.MatchLinked:
    return ev.MatchLinked(link=link, match=link, rosters={"a": one, "b": two}, at=table.at(), **more)


def bought(table: Table, item: str, **more: Any) -> ev.Bought:
    return ev.Bought(**{"id": "b1", "roster": "r", "item": item, "at": table.at(), **more})


def hired(table: Table, recruit: str = "new", **more: Any) -> ev.Bought:
    return bought(table, "hire", recruit=ev.Named(recruit, "New"), **more)


def adjusted(table: Table, verb: Any, target: str = "", **more: Any) -> ev.Adjusted:
    told = {"id": "x1", "verb": verb, "target": target, "reason": "a bet", "at": table.at()}
    return ev.Adjusted(**{**told, "roster": "r", **more})


def noted(table: Table, roster: str = "r", **more: Any) -> ev.NoteWritten:
    return ev.NoteWritten(**{"id": "n1", "roster": roster, "text": "So it was.", "at": table.at(), **more})


def closed(table: Table, cycle: int = 1) -> ev.CycleClosed:
    return ev.CycleClosed(cycle=cycle, at=table.at())


# --- who, and when ------------------------------------------------------------------------------------------


@accepts("CHR-CRE-01", "CHR-WHO-02")
def test_a_campaign_begins_with_its_creation() -> None:
    assert broken(RULES.initial(Setup()), created(START)) == []
    table = war()
    link = table.link("m1", "r", "s")
    table.tell(ev.MatchHeard(link=link.link, match_seq=1, at=table.at(), facts=(won("r"),)))
    assert table.world.rosters["r"].wins == 1


@refuses("CHR-CRE-01")
def test_nothing_comes_before_the_creation_which_comes_once() -> None:
    table = war()
    for event in (joined(table, "t"), linked(table, "m1"), closed(table)):
        assert broken(RULES.initial(Setup()), event) == ["CHR-CRE-01"]
    assert table.refused(created(table.at())) == ["CHR-CRE-01"]


@refuses("WL-VOID-06")
def test_its_creation_is_not_taken_back() -> None:
    taken = EventVoided(seqs=(1,), reason="made by mistake")
    given(RULES, events=[created(START)]).when(taken, STAFF).then_refused("WL-VOID-06")


@refuses("CHR-WHO-02")
@pytest.mark.parametrize("by", [STAFF, Actor("judge", "2"), ANN])
def test_nobody_makes_up_what_a_match_said(by: Actor) -> None:
    table = war()
    assert table.refused(linked(table, "m1"), by) == ["CHR-WHO-02"]
    table.link("m1", "r", "s")
    assert table.refused(ev.MatchHeard(link="m1", match_seq=1, at=table.at()), by) == ["CHR-WHO-02"]
    assert broken(RULES.initial(Setup()), created(START), by) == ["CHR-WHO-02"]


@accepts("CHR-WHO-01", "CHR-WHO-03")
def test_players_act_for_their_rosters_and_arbitrators_for_everybody() -> None:
    table, die = fallen()
    table.tell(noted(table, "s"), BOB)
    table.tell(noted(table, "s", id="n2"), STAFF)
    table.tell(ev.Signed(link="m1", roster="r"), ANN)
    table.tell(ev.DieRolled(effect=die, fell=(6,)), BOB)
    table.tell(joined(table, "x"), STRANGER)
    table.tell(joined(table, "y"), STAFF)
    table.tell(adjusted(table, "add", "koku", amount=1), Actor("judge", "2"))
    table.tell(closed(table), STAFF)
    assert table.world.cycle == 1 and len(table.world.rosters) == 4


@refuses("CHR-WHO-01")
def test_the_arbitrators_part_is_not_for_players() -> None:
    table = war()
    events: list[Event] = [
        *(adjusted(table, "add", "koku", amount=1), closed(table)),
        *(ev.CorrectionAccepted(preview=""), ev.ChronicleFinished(at=table.at(), seed=SECRET)),
    ]
    for event in events:
        assert table.refused(event, ANN) == ["CHR-WHO-01"], event


@refuses("CHR-WHO-03")
@pytest.mark.parametrize("by", [ANN, STRANGER])
def test_nobody_acts_for_the_roster_of_somebody_else(by: Actor) -> None:
    table, die = fallen()
    events: list[Event] = [
        *(joined(table, "t"), ev.RosterLeft(roster="s", at=table.at()), noted(table, "s")),
        *(hired(table, roster="s"), ev.Signed(link="m1", roster="s"), ev.Stated(link="m1", roster="s")),
        ev.DieRolled(effect=die, fell=(6,)),
    ]
    for event in events:
        assert table.refused(event, by) == ["CHR-WHO-03"], event
    story = ash()
    assert story.refused(ev.Chosen(effect=story.world.steps[0].id, row="spare"), by) == ["CHR-WHO-03"]


@accepts("CHR-TIME-01")
def test_a_moment_may_repeat_and_a_match_may_be_heard_late() -> None:
    table = war()
    table.link("m1", "r", "s")
    last = table.state.last
    table.tell(replace(noted(table), at=last), STAFF)
    table.tell(closed(table), STAFF)
    table.tell(ev.MatchHeard(link="m1", match_seq=1, at=last, facts=(won("r"),)))
    assert table.world.rosters["r"].wins == 1


@refuses("CHR-TIME-01")
def test_nothing_is_put_before_what_stands_already() -> None:
    table = war()
    for event in (closed(table), joined(table, "t"), hired(table), noted(table)):
        assert table.refused(replace(event, at=START), STAFF) == ["CHR-TIME-01"], event
    assert table.refused(replace(linked(table, "m1"), at=START)) == ["CHR-TIME-01"]


@accepts("CHR-TIME-02")
@pytest.mark.parametrize(
    "at", ["2028-02-29T10:00:00Z", "2028-02-29T10:00:00.317Z", "2100-12-31T23:59:59.999999Z"]
)
def test_a_moment_is_one_of_the_calendar(at: str) -> None:
    table = war()
    table.tell(replace(noted(table), at=at), STAFF)
    assert table.state.last == at


@refuses("CHR-TIME-02")
@pytest.mark.parametrize(
    "at",
    ["2027-02-30T10:00:00.317Z", "2101-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", "1999-12-31T23:59:59Z"],
)
def test_a_moment_that_no_page_could_show_is_refused(at: str) -> None:
    table = war()
    table.link("m1", "r", "s")
    for event in (closed(table), joined(table, "t"), noted(table)):
        assert table.refused(replace(event, at=at), STAFF) == ["CHR-TIME-02"], event
    heard = ev.MatchHeard(link="m1", match_seq=1, at=at, facts=(won("r"),))
    assert table.refused(heard) == ["CHR-TIME-02"]


def finished() -> Table:
    table = war()
    table.play("m1", "r", "s")
    table.tell(ev.ChronicleFinished(at=table.at(), seed=SECRET), STAFF)
    return table


@accepts("CHR-END-01")
def test_after_the_end_there_are_corrections_and_notes() -> None:
    table = finished()
    table.tell(noted(table), ANN)
    table.tell(adjusted(table, "add", "koku", amount=1), STAFF)
    when = table.state.heard["m1"].at
    table.tell(ev.MatchHeard(link="m1", match_seq=2, at=when, facts=(won("s"),)))
    assert table.world.rosters["s"].wins == 1


@refuses("CHR-END-01")
def test_after_the_end_nothing_else_happens() -> None:
    table = finished()
    events: list[Event] = [
        *(closed(table), joined(table, "t"), linked(table, "m2"), hired(table)),
        *(ev.RosterLeft(roster="r", at=table.at()), ev.ChronicleFinished(at=table.at(), seed=SECRET)),
    ]
    for event in events:
        assert table.refused(event) == ["CHR-END-01"], event


@accepts("CHR-ID-01")
def test_whatever_has_a_name_of_its_own_is_taken() -> None:
    table = Table()
    table.tell(joined(table, "r", "p-r", "one", "two"))
    table.tell(joined(table, "s", "p-s", "one", "two"))  # a fighter's name is its roster's
    table.link("m1", "r", "s")
    table.tell(hired(table, "three"))
    table.tell(hired(table, "four", id="b2"))
    table.tell(noted(table))
    table.tell(adjusted(table, "add", "koku", amount=1))


@refuses("CHR-ID-01")
def test_a_name_is_not_taken_twice() -> None:
    table = war()
    table.link("m1", "r", "s")
    taken: list[Event] = [hired(table), noted(table), adjusted(table, "add", "koku", amount=1)]
    for event in taken:
        table.tell(event)
    again: list[Event] = [
        *(joined(table, "r", "p-t"), joined(table, "t", "p-t", "one", "one")),
        *(hired(table, "more"), hired(table, "r1", id="b2")),
        *(noted(table), noted(table, id="b1"), adjusted(table, "add", "koku", amount=1)),
    ]
    for event in again:
        assert table.refused(event) == ["CHR-ID-01"], event
    table.heard("m1", won("r"))
    table.settle("m1")
    assert table.refused(linked(table, "m1")) == ["CHR-ID-01"]


@accepts("CHR-ID-02")
@pytest.mark.parametrize("id_", ["b5", "m", "m5b", "my-m5", "cycle", "cycle-one", "finished"])
def test_a_name_that_no_step_of_the_server_will_have_is_free(id_: str) -> None:
    table = war()
    table.tell(hired(table, "three", id=id_))


@refuses("CHR-ID-02")
@pytest.mark.parametrize("id_", ["m5", "m0", "cycle-1", "join-r", "leave-r", "finish"])
def test_a_name_that_the_server_will_need_is_not_taken_from_it(id_: str) -> None:
    table = war()
    events: list[Event] = [
        *(hired(table, "three", id=id_), noted(table, id=id_)),
        adjusted(table, "add", "koku", amount=1, id=id_),
    ]
    for event in events:
        assert table.refused(event, STAFF) == ["CHR-ID-02"], event


# --- rosters and matches ------------------------------------------------------------------------------------


@accepts("CHR-ROS-01", "CHR-ROS-02")
def test_who_has_left_may_come_again_while_there_is_room() -> None:
    table = war(river('system = "bushido"', 'system = "bushido"\nplayers = 2'))
    table.tell(ev.RosterLeft(roster="r", at=table.at()), ANN)
    table.tell(joined(table, "again", "p-r"), ANN)
    assert [key for key, one in table.world.rosters.items() if one.active] == ["s", "again"]


@refuses("CHR-ROS-01")
def test_a_player_has_one_roster() -> None:
    table = war()
    for by in (ANN, STAFF):
        assert table.refused(joined(table, "t", "p-r"), by) == ["CHR-ROS-01"]


@refuses("CHR-ROS-02")
def test_a_campaign_for_so_many_takes_no_more() -> None:
    table = war(river('system = "bushido"', 'system = "bushido"\nplayers = 2'))
    assert table.refused(joined(table, "t")) == ["CHR-ROS-02"]
    assert ash().refused(replace(joined(ash(), "t"), at="2026-02-01T00:00:00Z")) == ["CHR-ROS-02"]


@accepts("CHR-ROS-03", "CHR-LNK-01", "CHR-LNK-02", "CHR-LNK-03", "CHR-LNK-04")
def test_matches_of_a_cycle_for_a_place_each() -> None:
    table = war()
    table.play("m1", "r", "s", stake="mill")
    table.play("m2", "r", "s", stake="ford")
    table.close()
    table.play("m3", "s", "r")
    table.tell(noted(table, "s", fighter="s1"))
    table.tell(ev.RosterLeft(roster="s", at=table.at()), BOB)
    table.tell(noted(table, "s", id="n2"))  # who has left has a story still
    assert table.world.rosters["r"].matches == 3 and table.world.places["mill"].holder == "r"


@refuses("CHR-ROS-03")
def test_who_does_not_take_part() -> None:
    table = Table().join("r", "s", "t")
    table.tell(ev.RosterLeft(roster="t", at=table.at()))
    events: list[Event] = [
        *(linked(table, "m1", "r", "nobody"), linked(table, "m1", "t", "s")),
        *(ev.RosterLeft(roster="t", at=table.at()), ev.RosterLeft(roster="nobody", at=table.at())),
        *(hired(table, roster="t"), noted(table, "nobody"), noted(table, "r", fighter="s1")),
    ]
    for event in events:
        assert table.refused(event) == ["CHR-ROS-03"], event


@refuses("CHR-LNK-01")
def test_a_roster_does_not_play_itself() -> None:
    table = war()
    assert table.refused(linked(table, "m1", "r", "r")) == ["CHR-LNK-01"]


@refuses("CHR-LNK-02")
def test_a_match_that_is_not_done_with_keeps_from_the_next() -> None:
    table = Table().join("r", "s", "t")
    table.link("m1", "r", "s")
    assert table.refused(linked(table, "m2", "s", "t")) == ["CHR-LNK-02"], "not heard"
    table.heard("m1", won("r"))
    assert table.refused(linked(table, "m2", "s", "t")) == ["CHR-LNK-02"], "not signed"
    table.tell(ev.Signed(link="m1", roster="s"), BOB)
    assert table.refused(linked(table, "m2", "s", "t")) == []


@accepts("CHR-LNK-02")
def test_nobody_waits_for_a_match_that_somebody_has_left() -> None:
    """Whoever stayed could open no match any more, until an arbitrator typed a result that nobody had played."""
    table = Table().join("r", "s", "t")
    table.link("m1", "r", "s", stake="mill")
    assert table.refused(linked(table, "m2", "s", "t")) == ["CHR-LNK-02"]
    table.tell(ev.RosterLeft(roster="r", at=table.at()), ANN)
    assert deserters(table.state, "m1") == ("r",)
    assert table.refused(linked(table, "m2", "s", "t")) == []
    table.heard("m1", won("r"))
    assert deserters(table.state, "m1") == ()
    assert table.world.places["mill"].holder == "", "who has left holds nothing"


@refuses("CHR-LNK-03")
def test_so_many_matches_in_a_cycle_and_no_more() -> None:
    table = Table().join("r", "s", "t")
    table.play("m1", "r", "s")
    table.play("m2", "r", "s")
    assert table.refused(linked(table, "m3", "r", "t")) == ["CHR-LNK-03"]


@refuses("CHR-LNK-04")
def test_nobody_plays_for_a_place_that_is_none() -> None:
    table = war()
    assert table.refused(linked(table, "m1", stake="moon")) == ["CHR-LNK-04"]


@accepts("CHR-LNK-05")
def test_a_chapter_that_is_open_is_played() -> None:
    table = ash()
    assert table.state.links["m1"].chapter == "gate" and table.world.chapters["gate"].status == "won"


@refuses("CHR-LNK-05")
@pytest.mark.parametrize("chapter", ["", "gate", "lord", "ruin", "moon"])
def test_a_chapter_that_is_not_open(chapter: str) -> None:
    table = ash()
    table.settle("m1")
    again = ev.MatchLinked(link="m2", match="m2", rosters={"a": "hero"}, at=table.at(), chapter=chapter)
    assert table.refused(again) == ["CHR-LNK-05"]
    assert table.refused(replace(again, chapter="debt")) == []


@accepts("CHR-HRD-01", "CHR-HRD-02")
def test_later_news_of_a_match_is_heard() -> None:
    table = war()
    table.link("m1", "r", "s")
    table.heard("m1", won("r"), seq=3)
    table.heard("m1", won("s"), seq=4)
    assert table.world.rosters["s"].wins == 1


@refuses("CHR-HRD-01", "CHR-HRD-02")
def test_what_is_no_news_is_not_heard() -> None:
    table = war()
    table.link("m1", "r", "s")
    table.heard("m1", won("r"), seq=3)
    assert table.refused(ev.MatchHeard(link="m9", match_seq=1)) == ["CHR-HRD-01"]
    for seq in (2, 3):
        assert table.refused(ev.MatchHeard(link="m1", match_seq=seq)) == ["CHR-HRD-02"]


# --- dice, choices and what is asked ------------------------------------------------------------------------


@accepts("CHR-DIE-01", "CHR-DIE-02")
@pytest.mark.parametrize("fell", range(1, 7))
def test_every_face_of_a_die_that_is_due(fell: int) -> None:
    table, die = fallen()
    table.tell(ev.DieRolled(effect=die, fell=(fell,)), BOB)
    assert not table.world.steps


@refuses("CHR-DIE-01")
def test_nothing_is_rolled_that_is_not_due() -> None:
    table, die = fallen()
    assert table.refused(ev.DieRolled(effect="m1/nothing", fell=(1,)), STAFF) == ["CHR-DIE-01"]
    assert table.refused(ev.Chosen(effect=die, row="6"), STAFF) == ["CHR-DIE-01"], "rolled, not chosen"
    table.tell(ev.DieRolled(effect=die, fell=(1,)), STAFF)
    assert table.refused(ev.DieRolled(effect=die, fell=(6,)), STAFF) == ["CHR-DIE-01"], "once"
    story = ash()
    rolled = ev.DieRolled(effect=story.world.steps[0].id, fell=(1,))
    assert story.refused(rolled, STAFF) == ["CHR-DIE-01"], "chosen, not rolled"


@refuses("CHR-DIE-02")
@pytest.mark.parametrize("fell", [(), (0,), (7,), (1, 1)])
def test_a_die_does_not_fall_so(fell: tuple[int, ...]) -> None:
    table, die = fallen()
    assert table.refused(ev.DieRolled(effect=die, fell=fell), BOB) == ["CHR-DIE-02"]


WHO_ROLLS = [
    ("server_or_typed", False, BOB, True),
    ("server_or_typed", True, SYSTEM, True),
    ("server_or_typed", True, BOB, False),
    ("typed", False, BOB, True),
    ("typed", True, SYSTEM, False),
    ("server", True, SYSTEM, True),
    ("server", False, BOB, False),
]
"""What the definition says of dice, whether they came from the server, who logged them, whether that may be."""


@accepts("CHR-DIE-03")
@refuses("CHR-DIE-03")
@pytest.mark.parametrize(("says", "server", "by", "good"), WHO_ROLLS)
def test_the_definition_says_who_rolls(says: str, server: bool, by: Actor, good: bool) -> None:
    table = war(river('dice = "server_or_typed"', f'dice = "{says}"'))
    table.link("m1", "r", "s")
    table.heard("m1", won("r"), removed("s/s1", "r/r1"))
    rolled = ev.DieRolled(effect=table.world.steps[0].id, fell=(6,), server=server)
    assert table.refused(rolled, by) == ([] if good else ["CHR-DIE-03"])


def rolled_by_the_server(turned: bool) -> Table:
    table, die = fallen()
    (fell,) = dice.fallen(SECRET, die, 1, 6)
    table.tell(ev.DieRolled(effect=die, fell=(fell % 6 + 1 if turned else fell,), server=True))
    return table


@accepts("CHR-DIE-04")
def test_the_seed_gives_the_dice_of_the_server() -> None:
    table = rolled_by_the_server(turned=False)
    table.tell(ev.ChronicleFinished(at=table.at(), seed=SECRET), STAFF)
    assert table.state.is_finished()


@refuses("CHR-DIE-04")
def test_a_seed_that_does_not_fit() -> None:
    honest, turned, none = rolled_by_the_server(False), rolled_by_the_server(True), war()
    for table, seed in ((honest, "another"), (honest, ""), (turned, SECRET), (none, "another")):
        end = ev.ChronicleFinished(at=table.at(), seed=seed)
        assert table.refused(end, STAFF) == ["CHR-DIE-04"]


@accepts("CHR-CHO-01")
@pytest.mark.parametrize(("row", "chapter"), [("spare", "debt"), ("kill", "feud")])
def test_a_row_of_the_table_is_chosen(row: str, chapter: str) -> None:
    table = ash()
    table.tell(ev.Chosen(effect=table.world.steps[0].id, row=row), Actor("player", "p-hero"))
    assert table.world.chapters[chapter].status == "open"


@refuses("CHR-CHO-01")
def test_what_is_no_row_of_the_table_is_not_chosen() -> None:
    table = ash()
    assert table.refused(ev.Chosen(effect=table.world.steps[0].id, row="shrug"), STAFF) == ["CHR-CHO-01"]


@accepts("CHR-CHO-02")
@refuses("CHR-CHO-02")
def test_the_arbitrator_chooses_where_the_definition_says_so() -> None:
    text = templates()["road-of-ash"].replace("[table.mercy]", '[table.mercy]\nby = "arbitrator"')
    table = ash(text)
    chosen = ev.Chosen(effect=table.world.steps[0].id, row="spare")
    assert table.refused(chosen, Actor("player", "p-hero")) == ["CHR-CHO-02"]
    table.tell(chosen, STAFF)
    assert table.world.chapters["debt"].status == "open"


def summary() -> Table:
    """The log of m1 does not say who fell."""
    table = war()
    table.link("m1", "r", "s")
    table.heard("m1", won("r"), untold=("model_removed",))
    return table


@accepts("CHR-STA-01", "CHR-STA-02")
def test_what_is_asked_is_told_all_at_once_or_not_at_all() -> None:
    table = summary()
    table.tell(ev.Stated(link="m1", roster="r"), ANN)
    facts = (removed("s/s1", "r/r1", stated=True), removed("s/s2", stated=True))
    table.tell(ev.Stated(link="m1", roster="s", facts=facts), BOB)
    assert table.world.rosters["r"].fighters["r1"].tallies["xp"] == 1
    assert {one.fighter for one in table.world.steps} == {"s1", "s2"}


@refuses("CHR-STA-01")
def test_nothing_is_told_that_nobody_asks() -> None:
    table = summary()
    told = ev.Stated(link="m1", roster="s")
    assert table.refused(replace(told, link="m9"), BOB) == ["CHR-STA-01"]
    table.tell(told, BOB)
    assert table.refused(told, BOB) == ["CHR-STA-01"], "once"
    detailed, _die = fallen()
    assert detailed.refused(told, BOB) == ["CHR-STA-01"], "the log says it"


@refuses("CHR-STA-02")
@pytest.mark.parametrize(
    "facts",
    [
        (removed("s/s1"),),
        (removed("r/r1", stated=True),),
        (removed("s/nobody", stated=True),),
        (removed("s/s1", stated=True), removed("s/s1", stated=True)),
        (won("s"),),
        (Told(fact="model_removed", key="s/s1", of="s/s1", values={"how": "drowned"}, stated=True),),
        (Told(fact="rained", stated=True),),
    ],
)
def test_what_is_told_has_the_form_of_the_fact(facts: tuple[Told, ...]) -> None:
    told = ev.Stated(link="m1", roster="s", facts=facts)
    assert summary().refused(told, BOB) == ["CHR-STA-02"]


@accepts("CHR-STA-02")
@refuses("CHR-STA-02")
def test_who_is_named_took_part_in_the_match() -> None:
    table = war().join("t")
    table.link("m1", "r", "s")
    table.heard("m1", won("r"), untold=("model_removed",))

    def told(by: str) -> ev.Stated:
        return ev.Stated(link="m1", roster="s", facts=(removed("s/s1", by, stated=True),))

    for absent in ("t/t1", "r/nobody", "r"):
        assert table.refused(told(absent), BOB) == ["CHR-STA-02"]
    table.tell(told("r/r1"), BOB)


@accepts("CHR-SIG-01", "CHR-SIG-02")
def test_who_has_done_everything_signs() -> None:
    table, die = fallen()
    table.tell(ev.Signed(link="m1", roster="r"), ANN)  # nothing is asked of Ann
    table.tell(ev.DieRolled(effect=die, fell=(6,)), BOB)
    table.tell(ev.Signed(link="m1", roster="s"), BOB)
    assert table.state.signed == ("m1/r", "m1/s")


@refuses("CHR-SIG-01")
def test_a_match_is_signed_once_by_those_who_played_it_when_it_is_heard() -> None:
    table = Table().join("r", "s", "t")
    table.link("m1", "r", "s")
    signed = ev.Signed(link="m1", roster="r")
    assert table.refused(signed, ANN) == ["CHR-SIG-01"], "not heard"
    table.heard("m1", won("r"))
    assert table.refused(replace(signed, roster="t"), STAFF) == ["CHR-SIG-01"], "not played"
    assert table.refused(replace(signed, link="m9"), ANN) == ["CHR-SIG-01"], "no match"
    table.tell(signed, ANN)
    assert table.refused(signed, ANN) == ["CHR-SIG-01"], "signed"


@refuses("CHR-SIG-02")
def test_nobody_signs_while_something_is_open() -> None:
    table, _die = fallen()
    for by in (BOB, STAFF):
        assert table.refused(ev.Signed(link="m1", roster="s"), by) == ["CHR-SIG-02"]


# --- the shop, and the arbitrator ---------------------------------------------------------------------------


@accepts("CHR-BUY-01", "CHR-BUY-02", "CHR-BUY-03", "CHR-BUY-04")
def test_what_is_for_sale_is_bought_to_the_last_coin() -> None:
    table = war()
    for number in (1, 2):
        table.tell(hired(table, f"new{number}", id=f"b{number}"), ANN)
    assert table.world.rosters["r"].tallies["koku"] == 0 and "new2" in table.world.rosters["r"].fighters
    table.tell(adjusted(table, "add", "xp", fighter="r1", amount=4), STAFF)
    table.tell(bought(table, "train", id="b3", fighter="r1"), ANN)
    fighter = table.world.rosters["r"].fighters["r1"]
    assert fighter.tallies["xp"] == 0 and [one.mark for one in fighter.marks] == ["veteran"]


@refuses("CHR-BUY-01")
def test_what_is_not_for_sale() -> None:
    table = war()
    assert table.refused(bought(table, "sword"), ANN) == ["CHR-BUY-01"]


@refuses("CHR-BUY-02")
@pytest.mark.parametrize("fighter", ["", "s1", "nobody", "r2"])
def test_who_cannot_have_it(fighter: str) -> None:
    table = war()
    for number, one in enumerate(("r1", "r2")):
        table.tell(adjusted(table, "add", "xp", id=f"x{number}", fighter=one, amount=4))
    table.tell(adjusted(table, "remove", "fighter", id="dead", fighter="r2"))
    assert table.refused(bought(table, "train", fighter=fighter), ANN) == ["CHR-BUY-02"]
    assert table.refused(bought(table, "train", fighter="r1"), ANN) == []
    assert table.refused(hired(table, fighter="r1"), ANN) == ["CHR-BUY-02"], "a roster hires, no fighter"


@refuses("CHR-BUY-03")
def test_who_cannot_pay() -> None:
    table = war()
    table.tell(adjusted(table, "add", "koku", amount=-6))
    assert table.refused(hired(table), ANN) == ["CHR-BUY-03"]
    table.tell(adjusted(table, "add", "xp", id="x2", fighter="r1", amount=3))
    assert table.refused(bought(table, "train", fighter="r1"), ANN) == ["CHR-BUY-03"]


@refuses("CHR-BUY-04")
def test_a_recruit_is_named_where_one_is_hired_alone() -> None:
    table = war()
    assert table.refused(bought(table, "hire"), ANN) == ["CHR-BUY-04"]
    table.tell(adjusted(table, "add", "xp", fighter="r1", amount=4))
    named = bought(table, "train", fighter="r1", recruit=ev.Named("new", "New"))
    assert table.refused(named, ANN) == ["CHR-BUY-04"]


ADJUSTED: list[tuple[str, str, dict[str, Any]]] = [
    ("add", "koku", {"amount": 2}),
    ("add", "xp", {"amount": 2, "fighter": "r1"}),
    ("mark", "scar", {"fighter": "r1"}),
    ("clear", "scar", {"fighter": "r1"}),
    ("remove", "fighter", {"fighter": "r1"}),
    ("revive", "fighter", {"fighter": "r1"}),
    ("hold", "mill", {}),
    ("release", "mill", {"roster": ""}),
]


@accepts("CHR-ADJ-01", "CHR-ADJ-02")
@pytest.mark.parametrize(("verb", "target", "more"), ADJUSTED)
def test_the_arbitrator_puts_right_what_there_is(verb: str, target: str, more: dict[str, Any]) -> None:
    table = war()
    told = adjusted(table, verb, target, **more)
    table.tell(told, STAFF)
    assert table.state.slots[-1] == told


@refuses("CHR-ADJ-01")
@pytest.mark.parametrize("reason", [" ", "\n\t"])
def test_an_adjustment_without_a_reason(reason: str) -> None:
    table = war()
    told = adjusted(table, "add", "koku", amount=2, reason=reason)
    assert table.refused(told, STAFF) == ["CHR-ADJ-01"]


@refuses("CHR-ADJ-02")
@pytest.mark.parametrize(
    ("verb", "target", "more"),
    [
        ("add", "gold", {}),
        ("add", "koku", {"roster": "nobody"}),
        ("add", "koku", {"roster": ""}),
        ("add", "xp", {}),
        ("add", "xp", {"fighter": "s1"}),
        ("mark", "blessed", {"fighter": "r1"}),
        ("clear", "scar", {"fighter": "nobody"}),
        ("remove", "fighter", {}),
        ("revive", "fighter", {"fighter": "nobody"}),
        ("hold", "moon", {}),
        ("hold", "mill", {"roster": "nobody"}),
        ("release", "moon", {}),
        ("open", "gate", {}),
        ("close", "", {}),
    ],
)
def test_nobody_adjusts_what_there_is_not(verb: str, target: str, more: dict[str, Any]) -> None:
    table = war()
    assert table.refused(adjusted(table, verb, target, **more), STAFF) == ["CHR-ADJ-02"]


@refuses("CHR-CYC-01")
def test_a_cycle_that_was_closed_after_an_early_end_is_not_closed_again() -> None:
    table = Table(templates()["road-of-ash"], "senjutsu").join("hero")
    for number, chapter in enumerate(("gate", "debt", "lord"), start=1):
        table.play(f"m{number}", "hero", chapter=chapter)
    assert table.world.ending is not None and table.world.cycle == 0
    table.tell(closed(table, 1), STAFF)
    assert table.world.cycle == 0, "nothing comes of it any more"
    assert table.refused(closed(table, 1), STAFF) == ["CHR-CYC-01"]


@accepts("CHR-CYC-01")
@refuses("CHR-CYC-01")
def test_cycles_are_closed_one_after_the_other_to_the_last() -> None:
    table = war(river("count = 6", "count = 2"))
    assert table.refused(closed(table, 2), STAFF) == ["CHR-CYC-01"], "not the next"
    table.tell(closed(table, 1), STAFF)
    assert table.refused(closed(table, 1), STAFF) == ["CHR-CYC-01"], "closed"
    table.tell(closed(table, 2), STAFF)
    assert table.refused(closed(table, 3), STAFF) == ["CHR-CYC-01"], "there are two"
