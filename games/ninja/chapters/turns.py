"""Turn reports: `turn_summarised` (NIN-TSUM-01 to -09, NIN-RESP-01, -02). Called by `rules.py`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from games.gaps import some
from games.judging import echoes, first_broken
from games.ninja.chapters.hands import size_of
from games.ninja.events import TurnSummarised
from games.ninja.facts import DECKS, LIMITS
from games.ninja.permissions import Violations, seated
from games.ninja.state import Fate, NinjaState, all_out, limit_of, named, numbers
from games.ruleset import Actor, RuleViolation

HIGH = 3
DEADLY = {"ninja": ("kenjutsu", "shuriken"), "traitor": ("kenjutsu",)}
"""The cards of each intruder that take a guard off the map."""
LISTS = ("deaths", "respawned", "left", "missions_completed")
COUNTS = (
    "drawn",
    "cards_alert",
    "cards_action",
    "kenjutsu",
    "guards_end",
    "drunk_end",
    "awakened",
    "ambush_placed",
    "killed",
)


class Turn(NamedTuple):
    """A turn report with what follows from the rest of it."""

    alert_start: int
    drawn: int
    kenjutsu: int
    guards_end: int
    respawned: tuple[str, ...]


def whole(state: NinjaState, event: TurnSummarised) -> Turn:
    """What is told, and what follows where nothing is."""
    due = _due(state, event)
    told = {name: getattr(event, name) for name in Turn._fields}
    return due._replace(**{name: value for name, value in told.items() if value is not None})


def _due(state: NinjaState, event: TurnSummarised) -> Turn:
    """What follows: NIN-TSUM-01, -02, -05, -06, -08."""
    # Wounds that are told as healed are no cards: NIN-CMB-10 speaks of them.
    cards = sum(
        max(0, _wounded(state, event, name)) for name, fate in state.intruders.items() if not fate.out
    )
    guards = state.guards + event.awakened + event.ambush_placed - event.killed
    back = tuple(name for name in state.intruders if name in _respawning(state, event))
    return Turn(state.alert, most_drawn(state), cards, guards, back)


def most_drawn(state: NinjaState) -> int:
    """NIN-ALERT-03, NIN-TSUM-02: as many cards as the alert says, of each guard player."""
    return state.alert * (2 if state.mode == "four" else 1)


def least_deck(state: NinjaState) -> int:
    """NIN-SETUP-05, NIN-ALERT-02, NIN-RESP-07: how many cards a draw deck holds at least: what was not drawn, or chosen
    as a bonus, so far. Of two decks the one from which everything may have come."""
    deck = DECKS["guard"]
    at_first = (deck.total - deck.hand) // (2 if state.mode == "four" else 1)
    return at_first - state.drawn - LIMITS.bonus_cards * respawns(state)


def _counted(state: NinjaState, event: TurnSummarised) -> int:
    """The cards drawn in a turn: of two guard players older logs tell what each of them drew."""
    drawn = whole(state, event).drawn
    return 2 * drawn if state.mode == "four" and drawn <= state.alert else drawn


def may_be_short(state: NinjaState) -> bool:
    """NIN-ALERT-03: whether the next draw may find too few cards."""
    return state.alert > least_deck(state)


def respawns(state: NinjaState) -> int:
    """NIN-RESP-01: how many copies came back so far."""
    return sum(any(turn <= LIMITS.last_respawn for turn in fate.deaths) for fate in state.intruders.values())


def check_turn_summarised(state: NinjaState, event: TurnSummarised, by: Actor) -> Violations:
    """Who, names and numbers, then NIN-TSUM-01 to -09 in their order."""
    return first_broken(
        seated(state, by),
        _check_values(state, event),
        _check_order(state, event),
        _check_alert(state, event),
        _check_cards(state, event),
        _check_kenjutsu(state, event),
        _check_guards(state, event),
        _check_searches(state, event),
        _check_wounds(state, event),
        _check_once(state, event),
    )


def _check_values(state: NinjaState, event: TurnSummarised) -> Violations:
    """NIN-LOG-06: no negative numbers; intruders of this match, each once in a list, all of them in wounds."""
    for field in COUNTS:
        if (getattr(event, field) or 0) < 0:
            yield RuleViolation("NIN-LOG-06", {"told": {field: getattr(event, field)}, "legal": "0+"})
    lists = {field: getattr(event, field) or () for field in LISTS}
    told = [name for names in lists.values() for name in names]
    strange = {name for name in (*told, *event.wounds, *event.searches) if name not in state.intruders}
    for one in sorted(strange):
        yield RuleViolation("NIN-LOG-06", {"told": some(one), "legal": list(state.intruders)})
    for field, names in lists.items():
        if len(set(names)) < len(names):
            yield RuleViolation("NIN-LOG-06", {"twice": field})


def _check_order(state: NinjaState, event: TurnSummarised) -> Violations:
    """NIN-TSUM-01, NIN-TURN-02, NIN-SETUP-02."""
    due, alert = state.turn + 1, whole(state, event).alert_start
    if event.turn != due:
        yield RuleViolation("NIN-TSUM-01", {"turn": event.turn, "expected": due})
        yield from echoes(RuleViolation("NIN-TURN-02", {"told": event.turn, "limit": due}))
    elif alert != state.alert:
        yield RuleViolation("NIN-TSUM-01", {"alert": state.alert, "alert_start": alert})
        if due == 1:
            yield from echoes(RuleViolation("NIN-SETUP-02", {"told": alert}))


def _check_alert(state: NinjaState, event: TurnSummarised) -> Violations:
    """NIN-TSUM-02, NIN-ALERT-03, then what the alert is at the end."""
    drawn = whole(state, event).drawn
    # Logs of two guard players that tell what each of them drew, and not both together, stay legal.
    whole_draw = drawn in (state.alert, most_drawn(state))
    short = event.deck_short and may_be_short(state)
    if drawn > most_drawn(state) or not (whole_draw or short):
        params = {"told": drawn, "expected": most_drawn(state)}
        params |= {"lying": least_deck(state)} if event.deck_short and not short else {}
        yield RuleViolation("NIN-TSUM-02", params)
        yield RuleViolation("NIN-ALERT-03", params)
    yield from _check_alert_end(state, event)


def _check_alert_end(state: NinjaState, event: TurnSummarised) -> Violations:
    """NIN-TSUM-03, NIN-ALERT-01, -04, -06, -08, NIN-MODE-BAL-02."""
    fallen = max(0, state.alert - 1)
    least = least_alert(state, event)
    if least <= event.alert_end <= HIGH:
        return
    params = {"told": event.alert_end, "low": least, "high": HIGH}
    yield RuleViolation("NIN-TSUM-03", params)
    if not 0 <= event.alert_end <= HIGH:
        yield RuleViolation("NIN-ALERT-01", params)
    elif event.ambush_placed:
        yield RuleViolation("NIN-ALERT-06", {"told": event.alert_end, "expected": HIGH})
    elif event.alert_end >= fallen:
        yield RuleViolation("NIN-MODE-BAL-02", {**params, "expected": least})
    else:
        yield RuleViolation("NIN-ALERT-08", params)


def least_alert(state: NinjaState, event: TurnSummarised | None = None) -> int:
    """NIN-ALERT-04, -06, NIN-MODE-BAL-02: it falls by one; the intruders act last, and nothing lowers again what an
    ambush or a completed mission raised."""
    fallen = max(0, state.alert - 1)
    if event is None:
        return fallen
    if event.ambush_placed:
        return HIGH
    raised = len(event.missions_completed) if state.options.mission_raises_alert else 0
    return min(HIGH, fallen + raised)


def _check_cards(state: NinjaState, event: TurnSummarised) -> Violations:
    """NIN-TSUM-04, NIN-CARD-03, NIN-LIS-12."""
    drawn = whole(state, event).drawn
    told = {"cards_alert": event.cards_alert, "cards_action": event.cards_action}
    legal = {"cards_alert": drawn, "cards_action": LIMITS.cards_in_action}
    over_alert = event.cards_alert > drawn
    over_action = event.cards_action > LIMITS.cards_in_action
    # Whoever woke up was woken by a card.
    listened = event.free_listen and (any(told.values()) or event.awakened > 0)
    if over_alert or over_action or listened:
        params = {
            "told": told,
            "limit": legal,
            "listened": event.free_listen,
            "awakened": event.awakened or None,
        }
        yield RuleViolation("NIN-TSUM-04", params)
    if over_action:
        yield RuleViolation("NIN-CARD-03", {"told": event.cards_action, "limit": LIMITS.cards_in_action})
    if listened:
        yield RuleViolation("NIN-LIS-12", {"against": "a_card_played"})


def _check_kenjutsu(state: NinjaState, event: TurnSummarised) -> Violations:
    """NIN-TSUM-05: the cards are the wounds of this turn; an attack leaves the alert at High; NIN-CMB-06: each guard
    attacks once."""
    due, told = _due(state, event).kenjutsu, whole(state, event).kenjutsu
    wrong: dict[str, int] = {}
    if told != due:
        wrong |= {"told": told, "expected": due}
    if told and event.alert_end != HIGH:
        wrong |= {"alert": event.alert_end}
    guards = state.guards + event.awakened
    if told > guards:
        wrong |= {"cards": told, "guards": guards}
    if wrong:
        yield RuleViolation("NIN-TSUM-05", wrong)


def _wounded(state: NinjaState, event: TurnSummarised, name: str) -> int:
    return _wounds(state, event, name) - state.intruders[name].wounds + _deadly(event, name)


def _deadly(event: TurnSummarised, name: str) -> int:
    return limit_of(name) if name in event.deaths else 0


def _wounds(state: NinjaState, event: TurnSummarised, name: str) -> int:
    """The wounds after the turn: as told, or as many as before; none of who died or was out."""
    fate = state.intruders[name]
    return event.wounds.get(name, 0 if name in event.deaths or fate.out else fate.wounds)


def _check_guards(state: NinjaState, event: TurnSummarised) -> Violations:
    """NIN-TSUM-06, NIN-LIM-01: the numbers that are wrong, each with what is possible."""
    due, told = _due(state, event).guards_end, whole(state, event).guards_end
    drunk = min(most_drunk(state, event), max(0, told))
    wrong: dict[str, int] = {}
    if told != due:
        wrong |= {"told": told, "expected": due}
    elif not 0 <= told <= LIMITS.guards:
        wrong |= {"would": told, "most": LIMITS.guards}
    if event.drunk_end > drunk:
        wrong |= {"drunk": event.drunk_end, "limit": drunk}
    if event.awakened > may_wake(state, event):
        wrong |= {"awakened": event.awakened, "asleep": may_wake(state, event)}
    if event.ambush_placed > lying_in_wait(state):
        wrong |= {"placed": event.ambush_placed, "waiting": lying_in_wait(state)}
    if event.killed > may_kill(state, event):
        wrong |= {"slain": event.killed, "deadly": may_kill(state, event)}
    if wrong:
        yield RuleViolation("NIN-TSUM-06", wrong)
    most = max(told, state.guards + event.awakened)
    if most > LIMITS.guards:
        yield RuleViolation("NIN-LIM-01", {"told": most, "limit": LIMITS.guards})


def most_drunk(state: NinjaState, event: TurnSummarised | None = None) -> int:
    """NIN-EFF-04, -05: how many guards may be drunk after the turn: only a traitor that is there makes more of them."""
    fate = state.intruders.get("traitor")
    pours = fate is not None and not fate.out
    if pours and event is not None and "traitor" in event.deaths:
        pours = "traitor" in _respawning(state, event)
    return LIMITS.drunk if pours else state.drunk


def asleep(state: NinjaState) -> int:
    """NIN-SETUP-11, NIN-RESP-08: how many guards may be asleep at most before the next turn."""
    return numbers(state)[2] + LIMITS.bonus_sleepers * respawns(state) - state.awakened


def may_wake(state: NinjaState, event: TurnSummarised | None = None) -> int:
    """NIN-AWK-01, -02, NIN-LIM-01: how many guards may wake up in the next turn, each by a card, before any falls."""
    return max(0, min(asleep(state), LIMITS.guards - state.guards, _playable(state, event)))


def _playable(state: NinjaState, event: TurnSummarised | None) -> int:
    """NIN-CARD-01, -03: how many cards the guards may have played; numbers that stand at 0 were not told."""
    if event is None:
        return most_drawn(state) + LIMITS.cards_in_action
    drawn = whole(state, event).drawn
    return (event.cards_alert or drawn) + (event.cards_action or LIMITS.cards_in_action)


def may_kill(state: NinjaState, event: TurnSummarised | None = None) -> int:
    """NIN-CMB-01, NIN-EFF-01, NIN-INT-11: how many guards may fall in the next turn: each took a card that is gone, of
    the hands that the intruders have had."""
    cards = 0
    for name, fate in state.intruders.items():
        again = _may_respawn(state, name) if event is None else name in _respawning(state, event)
        back = again or any(turn <= LIMITS.last_respawn for turn in fate.deaths)
        cards += _most_deadly(state, name, back)
    return max(0, cards - state.killed)


def _may_respawn(state: NinjaState, name: str) -> bool:
    fate = state.intruders[name]
    return not (fate.out or fate.deaths) and state.turn < LIMITS.last_respawn


def _most_deadly(state: NinjaState, name: str, back: bool) -> int:
    """The cards that kill of a first hand, and of a second one where a copy came `back`."""
    kind = named(name)
    decks = tuple(DEADLY) if kind == "solo" else (kind,)
    most = sum(_in_deck(state, deck) for deck in decks)
    first = min(most, size_of(kind, state.options.intruder_hand_delta))
    return first + (min(most, size_of(kind, respawn=True)) if back else 0)


def _in_deck(state: NinjaState, deck: str) -> int:
    """NIN-SETUP-06: how many cards that kill a deck holds at most."""
    facts, deadly = DECKS["traitor" if deck == "traitor" else "ninja"], DEADLY[deck]
    copies = (state.copies or {}).get(deck)
    if copies:
        return sum(copies.get(card, 0) for card in deadly)
    return facts.total - sum(card.least for key, card in facts.cards.items() if key not in deadly)


def lying_in_wait(state: NinjaState) -> int:
    """NIN-SETUP-12, NIN-HAZ-06: how many guards may be in ambush at most."""
    return LIMITS.ambushes - state.ambushes_placed


def _check_searches(state: NinjaState, event: TurnSummarised) -> Violations:
    """NIN-TSUM-07, NIN-SRCH-02."""
    for name, told in sorted(event.searches.items()):
        most = 0 if state.intruders[name].out else LIMITS.searches
        if not 0 <= told <= most:
            yield RuleViolation("NIN-TSUM-07", {"intruder": name, "told": told, "limit": most})
            if told > LIMITS.searches:
                yield RuleViolation("NIN-SRCH-02", {"intruder": name, "told": told, "limit": most})


def _check_wounds(state: NinjaState, event: TurnSummarised) -> Violations:
    """NIN-TSUM-08, NIN-RESP-01, -02, NIN-CMB-09, -10."""
    for name, fate in state.intruders.items():
        after = _wounds(state, event, name)
        least = 0 if name in event.deaths or fate.out else fate.wounds
        most = 0 if name in event.deaths or fate.out else limit_of(name) - 1
        if not least <= after <= most:
            params = {"intruder": name, "told": after, "low": least, "high": most}
            yield RuleViolation("NIN-TSUM-08", params)
            if after > most and (name in event.deaths or fate.out):
                yield RuleViolation("NIN-CMB-09", {"gone": name, "wounds": after})
            else:
                yield RuleViolation("NIN-CMB-09" if after > most else "NIN-CMB-10", params)
    yield from _check_respawns(state, event)


def _check_respawns(state: NinjaState, event: TurnSummarised) -> Violations:
    told = whole(state, event).respawned
    for name in sorted(set(told) ^ _respawning(state, event)):
        second = name in told and bool(state.intruders[name].deaths)
        params = {"intruder": name, "turn": event.turn, "limit": LIMITS.last_respawn}
        yield RuleViolation("NIN-RESP-02" if second else "NIN-RESP-01", params)
        yield RuleViolation("NIN-TSUM-08", {"back": name})


def _respawning(state: NinjaState, event: TurnSummarised) -> set[str]:
    early = event.turn <= LIMITS.last_respawn
    return {name for name in event.deaths if early and not state.intruders[name].deaths}


def _check_once(state: NinjaState, event: TurnSummarised) -> Violations:
    """NIN-TSUM-09: nothing after it is out; a mission once per copy; what comes after a death is the new copy's; where
    no intruder is left to act no guard falls or steps out of an ambush."""
    acts = Counter([*event.left, *event.missions_completed, *(n for n, k in event.searches.items() if k)])
    for name in sorted({*acts, *event.deaths}):
        back = name in whole(state, event).respawned
        if not all(_may(state.intruders[name], event, name, back)):
            yield RuleViolation("NIN-TSUM-09", {"intruder": name})
    deeds = {name: getattr(event, name) for name in ("killed", "ambush_placed") if getattr(event, name)}
    if deeds and not any(_acts(state, event, name) for name in state.intruders):
        yield RuleViolation("NIN-TSUM-09", {"deeds": deeds})


def _acts(state: NinjaState, event: TurnSummarised, name: str) -> bool:
    """NIN-END-02: whether an intruder comes to its phase; where nobody does, the death of the last one was the end."""
    dies = name in event.deaths and name not in whole(state, event).respawned
    return not (state.intruders[name].out or dies)


def _may(fate: Fate, event: TurnSummarised, name: str, back: bool) -> Iterator[bool]:
    yield not fate.out
    acted = name in event.left or name in event.missions_completed or event.searches.get(name, 0) > 0
    died = name in event.deaths
    yield not (died and acted) or back
    yield not (name in event.missions_completed and fate.mission and not died)


def on_turn_summarised(state: NinjaState, event: TurnSummarised) -> NinjaState:
    fates = {name: _fate_after(state, event, name) for name in state.intruders}
    state = replace(
        state,
        turn=event.turn,
        alert=event.alert_end,
        guards=whole(state, event).guards_end,
        drunk=event.drunk_end,
        drawn=state.drawn + _counted(state, event),
        killed=state.killed + event.killed,
        awakened=state.awakened + event.awakened,
        ambushes_placed=state.ambushes_placed + event.ambush_placed,
        intruders=fates,
    )
    over = all_out(state) or state.turn >= LIMITS.turns
    return replace(state, phase="over") if over else state


def _fate_after(state: NinjaState, event: TurnSummarised, name: str) -> Fate:
    fate, died = state.intruders[name], name in event.deaths
    return replace(
        fate,
        wounds=_wounds(state, event, name),
        deaths=(*fate.deaths, event.turn) if died else fate.deaths,
        mission=name in event.missions_completed or (fate.mission and not died),
        left=event.turn if name in event.left else fate.left,
    )
