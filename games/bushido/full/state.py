"""What a match at full detail holds besides `BusState`: figures of every model, whose move it is, what is waited for.

Places, victory points, objectives, zones and secrets stay in `BusState`, as at every other level; this adds the rest.
Frozen: change with the helpers of `common.py`.
"""

from __future__ import annotations

import msgspec

from games.bushido.full.events import RulesApplied
from games.bushido.profiles import Profile


class Figure(msgspec.Struct, frozen=True):
    """A number that follows from the table, and the rules that made it what it is."""

    value: int
    why: tuple[str, ...] = ()

    def plus(self, amount: int, *rules: str) -> Figure:
        """With a modifier; one of 0 leaves no trace."""
        return Figure(self.value + amount, (*self.why, *rules)) if amount else self

    def noting(self, *rules: str) -> Figure:
        """As it is, because of these rules too."""
        return Figure(self.value, (*self.why, *rules))


class Marker(msgspec.Struct, frozen=True, omit_defaults=True):
    """A marker of state. `by`: the holder of Held, the side of Controlled."""

    kind: str
    value: int = 0
    by: str | None = None


class Effect(msgspec.Struct, frozen=True, omit_defaults=True):
    """A gained, changed or lost trait or statistic. `until`: action, activation, end_phase or game;
    `source`: the model whose aura it is."""

    what: str
    mode: str
    value: int | None = None
    until: str = "end_phase"
    why: str = ""
    source: str | None = None


class Body(msgspec.Struct, frozen=True, omit_defaults=True):
    """A model on the table. `marked`: boxes with a wound; `ammo`: weapon -> tokens left; `flags`: what it did."""

    counters: int = 0
    ki: int = 0
    marked: int = 0
    markers: tuple[Marker, ...] = ()
    ammo: dict[str, int] = {}
    virtue: int = 0
    orochi: int = 0
    flags: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()


class Piece(msgspec.Struct, frozen=True, omit_defaults=True):
    """A piece of terrain: who placed it, and from which card."""

    side: str
    passage: str
    card: str | None = None


class Special(msgspec.Struct, frozen=True, omit_defaults=True):
    """A special card of a warband. `left`: copies that are not used yet; `on`: of an enhancement, for each of these
    copies the models that have it; `equipment`: lost by who is summoned (BUS-GEN-19), as `lost` has it of the last
    one."""

    kind: str
    left: int = 1
    trap: bool = False
    on: tuple[tuple[str, ...], ...] = ()
    equipment: bool = False
    lost: str | None = None


class Test(msgspec.Struct, frozen=True, omit_defaults=True):
    """A test that is due. `kind`: fear, size, ki, rise. `then`: what it decides. `value`: of the challenge.
    `scores`: the side that scores if the model does not rise (BUS-SCORE-07)."""

    kind: str
    model: str
    then: str
    value: int = 0
    against: str | None = None
    scores: str | None = None


class Commit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A secret allocation; None: not known here."""

    attack: int | None = None
    defence: int | None = None
    special: str | None = None
    cost: int | None = None
    commitment: str = ""


class Finals(msgspec.Struct, frozen=True):
    """What a side's dice came to: final attack and defence, and how many dice count for ties."""

    attack: Figure
    defence: Figure
    ties: int


class Shift(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move that a special attack or defence makes (BUS-SPA-04); `inches` None: as far as it takes."""

    model: str
    name: str
    inches: float | None = None
    towards: str | None = None
    optional: bool = False


class Exchange(msgspec.Struct, frozen=True, omit_defaults=True):
    """A melee exchange (BUS-MEL). `weapons`: model -> name of its weapon; `first`: the model with Initiative.

    `high`: models with Reach by high ground, `alone`: those without a friend nearby. `commits` by side; `attack`,
    `defence`: how many dice a model allocated. `turn`: how many of the two have attacked. `barred`: may not attack any
    more; `floored`: knocked down in it; `defended`: won as Defender; `charge`: the active model charged and its
    action has not rolled for damage yet; `over`: nothing more is struck; `after`: moves that follow it; `in_zone`: one
    of the two is wholly inside a zone.
    """

    active: str
    other: str
    weapons: dict[str, str] = {}
    high: tuple[str, ...] = ()
    alone: tuple[str, ...] = ()
    first: str = ""
    commits: dict[str, Commit] = {}
    finals: dict[str, Finals] = {}
    turn: int = 0
    charge: bool = False
    stood: bool = False
    barred: tuple[str, ...] = ()
    floored: tuple[str, ...] = ()
    defended: tuple[str, ...] = ()
    after: tuple[Shift, ...] = ()
    over: bool = False
    in_zone: bool = False


class Harm(msgspec.Struct, frozen=True, omit_defaults=True):
    """A damage roll that is due. `rolls`: rolls that follow it (BUS-SPA-12); `plus`: its modifiers as the blow fell;
    `fell`: the target fell from a great height (BUS-DMG-13); `surprised`: it did not see its attacker come."""

    source: str
    target: str
    sl: int
    plus: Figure
    weapon: str = ""
    special: str | None = None
    rolls: int = 0
    first: bool = True
    ranged: bool = False
    surprised: bool = False
    fell: bool = False


class Acting(msgspec.Struct, frozen=True, omit_defaults=True):
    """The activation in progress. `queue`: what its action still has to do, in order; `resolved`: it is over.

    `contacts`: enemies in contact at its start, in pairs; `in_zoc_of`, `unseen_by`: see `ModelActivated`; `seen_by`:
    enemies that saw it on its way. `targets`: the enemies that it goes for; `stood`: it has stood up; `fought`:
    whom it has fought; `hit`: its Charge has had its first damage roll; `hidden`: enemies whose Camouflage
    works against it. `wait`, `aided`: what a Wait removes, from whom. `walk`: none, before or after; `shots`:
    how many ranged attacks it has made in this action; `feat`: the Ki feat of its action; `rode`: it has used
    Cavalry; `guards`: the Bodyguards that stepped into its way, `ward`: whose place the last of them takes; `shy`:
    those that Fear kept back; `stuck`: in a web; `helps`: whom its Order or Heal is for; `trap`: what it has run
    into; `bled`: wounds that it has made Cultists take; `leaves`: the enemies that the move of its Heal takes it
    away from; `beyond`: the Disguised enemies that it does not reach.
    """

    model: str
    side: str
    action: str | None = None
    targets: tuple[str, ...] = ()
    queue: tuple[str, ...] = ()
    resolved: bool = False
    contacts: tuple[tuple[str, str], ...] = ()
    in_zoc_of: tuple[str, ...] = ()
    unseen_by: tuple[str, ...] = ()
    seen_by: tuple[str, ...] = ()
    cost: int = 0
    moved: bool = False
    stood: bool = False
    fought: tuple[str, ...] = ()
    hit: bool = False
    hidden: tuple[str, ...] = ()
    objective: str | None = None
    interaction: str | None = None
    wait: str = "none"
    aided: str | None = None
    walk: str = "none"
    shots: int = 0
    feat: str | None = None
    rode: bool = False
    helps: tuple[str, ...] = ()
    trap: str | None = None
    guards: tuple[str, ...] = ()
    ward: str = ""
    shy: tuple[str, ...] = ()
    stuck: bool = False
    bled: int = 0
    leaves: tuple[str, ...] = ()
    beyond: tuple[str, ...] = ()


NO_ACTING = Acting("", "", resolved=True)
"""While no activation is in progress: nobody's, with nothing left to do."""


class Band(msgspec.Struct, frozen=True, omit_defaults=True):
    """Several models in one activation. `kind`: group, pack or command; `contacts`: pairs in contact at its start.

    `waiting`: those that have not acted yet; `fights`: those that have moved and still have to fight; `striking`: the
    one of them whose exchange is in progress. `target`: that of a Pack. `last`: who was done last; `held`: the action
    of the commander; `outer`: the Group in which it commands.
    """

    kind: str
    leader: str
    side: str
    waiting: tuple[str, ...] = ()
    fights: tuple[Acting, ...] = ()
    striking: str | None = None
    target: str | None = None
    contacts: tuple[tuple[str, str], ...] = ()
    last: Acting | None = None
    held: Acting | None = None
    outer: Band | None = None


class Shot(msgspec.Struct, frozen=True, omit_defaults=True):
    """A ranged attack (BUS-RNG). `stage`: aim, then hit, stray or over. `distance`, `cover`: of the target now.

    `named`: the target's side has put another model in its place. `dice`: of the roll, for the second check; `sl`,
    `special`: of a success. `declared`: sides that have declared something since the target was named. `stray`: it goes
    astray into the only friend of the attacker in contact with its target.
    """

    attacker: str
    weapon: str
    target: str
    distance: float
    cover: bool = False
    named: bool = False
    stage: str = "aim"
    dice: int = 0
    sl: int = 0
    special: str | None = None
    declared: tuple[str, ...] = ()
    stray: bool = False


class Duel(msgspec.Struct, frozen=True, omit_defaults=True):
    """An opposed Ki test that is due (BUS-TEST-05): who uses what against whom. `then`: what it decides; `side`: that
    is active in it by an Active feat, whatever the other side did before. `outer`: the test before whose dice this one
    was begun; `kept`: of such a one the boosts of Ki that were paid for it."""

    user: str
    target: str
    then: str = "feat"
    side: str = ""
    outer: Duel | None = None
    kept: dict[str, int] = {}


class FullState(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """`step`: where the turn is. `tactician`: the winner of the last tactical test; `first`, `active`: sides.

    `deploys`: the side that deploys first. `boosts`: `model.statistic` -> steps of the test or move in
    progress. `why`: a figure, `model.name` -> the rules that set it last. `contacts`: pairs of enemies that
    touch. `asked`: which model used which objective in this turn, `prayed`: which of them by a prayer; `influenced`:
    somebody did once. `counted`: zone -> who has it, `measured`: inches of VIM. `group`: how many awards of this End
    phase are dealt with, `removal`: (award, side that chooses what goes away). `tests`, `shifts`, `harm`: tests, forced
    moves and damage that are due; `ailing`: (model, marker), once for each whose damage of END 2 is still to come.
    `band`: the others of the activation in progress. `shut`: commitments of exchanges that were cut off. `wells`: Ki on
    communal cards by side. `blows`: (attacker, target, hit, success level) decided by the event in hand, `followed`:
    what has followed from the last event. `spoken`: `window:side`, who has declared something since the window opened.
    `passed`: the side that passed last, until somebody acts; `played`: (side, card) discarded last, until then.
    """

    step: str = "setup"
    options: dict[str, str] = {}
    tactician: str | None = None
    placing: str | None = None
    stopped: tuple[str, ...] = ()
    terrain: tuple[Piece, ...] = ()
    player_one: str | None = None
    deploys: str | None = None
    deployed: tuple[str, ...] = ()
    first: str | None = None
    active: str | None = None
    sheets: dict[str, Profile] = {}
    specials: dict[str, dict[str, Special]] = {}
    bodies: dict[str, Body] = {}
    passes: dict[str, int] = {}
    passed: str | None = None
    played: tuple[str, str] | None = None
    wells: dict[str, int] = {}
    blows: tuple[tuple[str, str, bool, int], ...] = ()
    followed: RulesApplied | None = None
    generated: dict[str, int] = {}
    acting: Acting | None = None
    band: Band | None = None
    tests: tuple[Test, ...] = ()
    exchange: Exchange | None = None
    shot: Shot | None = None
    duel: Duel | None = None
    spoken: tuple[str, ...] = ()
    shifts: tuple[Shift, ...] = ()
    harm: Harm | None = None
    ailing: tuple[tuple[str, str], ...] = ()
    boosts: dict[str, int] = {}
    contacts: tuple[tuple[str, str], ...] = ()
    asked: tuple[tuple[str, str], ...] = ()
    prayed: tuple[tuple[str, str], ...] = ()
    influenced: bool = False
    counted: dict[str, str | None] = {}
    measured: dict[str, float] = {}
    shut: tuple[str, ...] = ()
    group: int = 0
    removal: tuple[str, str] | None = None
    why: dict[str, tuple[str, ...]] = {}
