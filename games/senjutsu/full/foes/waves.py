"""Waves of a horde at full detail: start hexes, the clear, and the fallen lord's token.

SEN-HORDE-02 to -06, -14, -15. Called through `rules.py`; `games.senjutsu.chapters.horde` judges what is the
same at every level, `levels.py` what happens between two levels.
"""

from __future__ import annotations

from games.gaps import known
from games.hexes import Hex, distance, within
from games.ruleset import Actor, RuleViolation
from games.senjutsu.chapters import horde
from games.senjutsu.events import LordAttacked, TerrainPlaced, WaveCleared, WaveOpponent, WaveStarted
from games.senjutsu.facts import HORDE, OPPONENTS
from games.senjutsu.full import setup
from games.senjutsu.full.attacks.strikes import outcome_at
from games.senjutsu.full.effect_events import AttackResolved
from games.senjutsu.full.foes.virtual import deck_of
from games.senjutsu.full.harm import fallen
from games.senjutsu.full.movement.ground import walls
from games.senjutsu.full.preconditions import due_for, in_step, no_longer_due, passing, put, table, together
from games.senjutsu.full.refusals import spot
from games.senjutsu.full.state import SETUP, Due, FullState, Pile, Thing, changed, flagged
from games.senjutsu.permissions import Violations, a_side, in_mode, in_phase, seated
from games.senjutsu.state import Foe, SenjutsuState, shared, standing

AROUND = 3
"""How far from a start hex a free one is looked for where nobody told the board."""
APPLIED = ("hit", "empty")
"""Outcomes of an attack on a hex that was not ignored."""


def check_terrain_placed(state: SenjutsuState, event: TerrainPlaced, by: Actor) -> Violations:
    """SEN-HORDE-14: the token of the lord lies beside X; every other object as anywhere."""
    if not is_lord(state, event):
        return setup.check_terrain_placed(state, event, by)
    return passing(
        event,
        together(in_step(state, *SETUP), seated(state, by)),
        _check_lord(state, event),
    )


def is_lord(state: SenjutsuState, event: TerrainPlaced) -> bool:
    """Whether a corpse is the fallen lord: nobody's object, told with X or in a run that wants one."""
    wanted = state.options.fallen_lord and state.lord is None
    return event.object == "corpse" and (event.start is not None or (wanted and event.player is None))


def _check_lord(state: SenjutsuState, event: TerrainPlaced) -> Violations:
    full = table(state)
    start = full.letters.get("X") or event.start
    told_right = event.start is None or event.start == start
    beside = start is not None and distance(event.hex, start) == 1 and told_right
    free = not any(True for _ in setup.check_object(state, event.object, event.hex))
    due = state.options.fallen_lord and state.lord is None
    if not (due and beside and free):
        yield RuleViolation("SEN-HORDE-14", horde.token_fault(state, event, start))


def on_terrain_placed(state: SenjutsuState, event: TerrainPlaced) -> SenjutsuState:
    """The token keeps the rule of a corpse."""
    if not is_lord(state, event):
        return setup.on_terrain_placed(state, event)
    full = table(state)
    return put(state, changed(full, terrain=(*full.terrain, Thing(event.hex, event.object))), lord=event.hex)


def check_wave_started(state: SenjutsuState, event: WaveStarted, by: Actor) -> Violations:
    """SEN-HORDE-02 to -04, -06: between two turns, complete, each opponent on its own start hex."""
    first = horde.is_first(state)
    return passing(
        event,
        in_mode(state, "horde"),
        _check_moment(state, first),
        seated(state, by),
        _check_set_up(state) if first else iter(()),
        together(
            horde.check_wave(state, event),
            _check_decks(state, event),
            *(a_side(one.vo, one.facing) for one in event.vos),
            _check_letters(state, event),
        ),
    )


def _check_moment(state: SenjutsuState, first: bool) -> Violations:
    """SEN-HORDE-06: before the first turn, or after the turn in which the last wave was cleared."""
    step = table(state).step
    if first:
        yield from in_phase(state, "roster", "turns", "waves")
        yield from in_step(state, "prepared", "hands")
    else:
        yield from in_phase(state, "waves")
        if state.phase == "waves" and step != "between":
            yield RuleViolation("SEN-HORDE-06")


def _check_set_up(state: SenjutsuState) -> Violations:
    """SEN-SETUP-12: the start hand is dealt."""
    full = table(state)
    missing = [player for player in state.fighters if not full.piles.get(player, Pile()).dealt]
    if missing:
        yield RuleViolation("SEN-SETUP-12", {"missing": missing})


def _check_decks(state: SenjutsuState, event: WaveStarted) -> Violations:
    """SEN-HORDE-01: every opponent has a deck that was built for its type, each its own."""
    types = horde.types_of(state)
    told = [one for one in event.vos if one.vo_deck is not None]
    names = [one.vo_deck for one in told]
    for one in told:
        deck = state.foe_decks.get(one.vo_deck or "")
        if deck is None or deck.vo_type != types.get(one.slot) or names.count(one.vo_deck) > 1:
            yield RuleViolation("SEN-HORDE-01", {"told": [one.vo, known(one.vo_deck)]})


def _check_letters(state: SenjutsuState, event: WaveStarted) -> Violations:
    """SEN-HORDE-04: a start hex is told once, each on its own free hex of the board."""
    full, told = table(state), event.start_letters or {}
    for letter, place in told.items():
        now = full.letters.get(letter)
        others = [other for key, other in letters_of(full, event).items() if key != letter]
        outside = full.board is not None and place not in full.board
        if now not in (None, place) or place in others or outside or setup.is_wall(full, place):
            expected = {letter: spot(now)} if now is not None else "another_hex"
            yield RuleViolation("SEN-HORDE-04", {"actor": f"{letter} {spot(place)}", "expected": expected})


def letters_of(full: FullState, event: WaveStarted) -> dict[str, Hex]:
    """Where the start hexes lie, with those that the wave tells."""
    found: dict[str, Hex] = {**full.letters}
    found.update({str(letter): place for letter, place in (event.start_letters or {}).items()})
    return found


def on_wave_started(state: SenjutsuState, event: WaveStarted) -> SenjutsuState:
    """Every opponent is as new, its deck shuffled; the character keeps all it has (SEN-HORDE-06)."""
    types = horde.types_of(state)
    if event.start_letters:
        state = put(state, changed(table(state), letters=letters_of(table(state), event)))
    places = start_hexes(state, event.vos)
    foes = {one.vo: _placed(one, types, places[one.vo]) for one in event.vos}
    full = table(state)
    gone = set(state.foes) - set(foes)
    piles = {actor: pile for actor, pile in full.piles.items() if actor not in gone}
    piles |= {one.vo: deck_of(state, foes[one.vo].vo_type, one.vo_deck) for one in event.vos}
    full = changed(full, step="between", piles=piles)
    unknown = any(isinstance(place, str) for place in places.values())
    return put(state, flagged(full, "SEN-HORDE-04") if unknown else full, phase="turns", foes=foes)


def _placed(one: WaveOpponent, types: dict[str, str], place: Hex | str) -> Foe:
    vo_type = types.get(one.slot, one.slot)
    stands = {"vo_type": vo_type, "hex": place, "behaviour": HORDE.starts[one.hex]}
    return Foe(**{**shared(one, Foe), **stands, "in_cover": OPPONENTS.types[vo_type].cover})


def start_hexes(state: SenjutsuState, vos: tuple[WaveOpponent, ...]) -> dict[str, Hex | str]:
    """Each opponent's hex by its letter; a letter of unknown place stays a letter.

    Who would stand on an actor or in blocking terrain takes the nearest free start hex, or the nearest free hex where
    no letter is free.
    """
    full = table(state)
    taken = {fighter.hex for fighter in state.fighters.values() if fighter.hex is not None} | walls(full)
    letters = {key: place for key, place in full.letters.items() if key != "X"}
    found: dict[str, Hex | str] = {}
    for one in sorted(vos, key=lambda one: letters.get(one.hex) in taken):
        wanted = letters.get(one.hex)
        if wanted is not None and wanted in taken:
            wanted = _nearest_free(full, wanted, taken, [*letters.values()])
        found[one.vo] = wanted or one.hex
        if wanted is not None:
            taken.add(wanted)
    return found


def _nearest_free(full: FullState, wanted: Hex, taken: set[Hex], starts: list[Hex]) -> Hex:
    free = [place for place in starts if place not in taken]
    if not free:
        board = full.board if full.board is not None else within(wanted, AROUND)
        free = [place for place in board if place not in taken]
    return min(free, key=lambda place: (distance(place, wanted), place), default=wanted)


def check_wave_cleared(state: SenjutsuState, event: WaveCleared, by: Actor) -> Violations:
    """SEN-HORDE-05: the last opponent fell while the character stood; the turn is the one in which it fell."""
    return passing(
        event,
        together(in_mode(state, "horde"), in_phase(state, "turns"), seated(state, by)),
        horde.check_clear(state, event),
    )


def on_wave_cleared(state: SenjutsuState, event: WaveCleared) -> SenjutsuState:
    """The turn goes on; the seats of the fallen are cleared with them."""
    full = table(state)
    seats = {actor: seat for actor, seat in full.seats.items() if actor not in state.foes}
    return horde.on_wave_cleared(put(state, changed(full, seats=seats)), event)


def lord_due(state: SenjutsuState, event: AttackResolved) -> tuple[Due, ...]:
    """SEN-HORDE-15: an attack of an opponent on the token's hex is told of next."""
    strike = table(state).strike
    if state.lord is None or event.attacker not in state.foes:
        return ()
    told = [result.outcome for result in event.results if tuple(result.hex) == state.lord]
    if strike is not None and state.lord in strike.hexes and not told:
        told = [outcome_at(state, strike, state.lord) or "empty"]
    if not told:
        return ()
    ignored = not any(outcome in APPLIED for outcome in told)
    return (Due("lord_attacked", event.attacker, "SEN-HORDE-15", {"ignored": ignored}),)


def check_lord_attacked(state: SenjutsuState, event: LordAttacked, by: Actor) -> Violations:
    """SEN-HORDE-15: right after the attack, and as the attack says."""
    return passing(event, together(in_step(state, "resolve"), seated(state, by)), _check_told(state, event))


def _check_told(state: SenjutsuState, event: LordAttacked) -> Violations:
    due = due_for(table(state), "lord_attacked", event.vo)
    if due is None:
        yield RuleViolation("SEN-HORDE-15", {"actor": event.vo})
    elif due.told.get("ignored") != event.ignored:
        expected = known(due.told.get("ignored"))
        yield RuleViolation(
            "SEN-LOG-08", {"what": "what_ignored", "told": event.ignored, "expected": expected}
        )


def on_lord_attacked(state: SenjutsuState, event: LordAttacked) -> SenjutsuState:
    """The run is lost by an attack that was applied to the token's hex."""
    full = no_longer_due(table(state), "lord_attacked", event.vo)
    state = put(state, full)
    return state if event.ignored else fallen(state, dict.fromkeys(standing(state), "lord"))
