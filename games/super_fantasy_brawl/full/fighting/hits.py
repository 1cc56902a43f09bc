"""What an attack does, from the printed numbers: SFB-CMB-13, -15. Read by what may come next, pads and simulation."""

from __future__ import annotations

from itertools import product

from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.full.board.arena import cell_of
from games.super_fantasy_brawl.full.bonuses import Sums, defence_sums, strength_sums
from games.super_fantasy_brawl.full.cards import card_of, defence_of
from games.super_fantasy_brawl.full.common import action_of
from games.super_fantasy_brawl.state import SfbState

Hits = tuple[a.Hit, ...]


def hit(target: str, strength: int, more: int, defence: int, guard: int) -> a.Hit:
    """What an attack of this strength does to a target of this defence, each with what modifies it."""
    return a.Hit(
        champion=target,
        strength=strength,
        defence=defence,
        damage=max(0, strength + more - max(0, defence + guard)),
        strength_mods=(a.Modified(more),) if more else (),
        defence_mods=(a.Modified(guard),) if guard else (),
    )


def possible_hits(state: SfbState) -> tuple[Hits, ...]:
    """Every result that the open attack may have: one, or one for each way in which texts may count.

    What modifies a number and is not known counts nothing here; () where strength or defence are not printed.
    """
    action = action_of(state)
    printed = card_of(state, action.card)
    if printed is None or printed.attack is None:
        return ()
    standing = [one for one in action.targets if cell_of(state, one) is not None]
    found: list[Hits] = []
    for more in _sums(strength_sums(state)):
        found += product(*(_on(state, one, printed.attack, more) for one in standing))
    return tuple(found)


def are_hits_known(state: SfbState) -> bool:
    """Whether nothing that nobody imported could change them."""
    if strength_sums(state) is None:
        return False
    standing = [one for one in action_of(state).targets if cell_of(state, one) is not None]
    return all(defence_sums(state, one) is not None for one in standing)


def _on(state: SfbState, target: str, strength: int, more: int) -> list[a.Hit]:
    defence = defence_of(state, target)
    guards = _sums(defence_sums(state, target))
    return [] if defence is None else [hit(target, strength, more, defence, guard) for guard in guards]


def _sums(sums: Sums | None) -> list[int]:
    return sorted(sums) if sums else [0]
