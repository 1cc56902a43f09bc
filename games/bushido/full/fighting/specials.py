"""Special attacks and defences (section 3.7, BUS-SPA): what each does, as data. Costs stand on the cards."""

from __future__ import annotations

from typing import NamedTuple


class Move(NamedTuple):
    """A forced move: `who` is the `attacker` or the `defender`; `inches` None: as far as it takes; `to`: towards
    whom."""

    who: str
    inches: float | None
    to: str | None = None
    optional: bool = False


class Ability(NamedTuple):
    """An ability by its name. `damage`: full, half or none; `prone`: who is knocked down; `marker`: what somebody
    gains.

    `moves` happen in their order; `throws`: the move can knock others down (BUS-SPA-06, -08).
    """

    kind: str
    damage: str = "full"
    prone: str | None = None
    marker: tuple[str, str] | None = None
    moves: tuple[Move, ...] = ()
    throws: bool = False
    plus: int = 0


A, D = "attacker", "defender"
ABILITIES: dict[str, Ability] = {
    "Combo Attack": Ability("attack"),
    "Critical Attack": Ability("attack"),
    "Drag Attack": Ability("attack", "none", moves=(Move(A, 1), Move(D, 1, A))),
    "Forceback Attack": Ability("attack", "half", moves=(Move(D, 1), Move(A, 1, D))),
    "Grapple Attack": Ability("attack", "none", marker=(D, "held")),
    "Powerful Attack": Ability("attack", plus=3),
    "Push Attack": Ability("attack", "none", moves=(Move(D, None),)),
    "Sidestep Attack": Ability("attack", "none", moves=(Move(A, None),)),
    "Slam Attack": Ability("attack", "half", prone=D, moves=(Move(D, 3),), throws=True),
    "Stun Attack": Ability("attack", marker=(D, "stunned")),
    "Sweep Attack": Ability("attack", "half", prone=D),
    "Throw Attack": Ability("attack", "half", prone=D, moves=(Move(D, 2),), throws=True),
    "Ivory Prison Attack": Ability("attack", "none"),
    "Gokusatsu Attack": Ability("attack", "none"),
    "Counterstrike Defence": Ability("defence"),
    "Drag Defence": Ability("defence", "none", moves=(Move(D, 1), Move(A, None, D))),
    "Forceback Defence": Ability("defence", "none", moves=(Move(A, 1), Move(D, None, A))),
    "Push Defence": Ability("defence", "none", moves=(Move(A, None),)),
    "Grapple Defence": Ability("defence", "none", marker=(A, "held")),
    "Sidestep Defence": Ability("defence", "none", moves=(Move(D, None),)),
    "Sweep Defence": Ability("defence", "none", prone=A),
    "Throw Defence": Ability("defence", "none", prone=A, moves=(Move(A, 2),), throws=True),
    "Eagle's Flight Defence": Ability("defence", "none", moves=(Move(D, 3, None, True),)),
    "Web Defence": Ability("defence", "none"),
}
_SPELT = {name.casefold(): name for name in ABILITIES}
OTHER_ATTACK, OTHER_DEFENCE = Ability("attack"), Ability("defence", "none")
"""What only a card knows: the attack does its damage, and the text of the card tells the rest."""


def ability(name: str | None, kind: str) -> Ability | None:
    """The ability of a name, if it is of this kind; one that only a card knows ends in what it is."""
    if name is None:
        return None
    known = ABILITIES.get(known_as(name) or "")
    if known is None:
        is_defence = name.casefold().endswith(("defence", "defense"))
        known = OTHER_DEFENCE if is_defence else OTHER_ATTACK
    return known if known.kind == kind else None


def known_as(name: str | None) -> str | None:
    """An ability as `ABILITIES` names it, however the card spells it; another one as it is told."""
    if name is None:
        return None
    return _SPELT.get(name.casefold().replace("defense", "defence").replace("’", "'"), name)
