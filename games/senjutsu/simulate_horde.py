"""Simulated horde runs: wave after wave, level after level, until the character falls.

Called by `simulate.py`.
"""

from __future__ import annotations

from games.senjutsu import events as e
from games.senjutsu.facts import HORDE, OPPONENTS
from games.senjutsu.horde import WAVES, slots_of, types_of
from games.senjutsu.simulate_end import finish, give_up
from games.senjutsu.simulate_setup import build_foe_deck
from games.senjutsu.simulate_table import SimulatedTable
from games.senjutsu.simulate_turns import play_turn
from games.senjutsu.state import standing, standing_foes


def nightmare_slots(table: SimulatedTable) -> dict[str, str]:
    """Mostly none; else one or all three of the katana's slots."""
    types = [key for key, kind in OPPONENTS.types.items() if key != "katana" and not kind.character]
    count = table.rng.choice((0, 0, 0, 1, 3))
    return {slot: table.rng.choice(types) for slot in ("k1", "k2", "k3")[:count]}


def play_run(table: SimulatedTable) -> None:
    """From the registered character to the end of the run."""
    decks = table.chance(0.5)
    if decks:
        _build_decks(table)
    if table.state.options.fallen_lord:
        table.log(e.TerrainPlaced(object="corpse", hex=(3, 3), start=(3, 4)), table.anybody())
    luck = table.rng.choice((0.03, 0.1, 0.25))
    while standing(table.state) and table.state.run.cleared < 3 * WAVES + 2 and table.state.turn < 120:
        _play_wave(table, luck)
        if table.state.phase == "level":
            _between_levels(table)
        if table.chance(0.02):
            break
    give_up(table)
    finish(table)


def _build_decks(table: SimulatedTable) -> None:
    before = len(table.state.foe_decks)
    for slot, type_ in types_of(table.state).items():
        build_foe_deck(table, f"{slot}-{table.state.run.level}", type_)
    assert len(table.state.foe_decks) == before + len(HORDE.slots), "the solo cards suffice for four decks"


def _play_wave(table: SimulatedTable, luck: float) -> None:
    run = table.state.run
    starts = table.rng.sample(sorted(HORDE.starts), len(slots_of(table.state)))
    vos = tuple(
        e.WaveOpponent(vo=f"{slot}", slot=slot, hex=start, wound_limit=run.level)  # type: ignore[arg-type]
        for slot, start in zip(slots_of(table.state), starts, strict=True)
    )
    table.log(e.WaveStarted(level=run.level, wave=run.wave, vos=vos), table.anybody())
    while standing(table.state) and standing_foes(table.state):
        if table.state.options.fallen_lord and table.chance(0.1):
            vo = table.rng.choice(standing_foes(table.state))
            table.log(e.LordAttacked(vo=vo, ignored=table.chance(0.8)), table.anybody())
            continue
        play_turn(table, luck, 0.7)
    if standing(table.state):
        done = e.WaveCleared(level=run.level, wave=run.wave, turn=table.state.turn)
        table.log(done, table.anybody())


def _between_levels(table: SimulatedTable) -> None:
    """HORDE-08: decks anew, where they are logged, then the recovery."""
    state = table.state
    table.log(e.LevelCompleted(level=state.run.cleared // WAVES), table.anybody())
    if state.decks_told:
        _build_decks(table)
    fighter = state.fighters[standing(state)[0]]
    before = fighter.discard
    told = e.RecoveryApplied(
        steps=HORDE.recovery,  # type: ignore[arg-type]
        stuns_removed=min(1, fighter.stuns),
        bleeding_converted=min(1, fighter.bleeding),
        discard_before=before,
        returned=None if before is None else (before + 1) // 2,
        discard_after=None if before is None else before // 2,
    )
    table.log(told, table.anybody())
