"""Activations, actions, moves, Ki, traits that are used, tests (see `events.py`). Pure data."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from games.bushido.events import Count, Inches, Name, Part
from games.bushido.full.terms import (
    ActionName,
    Boosted,
    Dice,
    GiftName,
    Interaction,
    Models,
    Reach,
    WaitFor,
    Walk,
)
from games.ruleset import Event


class PassTokenSpent(Event, frozen=True, kw_only=True):
    """The active side passes (BUS-TURN-13)."""

    side: Name


class ModelActivated(Event, frozen=True, kw_only=True):
    """The active side chooses a model (BUS-TURN-12).

    `in_zoc_of`: enemies in whose zone of control it starts; `unseen_by`: enemies that do not see it (BUS-GEN-13);
    `hidden`: enemies in cover from it and beyond their Camouflage (BUS-TRT-18). `mates`: others of its Pack that it
    takes with it, the farthest of them `inches` away (BUS-TRT-73); those of a Group come by themselves.
    """

    model: Name
    in_zoc_of: Models = ()
    unseen_by: Models = ()
    hidden: Models = ()
    mates: Models = ()
    inches: Inches | None = None


class MemberChosen(Event, frozen=True, kw_only=True):
    """The next model of a Group, of a Pack or under Command: to declare its action, or, once all have moved, to fight.

    `in_zoc_of`, `unseen_by`, `hidden` are those of `ModelActivated`.
    """

    model: Name
    in_zoc_of: Models = ()
    unseen_by: Models = ()
    hidden: Models = ()


class ActionDeclared(Event, frozen=True, kw_only=True):
    """The action of the active model (BUS-ACT). `target`: the enemy that it goes for, `also`: others of a Split Attack.

    `wait`: what a Wait removes, from `target` where that is a friendly model. `sees`: line of sight to the
    target. `nearest`, `reach`: the nearest enemy of a Berserk model, and what gets there (BUS-COND-21).
    `reaches`: it is in contact with the objective, with the terrain, or with the friend whose fire it puts out.
    `walk`: before or after a Ranged Attack or a Ki feat (BUS-ACT-18, BUS-KI-03). Of a feat: `cost`, `x`, `believers`,
    `disturbed_by` as in `KiFeatUsed`.
    `nominees`: who gets a counter by an Order, or acts by a Command; `inches`: how far the farthest of them is, or the
    move to whom it heals (`target`, else itself); `leaves`: the enemies out of whose contact that move takes it.
    `beyond`: Disguised enemies of a Melee or a Charge that are out of its reach, so that nobody tests for them
    (BUS-COND-26).
    """

    action: ActionName
    target: Name | None = None
    objective: Name | None = None
    interaction: Interaction | None = None
    wait: WaitFor | None = None
    also: Models = ()
    sees: bool = True
    nearest: Name | None = None
    reach: Reach | None = None
    reaches: bool = True
    walk: Walk = "none"
    feat: Name | None = None
    x: Count | None = None
    cost: Count | None = None
    believers: Models = ()
    disturbed_by: Models = ()
    nominees: Models = ()
    inches: Inches | None = None
    leaves: Models = ()
    beyond: Models = ()


class ModelMoved(Event, frozen=True, kw_only=True):
    """A model moves (BUS-MOVE). `contact`: the enemies that it touches at the end.

    `enters`: enemies whose zone of control it enters. `difficult`: inches of the way in difficult ground,
    `ideal`: it crossed ideal ground. `straight`: the line that the move asks for was kept. `seen_by`: enemies
    that saw it on its way. Of a forced move: `hits`: a model that it ran into, `fell`: off a piece of Huge
    height (BUS-DMG-13), `stopped`: by what, where it ended sooner than the ability says (BUS-SPA-05, -08).
    """

    model: Name
    inches: Inches
    contact: Models = ()
    enters: Models = ()
    difficult: Inches = 0
    ideal: bool = False
    straight: bool = True
    seen_by: Models = ()
    hits: Name | None = None
    fell: bool = False
    stopped: Literal["edge", "impassable"] | None = None


class KiBoosted(Event, frozen=True, kw_only=True):
    """A model pays for a statistic that it is about to use (BUS-KI-12). `cost`: of all steps, where no card says it.

    `believers`, `disturbed_by`: see `KiFeatUsed`; they change every step (BUS-KI-13).
    """

    model: Name
    stat: Boosted
    steps: Annotated[int, msgspec.Meta(ge=1, le=9)] = 1
    cost: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None
    believers: Models = ()
    disturbed_by: Models = ()


class KiFeatUsed(Event, frozen=True, kw_only=True):
    """A model uses a Ki feat (BUS-KI-02 to -09): an Instant or Active one at any moment that allows it, a Simple or
    Complex one as its action goes on.

    `target`: who is targeted, `inches` away, `sees`: in line of sight. `x`: of a feat of cost X. `cost`: what is paid,
    where no card says it. `believers`: friends in range that make it cheaper (BUS-TRT-11), `disturbed_by`: enemies in
    range that make it dearer (BUS-TRT-33).
    """

    model: Name
    feat: Name
    target: Name | None = None
    inches: Inches | None = None
    sees: bool = True
    x: Count | None = None
    cost: Count | None = None
    believers: Models = ()
    disturbed_by: Models = ()


class OpposedTestRolled(Event, frozen=True, kw_only=True):
    """The dice of an opposed Ki test by model (BUS-TEST-05, -06, BUS-KI-08); `winner`: as they decide."""

    dice: dict[str, Dice]
    winner: Name | None = None

    @property
    def chance(self) -> bool:
        return True


class Share(Part, frozen=True, kw_only=True):
    """What one model gets of a trait, or gives to it."""

    model: Name
    amount: Annotated[int, msgspec.Meta(ge=1, le=99)] = 1


class TraitUsed(Event, frozen=True, kw_only=True):
    """A side uses a trait of a model that it may use or not. `targets`: whom it is about, with how much of what.

    `inches`: how far the farthest of them is, or how far it walks; `sees`: line of sight; `fits`: the bases have room
    (BUS-TRG-11).
    """

    model: Name
    trait: GiftName
    targets: tuple[Share, ...] = ()
    inches: Inches | None = None
    sees: bool = True
    fits: bool = True


class TestRolled(Event, frozen=True, kw_only=True):
    """The test that is due (BUS-TEST). `again`: the dice of a Fear test that is rolled again, which count.

    `leader`: a friend with Leadership in range. `supporting`: so many dice, where fewer than all that may support.
    """

    model: Name
    dice: Dice
    again: Dice | None = None
    leader: Name | None = None
    supporting: Annotated[int, msgspec.Meta(ge=0, le=9)] | None = None
    value: int | None = None
    result: int | None = None
    passed: bool | None = None

    @property
    def chance(self) -> bool:
        return True


class ActivationEnded(Event, frozen=True, kw_only=True):
    """An activation is cut short: its action has become impossible (BUS-ACT-07), an effect ends it (BUS-ACT-08), or no
    action was declared in time (BUS-TOUR-10).

    `counters`: how many it costs by that effect.
    """

    reason: Literal["illegal", "effect", "late"]
    counters: Annotated[int, msgspec.Meta(ge=0, le=9)] | None = None


class CounterTaken(Event, frozen=True, kw_only=True):
    """The opponent of a player who chose no model in time takes a counter from a model of that player; play passes
    (BUS-TOUR-10). Told by staff."""

    model: Name
