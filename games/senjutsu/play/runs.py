"""Simulated horde runs at full detail: waves on their start hexes, the time between levels. Called by `match.py`."""

from __future__ import annotations

from games.hexes import neighbours
from games.senjutsu import events as e
from games.senjutsu.facts import HORDE
from games.senjutsu.full.cards import pile
from games.senjutsu.full.state import terrain_at
from games.senjutsu.horde import WAVES, slots_of, types_of
from games.senjutsu.play import opponents, turns
from games.senjutsu.play.table import PlayTable
from games.senjutsu.state import standing


def build_decks(table: PlayTable) -> None:
    """The four decks of a level, by the types in the slots."""
    level = table.state.run.level
    for slot, type_ in types_of(table.state).items():
        name = slot if type_ in ("katana", "leader") else type_
        opponents.register_decks(table, (name,), f"-{slot}-{level}")


def place_lord(table: PlayTable) -> None:
    """SEN-HORDE-14: beside X."""
    start = table.full.letters["X"]
    free = [
        spot
        for spot in neighbours(start)
        if terrain_at(table.full, spot) is None and spot in (table.full.board or ())
    ]
    table.log(e.TerrainPlaced(object="corpse", hex=table.rng.choice(free), start=start), table.anybody())


def play_waves(table: PlayTable, turns_most: int) -> None:
    """Wave after wave, until the character falls or the evening ends."""
    while table.state.turn < turns_most and standing(table.state):
        if table.state.phase == "level":
            _recover(table)
        _start_wave(table)
        while table.state.phase == "turns" and table.state.turn < turns_most:
            turns.play_turn(table)


def _start_wave(table: PlayTable) -> None:
    run = table.state.run
    slots = slots_of(table.state)
    starts = table.rng.sample(sorted(HORDE.starts), len(slots))
    vos = tuple(
        e.WaveOpponent(
            vo=f"{slot}-{run.level}-{run.wave}",
            slot=slot,
            hex=start,  # type: ignore[arg-type]
            wound_limit=run.level,
            vo_deck=f"{_deck(table, slot)}-{slot}-{run.level}",
            facing=table.rng.randint(0, 5),
        )
        for slot, start in zip(slots, starts, strict=True)
    )
    table.log(e.WaveStarted(level=run.level, wave=run.wave, vos=vos), table.anybody())
    table.vo_decks.clear()
    for one in vos:
        opponents.shuffle_deck(table, one.vo, _deck(table, one.slot))


def _deck(table: PlayTable, slot: str) -> str:
    type_ = types_of(table.state)[slot]
    return slot if type_ in ("katana", "leader") else type_


def _recover(table: PlayTable) -> None:
    """SEN-HORDE-08 to -10."""
    table.log(e.LevelCompleted(level=table.state.run.cleared // WAVES), table.anybody())
    table.vo_decks.clear()
    build_decks(table)
    player = standing(table.state)[0]
    fighter, own = table.state.fighters[player], pile(table.state, player)
    thrown = _thrown(table, player)
    table.rng.shuffle(thrown)
    staying = thrown[: own.discard // 2]
    event = e.RecoveryApplied(
        steps=HORDE.recovery,  # type: ignore[arg-type]
        stuns_removed=min(1, fighter.stuns),
        bleeding_converted=min(1, fighter.bleeding),
        discard_before=own.discard,
        returned=(own.discard + 1) // 2,
        position=table.full.letters["X"],
        facing=table.rng.randint(0, 5),
        staying=tuple(staying) if table.chance(0.7) else None,
    )
    table.log(event, table.anybody())
    table.decks[player] += thrown[own.discard // 2 :]
    table.rng.shuffle(table.decks[player])


def _thrown(table: PlayTable, player: str) -> list[str]:
    """What lies on the discard pile: all cards of the deck that are nowhere else."""
    own = table.state.fighters[player].cards or {}
    left = [card for card, copies in own.items() for _ in range(copies)]
    for card in (*table.decks[player], *table.hands[player]):
        left.remove(card)
    return left
