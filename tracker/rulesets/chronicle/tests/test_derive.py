"""What a campaign comes to, whatever the order of the news: the acceptance checks that need no database."""

from __future__ import annotations

import random
import time

import msgspec
import pytest

from games.campaigns import Pinned, Told
from games.ruleset import Actor, Entry, Event, Setup, fold
from games.secrets import canonical
from games.testing import accepts, refuses
from tracker.rulesets.chronicle import RULES, dice
from tracker.rulesets.chronicle import events as ev
from tracker.rulesets.chronicle.derive import derive
from tracker.rulesets.chronicle.preview import compare, correction, flat, with_heard
from tracker.rulesets.chronicle.simulate import play
from tracker.rulesets.chronicle.standing import levers_of, placed, ranking
from tracker.rulesets.chronicle.templates import templates
from tracker.rulesets.chronicle.tests.table import SECRET, STAFF, Table, removed, won

SCARRED = templates()["river-war"].replace(", matches = { max = 2 }", "")


def shown(table: Table) -> bytes:
    return canonical(msgspec.to_builtins(table.world))


@refuses("CHR-HRD-02")
def test_check_4_a_hearing_repeated_is_the_same_slot() -> None:
    table = Table().join("r", "s")
    table.play("m1", "r", "s")
    before = shown(table)
    heard = table.state.heard["m1"]
    assert table.refused(heard) == ["CHR-HRD-02"]
    table.tell(msgspec.structs.replace(heard, match_seq=9))
    assert shown(table) == before


def test_check_6_ten_matches_in_fifty_orders() -> None:
    names = "abcdefghijklmnopqrst"
    base = Table().join(*names)
    pairs = list(zip(names[::2], names[1::2], strict=True))
    hearings: list[Event] = []
    for number, (one, two) in enumerate(pairs, start=1):
        base.link(f"m{number}", one, two)
        hearings.append(
            ev.MatchHeard(
                link=f"m{number}",
                match_seq=5,
                at=f"2026-02-01T10:{60 - number * 5:02}:00Z",
                facts=(won(two), removed(f"{one}/{one}1", f"{two}/{two}1")),
            )
        )
    hearings += [
        msgspec.structs.replace(one, match_seq=7, facts=(won(pair[0]),))
        for one, pair in zip(hearings, pairs, strict=True)
    ]
    luck, seen = random.Random(3), set()
    for _ in range(50):
        order = hearings[:]
        luck.shuffle(order)
        state = base.state
        for told in order:
            if not RULES.check(state, told, Actor("system")):
                state = RULES.evolve(state, told)
        assert not state.waiting
        seen.add(canonical(msgspec.to_builtins(derive(state))))
    assert len(seen) == 1


@pytest.mark.soak
def test_check_8_two_hundred_matches_rebuilt_from_the_log() -> None:
    """The state as it was kept while the campaign went on, and one folded anew from the events, byte for byte."""
    table = Table(templates()["river-war"].replace("count = 6", "count = 30")).join(*"abcd")
    state, told = table.state, list[Event]()
    luck = random.Random(8)

    def tell(event: Event) -> None:
        nonlocal state
        state = RULES.evolve(state, event)
        told.append(event)

    for number in range(200):
        one, two = luck.sample("abcd", 2)
        link = ev.MatchLinked(
            link=f"m{number}", match="x", rosters={"a": one, "b": two}, at=table.at(), stake="mill"
        )
        tell(link)
        facts = (won(luck.choice([one, two])), removed(f"{one}/{one}1", f"{two}/{two}2"))
        tell(ev.MatchHeard(link=link.link, match_seq=1, at=table.at(), facts=facts))
        for step in derive(state).steps:
            tell(ev.DieRolled(effect=step.id, fell=(luck.randint(2, 6),)))
        if number % 7 == 6 and number < 190:
            tell(ev.CycleClosed(cycle=derive(state).cycle + 1, at=table.at()))
    again = fold(RULES, table.state, told)
    kept = msgspec.msgpack.decode(msgspec.msgpack.encode(again), type=type(again))
    assert again == state == kept
    assert canonical(msgspec.to_builtins(derive(kept))) == canonical(msgspec.to_builtins(derive(state)))
    assert sum(one.matches for one in derive(kept).rosters.values()) == 400


def test_check_9_preview_equals_what_follows() -> None:
    played = play(templates()["river-war"], 5)
    link = list(played.state.heard)[4]
    old = played.state.heard[link]
    rosters = list(played.state.links[link].rosters.values())
    other = next(one for one in rosters if one != old.facts[0].values["is"])
    told = msgspec.structs.replace(old, match_seq=2, facts=(won(other), *old.facts[1:]))
    before = flat(played.state, derive(played.state))
    seen = compare(played.state, with_heard(played.state, told, {}))
    assert {one.path for one in seen.changes} >= {f"roster.{other}.tally.honour", f"roster.{other}.wins"}
    after = RULES.evolve(played.state, told)
    if after.waiting:
        answers = {one.id: "owes" if one.kind == "debt" else "stands" for one in seen.questions}
        accept = ev.CorrectionAccepted(
            link=link, preview=correction(after, link).fingerprint, answers=answers
        )
        after = RULES.evolve(after, accept)
    now = flat(after, derive(after))
    changed = {one.path: one.after for one in seen.changes}
    for path in before.keys() | now.keys():
        assert now.get(path) == changed.get(path, before.get(path)), path


def test_check_12_corrected_and_corrected_back() -> None:
    """The die of an effect that is gone is kept, struck out, and returns with it: nobody fishes."""
    table = Table().join("r", "s")
    table.link("m1", "r", "s")
    table.heard("m1", won("r"), removed("s/s1", "r/r1"))
    step = table.world.steps[0]
    table.tell(ev.DieRolled(effect=step.id, fell=(2,)), STAFF)
    before = shown(table)
    assert [one.mark for one in table.world.rosters["s"].fighters["s1"].marks] == ["scar", "resting"]
    when = table.state.heard["m1"].at
    table.tell(ev.MatchHeard(link="m1", match_seq=2, at=when, facts=(won("s"),)))
    assert not table.world.rosters["s"].fighters["s1"].marks and not table.world.steps
    table.tell(ev.MatchHeard(link="m1", match_seq=3, at=when, facts=(won("r"), removed("s/s1", "r/r1"))))
    assert shown(table) == before


def test_check_13_a_place_returns_to_its_last_holder() -> None:
    table = Table().join("r", "s")
    table.play("m1", "r", "s", stake="mill")
    table.play("m2", "s", "r", winner="s", stake="mill")
    assert table.world.places["mill"].holder == "s"
    table.tell(ev.MatchHeard(link="m2", match_seq=2))
    assert table.world.places["mill"].holder == "r"
    table.play("m3", "r", "s", winner="s", stake="ford")
    table.close()
    assert table.world.rosters["r"].tallies["koku"] == 10 + 5 + 1 + 3


@accepts("CHR-DIE-04")
@refuses("CHR-DIE-01", "CHR-DIE-02", "CHR-DIE-03", "CHR-DIE-04")
def test_check_14_dice() -> None:
    table = Table().join("r", "s")
    table.link("m1", "r", "s")
    table.heard("m1", won("r"), removed("s/s1"), removed("r/r1"))
    effect, other = (one.id for one in sorted(table.world.steps, key=lambda one: one.id))
    assert table.refused(ev.DieRolled(effect=effect, fell=(7,)), STAFF) == ["CHR-DIE-02"]
    assert table.refused(ev.DieRolled(effect=effect, fell=(1, 1)), STAFF) == ["CHR-DIE-02"]
    assert table.refused(ev.DieRolled(effect="nothing", fell=(1,)), STAFF) == ["CHR-DIE-01"]
    assert table.refused(ev.DieRolled(effect=effect, fell=(1,), server=True), STAFF) == ["CHR-DIE-03"]
    fell = dice.fallen(SECRET, effect, 1, 6)
    off = (fell[0] % 6 + 1,)
    good, bad = table.state, RULES.evolve(table.state, ev.DieRolled(effect=effect, fell=off, server=True))
    table.tell(ev.DieRolled(effect=effect, fell=fell, server=True))
    table.tell(ev.DieRolled(effect=other, fell=(6,)), STAFF)
    end = ev.ChronicleFinished(at=table.at(), seed=SECRET)
    assert table.refused(msgspec.structs.replace(end, seed="another"), STAFF)[0] == "CHR-DIE-04"
    assert table.refused(end, STAFF) == []
    assert [one.rule for one in RULES.check(bad, end, STAFF)] == ["CHR-DIE-04"]
    assert good.decisions == {}


@accepts("CHR-STA-01", "CHR-STA-02")
@refuses("CHR-STA-01", "CHR-STA-02", "CHR-WHO-03")
def test_check_15_what_a_summary_leaves_out_is_asked() -> None:
    table = Table().join("r", "s")
    table.link("m1", "r", "s")
    table.heard("m1", won("r"), untold=("model_removed", "fielded"))
    assert [(one.kind, one.roster, one.facts) for one in table.world.steps] == [
        ("facts", "r", ("model_removed",)),
        ("facts", "s", ("model_removed",)),
    ]
    told = ev.Stated(link="m1", roster="s", facts=(removed("s/s1", "r/r1", stated=True),))
    player = Actor("player", "p-s")
    for wrong in (removed("s/s1"), removed("r/r1", stated=True), removed("s/nobody", stated=True), won("s")):
        assert table.refused(msgspec.structs.replace(told, facts=(wrong,)), player) == ["CHR-STA-02"]
    assert table.refused(told, Actor("player", "p-r")) == ["CHR-WHO-03"]
    table.tell(told, player)
    assert table.world.rosters["r"].fighters["r1"].tallies["xp"] == 1
    assert table.refused(told, player) == ["CHR-STA-01"]


def test_check_16_a_resting_fighter_is_pinned_until_the_next_cycle() -> None:
    table = Table().join("r", "s")
    table.play("m1", "r", "s")
    table.link("m2", "r", "s")
    table.heard("m2", won("r"), removed("s/s1"))
    table.settle("m2", die=4)
    due = [
        (one.lever, one.fighter, one.mark, one.slot)
        for one in levers_of(table.state.rules, table.world, {"a": "s"})
    ]
    assert ("banned_model", "s1", "resting", "m2") in due and ("rice_limit", "", "", "") in due
    table.close()
    due_ = list(levers_of(table.state.rules, table.world, {"a": "s"}))
    assert [(one.lever, one.value) for one in due_] == [("rice_limit", 45)]


def test_check_17_a_late_joiner_gets_the_median_once() -> None:
    table = Table().join("r", "s", "t")
    table.play("m1", "r", "s")
    table.close()
    table.join("late")
    assert table.world.rosters["late"].tallies["koku"] == 11  # of 15, 11 and 10
    table.play("m2", "s", "t", winner="s")
    assert table.world.rosters["late"].tallies["koku"] == 11
    for _ in range(3):
        table.close()
    table.join("later")
    assert table.world.rosters["later"].tallies["koku"] == 10


@accepts("CHR-ADJ-01", "CHR-ADJ-02")
@refuses("CHR-WHO-01", "CHR-ADJ-01", "CHR-ADJ-02", "CHR-ID-01")
def test_check_19_an_adjustment_has_a_reason_and_stands_in_the_story() -> None:
    table = Table().join("r", "s")
    told = ev.Adjusted(
        id="x1", verb="add", target="koku", amount=-4, roster="r", reason="lost a bet", at=table.at()
    )
    assert table.refused(told, Actor("player", "p-r")) == ["CHR-WHO-01"]
    assert table.refused(msgspec.structs.replace(told, reason=" "), STAFF) == ["CHR-ADJ-01"]
    assert table.refused(msgspec.structs.replace(told, target="gold"), STAFF) == ["CHR-ADJ-02"]
    before = table.state
    table.tell(told, STAFF)
    assert table.world.rosters["r"].tallies["koku"] == 6
    assert [one.slot for one in table.world.lines if one.verb == "add"] == ["x1"]
    assert derive(before).rosters["r"].tallies["koku"] == 10
    assert table.refused(told, STAFF) == ["CHR-ID-01"]


@accepts("CHR-LNK-02", "CHR-SIG-01")
@refuses("CHR-LNK-02", "CHR-SIG-02")
def test_check_21_who_has_signed_plays_on() -> None:
    table = Table().join("r", "s", "t")
    table.link("m1", "r", "s")
    table.heard("m1", won("r"), removed("s/s1"))
    table.tell(ev.Signed(link="m1", roster="r"), Actor("player", "p-r"))
    assert table.refused(ev.Signed(link="m1", roster="s"), Actor("player", "p-s")) == ["CHR-SIG-02"]
    table.link("m2", "r", "t")
    late = ev.MatchLinked(link="m3", match="m3", rosters={"a": "s", "b": "t"}, at=table.at())
    assert table.refused(late) == ["CHR-LNK-02", "CHR-LNK-02"], "one has not signed, the other plays"
    assert [one.roster for one in table.world.steps] == ["s"]


@accepts("CHR-LNK-05")
@refuses("CHR-LNK-05")
def test_check_24_each_path_and_a_scar_that_lasts() -> None:
    for mercy, chapter in (("spare", "debt"), ("kill", "feud")):
        table = Table(templates()["road-of-ash"], "senjutsu").join("hero")
        table.link("m1", "hero", chapter="gate")
        table.heard("m1", won("foe"))
        table.settle("m1", die=1)
        due = list(levers_of(table.state.rules, table.world, {"red": "hero"}))
        assert [(one.lever, one.value, one.fighter) for one in due] == [("wound_limit", -1, "hero1")]
        table.link("m2", "hero", chapter="gate")
        table.heard("m2", won("hero"))
        table.tell(ev.Chosen(effect=table.world.steps[0].id, row=mercy), Actor("player", "p-hero"))
        table.settle("m2")
        assert table.world.chapters[chapter].status == "open"
        closed = ev.MatchLinked(link="m9", match="m9", rosters={"a": "hero"}, chapter="gate", at=table.at())
        assert table.refused(closed) == ["CHR-LNK-05"]
        for number, name in enumerate((chapter, "lord"), start=3):
            table.play(f"m{number}", "hero", chapter=name)
        assert table.world.ending == "peace"


@refuses("CHR-ROS-03")
def test_check_25_a_roster_leaves() -> None:
    table = Table().join("r", "s")
    table.play("m1", "r", "s", stake="mill")
    table.tell(ev.RosterLeft(roster="r", at=table.at()), Actor("player", "p-r"))
    world = table.world
    assert world.places["mill"].holder == "" and not world.rosters["r"].active
    assert any(one.roster == "r" and one.verb == "hold" for one in world.lines)
    assert [one.id for one in ranking(table.state.rules, world)] == ["s", "r"]
    assert [place for place, _one in placed(table.state.rules, world)] == [1, 2], (
        "who has left shares no place"
    )
    before = Table().join("r", "s", "t")
    assert [place for place, _one in placed(before.state.rules, before.world)] == [1, 1, 1]
    assert table.refused(ev.RosterLeft(roster="r", at=table.at()), STAFF) == ["CHR-ROS-03"]


@accepts("CHR-COR-01", "CHR-COR-02", "CHR-COR-03")
@refuses("CHR-BUY-03", "CHR-COR-01", "CHR-COR-02", "CHR-COR-03")
@pytest.mark.parametrize(("answer", "koku"), [("owes", -4), ("forgiven", 0), ("undone", 1)])
def test_check_11_spent_what_was_never_earned(answer: str, koku: int) -> None:
    table = Table().join("r", "s")
    table.play("m1", "r", "s")
    for number in range(3):
        recruit = ev.Named(f"n{number}", f"New {number}")
        table.tell(ev.Bought(id=f"b{number}", roster="r", item="hire", at=table.at(), recruit=recruit), STAFF)
    poor = ev.Bought(id="b9", roster="r", item="hire", at=table.at(), recruit=ev.Named("n9", "Nine"))
    assert table.refused(poor, STAFF) == ["CHR-BUY-03"]
    when = table.state.heard["m1"].at
    table.tell(ev.MatchHeard(link="m1", match_seq=2, at=when, facts=(won("s"),)))
    assert table.world.rosters["r"].tallies["koku"] == 0, "nothing moves before somebody decides"
    seen = correction(table.state, "m1")
    assert [one.kind for one in seen.questions] == ["debt"]
    key = seen.questions[0].id
    accept = ev.CorrectionAccepted(link="m1", preview=seen.fingerprint, answers={key: answer})
    assert table.refused(msgspec.structs.replace(accept, preview="old"), STAFF) == ["CHR-COR-02"]
    for wrong in ({}, {key: "perhaps"}, {**accept.answers, "weather": "stands"}):
        assert table.refused(msgspec.structs.replace(accept, answers=wrong), STAFF) == ["CHR-COR-03"]
    table.tell(accept, STAFF)
    assert table.world.rosters["r"].tallies["koku"] == koku
    assert ("n2" in table.world.rosters["r"].fighters) == (answer != "undone")
    assert not table.state.waiting and table.refused(accept, STAFF) == ["CHR-COR-01"]


@accepts("CHR-COR-03")
@refuses("CHR-COR-03")
@pytest.mark.parametrize(("answer", "alive"), [("stands", False), ("spared", True)])
def test_check_11_the_dead_who_fought_later(answer: str, alive: bool) -> None:
    table = Table().join("r", "s")
    table.play("m1", "r", "s")
    table.play("m2", "r", "s", facts=(Told(fact="fielded", key="s/s1", of="s/s1"), removed("r/r1", "s/s1")))
    when = table.state.heard["m1"].at
    table.tell(ev.MatchHeard(link="m1", match_seq=2, at=when, facts=(won("r"), removed("s/s1"))))
    table.tell(ev.DieRolled(effect=table.world.steps[0].id, fell=(1,)), STAFF)
    questions = [one for one in table.world.questions if not one.answer]
    assert [(one.kind, one.fighter) for one in questions] == [("dead", "s1")]
    for wrong in ({}, {questions[0].id: "owes"}, {"weather": answer}):
        assert table.refused(ev.CorrectionAccepted(preview="", answers=wrong), STAFF) == ["CHR-COR-03"]
    table.tell(ev.CorrectionAccepted(preview="", answers={questions[0].id: answer}), STAFF)
    fighter = table.world.rosters["s"].fighters["s1"]
    assert (not fighter.died) == alive and fighter.tallies["xp"] == int(alive)


@pytest.mark.parametrize(("answer", "status"), [("keep", "peace"), ("close", None)])
def test_check_11_a_branch_that_was_played(answer: str, status: str | None) -> None:
    table = Table(templates()["road-of-ash"], "senjutsu").join("hero")
    table.play("m1", "hero", chapter="gate")
    table.play("m2", "hero", chapter="debt")
    table.play("m3", "hero", chapter="lord")
    assert table.world.ending == "peace"
    when = table.state.heard["m2"].at
    table.tell(ev.MatchHeard(link="m2", match_seq=2, at=when, facts=(won("foe"),)))
    seen = correction(table.state, "m2")
    assert [one.kind for one in seen.questions] == ["branch"]
    table.tell(
        ev.CorrectionAccepted(link="m2", preview=seen.fingerprint, answers={seen.questions[0].id: answer}),
        STAFF,
    )
    assert table.world.ending == status


def test_check_11_a_new_effect_is_a_new_step_and_a_later_holder_stays() -> None:
    table = Table().join("r", "s")
    table.play("m1", "r", "s", stake="mill")
    table.play("m2", "s", "r", winner="s", stake="mill")
    when = table.state.heard["m1"].at
    table.tell(ev.MatchHeard(link="m1", match_seq=2, at=when, facts=(won("s"), removed("r/r1"))))
    assert not table.state.waiting
    assert table.world.places["mill"].holder == "s"
    assert [(one.slot, one.roster) for one in table.world.steps] == [("m1", "r")]


def test_check_11_a_lever_that_was_used_already() -> None:
    """A correction takes away what a match was opened with: the played one stands, marked; one that was not played is
    opened anew, with what is due now."""
    table = Table(definition=SCARRED).join("r", "s", "t")
    table.link("m1", "r", "s")
    table.heard("m1", won("r"), removed("s/s1", "r/r1"))
    table.tell(ev.DieRolled(effect=table.world.steps[0].id, fell=(5,)), STAFF)
    table.settle("m1")

    def pinned() -> tuple[Pinned, ...]:
        due = levers_of(table.state.rules, table.world, {"a": "s", "b": "t"})
        return tuple(
            Pinned(lever=one.lever, value=one.value, side=one.side, fighter=one.fighter) for one in due
        )

    before = pinned()
    assert ("banned_model", "s1") in {(one.lever, one.fighter) for one in before}
    table.play("m2", "s", "t", levers=before)
    table.link("m3", "s", "t", levers=before)
    assert "m2" not in table.world.moved and "m3" not in table.world.moved
    when = table.state.heard["m1"].at
    table.tell(ev.MatchHeard(link="m1", match_seq=2, at=when, facts=(won("r"),)))
    for link in ("m2", "m3"):
        told = [(one.lever, one.fighter, one.opened, one.due) for one in table.world.moved[link]]
        assert told == [("banned_model", "s1", 1, None)]
    assert table.world.rosters["s"].wins == 1, "the played match stands"
    links = {key: one for key, one in table.state.links.items() if key != "m3"}
    table.state = msgspec.structs.replace(table.state, links=links)
    table.link("m3", "s", "t", levers=pinned())
    assert "m3" not in table.world.moved


def test_check_11_what_comes_of_the_result_is_computed_anew() -> None:
    """Tallies, income, the ranking and the story follow by themselves; an effect that is gone takes its die along."""
    table = Table().join("r", "s")
    table.link("m1", "r", "s", stake="mill")
    table.heard("m1", won("r"), removed("s/s1", "r/r1"))
    table.tell(ev.DieRolled(effect=table.world.steps[0].id, fell=(2,)), STAFF)
    table.settle("m1")
    table.close()
    koku = {key: one.tallies["koku"] for key, one in table.world.rosters.items()}
    when = table.state.heard["m1"].at
    table.tell(ev.MatchHeard(link="m1", match_seq=2, at=when, facts=(won("s"),)))
    world = table.world
    assert not table.state.waiting and not world.questions, "nobody is asked"
    assert {key: one.tallies["koku"] for key, one in world.rosters.items()} == {
        "r": koku["s"],
        "s": koku["r"],
    }
    assert [one.id for one in ranking(table.state.rules, world)] == ["s", "r"]
    assert not any(one.verb == "fell" for one in world.lines) and len(table.state.decisions) == 1
    assert world.rosters["r"].fighters["r1"].tallies["xp"] == 0


@pytest.mark.parametrize("way", ["tries", "resolve"])
def test_check_24_both_ways_to_ruin(way: str) -> None:
    table = Table(templates()["road-of-ash"], "senjutsu").join("hero")
    for number in range(1, 4):
        table.link(f"m{number}", "hero", chapter="gate")
        table.heard(f"m{number}", won("foe"))
        table.settle(f"m{number}", die=6 if way == "tries" else 3)
        if number < 3:
            assert table.world.ending is None and table.world.chapters["gate"].status == "open"
    assert table.world.ending == "ruin"
    assert table.world.rosters["hero"].fighters["hero1"].tallies["resolve"] == (3 if way == "tries" else 0)


@pytest.mark.soak
def test_check_28_a_thousand_slots() -> None:
    table = Table().join(*"abcdefgh")
    state, names = table.state, "abcdefgh"
    for number in range(1000):
        one, two = names[number % 8], names[(number + 3) % 8]
        link = ev.MatchLinked(link=f"m{number}", match="x", rosters={"a": one, "b": two}, at=table.at())
        heard = ev.MatchHeard(
            link=f"m{number}", match_seq=1, at=table.at(), facts=(won(one), removed(f"{two}/{two}1"))
        )
        for event in (link, heard):
            state = RULES.evolve(state, event)
    state = RULES.evolve(
        state, ev.MatchLinked(link="last", match="x", rosters={"a": "a", "b": "b"}, at=table.at())
    )
    heard = ev.MatchHeard(link="last", match_seq=1, at=table.at(), facts=(won("a"),))
    hearing = min(
        spent(lambda: RULES.check(state, heard, Actor("system")) or RULES.evolve(state, heard))
        for _ in range(3)
    )
    old = msgspec.structs.replace(state.heard["m0"], match_seq=2, facts=(won("d"),))
    preview = min(
        spent(lambda: compare(msgspec.structs.replace(state), with_heard(state, old, {}))) for _ in range(3)
    )
    print(f"hearing {hearing * 1000:.1f} ms, preview {preview * 1000:.0f} ms")
    assert hearing < 0.05 and preview < 1.0


def spent(work: object) -> float:
    began = time.process_time()
    work()  # type: ignore[operator]
    return time.process_time() - began


def test_replay_of_a_simulated_campaign_is_legal() -> None:
    played = play(templates()["river-war"], 2)
    state = RULES.initial(Setup())
    for seq, (event, by) in enumerate(played.log, start=1):
        assert RULES.check(state, event, by) == (), Entry(seq, event, by)
        state = RULES.evolve(state, event)
