"""What a match at full detail waits for: one word for it, read by every check and by `next_events.py`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.bushido.chapters.awards import awards_due, in_order
from games.bushido.chapters.finish import due_reason
from games.bushido.chapters.setup import again, missing
from games.bushido.chapters.vim import stands, vim_of
from games.bushido.full.common import at_full, broken, has, sheet, table
from games.bushido.full.printed import parsed
from games.bushido.full.state import Acting, Exchange, FullState
from games.bushido.full.traits import size_of
from games.bushido.permissions import Violations, seated, side_acts
from games.bushido.profiles import Profile
from games.bushido.state import BusState, Fighter, facts_of, wiped_out
from games.judging import passing
from games.remembered import remembered, remembered_of_two
from games.ruleset import Actor, RuleViolation

CLOSING = "end_effects", "end_rest", "end_damage", "expiry", "score", "close"
"""The steps of the End phase, in their order (BUS-TURN-18)."""
SHOT = {"aim": "aim", "hit": "wound", "stray": "stray", "over": "shot_over"}
"""Stage of a ranged attack -> what it waits for."""
SETTING_UP = "warbands", "deployment_test", "terrain", "zones", "order", "card_terrain", "vim", "deployment"
"""The steps of the set-up (BUS-SETUP-01)."""
STARTING = "length", "ki", "tactics", "first", "start"
"""Those of the Starting phase that wait for somebody (BUS-TURN-01)."""


FACTS = "ki", "ki_limit", "melee", "wounds", "move", "ranged", "bands", "base_mm"
"""What a card may have to say before the match can go on (section 12)."""


@remembered
def now(state: BusState) -> str:
    """What has to come next."""
    full = table(state)
    if full.step == "setup":
        return next(_lacking(state), "ready")
    if not _all_known(state.models, full.sheets) and any(unknown(state, *one) for one in _needed(state)):
        return "facts"
    if full.duel is not None:
        return "duel"
    if full.tests:
        return "test"
    if full.shifts or full.harm is not None:
        return "shift" if full.shifts else "damage"
    if full.step == "main":
        return _in_main(full)
    return scoring(state) if full.step == "score" else full.step


def _in_main(full: FullState) -> str:
    one = full.acting
    if one is None or one.resolved:
        return "member" if full.band is not None else "main"
    if full.exchange is not None:
        return _in_exchange(full.exchange)
    if full.shot is not None:
        return SHOT[full.shot.stage]
    if one.action is None:
        return "declare"
    return one.queue[0] if one.queue else "done"


def _in_exchange(fight: Exchange) -> str:
    """BUS-MEL: dice are allocated, then rolled, then struck with."""
    if len(fight.commits) < 2:
        return "allocate"
    return "strike" if fight.finals else "roll"


def _lacking(state: BusState) -> Iterator[str]:
    """BUS-SETUP-01: what the set-up still lacks, in its order."""
    full, lacking = table(state), tuple(missing(state))
    if "warband" in lacking or "scenario" in lacking:
        yield "warbands"
    if full.tactician is None:
        yield "deployment_test"
    if full.options.get("terrain") == "players" and len(full.stopped) < len(state.sides):
        yield "terrain"
    if state.near is None:
        yield "zones"
    if full.deploys is None and full.options.get("setup") == "event":
        yield "order"
    if any(one.kind == "terrain" and one.left for cards in full.specials.values() for one in cards.values()):
        yield "card_terrain"
    if "vim" in lacking:
        yield "vim"
    if full.deploys is None:
        yield "order"
    if any(name not in full.deployed for name in state.models):
        yield "deployment"


def scoring(state: BusState) -> str:
    """BUS-TURN-22: zones first, then VIM distances, then the awards group by group with what goes away after them."""
    full = table(state)
    if any(zone not in full.counted for zone in state.zones):
        return "zones_held"
    if full.removal is not None and not is_idle(state):
        return "removal"
    return "distances" if any(side not in full.measured for side in to_measure(state)) else "score"


def is_idle(state: BusState) -> bool:
    """BUS-OBJ-10, -16: whether nothing can be scored any more after this removal: nobody has to wait for it."""
    return due_reason(state) is not None and table(state).group >= len(in_order(awards_due(state)))


def to_measure(state: BusState) -> tuple[str, ...]:
    """BUS-VIM-10: the sides whose open VIM stands on the battlefield in the turn of its award. BUS-SCORE-05: to
    objectives nobody measures before those are gone that the awards before it take away."""
    due = in_order(awards_due(state))
    closest = [one for one in due if one.condition == "own_vim_closest"]
    if not closest or state.vim_kind == "hidden":
        return ()
    first = due[: due.index(closest[0])]
    fleeting = facts_of(state).decreasing is not None and any(one.to == "objective" for one in closest)
    if fleeting and table(state).group < len(first):
        return ()
    return tuple(side for side in state.sides if stands(state, vim_of(state, side)))


def lacking_facts(state: BusState) -> tuple[tuple[str, str], ...]:
    """Section 12: (card, field) of what the cards must say before the match can go on."""
    found = ((card_of(state, name), field) for name, field in _needed(state) if unknown(state, name, field))
    return tuple(dict.fromkeys(found))


@remembered_of_two
def _all_known(models: dict[str, Fighter], sheets: dict[str, Profile]) -> bool:
    """Whether the cards of all models say whatever the match may ever wait for; most do, and change seldom."""
    known = _whole(sheets)
    return all(card_named(one) in known for one in models.values())


@remembered
def _whole(sheets: dict[str, Profile]) -> set[str]:
    """The cards that say all of it."""
    return {
        name for name, card in sheets.items() if all(told_by(card, one) not in (None, ()) for one in FACTS)
    }


def _needed(state: BusState) -> Sequence[tuple[str, str]]:
    """(model, field) of what the cards must say for the match to go on."""
    full = table(state)
    if full.step == "ki":
        return [(name, field) for name in full.bodies for field in ("ki", "ki_limit")]
    if full.exchange is not None:
        both = (full.exchange.active, full.exchange.other)
        return [(name, field) for name in both for field in ("melee", "wounds")]
    if full.acting is not None and not full.acting.resolved:
        return [(full.acting.model, "move"), *_of_shot(full, full.acting)]
    return ()


def _of_shot(full: FullState, one: Acting) -> list[tuple[str, str]]:
    """What a ranged attack needs: of the attacker its statistic and its bands, of the target its boxes and base."""
    if one.action != "ranged" and full.shot is None:
        return []
    mine = [(one.model, "ranged"), (one.model, "bands")] if one.action == "ranged" else []
    theirs = [(full.shot.target, "wounds"), (full.shot.target, "base_mm")] if full.shot is not None else []
    return mine + theirs


def unknown(state: BusState, model: str, field: str) -> bool:
    """Whether nobody knows what the card of a model says here."""
    card = sheet(state, model)
    if told_by(card, field) not in (None, ()) or state.models[model].place == "out":
        return False
    if field == "wounds":
        return "kami" not in (parsed(one).name for one in card.traits or ())
    return field != "base_mm" or size_of(state, model) is None


def told_by(card: Profile, field: str) -> object:
    """What a card says in a field, named as `card_fact_stated` names it."""
    if field == "bands":
        arms = [one for one in card.weapons or () if one.kind == "ranged"]
        return True if card.weapons is not None and all(one.bands for one in arms) else None
    return card.wound_tracks if field == "wounds" else getattr(card, field)


def card_of(state: BusState, model: str) -> str:
    """The card of a model."""
    return card_named(state.models[model])


def card_named(one: Fighter) -> str:
    """What the card of a model is called."""
    return one.facts.card or one.facts.id


def told_now(state: BusState, by: Actor, side: str | None, *steps: str, rule: str = "") -> Violations:
    """A side, or anybody at the table for None, tells something at one of these steps of a match at full detail.

    `rule`: what orders these steps, besides the rule of the phase.
    """
    who = seated(state, by) if side is None else side_acts(state, by, side)
    if state.full is not None and state.phase == "setup":
        yield from passing(who, _set_up(state, steps[0]))
    elif state.full is not None and state.phase == "turns" and now(state) in steps:
        yield from who
    else:
        yield from passing(at_full(state), who, expected(state, steps, rule))


def in_setup(state: BusState, by: Actor, side: str | None, *steps: str) -> Violations:
    """BUS-SETUP-01: the same before the first turn."""
    who = seated(state, by) if side is None else side_acts(state, by, side)
    yield from passing(at_full(state, "setup"), who, _set_up(state, *steps))


def _set_up(state: BusState, *steps: str) -> Violations:
    """BUS-SETUP-01, -19: the set-up waits for something else."""
    step = now(state)
    if step not in steps and steps[0] in SETTING_UP and steps[0] not in _lacking(state):
        yield again(f"step_{steps[0]}")
    elif step not in steps:
        yield RuleViolation("BUS-SETUP-01", {"told": f"step_{steps[0]}", "missing": f"step_{step}"})
    if step not in steps and step == "deployment":
        yield broken("BUS-SETUP-19", told=[n for n in state.models if n not in table(state).deployed])


def expected(state: BusState, steps: tuple[str, ...], rule: str = "") -> Violations:
    """Whether one of the steps is what the match waits for; a missing fact of a card comes before anything else."""
    step = now(state)
    if step in steps:
        return
    if step == "facts":
        card, field = lacking_facts(state)[0]
        yield RuleViolation("BUS-LOG-11", {"card": card, "field": field})
        return
    for one in dict.fromkeys((*(rule,) * bool(rule), *_phase_rules(state))):
        yield broken(one, told=f"step_{steps[0]}", expected=f"step_{step}")
    legal = [f"step_{one}" for one in steps]
    yield RuleViolation("BUS-LOG-02", {"phase": f"step_{step}", "legal": legal})


def _phase_rules(state: BusState) -> tuple[str, ...]:
    """The rules that order the steps of the phase in play."""
    full = table(state)
    step, fight = full.step, full.exchange
    if step in STARTING:
        return ("BUS-TURN-01",)
    if full.harm is not None and fight is not None and fight.turn == 2:
        return ("BUS-MEL-25", *(("BUS-MEL-26",) if has(state, full.harm.source, "prone") else ()))
    if step not in CLOSING:
        return ()
    wiped = wiped_out(state)
    scoring = ("BUS-TURN-22",) if step == "score" else ()
    return ("BUS-TURN-18", *scoring, *(("BUS-TURN-17", "BUS-END-06") if wiped else ()))
