"""Rules and their effects: whom a rule runs for, whether its test holds, and what it does to them.

An effect's id says where it comes from (`slot/rule/subject/fact/number`, and the row of a table after it), never how
many came before it: so its dice stay with it whatever is corrected elsewhere. Where a decision is missing, a step stays
open and the rest goes on. `derive.Run` is a `Doer` that goes through the slots.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec

from games.campaigns import Told
from tracker.rulesets.chronicle import definition as made
from tracker.rulesets.chronicle.definition import Definition, Effect, Effects, Test
from tracker.rulesets.chronicle.slots import Slot
from tracker.rulesets.chronicle.state import ChronicleState
from tracker.rulesets.chronicle.subjects import Subject, fits, within
from tracker.rulesets.chronicle.world import (
    FighterNow,
    Held,
    OpenStep,
    Question,
    RosterNow,
    StoryLine,
    World,
)

DEBT, DEAD, BRANCH = "debt", "dead", "branch"
ANSWERS = {DEBT: ("owes", "forgiven", "undone"), DEAD: ("stands", "spared"), BRANCH: ("keep", "close")}
"""Kind of a question -> its answers; until somebody answers, the first of them counts."""
OF_FIGHTERS = ("mark", "clear", "remove", "roll", "choose")


class Doing(NamedTuple):
    """An effect as it is done: the verb and what to, on whom, its id, the rule that it comes from, and its dice."""

    verb: str
    arg: Any
    subject: Subject
    id: str
    source: str
    die: str


class Doer:
    """A derivation that is under way: the slot that it is at, the definition in force, the facts that count there."""

    rules: Definition

    def __init__(self, state: ChronicleState) -> None:
        self.state, self.world, self.term = state, World(), 0
        self.slot = Slot("", "", None)
        self.stake = ""
        self.facts: tuple[Told, ...] = ()
        self.by_name: dict[str, list[Told]] = {}

    # --- rules ----------------------------------------------------------------------------------------------

    def rules_of(self, when: str, only: Subject | None = None) -> None:
        for rule in self.rules.rules:
            if rule.when == when:
                for subject in [only] if only else list(self.subjects(rule)):
                    self.rule(rule, subject)

    def subjects(self, rule: made.Rule) -> Iterator[Subject]:
        """In the order of their ids; of a match those alone who played it."""
        if rule.each == "place":
            yield from (
                Subject(self.world.rosters.get(one.holder), None, key)
                for key, one in self.world.places.items()
            )
            return
        link = self.state.links.get(self.slot.id) if rule.when == "confirmed" else None
        wanted = set(link.rosters.values()) if link else None
        for key in sorted(self.world.rosters):
            roster = self.world.rosters[key]
            if not roster.active or (wanted is not None and key not in wanted):
                continue
            if rule.each == "side":
                yield Subject(roster)
            else:
                yield from (
                    Subject(roster, one) for _id, one in sorted(roster.fighters.items()) if not one.died
                )

    def rule(self, rule: made.Rule, subject: Subject) -> None:
        matched = self.matched(rule.test, subject)
        if matched is None:
            return
        base = f"{self.slot.id}/{rule.key}/{subject.id}"
        keys = [one.key for one in matched] or [""]
        for number, effect in enumerate(rule.do, start=1):
            for key in keys if effect.per_fact else keys[:1]:
                self.one(effect, subject, f"{base}/{key}/{number}", rule.key, "")

    def matched(self, test: Test | None, subject: Subject) -> list[Told] | None:
        """The facts that the test found, perhaps none; None where it does not hold."""
        if test is None:
            return []
        if test.kind == "not":
            return [] if all(self.matched(part, subject) is None for part in test.parts) else None
        if test.kind == "all":
            parts = [self.matched(part, subject) for part in test.parts]
            return None if None in parts else [fact for part in parts for fact in part or ()]
        if test.kind == "any":
            held = [part for one in test.parts if (part := self.matched(one, subject)) is not None]
            return [fact for part in held for fact in part] if held else None
        if test.kind == "mark":
            marks = subject.fighter.marks if subject.fighter else ()
            return [] if any(one.mark == test.name for one in marks) else None
        if test.kind == "tally":
            purse = self.purse(subject, test.name)
            return [] if purse is not None and within(purse[test.name], test) else None
        found = [fact for fact in self.by_name.get(test.name, ()) if fits(fact, test, subject)]
        return found or None

    # --- effects --------------------------------------------------------------------------------------------

    def do(self, effects: Effects, subject: Subject, base: str, source: str = "", die: str = "") -> None:
        for number, effect in enumerate(effects, start=1):
            self.one(effect, subject, f"{base}/{number}", source or base.split("/")[1], die)

    def one(self, effect: Effect, subject: Subject, id_: str, source: str, die: str) -> None:
        """One effect on one subject; what cannot be done to it is not done."""
        if effect.verb in OF_FIGHTERS and subject.fighter is None:
            subject = self.lone(subject)
        done = VERBS.get(effect.verb)
        if done is not None:
            done(self, Doing(effect.verb, effect.arg, subject, id_, source, die))

    def _add(self, do: Doing) -> None:
        sign = 1 if do.verb == "add" else -1
        amounts = self.rules.places[do.subject.place].income if do.arg == "income" else do.arg
        for key, amount in amounts:
            self.add(do.subject, key, sign * amount, do.id, do.source, do.die)

    def _table(self, do: Doing) -> None:
        self.table(do.arg, do.subject, do.id, do.source)

    def _mark(self, do: Doing) -> None:
        self.mark(do.arg, do.subject, do.id, do.source, do.die)

    def _clear(self, do: Doing) -> None:
        if fighter := do.subject.fighter:
            fighter.marks = [one for one in fighter.marks if one.mark != do.arg]
            self.say(do, {"mark": do.arg})

    def _remove(self, do: Doing) -> None:
        if do.subject.fighter is not None and not do.subject.fighter.died:
            do.subject.fighter.died = do.id
            self.say(do, {})

    def _hold(self, do: Doing) -> None:
        place = self.stake if do.arg == "stake" else do.arg
        if place in self.world.places:
            holder = do.subject.roster if do.verb == "hold" else None
            self.set_holder(place, holder.id if holder else "")
            self.say(do, {"place": place})

    def _open(self, do: Doing) -> None:
        if do.arg in self.world.chapters:
            self.open(do.arg, do.subject, do.id)

    def _close(self, do: Doing) -> None:
        if do.arg in self.world.chapters:
            self.world.chapters[do.arg].status = "lost"
            self.say(do, {"chapter": do.arg})

    def _lever(self, do: Doing) -> None:
        if do.subject.roster is not None:
            do.subject.roster.levers[do.arg[0]] = do.arg[1]
            self.say(do, {"lever": do.arg[0], "value": do.arg[1]})

    def _note(self, do: Doing) -> None:
        self.say(do, {"text": msgspec.to_builtins(do.arg)})

    def _finish(self, do: Doing) -> None:
        self.finish(str(do.arg), do.subject)

    def add(self, subject: Subject, tally: str, amount: int, id_: str, source: str, die: str = "") -> None:
        purse = self.purse(subject, tally) if tally in self.rules.tallies else None
        if purse is None:
            return
        told = self.rules.tallies[tally]
        before = purse[tally]
        low = min(told.low, before)  # who owes climbs out of it, and is not lifted
        high = max(told.high, before)  # and who had more than is allowed now keeps it
        purse[tally] = max(low, min(high, before + amount))
        if told.of == "fighter" and subject.fighter is None:
            subject = self.lone(subject)
        change = purse[tally] - before
        self.note(subject, f"{id_}/{tally}", source, "add", {"tally": tally, "amount": change}, die)

    def mark(self, key: str, subject: Subject, id_: str, source: str, die: str) -> None:
        fighter, told = subject.fighter, self.rules.marks[key]
        if fighter is None:
            return
        fighter.marks = [*fighter.marks, Held(key, self.slot.id, id_)]
        self.note(subject, id_, source, "mark", {"mark": key}, die)
        if told.limit is not None and sum(one.mark == key for one in fighter.marks) >= told.limit:
            self.do(told.then, subject, f"{id_}/limit", source, die)

    def table(self, key: str, subject: Subject, id_: str, source: str) -> None:
        """Rolls on a table, or takes a row of it: by the decision with this id, or a step stays open."""
        table, told = self.rules.tables[key], self.state.decisions.get(id_)
        row = table.row(told) if told is not None else None
        if row is None:
            kind = "die" if table.count else "choice"
            roster = subject.roster.id if subject.roster else ""
            fighter = subject.fighter.id if subject.fighter else ""
            step = OpenStep(id_, kind, self.slot.id, roster, fighter, key, table.by, term=self.term)
            self.world.steps.append(step)
            return
        self.world.used[f"{key}/{row.key}"] = self.world.used.get(f"{key}/{row.key}", 0) + 1
        self.note(subject, f"{id_}/fell", source, "fell", {"table": key, "row": row.key}, told or "")
        self.do(row.do, subject, f"{id_}/{row.key}", source, told or "")

    def open(self, key: str, subject: Subject, effect: str) -> None:
        now, told = self.world.chapters[key], self.rules.chapters[key]
        if now.status != "closed":
            return
        now.status = "open"
        self.note(subject, effect, "chapter", "open", {"chapter": key})
        if told.do:
            now.status = "won"
            self.do(told.do, subject, f"{self.slot.id}/chapter.{key}/do")

    def finish(self, ending: str, subject: Subject) -> None:
        if self.world.ending is None:
            self.rules_of("finish")
            self.world.ending = ending
            self.note(subject, f"{self.slot.id}/finish", "finish", "finish", {"ending": ending})

    # --- what is known and told -----------------------------------------------------------------------------

    def lone(self, subject: Subject) -> Subject:
        """The hero of a story: of a campaign for one, the first fighter who lives."""
        if self.rules.players != 1 or subject.roster is None:
            return subject
        alive = (one for one in subject.roster.fighters.values() if not one.died)
        return subject._replace(fighter=next(alive, None))

    def purse(self, subject: Subject, tally: str) -> dict[str, int] | None:
        """Where a tally of this subject is kept."""
        of = self.rules.tallies[tally].of
        if of == "campaign":
            return self.world.tallies
        if of == "roster":
            return subject.roster.tallies if subject.roster else None
        fighter = subject.fighter or self.lone(subject).fighter
        return fighter.tallies if fighter else None

    def fighters(self) -> Iterator[tuple[RosterNow, FighterNow]]:
        for roster in self.world.rosters.values():
            for fighter in roster.fighters.values():
                yield roster, fighter

    def set_holder(self, place: str, roster: str) -> None:
        now = self.world.places[place]
        now.holder = roster
        now.history = [*now.history, (self.slot.id, roster)]

    def say(self, do: Doing, params: dict[str, Any]) -> None:
        """A line of the story."""
        self.note(do.subject, do.id, do.source, do.verb, params, do.die)

    def note(
        self, subject: Subject, id_: str, source: str, verb: str, params: dict[str, Any], die: str = ""
    ) -> None:
        roster = subject.roster.id if subject.roster else ""
        fighter = subject.fighter.id if subject.fighter else ""
        line = StoryLine(id_, self.slot.id, source, roster, fighter, verb, params, die, self.term)
        self.world.lines.append(line)

    def ask(self, kind: str, subject: Subject, params: dict[str, Any]) -> str:
        """A question for a person, and its answer: until there is one, the first that is possible."""
        id_ = f"{self.slot.id}/{kind}/{subject.id}"
        answer = self.state.answers.get(id_, "")
        roster = subject.roster.id if subject.roster else ""
        fighter = subject.fighter.id if subject.fighter else ""
        self.world.questions.append(Question(id_, kind, self.slot.id, roster, fighter, params, answer))
        return answer or ANSWERS[kind][0]


VERBS: dict[str, Callable[[Doer, Doing], None]] = {
    "add": Doer._add,
    "spend": Doer._add,
    "roll": Doer._table,
    "choose": Doer._table,
    "mark": Doer._mark,
    "clear": Doer._clear,
    "remove": Doer._remove,
    "hold": Doer._hold,
    "release": Doer._hold,
    "open": Doer._open,
    "close": Doer._close,
    "lever": Doer._lever,
    "note": Doer._note,
    "finish": Doer._finish,
}
"""What each verb does; `recruit` is an item's, whose purchase names the recruit."""
