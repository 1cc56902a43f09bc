"""What can happen in a match of Bushido: Risen Sun at every level of detail; `full/events.py` has the rest. Pure data.

A side is named as `match_created` names it; a model by its ID in the match, `side:id` with the `id` of its warband.
An alignment is `neutral`, the side that the objective is friendly to, `enemy_of_both` or `friendly_to_both`.
Distances are inches.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from games.bushido.profiles import Profile, SpecialKind
from games.bushido.scenarios import Deployment, Scenario, VimKind
from games.chapters import events_of
from games.ruleset import Event, SecretEvent

DetailLevel = Literal["summary", "turns", "full"]
Edition = Literal["book", "reference"]
EndReason = Literal["last_turn", "all_vp", "award", "wiped_out", "conceded", "time", "clock"]
EarlyEnd = Literal["conceded", "time", "clock"]
Edge = Literal["north", "east", "south", "west"]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
Count = Annotated[int, msgspec.Meta(ge=0, le=999)]
Turn = Annotated[int, msgspec.Meta(ge=1, le=99)]
Die = Annotated[int, msgspec.Meta(ge=1, le=6)]
Rice = Annotated[int, msgspec.Meta(ge=1, le=999)]
Inches = Annotated[float, msgspec.Meta(ge=0, le=48)]


class Part(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A part of an event."""


class Model(Part, frozen=True, kw_only=True):
    """A model of a warband; its ID in the match is `side:id`.

    What is None is unknown, and no rule that needs it refuses anything (BUS-LOG-08).

    `rice`: printed cost. `card`: models with the same one are one profile card.
    """

    id: Name
    card: Name | None = None
    rice: Count | None = None
    unique: bool | None = None
    animal: bool | None = None
    insignificant: bool | None = None
    flank: bool | None = None
    disguise: bool | None = None


class SpecialTaken(Part, frozen=True, kw_only=True):
    """A special card of a warband. `on`: the model that an enhancement is attached to, by its ID in the warband;
    `also_on`: the others of that card whom the same copy serves (BUS-ROSTER-14). Each further copy is an entry of its
    own, or counted by `count`."""

    card: Name
    kind: SpecialKind = "event"
    count: Annotated[int, msgspec.Meta(ge=1, le=99)] = 1
    on: Name | None = None
    also_on: tuple[Name, ...] = ()
    trap: bool = False
    equipment: bool = False


class Prayer(Part, frozen=True, kw_only=True):
    """One prayer (BUS-OBJ-05, -06): who prayed at which objective, and whose it was then. `model` null: not noted."""

    side: Name
    objective: Name
    alignment: Name
    model: Name | None = None


class ZoneHeld(Part, frozen=True, kw_only=True):
    """Who controls a zone in the End phase (BUS-ZONE-01); null: nobody. `rice`, `models`: what is wholly inside."""

    zone: Name
    controller: Name | None = None
    rice: dict[str, Count] | None = None
    models: dict[str, Count] | None = None


class Casualty(Part, frozen=True, kw_only=True):
    """A model that left play; `by`: the model that caused it, null where none did or nobody noted it."""

    model: Name
    by: Name | None = None
    in_zone: bool = False


class Arrival(Part, frozen=True, kw_only=True):
    """A model that came into play during the turn: summoned, or back after it had left."""

    model: Name
    side: Name


class Removal(Part, frozen=True, kw_only=True):
    """An objective that decreasing takes away after an award (BUS-OBJ-10, -16)."""

    award: Name
    objective: Name


class MatchCreated(Event, frozen=True, kw_only=True):
    """Staff open the match: two sides with their players, the rice limit, and the organisers' options.

    `whole_result`: a result tells the scenario points too, and the turns in which VIM fell (BUS-TOUR-14).
    `edition`: which of two readings counts where the rulebook and the publisher's later reference differ. At full
    detail: `setup` and `terrain_rules` as in the book or as at events (BUS-SETUP-26, -27), `terrain` laid out by the
    players or by the organisers, `terrain_gap_3` as in BUS-SETUP-11.
    """

    sides: dict[str, tuple[str, ...]]
    detail: DetailLevel = "turns"
    rice_limit: Rice = 100
    edition: Edition = "book"
    player_clock: bool = False
    whole_result: bool = False
    setup: Literal["book", "event"] = "book"
    terrain: Literal["players", "organiser"] = "players"
    terrain_rules: Literal["book", "event"] = "book"
    terrain_gap_3: bool = False


class WarbandRegistered(Event, frozen=True, kw_only=True):
    """The warband that a player's side fields: faction, theme, and every model under an ID of its own (event 2).

    `sheets`: the profile cards by ID as far as they are known, `specials`: the special cards; for full detail.
    `list_vim`: the model that the list names as its VIM, by its `id`, where the scenario wants that (BUS-SCN-17).
    """

    player: Name
    faction: Name
    models: Annotated[tuple[Model, ...], msgspec.Meta(min_length=1, max_length=99)]
    theme: Name | None = None
    list_vim: Name | None = None
    sheets: dict[str, Profile] = {}
    specials: tuple[SpecialTaken, ...] = ()


class ScenarioSelected(Event, frozen=True, kw_only=True):
    """The scenario (BUS-SETUP-02), with the deployment and the kind of VIM where it leaves a choice (event 3).

    `own`: by staff, the whole of a scenario that organisers wrote; `scenario` is then a key that no published one has.
    """

    scenario: Name
    method: Literal["agreed", "random", "organiser"] = "agreed"
    deployment: Deployment | None = None
    vim: VimKind | None = None
    own: Scenario | None = None


class ObjectivesPlaced(Event, frozen=True, kw_only=True):
    """Objectives and zones lie on the table; `near` is the side at the near (south) edge or corner of the drawn layout,
    `base_mm` the size of all objectives (event 4)."""

    near: Name
    base_mm: Literal[30, 50] | None = None


class VimAssigned(SecretEvent, frozen=True, kw_only=True):
    """A side names a VIM: one of its own models, or of the opponent's if they are nominated (BUS-VIM-01, event 9).

    `model` is secret until both sides have named theirs, a hidden one until it is revealed. `none_legal`: the warband
    has no model that may be one (BUS-VIM-05).
    """

    secret_fields: ClassVar[tuple[str, ...]] = ("model",)
    secret_optional: ClassVar[bool] = True
    side: Name
    none_legal: bool = False
    model: Name | None = None


class VimRevealed(Event, frozen=True, kw_only=True):
    """A hidden VIM is opened (BUS-HID-07). `salt`: of a commitment whose secret the log does not hold.

    `model` null: by staff, for a side that cannot open its commitment any more; that side has no VIM. `inches`: its
    distance to what the award of the last turn names, if it is on the battlefield then (BUS-VIM-10).
    """

    side: Name
    model: Name | None = None
    inches: Inches | None = None
    salt: str | None = None


class FlankPlanRecorded(SecretEvent, frozen=True, kw_only=True):
    """A model will come from a flank: that it does is public, the turn and the edge are secret (BUS-SETUP-20, -23)."""

    secret_fields: ClassVar[tuple[str, ...]] = ("turn", "edge")
    side: Name
    model: Name
    turn: Turn | None = None
    edge: Edge | None = None


class FlankRevealed(Event, frozen=True, kw_only=True):
    """A plan is opened in the Starting phase of its turn and the model arrives (BUS-SETUP-21).

    `deployed` false: there was no room, or it left play before; it stays where it is.
    """

    side: Name
    model: Name
    turn: Turn
    edge: Edge
    deployed: bool = True
    salt: str | None = None


class TurnRecorded(Event, frozen=True, kw_only=True):
    """One whole turn (section 5.3). What the rules determine may be left out (null); if stated, it must agree.

    `first_side`: the first active player. `counted`: the models in play by side when pass tokens were given, where
    control or arrivals make it another number than the log's. `length_die`: the die of a variable length.
    `alignment`: the objectives that end the turn with another alignment than they began it (after a reset).
    `vim_distance`: inches from each side's VIM on the battlefield to what the award names; hidden ones tell theirs
    when they are revealed.
    `sp_after`, `vp_after`: totals by side; `awards`: award -> the side that got it.
    `worship`: objective -> markers put beside it in this turn (BUS-OBJ-08). `simple_actions`: objective -> simple
    scenario actions at it, prayers included, where the most popular one goes away (BUS-OBJ-09); null: nobody counted.
    """

    turn: Turn
    first_side: Name
    pass_tokens: dict[str, Count] | None = None
    counted: dict[str, Count] | None = None
    length_die: Die | None = None
    prayers: tuple[Prayer, ...] = ()
    alignment: dict[str, str] = {}
    worship: dict[str, Count] = {}
    simple_actions: dict[str, Count] | None = None
    zones: tuple[ZoneHeld, ...] = ()
    casualties: tuple[Casualty, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    vim_distance: dict[str, Inches] | None = None
    removals: tuple[Removal, ...] = ()
    awards: dict[str, str] | None = None
    sp_after: dict[str, Count] | None = None
    vp_after: dict[str, Count] | None = None


class MatchResultRecorded(Event, frozen=True, kw_only=True):
    """The whole match in one report. `last_turn` 0: it ended before the first turn.

    `sp`: scenario points as they stood at the end. `casualties`: models lost by side. `vim_killed`: side -> the turn in
    which that side's VIM left play. `by_side`: who conceded, or whose clock ran out. `winner` null: as the rules say.
    """

    last_turn: Count
    reason: EndReason
    vp: dict[str, Count]
    sp: dict[str, Count] | None = None
    casualties: dict[str, Count] | None = None
    vim_killed: dict[str, Turn] | None = None
    by_side: Name | None = None
    winner: str | None = None


class MatchEnded(Event, frozen=True, kw_only=True):
    """A match by turns ends early (BUS-END-09): a side concedes, the round's time is over, or a player's clock is.

    `by_side`: who conceded, or whose clock ran out. The turn in play does not count if it has no record.
    """

    reason: EarlyEnd
    by_side: Name | None = None


EVENT_TYPES = events_of(globals())
