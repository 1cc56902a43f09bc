"""State = derive(definition, slots, decisions): runs every slot in the order of its moment, then its id.

What rules do in a slot is in `effects`. Nothing here refuses; it runs in proportion to the slots.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from typing import Any

from tracker.rulesets.chronicle import events as ev
from tracker.rulesets.chronicle.definition import Effect
from tracker.rulesets.chronicle.effects import BRANCH, DEAD, DEBT, Doer
from tracker.rulesets.chronicle.fixtures import fixtures
from tracker.rulesets.chronicle.reading import definition_of
from tracker.rulesets.chronicle.slots import slots_of
from tracker.rulesets.chronicle.standing import levers_of
from tracker.rulesets.chronicle.state import ChronicleState, Term
from tracker.rulesets.chronicle.subjects import Subject
from tracker.rulesets.chronicle.world import (
    ChapterNow,
    FighterNow,
    Moved,
    OpenStep,
    PlaceNow,
    RosterNow,
    World,
)

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


class Run(Doer):
    """One derivation."""

    def __init__(self, state: ChronicleState) -> None:
        super().__init__(state)
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

    def end_early(self) -> None:
        """A tally of anybody that has come down to where the campaign ends."""
        key, most = self.rules.end_tally, self.rules.end_at_most
        if not key or self.world.ending is not None:
            return
        purses = [one for of in ("campaign", "roster", "fighter") for one in self.purses(of)]
        if any(key in purse and purse[key] <= most for purse in purses):
            self.finish(self.rules.end, Subject())


HANDLERS: dict[type, Callable[..., None]] = {
    ev.RosterJoined: Run.join,
    ev.RosterLeft: Run.leave,
    ev.MatchHeard: Run.heard,
    ev.Bought: Run.bought,
    ev.Adjusted: Run.adjusted,
    ev.CycleClosed: Run.cycle,
    ev.ChronicleFinished: Run.finished,
}
