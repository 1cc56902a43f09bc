"""The campaign as a rule set: what may be logged now (CHR rules). Satisfies `games.ruleset.Ruleset`.

Everything in a campaign is public: of its matches it hears only what everybody may know.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from games.campaigns import Campaigns, facts_of
from games.registry import SYSTEMS
from games.ruleset import (
    NO_CONSEQUENCES,
    Actor,
    Cards,
    Consequences,
    Event,
    NextEvent,
    Outcome,
    Roster,
    RosterReport,
    RuleViolation,
    Setup,
    Viewer,
)
from tracker.rulesets.chronicle import amending, challenges, dice
from tracker.rulesets.chronicle import events as ev
from tracker.rulesets.chronicle.derive import derive
from tracker.rulesets.chronicle.effects import ANSWERS
from tracker.rulesets.chronicle.preview import correction, new_questions, with_heard
from tracker.rulesets.chronicle.reading import read
from tracker.rulesets.chronicle.slots import slot_id, slots_of
from tracker.rulesets.chronicle.standing import ranking
from tracker.rulesets.chronicle.state import ChronicleState
from tracker.rulesets.chronicle.world import OpenStep, RosterNow, World

Violations = Iterator[RuleViolation]
SERVERS = (ev.ChronicleCreated, ev.MatchLinked, ev.MatchHeard, ev.ChallengeLapsed)
"""Logged by the server alone: nobody may make up what a match said."""
OWN = (
    ev.RosterJoined,
    ev.RosterLeft,
    ev.DieRolled,
    ev.Chosen,
    ev.Stated,
    ev.Signed,
    ev.Bought,
    ev.NoteWritten,
    ev.ChallengeIssued,
    ev.ChallengeAnswered,
)
"""A player may log these for a roster of theirs, the arbitrator for anybody."""
SERVER_IDS = re.compile(r"m\d+|cycle-\d+|join-.*|leave-.*|finish")
"""Ids of matches and of the steps of a campaign, which the server gives when they come."""
AFTERWARDS = (
    *(ev.MatchHeard, ev.Adjusted, ev.CorrectionAccepted, ev.NoteWritten),
    *(ev.DieRolled, ev.Chosen, ev.Stated, ev.Signed),
)
"""What may come after the end: corrections, and what they ask of people."""


def _who(state: ChronicleState, event: Event, by: Actor) -> Violations:
    """CHR-WHO-01 to -03."""
    if isinstance(event, SERVERS):
        if by.role != "system":
            yield RuleViolation("CHR-WHO-02")
    elif isinstance(event, OWN):
        if not by.is_staff and _owner(state, event) != by.player:
            yield RuleViolation("CHR-WHO-03")
    elif not by.is_staff:
        yield RuleViolation("CHR-WHO-01")


def _owner(state: ChronicleState, event: Any) -> str | None:
    """The player of the roster that the event is about."""
    if isinstance(event, ev.RosterJoined):
        return event.player
    if isinstance(event, ev.ChallengeAnswered):
        found = state.challenges.get(event.id)
        roster: str | None = found.against if found else ""
    else:
        roster = event.roster if not isinstance(event, ev.DieRolled | ev.Chosen) else None
    if roster is None:
        step = _step(state, event.effect)
        roster = step.roster if step else ""
    joined = state.joined().get(roster)
    return joined.player if joined else None


def _step(state: ChronicleState, effect: str) -> OpenStep | None:
    return next((one for one in derive(state).steps if one.id == effect), None)


def _check_created(state: ChronicleState, event: ev.ChronicleCreated, by: Actor) -> Violations:
    """CHR-DEF-01 to -14: the definition is whole."""
    _found, faults = read(event.definition)
    yield from faults
    if _found is not None and _found.system != event.system:
        params = {"line": 1, "where": "campaign.system", "told": event.system, "legal": [_found.system]}
        yield RuleViolation("CHR-DEF-03", params)


def _check_joined(state: ChronicleState, event: ev.RosterJoined, by: Actor) -> Violations:
    """CHR-ROS-01 to -03."""
    joined, active = state.joined(), _active(derive(state))
    if event.roster in joined:
        yield RuleViolation("CHR-ID-01", {"id": event.roster})
    if any(one.player == event.player for one in active.values()):
        yield RuleViolation("CHR-ROS-01", {"actor": event.player})
    most = state.rules.players
    if most and len(active) >= most:
        yield RuleViolation("CHR-ROS-02", {"most": most})
    ids = [one.id for one in event.fighters]
    if len(set(ids)) < len(ids):
        yield RuleViolation("CHR-ID-01", {"id": next(one for one in ids if ids.count(one) > 1)})


def _check_challenge(state: ChronicleState, event: ev.ChallengeIssued, by: Actor) -> Violations:
    """CHR-ROS-03, CHR-ID-01, and the rules of challenges."""
    wrong = [*_present(derive(state), event.roster, event.against), *_unused(state, event.id)]
    yield from wrong
    if not wrong:
        yield from challenges.check_issued(state, event, by)


def _check_left(state: ChronicleState, event: ev.RosterLeft, by: Actor) -> Violations:
    yield from _present(derive(state), event.roster)


def _present(world: World, *rosters: str) -> Violations:
    """CHR-ROS-03."""
    active = _active(world)
    for roster in rosters:
        if roster not in active:
            yield RuleViolation("CHR-ROS-03", {"roster": roster, "legal": sorted(active)})


def _active(world: World) -> dict[str, RosterNow]:
    return {key: one for key, one in world.rosters.items() if one.active}


def _check_linked(state: ChronicleState, event: ev.MatchLinked, by: Actor) -> Violations:
    """CHR-LNK-01 to -06."""
    world, rules = derive(state), state.rules
    if event.link in state.links:
        yield RuleViolation("CHR-ID-01", {"id": event.link})
    rosters = tuple(event.rosters.values())
    wrong = list(_present(world, *rosters))
    yield from wrong
    if len(set(rosters)) < len(rosters):
        yield RuleViolation("CHR-LNK-01")
    if wrong:
        return
    for roster in dict.fromkeys(rosters):
        if busy := unsigned(state, roster):
            yield RuleViolation("CHR-LNK-02", {"roster": world.rosters[roster].name, "match": busy})
        if rules.most_matches and world.rosters[roster].played >= rules.most_matches:
            yield RuleViolation(
                "CHR-LNK-03", {"roster": world.rosters[roster].name, "most": rules.most_matches}
            )
    yield from challenges.check_played(state, event)
    if rules.fixtures and len(set(rosters)) > 1:
        due = [one for one in world.fixtures if not one.link]
        if not any({one.one, one.two} == set(rosters) for one in due):
            names = [f"{world.rosters[one.one].name} - {world.rosters[one.two].name}" for one in due]
            yield RuleViolation("CHR-LNK-06", {"legal": names})
    if event.stake and event.stake not in rules.places:
        yield RuleViolation("CHR-LNK-04", {"told": event.stake, "legal": sorted(rules.places)})
    open_ = [
        key for key, one in world.chapters.items() if one.status == "open" and rules.chapters[key].is_played
    ]
    if rules.chapters and event.chapter not in open_:
        yield RuleViolation("CHR-LNK-05", {"told": event.chapter or "-", "legal": open_})


def unsigned(state: ChronicleState, roster: str) -> str:
    """The first match that keeps a roster from its next one: not heard yet, or not signed; "" when none does."""
    for link, one in state.links.items():
        if roster in one.rosters.values():
            heard = state.heard.get(link)
            if heard is None and link not in state.waiting:
                return link
            if heard is not None and heard.at is not None and f"{link}/{roster}" not in state.signed:
                return link
    return ""


def _check_heard(state: ChronicleState, event: ev.MatchHeard, by: Actor) -> Violations:
    """CHR-HRD-01, -02: of a match of the campaign, and later than what was heard of it."""
    if event.link not in state.links:
        yield RuleViolation("CHR-HRD-01", {"told": event.link})
        return
    before = state.waiting.get(event.link) or state.heard.get(event.link)
    if before is not None and event.match_seq <= before.match_seq:
        yield RuleViolation("CHR-HRD-02", {"seq": before.match_seq, "told": event.match_seq})


def _check_rolled(state: ChronicleState, event: ev.DieRolled, by: Actor) -> Violations:
    """CHR-DIE-01 to -03."""
    step = _step(state, event.effect)
    if step is None or step.kind != "die":
        yield RuleViolation("CHR-DIE-01", {"told": event.effect})
        return
    table = state.rules_in(step.term).tables[step.table]
    if len(event.fell) != table.count or not all(1 <= one <= table.faces for one in event.fell):
        told = [str(one) for one in event.fell] or ["-"]
        yield RuleViolation("CHR-DIE-02", {"told": told, "dice": f"{table.count}d{table.faces}"})
    rules = state.rules_in(step.term)
    if event.server and (by.role != "system" or not rules.server_dice):
        yield RuleViolation("CHR-DIE-03")
    if not event.server and not rules.typed_dice:
        yield RuleViolation("CHR-DIE-03")


def _check_chosen(state: ChronicleState, event: ev.Chosen, by: Actor) -> Violations:
    """CHR-DIE-01, CHR-CHO-01, -02."""
    step = _step(state, event.effect)
    if step is None or step.kind != "choice":
        yield RuleViolation("CHR-DIE-01", {"told": event.effect})
        return
    table = state.rules_in(step.term).tables[step.table]
    if table.row(event.row) is None:
        yield RuleViolation("CHR-CHO-01", {"told": event.row, "legal": [row.key for row in table.rows]})
    if table.by == "arbitrator" and not by.is_staff:
        yield RuleViolation("CHR-CHO-02")


def _check_stated(state: ChronicleState, event: ev.Stated, by: Actor) -> Violations:
    """CHR-STA-01, -02: only what the log leaves out, once, and in the form of the fact."""
    step = next((one for one in derive(state).steps if one.id == f"{event.link}/stated/{event.roster}"), None)
    if step is None:
        yield RuleViolation("CHR-STA-01", {"match": event.link})
        return
    known = facts_of(SYSTEMS[state.system].campaigns or Campaigns())
    fighters = {f"{one.id}/{f}" for one in derive(state).rosters.values() for f in one.fighters}
    seen = set()
    for one in event.facts:
        kind = known.get(one.fact)
        good = one.fact in step.facts and kind is not None and one.values.keys() <= set(kind.fields)
        good = good and one.stated and (one.fact, one.key) not in seen
        good = good and (kind is None or kind.of != "fighter" or one.of in fighters)
        if not good or one.of.partition("/")[0] not in ("", event.roster):
            yield RuleViolation("CHR-STA-02", {"told": one.fact, "legal": list(step.facts)})
        seen.add((one.fact, one.key))


def _check_signed(state: ChronicleState, event: ev.Signed, by: Actor) -> Violations:
    """CHR-SIG-01, -02."""
    link, heard = state.links.get(event.link), state.heard.get(event.link)
    played = link is not None and event.roster in link.rosters.values()
    if not played or heard is None or heard.at is None or f"{event.link}/{event.roster}" in state.signed:
        yield RuleViolation("CHR-SIG-01", {"match": event.link})
        return
    steps = [one for one in derive(state).steps_of(event.link, event.roster) if one.by == "player"]
    if steps:
        yield RuleViolation("CHR-SIG-02", {"count": len(steps)})


def _check_bought(state: ChronicleState, event: ev.Bought, by: Actor) -> Violations:
    """CHR-BUY-01 to -04."""
    world, item = derive(state), state.rules.shop.get(event.item)
    wrong = [*_present(world, event.roster), *_unused(state, event.id)]
    if item is None:
        wrong.append(RuleViolation("CHR-BUY-01", {"told": event.item, "legal": sorted(state.rules.shop)}))
    yield from wrong
    if wrong or item is None:
        return
    roster = world.rosters[event.roster]
    fighter = roster.fighters.get(event.fighter)
    if (item.of == "fighter") != bool(event.fighter) or (event.fighter and (fighter is None or fighter.died)):
        alive = [key for key, one in roster.fighters.items() if not one.died]
        yield RuleViolation("CHR-BUY-02", {"told": event.fighter or "-", "legal": alive})
        return
    for tally, cost in item.cost:
        purse = fighter.tallies if fighter and tally in fighter.tallies else roster.tallies
        if purse[tally] - cost < state.rules.tallies[tally].low:
            yield RuleViolation("CHR-BUY-03", {"tally": tally, "has": purse[tally], "cost": cost})
    recruits = any(one.verb == "recruit" for one in item.do)
    if recruits != (event.recruit is not None):
        yield RuleViolation("CHR-BUY-04")
    elif event.recruit is not None and event.recruit.id in roster.fighters:
        yield RuleViolation("CHR-ID-01", {"id": event.recruit.id})


def _unused(state: ChronicleState, id_: str) -> Violations:
    """CHR-ID-01: what has a place in the order has an id of its own. CHR-ID-02: and none that the server will give."""
    if SERVER_IDS.fullmatch(id_):
        yield RuleViolation("CHR-ID-02", {"id": id_})
        return
    taken = {slot_id(one) for one in state.slots} | {one.id for one in state.notes} | state.links.keys()
    taken |= state.challenges.keys()
    if id_ in taken:
        yield RuleViolation("CHR-ID-01", {"id": id_})


def _check_adjusted(state: ChronicleState, event: ev.Adjusted, by: Actor) -> Violations:
    """CHR-ADJ-01, -02: a reason, and something that the definition knows."""
    rules, world = state.rules, derive(state)
    yield from _unused(state, event.id)
    if not event.reason.strip():
        yield RuleViolation("CHR-ADJ-01")
    targets: dict[str, Any] = {"add": rules.tallies, "mark": rules.marks, "clear": rules.marks}
    targets |= {
        "hold": rules.places,
        "release": rules.places,
        "open": rules.chapters,
        "close": rules.chapters,
    }
    legal = targets.get(event.verb)
    if legal is not None and event.target not in legal:
        yield RuleViolation("CHR-ADJ-02", {"told": event.target or "-", "legal": sorted(legal)})
        return
    needs = event.verb in ("mark", "clear", "remove", "revive")
    if event.verb == "add":
        needs = rules.tallies[event.target].of == "fighter"
    if event.verb not in ("release", "open", "close") and not _is_campaigns(state, event):
        roster = world.rosters.get(event.roster)
        if roster is None or (needs and event.fighter not in roster.fighters):
            told = event.fighter if roster else event.roster
            legal = sorted(roster.fighters if roster else world.rosters)
            yield RuleViolation("CHR-ADJ-02", {"told": told or "-", "legal": legal})


def _is_campaigns(state: ChronicleState, event: ev.Adjusted) -> bool:
    return event.verb == "add" and state.rules.tallies[event.target].of == "campaign"


def _check_cycle(state: ChronicleState, event: ev.CycleClosed, by: Actor) -> Violations:
    """CHR-CYC-01: one after the other. What was closed after the campaign had ended is closed all the same."""
    now = derive(state).cycle
    closed = any(slot_id(one) == slot_id(event) for one in state.slots)
    if closed or event.cycle != now + 1 or (state.rules.cycles and now >= state.rules.cycles):
        yield RuleViolation("CHR-CYC-01", {"now": now, "told": event.cycle})


def _check_noted(state: ChronicleState, event: ev.NoteWritten, by: Actor) -> Violations:
    roster = derive(state).rosters.get(event.roster)
    yield from _unused(state, event.id)
    if roster is None or (event.fighter and event.fighter not in roster.fighters):
        yield RuleViolation("CHR-ROS-03", {"roster": event.fighter or event.roster, "legal": []})


def _check_accepted(state: ChronicleState, event: ev.CorrectionAccepted, by: Actor) -> Violations:
    """CHR-COR-01 to -03: what waits, as it was seen, with an answer to everything that it asks."""
    if event.link and event.link not in state.waiting:
        yield RuleViolation("CHR-COR-01", {"match": event.link})
        return
    if event.link:
        seen = correction(state, event.link)
        if event.preview != seen.fingerprint:
            yield RuleViolation("CHR-COR-02")
        asked = {one.id: one for one in seen.questions}
        missing = asked.keys() - event.answers.keys()
    else:
        asked, missing = {one.id: one for one in derive(state).questions}, set()
    wrong = [
        key for key, one in event.answers.items() if key not in asked or one not in ANSWERS[asked[key].kind]
    ]
    if missing or wrong or not (event.link or event.answers):
        yield RuleViolation("CHR-COR-03", {"count": max(1, len(missing) + len(wrong))})


def _check_finished(state: ChronicleState, event: ev.ChronicleFinished, by: Actor) -> Violations:
    """CHR-DIE-04: what the server rolled follows from what it had committed to."""
    if not state.commitment:
        return
    if dice.commitment_of(event.seed) != state.commitment or list(off_seed(state, event.seed)):
        yield RuleViolation("CHR-DIE-04", {"effects": list(off_seed(state, event.seed))})


def off_seed(state: ChronicleState, seed: str) -> Iterator[str]:
    """The effects whose dice the server cannot have rolled with this seed."""
    for effect, fell in state.rolled.items():
        faces = _faces(state, effect)
        if faces and dice.fallen(seed, effect, len(fell), faces) != fell:
            yield effect


def _faces(state: ChronicleState, effect: str) -> int:
    """The dice of the table that an effect was rolled on, as its line says; 0 for one that was struck out."""
    for line in derive(state).lines:
        if line.id == f"{effect}/fell":
            return state.rules_in(line.term).tables[line.params["table"]].faces
    return 0


# --- folding ------------------------------------------------------------------------------------------------


def _created(state: ChronicleState, event: ev.ChronicleCreated) -> ChronicleState:
    told = (event.name, event.system, event.definition, event.seed_commitment, event.at)
    return ChronicleState(*told, began=event.at)


def _slotted(state: ChronicleState, event: Any) -> ChronicleState:
    return replace(state, slots=(*state.slots, event), last=max(state.last, event.at))


def _finished(state: ChronicleState, event: ev.ChronicleFinished) -> ChronicleState:
    return replace(_slotted(state, event), seed=event.seed)


def _left(state: ChronicleState, event: ev.RosterLeft) -> ChronicleState:
    return _slotted(challenges.gone(state, event.roster), event)


def _linked(state: ChronicleState, event: ev.MatchLinked) -> ChronicleState:
    state = challenges.played(state, event)
    return replace(state, links={**state.links, event.link: event}, last=max(state.last, event.at))


def _heard(state: ChronicleState, event: ev.MatchHeard) -> ChronicleState:
    """Applied at once where it asks nobody anything; else it waits for the arbitrator, and what stands goes on."""
    after = with_heard(state, event, {})
    slots = slots_of(after)
    is_last = event.link not in state.heard and (not slots or slots[-1].id == event.link)
    if is_last or not new_questions(derive(state), derive(after)):
        return after
    return replace(state, waiting={**state.waiting, event.link: event})


def _rolled(state: ChronicleState, event: ev.DieRolled) -> ChronicleState:
    decisions = {**state.decisions, event.effect: str(sum(event.fell))}
    rolled = {**state.rolled, event.effect: event.fell} if event.server else state.rolled
    return replace(state, decisions=decisions, rolled=rolled)


def _chosen(state: ChronicleState, event: ev.Chosen) -> ChronicleState:
    return replace(state, decisions={**state.decisions, event.effect: event.row})


def _stated(state: ChronicleState, event: ev.Stated) -> ChronicleState:
    return replace(state, asked={**state.asked, f"{event.link}/{event.roster}": event})


def _signed(state: ChronicleState, event: ev.Signed) -> ChronicleState:
    return replace(state, signed=(*state.signed, f"{event.link}/{event.roster}"))


def _noted(state: ChronicleState, event: ev.NoteWritten) -> ChronicleState:
    return replace(state, notes=(*state.notes, event), last=max(state.last, event.at))


def _accepted(state: ChronicleState, event: ev.CorrectionAccepted) -> ChronicleState:
    waiting = state.waiting.get(event.link)
    if waiting is not None:
        return with_heard(state, waiting, event.answers)
    return replace(state, answers={**state.answers, **event.answers})


CHAPTER: dict[type, tuple[Callable[..., Violations], Callable[..., ChronicleState]]] = {
    ev.ChronicleCreated: (_check_created, _created),
    ev.RosterJoined: (_check_joined, _slotted),
    ev.RosterLeft: (_check_left, _left),
    **challenges.CHECKS,
    ev.ChallengeIssued: (_check_challenge, challenges.issued),
    ev.DefinitionAmended: (amending.check_amended, amending.amended),
    ev.MatchLinked: (_check_linked, _linked),
    ev.MatchHeard: (_check_heard, _heard),
    ev.DieRolled: (_check_rolled, _rolled),
    ev.Chosen: (_check_chosen, _chosen),
    ev.Stated: (_check_stated, _stated),
    ev.Signed: (_check_signed, _signed),
    ev.Bought: (_check_bought, _slotted),
    ev.Adjusted: (_check_adjusted, _slotted),
    ev.CycleClosed: (_check_cycle, _slotted),
    ev.NoteWritten: (_check_noted, _noted),
    ev.CorrectionAccepted: (_check_accepted, _accepted),
    ev.ChronicleFinished: (_check_finished, _finished),
}


def judged(state: ChronicleState, event: Event) -> tuple[RuleViolation, ...]:
    """What would be refused of an arbitrator's entry, before it is one."""
    return Chronicle().check(state, event, Actor("organiser", "-"))


class Chronicle:
    """`Ruleset[ChronicleState, Event]`."""

    key = "chronicle"
    version = "1"
    event_types = ev.EVENT_TYPES
    state_type: Any = ChronicleState

    def initial(self, setup: Setup) -> ChronicleState:
        return ChronicleState()

    def check(self, state: ChronicleState, event: Event, by: Actor) -> tuple[RuleViolation, ...]:
        """CHR-CRE-01: created first, and once. CHR-END-01. CHR-TIME-01: no place before what stands already."""
        if bool(state.name) == isinstance(event, ev.ChronicleCreated):
            return (RuleViolation("CHR-CRE-01"),)
        refused = tuple(_who(state, event, by))
        if refused:
            return refused
        if state.is_finished() and not isinstance(event, AFTERWARDS):
            return (RuleViolation("CHR-END-01"),)
        at = getattr(event, "at", None)
        if at is not None and at < state.last and not isinstance(event, ev.MatchHeard):
            return (RuleViolation("CHR-TIME-01", {"last": state.last, "told": at}),)
        return tuple(CHAPTER[type(event)][0](state, event, by))

    def evolve(self, state: ChronicleState, event: Event) -> ChronicleState:
        return CHAPTER[type(event)][1](state, event)

    def outcome(self, state: ChronicleState) -> Outcome:
        """Who leads stands in what is derived; once it is over, the winner is the first of the ranking."""
        if not state.is_finished():
            return Outcome(status="open", vp={})
        first = next(iter(ranking(state.rules, derive(state))), None)
        return Outcome(status="finished", vp={}, winner=first.id if first and state.rules.rank else None)

    def sides(self, state: ChronicleState) -> dict[str, tuple[str, ...]]:
        return {key: (one.player,) for key, one in state.joined().items()}

    def visible_to(self, state: ChronicleState, viewer: Viewer) -> ChronicleState:
        return state

    def redact(self, state: ChronicleState, event: Event, viewer: Viewer) -> Event | None:
        return event

    def next_events(self, state: ChronicleState, viewer: Viewer) -> tuple[NextEvent, ...]:
        """What the viewer may log now, with the legal values of what is known."""
        if not state.name:
            return (NextEvent(type="chronicle_created"),) if viewer.role == "staff" else ()
        world, found = derive(state), []
        own = {
            key for key, one in world.rosters.items() if viewer.role == "staff" or one.player == viewer.player
        }
        for step in world.steps:
            players = (world.rosters[step.roster].player,) if step.roster in world.rosters else ()
            if step.roster in own:
                found.append(_offer(state, step, players))
        if state.is_finished():
            return tuple(found)
        if own:
            active = sorted(own & _active(world).keys())
            found.append(NextEvent(type="roster_left", choices={"roster": tuple(active)}))
            if state.rules.shop:
                items = tuple(sorted(state.rules.shop))
                found.append(NextEvent(type="bought", choices={"roster": tuple(active), "item": items}))
            found += _dares(state, tuple(active), own)
        if viewer.role in ("staff", "player"):
            found.append(NextEvent(type="roster_joined"))
        if viewer.role == "staff":
            found += [
                NextEvent(type="adjusted"),
                NextEvent(type="cycle_closed", choices={"cycle": (world.cycle + 1,)}),
                NextEvent(type="definition_amended"),
            ]
        return tuple(found)

    def consequences(self, state: ChronicleState) -> Consequences:
        return NO_CONSEQUENCES

    def check_roster(self, roster: Roster, cards: Cards) -> RosterReport:
        """Lists are checked by the game, and by the match that was opened with the campaign's levers."""
        return RosterReport()

    def upcast(self, type_: str, schema: int, data: dict[str, Any]) -> dict[str, Any]:
        return data


def _dares(state: ChronicleState, active: tuple[str, ...], own: set[str]) -> list[NextEvent]:
    """Challenges that somebody may make or answer."""
    found = []
    others = tuple(sorted(_active(derive(state))))
    if state.rules.challenge_days and active and len(others) > 1:
        choices: dict[str, tuple[Any, ...]] = {"roster": active, "against": others}
        if state.rules.stake:
            choices["stake"] = tuple(sorted(state.rules.places))
        found.append(NextEvent(type="challenge_issued", choices=choices))
    mine = tuple(one.id for one in state.challenges.values() if one.status == "open" and one.against in own)
    if mine:
        found.append(NextEvent(type="challenge_answered", choices={"id": mine, "accepted": (True, False)}))
    return found


def _offer(state: ChronicleState, step: OpenStep, players: tuple[str, ...]) -> NextEvent:
    if step.kind == "facts":
        choices: dict[str, tuple[Any, ...]] = {
            "link": (step.slot,),
            "roster": (step.roster,),
            "facts.fact": step.facts,
        }
        return NextEvent(type="stated", players=players, choices=choices)
    table = state.rules_in(step.term).tables[step.table]
    if step.kind == "choice":
        rows = tuple(row.key for row in table.rows)
        return NextEvent(type="chosen", players=players, choices={"effect": (step.id,), "row": rows})
    return NextEvent(type="die_rolled", players=players, choices={"effect": (step.id,)})
