"""The dice of an exchange and what they come to (BUS-MEL-15 to -31, BUS-SPA, BUS-TEST-08, -09)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from games.bushido.full.activate import completed, spent, without_exchange
from games.bushido.full.common import (
    acting,
    agree,
    body,
    broken,
    has,
    noted,
    put,
    released,
    stands_here,
    table,
    touching,
    with_acting,
)
from games.bushido.full.dice import final, kept
from games.bushido.full.events import MeleeRolled, Reroll
from games.bushido.full.fighting.arms import name_of
from games.bushido.full.fighting.damage import modifiers, stunned
from games.bushido.full.fighting.exceptional import GOKUSATSU, IVORY_PRISON, may_score, taken_away
from games.bushido.full.fighting.exchange import changed, commit_of, opponent, the, used, weapon_of
from games.bushido.full.fighting.specials import Ability, Move, ability
from games.bushido.full.rolls import supporting
from games.bushido.full.setdice import check_set
from games.bushido.full.state import NO_ACTING, Exchange, Figure, Finals, Harm, Shift
from games.bushido.full.steps import told_now
from games.bushido.full.surprise import unseen
from games.bushido.full.text import marked
from games.bushido.full.traits import by_keyword, immune, is_a, keyworded, parts_of, trait, within, worth
from games.bushido.permissions import Violations
from games.bushido.state import BusState
from games.judging import first_broken
from games.remembered import remembered_of_two
from games.ruleset import Actor, RuleViolation

COUNTERSTRIKE = 2
"""BUS-SPA-14: what a Counterstrike loses of its success level."""


def check_melee_rolled(state: BusState, event: MeleeRolled, by: Actor) -> Violations:
    """BUS-MEL-15 to -18: as many dice as were allocated, and what they come to."""
    return first_broken(
        _check_open(state),
        told_now(state, by, None, "roll", rule="BUS-MEL-15"),
        _check_models(state, event),
        _check_number(state, event),
        check_set(event.rerolls, event.set_dice, {"attack": event.attack, "defence": event.defence}),
        _check_rerolls(state, event),
        _check_finals(state, event),
        _check_zone(state, event),
    )


def _check_open(state: BusState) -> Violations:
    """BUS-MEL-13, BUS-HID-04: nobody rolls before both have allocated."""
    fight = state.full.exchange if state.full is not None else None
    if fight is not None and len(fight.commits) < 2:
        yield from (
            broken(rule, told=[*fight.commits]) for rule in ("BUS-MEL-15", "BUS-MEL-13", "BUS-HID-04")
        )


def _check_models(state: BusState, event: MeleeRolled) -> Violations:
    fight = the(state)
    for model in dict.fromkeys((*event.attack, *event.defence, *event.finals)):
        if model not in (fight.active, fight.other):
            yield RuleViolation("BUS-LOG-04", {"model": model})


def _check_zone(state: BusState, event: MeleeRolled) -> Violations:
    """BUS-SCORE-07: a zone counts for attacks that remove without a damage roll, which tells it of the others."""
    if event.in_zone and not may_score(state):
        yield RuleViolation("BUS-SCORE-07", {"model": the(state).active, "removing": "nothing"})


def _check_number(state: BusState, event: MeleeRolled) -> Violations:
    """BUS-MEL-10, -15: both roll everything, once (BUS-MEL-29)."""
    fight = the(state)
    for model in (fight.active, fight.other):
        commit = commit_of(state, model)
        for rolled, due in ((event.attack, commit.attack), (event.defence, commit.defence)):
            number = len(rolled.get(model, ""))
            if due is not None and number != due:
                for rule in ("BUS-MEL-15", "BUS-MEL-29"):
                    yield broken(rule, told=number, expected=due, model=model)


def _check_rerolls(state: BusState, event: MeleeRolled) -> Violations:
    """BUS-TEST-08, -09, BUS-TRT-34, -42, -78: whose dice an ability may touch, each once, in the order of the sides."""
    order = [_rank(state, one) for one in event.rerolls]
    if order != sorted(order):
        yield broken("BUS-TEST-08", told=[one.by for one in event.rerolls])
    for by, source in dict.fromkeys((one.by, one.source) for one in event.rerolls):
        mine = [one for one in event.rerolls if (one.by, one.source) == (by, source)]
        places = [(one.whose, one.colour, one.place) for one in mine]
        most, why = _allowed(state, mine[0])
        if source == "prowess":
            most = skilled(state, by, mine)
        legal = all(_allowed(state, one)[0] for one in mine)
        fit = min(most, sum(_allowed(state, one)[0] > 0 for one in mine))
        if len(set(places)) < len(places):
            yield broken("BUS-TEST-09", told=len(places), model=by)
        if not legal or len(mine) > most:
            for rule in ("BUS-TEST-09", *why):
                yield broken(rule, told=len(mine), expected=most if legal else fit, model=by)


def _rank(state: BusState, one: Reroll) -> int:
    """BUS-TEST-08: A has Initiative: B on A's dice, B on its own, A on B's, A on its own."""
    return 2 * (one.by == the(state).first) + (one.by == one.whose)


def _allowed(state: BusState, one: Reroll) -> tuple[int, tuple[str, ...]]:
    """How many dice an ability may have rolled again, of whom; 0 for one that may not touch this die."""
    fight = the(state)
    if one.by not in (fight.active, fight.other) or one.whose not in (fight.active, fight.other):
        return 0, ()
    if one.source == "card":
        return 99, ()
    arm = weapon_of(state, one.by).traits or ()
    told = worth(state, one.by, one.source, arm)
    enemy = one.whose != one.by
    fits = {"dodge": enemy and one.colour == "attack", "feint": enemy and one.colour == "defence"}
    if one.source == "prowess":
        return (0 if enemy else skilled(state, one.by, [one])), told.why or ("BUS-TRT-78",)
    return (told.value if fits[one.source] else 0), told.why or (
        {"dodge": "BUS-TRT-34"}.get(one.source, "BUS-TRT-42"),
    )


def skilled(state: BusState, model: str, rerolls: Sequence[Reroll]) -> int:
    """BUS-TRT-78, BUS-TRG-03: how many of these dice a model may roll again by Prowess: Prowess of attack, of defence
    and of melee are traits of their own, of each the highest number."""
    most = by_keyword(keyworded(state, model, "Prowess", weapon_of(state, model).traits or ()))
    dice = {colour: sum(one.colour == colour for one in rerolls) for colour in ("attack", "defence")}
    own, free = dict.fromkeys(dice, 0), 0
    for word, number in most.items():
        about = [colour for colour in dice if not {"", "melee", colour}.isdisjoint(parts_of(word))]
        free += number if len(about) > 1 else 0
        own.update({colour: own[colour] + number for colour in about if len(about) == 1})
    return min(len(rerolls), free + sum(min(number, own[colour]) for colour, number in dice.items()))


def finals_of(state: BusState, event: MeleeRolled, model: str) -> Finals:
    """BUS-MEL-16 to -18: the finals of a model, after the dice that the opponent's abilities take."""
    enemy = opponent(state, model)
    theirs, mine = weapon_of(state, enemy).traits or (), weapon_of(state, model).traits or ()
    hard = trait(state, enemy, "Impenetrable Defence", theirs)
    through = worth(state, enemy, "Unblockable", theirs)
    kata = trait(state, model, "Kata", mine)
    attack = kept(event.attack.get(model, ""), bool(kata), 1 if hard else 0)
    defence = kept(event.defence.get(model, ""), bool(kata), through.value)
    ones = kata.why if kata is not None else ()
    fierce, careful = (
        supporting(state, model, "melee", colour, weapon=mine) for colour in ("attack", "defence")
    )
    struck = final(attack, _attack_plus(state, model, mine, enemy), fierce.value)
    parried = final(defence, _defence_plus(state, model, mine, enemy, theirs), careful.value)
    lost = (*hard.why, "BUS-MEL-16") if hard else ()
    pierced = (*through.why, "BUS-MEL-16") if through.value else ()
    return Finals(
        Figure(struck.value, (*struck.why, *ones, *lost, *fierce.why[1:])),
        Figure(parried.value, (*parried.why, *ones, *pierced, *careful.why[1:])),
        len(attack) + len(defence),
    )


def _attack_plus(state: BusState, model: str, mine: tuple[str, ...], enemy: str) -> Figure:
    """BUS-TRT-17, -106: what is added to the attack, with attack dice."""
    brutal = within(state, model, "Brutal", "melee", mine)
    told = Figure(0).plus(brutal.value, *brutal.why)
    if any(is_a(state, enemy, one.keyword) for one in keyworded(state, model, "Vengeance")):
        told = told.plus(1, "BUS-TRT-106")
    return told


def _defence_plus(
    state: BusState, model: str, mine: tuple[str, ...], enemy: str, theirs: tuple[str, ...]
) -> Figure:
    """BUS-TRT-21, -74, BUS-TRG-05: Parry, less what a Chain Weapon takes of it."""
    parry = worth(state, model, "Parry", mine)
    chain = worth(state, enemy, "Chain Weapon", theirs)
    if chain.value and parry.value > 0:
        return Figure(max(0, parry.value - chain.value), (*parry.why, *chain.why, "BUS-TRG-05"))
    return Figure(0).plus(parry.value, *parry.why)


def _check_finals(state: BusState, event: MeleeRolled) -> Violations:
    """BUS-MEL-17, -18, BUS-TEST-02, -03."""
    rolled = on_melee_rolled(state, event)
    for model, told in event.finals.items():
        due = the(rolled).finals[model]
        for number, figure in zip(told, (due.attack, due.defence), strict=True):
            yield from agree(number, figure, "BUS-MEL-17", "BUS-MEL-18", "BUS-GEN-07", model=model)
    blow = Blow(rolled, the(state).first)
    won = blow.attacker if blow.hits else blow.defender
    yield from agree(event.winner, won, "BUS-MEL-20", "BUS-MEL-21", "BUS-MEL-22", *blow.why)
    yield from agree(event.sl, Figure(abs(blow.sl), blow.why), "BUS-MEL-21")


@remembered_of_two
def on_melee_rolled(state: BusState, event: MeleeRolled) -> BusState:
    fight = the(state)
    return changed(
        state,
        finals={model: finals_of(state, event, model) for model in (fight.active, fight.other)},
        in_zone=event.in_zone,
    )


class Blow:
    """One attack of an exchange: who strikes whom, who wins it and how clearly (BUS-MEL-20)."""

    def __init__(self, state: BusState, attacker: str) -> None:
        self.attacker, self.defender = attacker, opponent(state, attacker)
        fight = the(state)
        mine, theirs = fight.finals[attacker], fight.finals[self.defender]
        self.sl = mine.attack.value - theirs.defence.value
        ties = mine.ties - theirs.ties
        self.hits = self.sl > 0 or (self.sl == 0 and (ties > 0 or (ties == 0 and attacker == fight.active)))
        self.why = ("BUS-MEL-20", *(("BUS-TEST-06",) if not self.sl else ()))


def struck(state: BusState) -> BusState:
    """BUS-MEL-20 to -26: the next attack of the exchange, or its end."""
    fight = the(state)
    second = opponent(state, fight.first)
    if fight.over or fight.turn == 2 or not meet(state) or (fight.turn and second in fight.floored):
        return closed(state)
    attacker = second if fight.turn else fight.first
    now = replace(fight, turn=fight.turn + 1)
    if attacker in fight.barred:
        return closed(put(state, exchange=now))
    blow = Blow(state, attacker)
    decided = (blow.attacker, blow.defender, blow.hits, abs(blow.sl))
    blows = (*table(state).blows, decided)
    state = noted(state, "winner", *blow.why, exchange=now, blows=blows)
    return _hit(state, blow) if blow.hits else _defended(state, blow)


def meet(state: BusState) -> bool:
    """BUS-MEL-15, -22, -24: both are there and touch each other."""
    fight = the(state)
    return stands_here(state, fight.active) and fight.other in touching(state, fight.active)


def _hit(state: BusState, blow: Blow) -> BusState:
    """BUS-MEL-21, -24: the special attack, then damage."""
    name = used(state, blow.attacker, "attack")
    told = ability(name, "attack")
    if name in (GOKUSATSU, IVORY_PRISON):
        return taken_away(state, blow.attacker, blow.defender)
    if told is not None:
        state = applied(state, told, name or "", blow.attacker, blow.defender)
    elif commit_of(state, blow.attacker).special is not None:
        state = noted(
            noted(state, f"{blow.defender}.prone", "BUS-MEL-19"), f"{blow.defender}.held", "BUS-MEL-19"
        )
    return harmed(state, blow, name, told) if commit_of(state, blow.attacker).attack else state


def harmed(state: BusState, blow: Blow, name: str | None, told: Ability | None) -> BusState:
    """BUS-DMG-12, BUS-SPA-09, -12: the damage roll that is due, if the weapon and the ability make one; a net holds
    with whatever attack it succeeds."""
    weapon = weapon_of(state, blow.attacker)
    if _wounds_nobody(state, blow.attacker):
        return _entangled(stunned(state, blow.defender, name), blow.attacker, blow.defender)
    if told is not None and told.damage == "none":
        return state
    plus = modifiers(state, blow.attacker, blow.defender, weapon, charge=_charges(state, blow.attacker))
    harm = Harm(
        blow.attacker, blow.defender, blow.sl, plus, name_of(weapon), name, surprised=_caught(state, blow)
    )
    if name == "Combo Attack":
        harm = replace(harm, rolls=max(2, blow.sl // 2 + 1) - 1)
    return _bonus_spent(state, harm)


def _wounds_nobody(state: BusState, source: str) -> bool:
    """BUS-DMG-12: a weapon with an effect of its own, or a net."""
    weapon = weapon_of(state, source)
    return weapon.strength == "Sp" or trait(state, source, "Entangling", weapon.traits or ()) is not None


def _entangled(state: BusState, source: str, target: str) -> BusState:
    """BUS-TRT-38."""
    net = trait(state, source, "Entangling", weapon_of(state, source).traits or ())
    return marked(state, target, "immobilised", 1, 0, None, "BUS-DMG-12", *net.why) if net else state


def _bonus_spent(state: BusState, harm: Harm) -> BusState:
    """BUS-ACT-25: the bonus is that of the first damage roll of the Charge, be it a Counterstrike, whomever it hits."""
    if _charges(state, harm.source):
        state = with_acting(changed(state, charge=False), hit=True)
    return put(state, harm=harm)


def _charges(state: BusState, model: str) -> bool:
    fight = the(state)
    return fight.charge and model == fight.active


def _caught(state: BusState, blow: Blow) -> bool:
    return unseen(state, blow.defender) and blow.attacker == the(state).active


def _defended(state: BusState, blow: Blow) -> BusState:
    """BUS-MEL-22, BUS-SPA-14: the special defence; a Counterstrike strikes the attacker."""
    fight = the(state)
    state = changed(state, defended=(*fight.defended, blow.defender))
    name = used(state, blow.defender, "defence")
    told = ability(name, "defence")
    if told is None:
        return state
    if name == "Counterstrike Defence":
        level = -blow.sl - COUNTERSTRIKE
        if level < 0 or not commit_of(state, blow.attacker).attack:
            return state
        if _wounds_nobody(state, blow.defender):
            return _entangled(state, blow.defender, blow.attacker)
        weapon = weapon_of(state, blow.defender)
        plus = modifiers(state, blow.defender, blow.attacker, weapon, charge=_charges(state, blow.defender))
        plus = plus.noting("BUS-SPA-14")
        harm = Harm(blow.defender, blow.attacker, level, plus, name_of(weapon), name)
        return _bonus_spent(state, harm)
    return applied(state, told, name or "", blow.attacker, blow.defender)


def applied(state: BusState, told: Ability, name: str, attacker: str, defender: str) -> BusState:
    """BUS-SPA-04, -10, -15, -16: what an ability does besides damage, in an exchange or at range; its moves are told by
    the players."""
    fighting = table(state).exchange is not None
    whom = {"attacker": attacker, "defender": defender}
    user = attacker if told.kind == "attack" else defender
    if told.prone is not None:
        victim = whom[told.prone]
        low, firm = has(state, victim, "prone"), immune(state, victim, "prone")
        state = marked(state, victim, "prone", 1, 0, None, "BUS-SPA-09", "BUS-COND-14")
        if firm:
            state = noted(state, f"{victim}.prone", "BUS-SPA-15", "BUS-COND-20", "BUS-GEN-02", *firm)
        if has(state, victim, "prone") and not low and fighting:
            state = changed(state, floored=(*the(state).floored, victim))
    if told.marker is not None and told.marker[1] == "held":
        victim = whom[told.marker[0]]
        state = marked(state, victim, "held", 1, 0, user, "BUS-SPA-16", "BUS-COND-09")
        if told.kind == "attack" and fighting:
            state = changed(state, barred=(*the(state).barred, victim))
    if name == "Web Defence":
        state = marked_by_web(state, attacker)
    able = tuple(one for one in told.moves if _movable(state, whom[one.who], user))
    moves = tuple(
        _shift(name, one, whom) for one in able if one is not able[0] or not _there(state, one, whom)
    )
    if any(one.optional for one in moves):
        return changed(state, after=moves)
    return put(state, shifts=(*table(state).shifts, *moves))


def marked_by_web(state: BusState, attacker: str) -> BusState:
    """BUS-SPA-18: the attacker makes no move until the activation has ended, not after the exchange either."""
    state = changed(state, after=tuple(move for move in the(state).after if move.model != attacker))
    return with_acting(state, queue=(), stuck=True) if acting(state).model == attacker else state


def _movable(state: BusState, model: str, user: str) -> bool:
    """BUS-SPA-15, -18, BUS-MOVE-12: an Immovable model is not moved by others, one in a web does not move by itself, a
    Held one is moved by nobody."""
    one = acting(state)
    webbed = model == user and one.model == model and one.stuck
    stuck = model != user and trait(state, model, "Immovable") is not None
    return not stuck and not webbed and not has(state, model, "held")


def _there(state: BusState, one: Move, whom: dict[str, str]) -> bool:
    """BUS-SPA-15, BUS-MOVE-12: whether a model would be moved up to one that it touches, since the move before, which
    parts them, did not come about."""
    return one.to is not None and whom[one.to] in touching(state, whom[one.who])


def _shift(name: str, one: Move, whom: dict[str, str]) -> Shift:
    return Shift(whom[one.who], name, one.inches, whom[one.to] if one.to else None, one.optional)


def closed(state: BusState) -> BusState:
    """BUS-MEL-27, -28: the enemy loses a counter unless it is Tireless, and boosts end; the action goes on."""
    fight = the(state)
    one = acting(state)
    able = (one for one in fight.after if stands_here(state, one.model))
    later = tuple(one for one in able if _movable(state, one.model, one.model))
    state = put(without_exchange(state), shifts=later, harm=None)
    if fight.finals:
        state = _tired(state, fight.other)
    if one is NO_ACTING:
        return state
    queue = _queue(state, fight)
    if one.action == "disengage" and "walk" in queue:
        state = released(state, one.model, fight.other)
        queue = () if has(state, one.model, "held") else queue
    state = with_acting(state, fought=(*one.fought, fight.other), queue=queue)
    if not stands_here(state, fight.active):
        return completed(state)
    return state


def _tired(state: BusState, model: str) -> BusState:
    """BUS-MEL-27, BUS-ACT-04, BUS-TRT-102, BUS-COND-24."""
    if not stands_here(state, model):
        return state
    tireless = trait(state, model, "Tireless")
    if tireless is not None:
        return noted(spent(state, model, 0, 1), f"{model}.counters", *tireless.why, "BUS-MEL-27")
    if not body(state, model).counters:
        return spent(state, model, 0, 1)
    return spent(state, model, 1, 1, "BUS-MEL-27", "BUS-ACT-04")


def _queue(state: BusState, fight: Exchange) -> tuple[str, ...]:
    """What the action still has to do after this exchange (BUS-MEL-31, BUS-ACT-17)."""
    one = acting(state)
    left = one.queue[1:]
    more = [m for m in one.targets if m in touching(state, one.model) and m not in (*one.fought, fight.other)]
    if more and len(one.targets) > 1:
        return ("fight", *left)
    parted = fight.other not in touching(state, one.model)
    if one.action == "disengage" and not one.stuck and (one.model in fight.defended or parted):
        return (*left, "walk")
    return left
