"""State = derive(definition, slots, decisions): runs every slot in the order of its moment, then its id.

An effect's id says where it comes from (`slot/rule/subject/fact/number`, and the row of a table after it), never how
many came before it: so its dice stay with it whatever is corrected elsewhere. Where a decision is missing, a step stays
open and the rest goes on. Nothing here refuses; it runs in proportion to the slots.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from statistics import median
from typing import Any, NamedTuple

import msgspec

from games.campaigns import Campaigns, Told
from games.registry import SYSTEMS
from tracker.rulesets.chronicle import definition as made
from tracker.rulesets.chronicle import events as ev
from tracker.rulesets.chronicle.definition import Definition, Effect, Effects, Test
from tracker.rulesets.chronicle.fixtures import fixtures
from tracker.rulesets.chronicle.reading import definition_of
from tracker.rulesets.chronicle.state import ChronicleState, Term
from tracker.rulesets.chronicle.world import (
    ChapterNow,
    FighterNow,
    Held,
    Moved,
    OpenStep,
    PlaceNow,
    Question,
    RosterNow,
    StoryLine,
    World,
)

DEBT, DEAD, BRANCH = "debt", "dead", "branch"
ANSWERS = {DEBT: ("owes", "forgiven", "undone"), DEAD: ("stands", "spared"), BRANCH: ("keep", "close")}
"""Kind of a question -> its answers; until somebody answers, the first of them counts."""


class Subject(NamedTuple):
    """Whom a rule runs for."""

    roster: RosterNow | None = None
    fighter: FighterNow | None = None
    place: str = ""

    @property
    def id(self) -> str:
        if self.roster is None:
            return self.place or "-"
        return f"{self.roster.id}/{self.fighter.id}" if self.fighter else self.roster.id


class Doing(NamedTuple):
    """An effect as it is done: the verb and what to, on whom, its id, the rule that it comes from, and its dice."""

    verb: str
    arg: Any
    subject: Subject
    id: str
    source: str
    die: str


class Slot(NamedTuple):
    """One thing that happened, at its place in the order."""

    at: str
    id: str
    what: Any


def slot_id(what: Any) -> str:
    """The name of a slot, which is its own whatever comes before it."""
    if isinstance(what, ev.RosterJoined):
        return f"join-{what.roster}"
    if isinstance(what, ev.RosterLeft):
        return f"leave-{what.roster}"
    if isinstance(what, ev.CycleClosed):
        return f"cycle-{what.cycle}"
    return str(what.id if isinstance(what, ev.Bought | ev.Adjusted) else "finish")


def slots_of(state: ChronicleState) -> list[Slot]:
    """Everything with a place in the order, in that order."""
    found = [Slot(one.at, slot_id(one), one) for one in state.slots]
    found += [Slot(one.at, link, one) for link, one in state.heard.items() if one.at is not None]
    return sorted(found, key=lambda one: (one.at, one.id))


_kept: dict[int, tuple[ChronicleState, World]] = {}
KEPT = 16


def derive(state: ChronicleState) -> World:
    """What the campaign has come to. Kept for the last few states: a state is a value, and nobody changes its world."""
    kept = _kept.get(id(state))
    if kept is not None and kept[0] is state:
        return kept[1]
    world = Run(state).world
    _kept[id(state)] = (state, world)
    if len(_kept) > KEPT:
        _kept.clear()
    return world


class Run:
    """One derivation."""

    def __init__(self, state: ChronicleState) -> None:
        self.state, self.world, self.term = state, World(), 0
        self.slot = Slot("", "", None)
        self.stake = ""
        self.facts: tuple[Told, ...] = ()
        self.by_name: dict[str, list[Told]] = {}
        terms = state.terms()
        self.enter(0, terms)
        opened = sorted(state.links.values(), key=lambda one: (one.at, one.link), reverse=True)
        for slot in slots_of(state):
            while opened and opened[-1].at < slot.at:
                self.opened(opened.pop())
            while self.term + 1 < len(terms) and (slot.at, slot.id) > terms[self.term + 1].since:
                self.enter(self.term + 1, terms)
            self.slot = slot
            self.run(slot.what)
            self.end_early()
        while self.term + 1 < len(terms):
            self.enter(self.term + 1, terms)
        for link in reversed(opened):
            self.opened(link)
        self.world.fixtures = fixtures(state, self.rules, self.world)
        self.world.challenges = list(state.challenges.values())

    def enter(self, term: int, terms: tuple[Term, ...]) -> None:
        """A definition comes into force: what it knows besides begins as it says; all that there is stays as it is."""
        self.term, self.rules = term, definition_of(terms[term].definition)
        self.asking = {part.name for rule in self.rules.rules if rule.test for part in rule.test.facts()}
        for key, tally in self.rules.tallies.items():
            for purse in self.purses(tally.of):
                purse.setdefault(key, tally.start)
        for key in self.rules.places:
            self.world.places.setdefault(key, PlaceNow())
        for key, chapter in self.rules.chapters.items():
            if key not in self.world.chapters:
                self.world.chapters[key] = ChapterNow("open" if chapter.start else "closed")

    def opened(self, link: ev.MatchLinked) -> None:
        """A match was opened here: whether it would be opened with the same levers by what is known now."""
        if not all(one in self.world.rosters for one in link.rosters.values()):
            return
        had = {(one.lever, one.side, one.fighter): one.value for one in link.levers}
        due = {
            (one.lever, one.side, one.fighter): one.value
            for one in levers_of(self.rules, self.world, link.rosters)
        }
        if had != due:
            self.world.moved[link.link] = [
                Moved(*key, had.get(key), due.get(key))
                for key in sorted(had.keys() | due.keys())
                if had.get(key) != due.get(key)
            ]

    def purses(self, of: str) -> list[dict[str, int]]:
        """Every place where a tally of this kind is kept."""
        if of == "campaign":
            return [self.world.tallies]
        if of == "roster":
            return [one.tallies for one in self.world.rosters.values()]
        return [one.tallies for _roster, one in self.fighters()]

    def run(self, what: Any) -> None:
        """One slot. What comes after the end changes nothing any more, but for the arbitrator's hand."""
        over = self.world.ending is not None and not isinstance(what, ev.Adjusted | ev.RosterJoined)
        step = HANDLERS.get(type(what))
        if step is not None and not over:
            step(self, what)

    # --- slots -------------------------------------------------------------------------------------------

    def join(self, told: ev.RosterJoined) -> None:
        tallies = {key: one.start for key, one in self.rules.tallies.items() if one.of == "roster"}
        present = [one for one in self.world.rosters.values() if one.active]
        late = 0 < self.world.cycle < self.rules.late_until and present
        for key in self.rules.late_of if late else ():
            tallies[key] = int(median(one.tallies[key] for one in present))
        roster = RosterNow(told.roster, told.player, told.name, tallies)
        self.world.rosters[told.roster] = roster
        for one in told.fighters:
            self.enlist(roster, one)
        if late:
            self.note(Subject(roster), f"{self.slot.id}/late", "late", "late", dict(tallies))
        self.rules_of("joined", Subject(roster))

    def enlist(self, roster: RosterNow, named: ev.Named) -> FighterNow:
        tallies = {key: one.start for key, one in self.rules.tallies.items() if one.of == "fighter"}
        fighter = FighterNow(named.id, named.name, tallies)
        roster.fighters[named.id] = fighter
        return fighter

    def leave(self, told: ev.RosterLeft) -> None:
        roster = self.world.rosters.get(told.roster)
        if roster is None:
            return
        roster.active = False
        self.note(Subject(roster), f"{self.slot.id}/left", "left", "left", {})
        for key, place in self.world.places.items():
            if place.holder == roster.id:
                self.set_holder(key, "")

    def heard(self, told: ev.MatchHeard) -> None:
        link = self.state.links[told.link]
        self.stake, stated = link.stake, []
        for roster in link.rosters.values():
            answer = self.state.asked.get(f"{told.link}/{roster}")
            if answer is not None:
                stated += [fact for fact in answer.facts if fact.fact in told.untold]
            elif told.untold and roster in self.world.rosters:
                asked = tuple(one for one in told.untold if one in self.asking)
                if asked:
                    self.world.steps.append(
                        OpenStep(
                            f"{told.link}/stated/{roster}",
                            "facts",
                            told.link,
                            roster,
                            facts=asked,
                            term=self.term,
                        )
                    )
        self.facts = (*told.facts, *stated)
        self.by_name = {}
        for fact in self.facts:
            self.by_name.setdefault(fact.fact, []).append(fact)
        for roster_id in link.rosters.values():
            self.counted(roster_id)
        self.mourn()
        if link.chapter:
            self.chapter(link)
        self.rules_of("confirmed")
        self.stake, self.facts, self.by_name = "", (), {}

    def counted(self, roster_id: str) -> None:
        roster = self.world.rosters.get(roster_id)
        won = self.winner()
        if roster is None:
            return
        roster.matches += 1
        roster.played += 1
        if won == roster_id:
            roster.wins += 1
        elif won == "draw":
            roster.draws += 1
        else:
            roster.losses += 1

    def winner(self) -> str:
        return next((str(one.values.get("is", "")) for one in self.facts if one.fact == "winner"), "")

    def mourn(self) -> None:
        """A fighter that is dead by now fought here: the match stands, and somebody says what of the fighter."""
        for who in sorted({one.of for one in self.facts if "/" in one.of}):
            roster_id, _slash, fighter_id = who.partition("/")
            roster = self.world.rosters.get(roster_id)
            fighter = roster.fighters.get(fighter_id) if roster else None
            if fighter is not None and fighter.died:
                subject = Subject(roster, fighter)
                if self.ask(DEAD, subject, {}) == "spared":
                    self.revive(subject, f"{self.slot.id}/spared/{who}")

    def chapter(self, link: ev.MatchLinked) -> None:
        now, told = self.world.chapters.get(link.chapter), self.rules.chapters.get(link.chapter)
        roster = self.world.rosters.get(next(iter(link.rosters.values()), ""))
        if now is None or told is None or roster is None:
            return
        subject = Subject(roster)
        if now.status != "open" and self.ask(BRANCH, subject, {"chapter": link.chapter}) == "close":
            return
        now.tries += 1
        base = f"{self.slot.id}/chapter.{link.chapter}/{roster.id}"
        if self.winner() == roster.id:
            now.status = "won"
            self.do(told.won, subject, f"{base}/won")
            return
        self.do(told.lost, subject, f"{base}/lost")
        if now.tries > told.retry and now.status == "open":
            now.status = "lost"
            if told.out:
                self.open(told.out, subject, f"{base}/out")

    def open(self, key: str, subject: Subject, effect: str) -> None:
        now, told = self.world.chapters[key], self.rules.chapters[key]
        if now.status != "closed":
            return
        now.status = "open"
        self.note(subject, effect, "chapter", "open", {"chapter": key})
        if told.do:
            now.status = "won"
            self.do(told.do, subject, f"{self.slot.id}/chapter.{key}/do")

    def bought(self, told: ev.Bought) -> None:
        roster, item = self.world.rosters.get(told.roster), self.rules.shop.get(told.item)
        if roster is None or item is None:
            return
        subject = Subject(roster, roster.fighters.get(told.fighter) if told.fighter else None)
        if not self.paid(subject, item.cost):
            self.note(subject, f"{told.id}/undone", told.item, "undone", {"item": told.item})
            return
        self.note(subject, f"{told.id}/bought", told.item, "bought", {"item": told.item})
        self.do(item.do, subject, f"{told.id}/{told.item}/{subject.id}")
        if told.recruit is not None:
            recruit = self.enlist(roster, told.recruit)
            self.note(Subject(roster, recruit), f"{told.id}/recruit", told.item, "recruit", {})

    def paid(self, subject: Subject, cost: tuple[tuple[str, int], ...]) -> bool:
        """A purchase is never undone by itself: what a correction took away is owed until somebody decides, who may
        let it be owed, forgive it, or take the purchase back."""
        before = {tally: (self.purse(subject, tally) or {}).get(tally, 0) for tally, _amount in cost}
        for tally, amount in cost:
            if (purse := self.purse(subject, tally)) is None:
                continue
            purse[tally] -= amount
            short = self.rules.tallies[tally].low - purse[tally]
            answer = self.ask(DEBT, subject, {"tally": tally, "amount": short}) if short > 0 else ""
            if answer == "forgiven":
                purse[tally] += short
            elif answer == "undone":
                for key, had in before.items():
                    if (back := self.purse(subject, key)) is not None:
                        back[key] = had
                return False
        return True

    def adjusted(self, told: ev.Adjusted) -> None:
        roster = self.world.rosters.get(told.roster)
        fighter = roster.fighters.get(told.fighter) if roster and told.fighter else None
        subject, effect = Subject(roster, fighter), f"{told.id}/adjusted"
        if told.verb == "revive":
            self.revive(subject, effect)
        elif told.verb == "add":
            self.add(subject, told.target, told.amount, effect, "adjusted")
        else:
            self.one(Effect(told.verb, told.target), subject, effect, "adjusted", "")

    def revive(self, subject: Subject, effect: str) -> None:
        if subject.fighter is not None and subject.fighter.died:
            subject.fighter.died = ""
            self.note(subject, effect, "adjusted", "revive", {})

    def cycle(self, told: ev.CycleClosed) -> None:
        self.rules_of("cycle_end")
        ending = {key for key, mark in self.rules.marks.items() if mark.ends == "cycle_end"}
        for _roster, fighter in self.fighters():
            fighter.marks = [one for one in fighter.marks if one.mark not in ending]
        self.world.cycle += 1
        for roster in self.world.rosters.values():
            roster.played = 0
        if self.rules.after_cycles and self.world.cycle >= self.rules.cycles:
            self.finish("cycles", Subject())

    def finished(self, told: ev.ChronicleFinished) -> None:
        self.finish(told.ending, Subject())

    def finish(self, ending: str, subject: Subject) -> None:
        if self.world.ending is None:
            self.rules_of("finish")
            self.world.ending = ending
            self.note(subject, f"{self.slot.id}/finish", "finish", "finish", {"ending": ending})

    def end_early(self) -> None:
        """A tally of anybody that has come down to where the campaign ends."""
        key, most = self.rules.end_tally, self.rules.end_at_most
        if not key or self.world.ending is not None:
            return
        purses = [one for of in ("campaign", "roster", "fighter") for one in self.purses(of)]
        if any(key in purse and purse[key] <= most for purse in purses):
            self.finish(self.rules.end, Subject())

    # --- rules -------------------------------------------------------------------------------------------

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
            return [] if purse is not None and _within(purse[test.name], test) else None
        found = [fact for fact in self.by_name.get(test.name, ()) if _fits(fact, test, subject)]
        return found or None

    # --- effects -----------------------------------------------------------------------------------------

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

    def say(self, do: Doing, params: dict[str, Any]) -> None:
        """A line of the story."""
        self.note(do.subject, do.id, do.source, do.verb, params, do.die)

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

    def set_holder(self, place: str, roster: str) -> None:
        now = self.world.places[place]
        now.holder = roster
        now.history = [*now.history, (self.slot.id, roster)]

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

    def fighters(self) -> Iterator[tuple[RosterNow, FighterNow]]:
        for roster in self.world.rosters.values():
            for fighter in roster.fighters.values():
                yield roster, fighter


def _within(value: int, test: Test) -> bool:
    low = test.at_least is None or value >= test.at_least
    return low and (test.at_most is None or value <= test.at_most)


def _fits(fact: Told, test: Test, subject: Subject) -> bool:
    """Whether a fact has the wanted fields and is about the subject: by a field that is `self`, else as a whole."""
    roster = subject.roster.id if subject.roster else ""
    if not test.wanted and fact.of and not _is_about(fact, subject, roster):
        return False
    own = {subject.id, roster}
    named = False
    for field, wanted in test.wanted:
        told = fact.values.get(field)
        if wanted == made.SELF:
            named = True
            if told not in own:
                return False
        elif wanted == made.OTHER:
            if told in own or not isinstance(told, str) or told in ("", "draw"):
                return False
        elif told != wanted:
            return False
    if not _within(int(fact.values.get("is", 0)), test) if test.at_least or test.at_most else False:
        return False
    if named or not fact.of:
        return True
    return _is_about(fact, subject, roster)


def _is_about(fact: Told, subject: Subject, roster: str) -> bool:
    return fact.of == subject.id if subject.fighter else fact.of.partition("/")[0] == roster


OF_FIGHTERS = ("mark", "clear", "remove", "roll", "choose")
VERBS: dict[str, Callable[[Run, Doing], None]] = {
    "add": Run._add,
    "spend": Run._add,
    "roll": Run._table,
    "choose": Run._table,
    "mark": Run._mark,
    "clear": Run._clear,
    "remove": Run._remove,
    "hold": Run._hold,
    "release": Run._hold,
    "open": Run._open,
    "close": Run._close,
    "lever": Run._lever,
    "note": Run._note,
    "finish": Run._finish,
}
"""What each verb does; `recruit` is an item's, whose purchase names the recruit."""

HANDLERS: dict[type, Callable[..., None]] = {
    ev.RosterJoined: Run.join,
    ev.RosterLeft: Run.leave,
    ev.MatchHeard: Run.heard,
    ev.Bought: Run.bought,
    ev.Adjusted: Run.adjusted,
    ev.CycleClosed: Run.cycle,
    ev.ChronicleFinished: Run.finished,
}


def ranking(rules: Definition, world: World) -> list[RosterNow]:
    """Who leads: by the figures that the definition names, then by id, so that the order is everybody's."""
    return sorted(
        world.rosters.values(),
        key=lambda one: (not one.active, *(-n for n in figures(rules, world, one)), one.id),
    )


def figures(rules: Definition, world: World, roster: RosterNow) -> list[int]:
    """What a roster is ranked by, in that order."""
    own = {"wins": roster.wins, "matches": roster.matches}
    own["places"] = sum(one.holder == roster.id for one in world.places.values())
    return [roster.tallies.get(key, own.get(key, 0)) for key in rules.rank]


class Due(NamedTuple):
    """A lever that a match has to be opened with, and the mark and slot that it is due to."""

    lever: str
    value: int
    side: str = ""
    fighter: str = ""
    mark: str = ""
    slot: str = ""


def levers_of(rules: Definition, world: World, rosters: dict[str, str]) -> Iterator[Due]:
    """All that a match between these rosters, by side, is to be opened with."""
    dead = (SYSTEMS[rules.system].campaigns or Campaigns()).dead
    for limit in rules.limits.values():
        yield Due(limit.lever, limit.base + limit.per_cycle * world.cycle)
    for side, roster in sorted(rosters.items()):
        now = world.rosters[roster]
        for lever, value in now.levers.items():
            yield Due(lever, value, side)
        for fighter in now.fighters.values():
            if fighter.died and dead:
                yield Due(dead, 1, side, fighter.id, "dead", fighter.died.partition("/")[0])
            for held in fighter.marks:
                mark = rules.marks[held.mark]
                if mark.lever and not fighter.died:
                    yield Due(mark.lever, mark.value, side, fighter.id, held.mark, held.slot)
