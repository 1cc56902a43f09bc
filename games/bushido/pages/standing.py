"""Where a match of Bushido stands, in words: what is played, which turn, what comes next, who fights whom with what.

Called through `faces`.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.bushido.full.common import acting
from games.bushido.full.fighting.damage import plus_of
from games.bushido.full.fighting.exchange import initiative, pool
from games.bushido.full.state import Exchange, Harm
from games.bushido.full.steps import lacking_facts, now
from games.bushido.state import BusState, facts_of
from games.rulebook import Text, books
from games.words import plural

Names = Mapping[str, Text]
DICE = Text("{n} die | {n} dice", "{n} кубик | {n} кубика | {n} кубиков")


def place(state: BusState) -> Text | None:
    """The scenario and the turn that is played, after the end the last one: `Sacred Idols · turn 2 of 6`."""
    if not state.scenario:
        return None
    name, last, turn = facts_of(state).name, state.last_turn, state.turn
    if state.detail == "turns" and state.phase == "turns" and turn != last:
        turn += 1  # what is logged is behind
    if not turn:
        return name
    of_en, of_ru = (f" of {last}", f" из {last}") if last else ("", "")
    return Text(f"{name.en} · turn {turn}{of_en}", f"{name.ru} · ход {turn}{of_ru}")


def standing(state: BusState, names: Names) -> Text | None:
    """What comes next: the step, and the models of an exchange with their dice."""
    if state.full is None:
        return _of_turns(state)
    if state.phase not in ("setup", "turns"):
        return None
    fight = state.full.exchange
    told = _harm(state, state.full.harm, names) or _exchange(state, fight, names) or _step(state, names)
    if not state.turn or told is None:
        return _capital(told) if told is not None else None
    return Text(f"Turn {state.turn}: {told.en}", f"Ход {state.turn}: {told.ru}")


def _of_turns(state: BusState) -> Text | None:
    if state.detail == "turns" and state.phase == "turns":
        return Text(f"Turn {state.turn + 1} is played", f"Идёт ход {state.turn + 1}")
    return None


def _step(state: BusState, names: Names) -> Text | None:
    """The step, with the model that acts."""
    step = now(state)
    over = step == "main" and state.full is not None and state.full.active is None
    told = books()["bushido"].words.get("step_main_over" if over else f"step_{step}")
    one = acting(state)
    if told is None or one.resolved or one.model not in names:
        return told
    name = names[one.model]
    return Text(f"{name.en}, {told.en}", f"{name.ru}, {told.ru}")


def _exchange(state: BusState, fight: Exchange | None, names: Names) -> Text | None:
    """`Archer (A), 3 dice, attacks first; Monk (B), 2 dice` once the dice are known."""
    if fight is None or lacking_facts(state):
        return None
    first = fight.first or initiative(state)[0]
    second = fight.other if first == fight.active else fight.active
    dice = {
        lang: [plural(DICE.to(lang), pool(state, model).value, lang) for model in (first, second)]
        for lang in ("en", "ru")
    }
    one, other = names.get(first), names.get(second)
    if one is None or other is None:
        return None
    return Text(
        f"{one.en}, {dice['en'][0]}, attacks first; {other.en}, {dice['en'][1]}",
        f"первой бьёт {one.ru}, {dice['ru'][0]}; {other.ru}, {dice['ru'][1]}",
    )


def _harm(state: BusState, harm: Harm | None, names: Names) -> Text | None:
    """`Archer (A) hits Monk (B): success level 2, +1 to the damage roll`."""
    if harm is None or harm.source not in names or harm.target not in names:
        return None
    one, other, plus = names[harm.source], names[harm.target], plus_of(state, harm).value
    signed = f"{plus:+d}".replace("-", "−")
    more_en, more_ru = (f", {signed} to the damage roll", f", {signed} к броску урона") if plus else ("", "")
    return Text(
        f"{one.en} hits {other.en}: success level {harm.sl}{more_en}",
        f"удар: {one.ru} по {other.ru}, уровень успеха {harm.sl}{more_ru}",
    )


def _capital(told: Text) -> Text:
    return Text(told.en[:1].upper() + told.en[1:], told.ru[:1].upper() + told.ru[1:])
