"""What a match asks of its rosters afterwards: dice, choices, facts, signatures; and the shop."""

from __future__ import annotations

from games.campaigns import Campaigns, FactKind, Told, facts_of
from games.registry import SYSTEMS
from games.ruleset import Actor, RuleViolation
from tracker.rulesets.chronicle import events as ev
from tracker.rulesets.chronicle.checks import Violations, present, step_of, unused
from tracker.rulesets.chronicle.derive import derive
from tracker.rulesets.chronicle.state import ChronicleState


def check_rolled(state: ChronicleState, event: ev.DieRolled, by: Actor) -> Violations:
    """CHR-DIE-01 to -03."""
    step = step_of(state, event.effect)
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


def check_chosen(state: ChronicleState, event: ev.Chosen, by: Actor) -> Violations:
    """CHR-DIE-01, CHR-CHO-01, -02."""
    step = step_of(state, event.effect)
    if step is None or step.kind != "choice":
        yield RuleViolation("CHR-DIE-01", {"told": event.effect})
        return
    table = state.rules_in(step.term).tables[step.table]
    if table.row(event.row) is None:
        yield RuleViolation("CHR-CHO-01", {"told": event.row, "legal": [row.key for row in table.rows]})
    if table.by == "arbitrator" and not by.is_staff:
        yield RuleViolation("CHR-CHO-02")


def check_stated(state: ChronicleState, event: ev.Stated, by: Actor) -> Violations:
    """CHR-STA-01, -02: only what the log leaves out, once, in the form of the fact; whom it names took part."""
    step = next((one for one in derive(state).steps if one.id == f"{event.link}/stated/{event.roster}"), None)
    if step is None:
        yield RuleViolation("CHR-STA-01", {"match": event.link})
        return
    known = facts_of(SYSTEMS[state.system].campaigns or Campaigns())
    names = {
        f"{one.id}/{key}": fighter.name
        for one in derive(state).rosters.values()
        for key, fighter in one.fighters.items()
    }
    played = state.links[event.link].rosters.values()
    seen = set()
    for one in event.facts:
        kind = known.get(one.fact)
        good = one.fact in step.facts and kind is not None and one.values.keys() <= set(kind.fields)
        good = good and one.stated and (one.fact, one.key) not in seen
        good = good and (kind is None or kind.of != "fighter" or one.of in names)
        if not good or _roster(one.of) not in ("", event.roster):
            yield RuleViolation("CHR-STA-02", {"told": one.fact, "legal": list(step.facts)})
        elif kind is not None:
            told = _fighters_told(one, kind)
            absent = [names.get(who, who) for who in told if who not in names or _roster(who) not in played]
            if absent:
                params = {"told": one.fact, "legal": list(step.facts), "absent": absent}
                yield RuleViolation("CHR-STA-02", params)
        seen.add((one.fact, one.key))


def _fighters_told(told: Told, kind: FactKind) -> list[str]:
    """The fighters whom the fields of a fact name, as `roster/fighter`."""
    return [str(value) for name, value in told.values.items() if kind.fields[name] == "fighter"]


def _roster(who: str) -> str:
    return who.partition("/")[0]


def check_signed(state: ChronicleState, event: ev.Signed, by: Actor) -> Violations:
    """CHR-SIG-01, -02."""
    link, heard = state.links.get(event.link), state.heard.get(event.link)
    played = link is not None and event.roster in link.rosters.values()
    if not played or heard is None or heard.at is None or f"{event.link}/{event.roster}" in state.signed:
        yield RuleViolation("CHR-SIG-01", {"match": event.link})
        return
    steps = [one for one in derive(state).steps_of(event.link, event.roster) if one.by == "player"]
    if steps:
        yield RuleViolation("CHR-SIG-02", {"count": len(steps)})


def check_bought(state: ChronicleState, event: ev.Bought, by: Actor) -> Violations:
    """CHR-BUY-01 to -04."""
    world, item = derive(state), state.rules.shop.get(event.item)
    wrong = [*present(world, event.roster), *unused(state, event.id)]
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
