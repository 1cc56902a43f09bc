"""What can happen at a table of Last Battle, at summary and turns detail; payloads as in section 5.2 of the rules.

The events of full detail alone stand in `full/events.py`. Pure data: nothing here judges.
Read by `rules.py` (dispatch), by the log's codec and by the schema generator.
Figures are named by their id and, where two squads hold the same id, by the player who owns the squad.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import msgspec

from games.chapters import events_of
from games.last_battle.figures import Figure as Figure
from games.last_battle.full.events import FULL_EVENTS
from games.last_battle.full.events import ArcanaCreated as ArcanaCreated
from games.last_battle.full.events import ArcanaGranted as ArcanaGranted
from games.ruleset import Event, SecretEvent

BattlefieldKey = Literal["heaven", "sea", "camp", "dungeon", "serpent"]
DetailLevel = Literal["summary", "turns", "full"]
DeckProfile = Literal["full58", "kingless54", "listed"]
CapScope = Literal["scheme", "side"]
Result = Literal["serpent", "alliance", "draw"]
Removal = Literal["killed", "sacrificed", "dead_no_killer", "withdrawn"]
Fate = Literal["saved", "lost"]
Reason = Literal["regular", "closed"]
Moment = Literal["at_once", "turn_end", "game_end"]
SideKey = Literal["serpent", "alliance"]


class Note(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a player wrote down for one scheme: ids of figures of the player's squad and the other side's."""

    scheme: str
    own_figures: tuple[str, ...] = ()
    enemy_figures: tuple[str, ...] = ()


class Casualty(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A figure that left the table. `owner` and `by_owner` are players; `by` is the figure that did it, if known.

    `summoned` marks a figure that was never hired, so that no squad lists it.
    """

    figure_id: str
    how: Removal = "killed"
    owner: str | None = None
    side: str | None = None
    by: str | None = None
    by_owner: str | None = None
    summoned: bool = False


class Prolong(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The flip for another turn: the side that flipped, the card (its value, or a key such as `P-8`, `M-wheel`)."""

    side: str
    card: int | str
    success: bool


class SchemeResult(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The VP of one scheme over a whole match; `scheme` None when nobody stated which it was."""

    player: str
    vp: int
    scheme: str | None = None


class FigureFate(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Whether help came in time for a fallen figure. `owner` is needed where two squads lost the same id.

    `number` tells copies apart: the first of them that fell, the second; left out, those owed a fate come first.
    """

    figure_id: str
    fate: Fate
    owner: str | None = None
    number: Annotated[int, msgspec.Meta(ge=1, le=1000)] | None = None


class TableOpened(Event, frozen=True, kw_only=True):
    """Staff open the table: battlefield, players of both sides, level of detail, and the organisers' rulings."""

    battlefield: BattlefieldKey
    sides: dict[str, tuple[str, ...]]
    detail: DetailLevel = "turns"
    deck_profile: DeckProfile = "full58"
    scheme_draw_count: int | None = None
    scheme_cap_scope: CapScope = "scheme"
    corner_zones: dict[str, str] | None = None
    hand_limits: dict[str, int] | None = None


class SchemesDealt(SecretEvent, frozen=True, kw_only=True):
    """An Alliance player was dealt schemes; only that player and staff ever see which."""

    secret_fields: ClassVar[tuple[str, ...]] = ("schemes",)
    player: str
    schemes: tuple[str, ...] | None = None


class SchemeChosen(SecretEvent, frozen=True, kw_only=True):
    """An Alliance player keeps one scheme. Secret, unless it is the table's unique scheme."""

    secret_fields: ClassVar[tuple[str, ...]] = ("scheme",)
    player: str
    scheme: str | None = None


class SchemeShared(SecretEvent, frozen=True, kw_only=True):
    """A player shows their schemes and notes to another player of the side.

    The other side sees a hidden event; its hash is salted through the commitment, so that trying every pair of
    players tells nothing.
    """

    secret_fields: ClassVar[tuple[str, ...]] = ("to_player",)
    from_player: str
    to_player: str | None = None


class SerpentSchemesPreset(SecretEvent, frozen=True, kw_only=True):
    """Staff preset the schemes of a Serpent squad (`squad` is its player). A commitment alone stands for one scheme."""

    secret_fields: ClassVar[tuple[str, ...]] = ("schemes",)
    squad: str
    schemes: tuple[str, ...] | None = None


class SquadHired(Event, frozen=True, kw_only=True):
    """A player's squad. The leader's own facts may stand in `figures` too: its first entry is then the leader."""

    player: str
    leader: str | None
    figures: tuple[Figure, ...] = ()


class SchemeNoted(SecretEvent, frozen=True, kw_only=True):
    """The notes of a squad, logged by every holder of a scheme, with empty lists where the scheme wants none.

    `more` holds the notes of the further schemes of a Serpent squad.
    """

    secret_fields: ClassVar[tuple[str, ...]] = ("scheme", "own_figures", "enemy_figures", "more")
    player: str
    scheme: str | None = None
    own_figures: tuple[str, ...] | None = None
    enemy_figures: tuple[str, ...] | None = None
    more: tuple[Note, ...] | None = None


class SchemeRevealed(Event, frozen=True, kw_only=True):
    """The owner reveals a common scheme with its notes, in order to get VP in the next report.

    `salt` and `note_salt` open the commitments of a secret that the client kept to itself.
    `at_end`: the match is over on the table and the next report is of the whole match.
    """

    player: str
    scheme: str
    own_figures: tuple[str, ...] = ()
    enemy_figures: tuple[str, ...] = ()
    salt: str | None = None
    note_salt: str | None = None
    at_end: bool = False


class SchemeNotePublished(Event, frozen=True, kw_only=True):
    """The holder of Elimination of Leaders publishes the noted Leader."""

    player: str
    scheme: str
    note: str
    note_salt: str | None = None


class TurnReported(Event, frozen=True, kw_only=True):
    """One whole turn: strategy VP by side, scheme VP by player (or by player and scheme), and who left the table.

    None for `casualties` and `portals_closed` means "not stated"; an empty value means "none".
    """

    turn: int
    strategy: dict[str, int]
    schemes: dict[str, int | dict[str, int]] = {}
    casualties: tuple[Casualty, ...] | None = None
    portals_closed: dict[str, int] | None = None
    first_side: str | None = None
    prolong: Prolong | None = None


class PlayStopped(Event, frozen=True, kw_only=True):
    """Staff stop the play before its regular end; the awards of the game's end follow on the table as it stands."""

    reason: str


class StrategyScored(Event, frozen=True, kw_only=True):
    """Strategy VP of both sides: at the end of the game (Heaven), and at full detail in every turn, with facts."""

    serpent: int
    alliance: int
    moment: Moment = "game_end"
    turn: int | None = None
    facts: dict[str, Any] = {}


class SchemeScored(Event, frozen=True, kw_only=True):
    """Scheme VP: of the end of the game, and at full detail at every moment, with the facts that they follow from.

    `computed` is the number before the cap, where it was stated.
    """

    player: str
    scheme: str
    amount: int
    moment: Moment = "game_end"
    computed: int | None = None
    facts: dict[str, Any] = {}


class GameEnded(Event, frozen=True, kw_only=True):
    """The end: totals of both sides and the result. Reason `closed` is the organisers' early end."""

    serpent_vp: int
    alliance_vp: int
    result: Result
    reason: Reason = "regular"


class MatchReported(Event, frozen=True, kw_only=True):
    """The whole match in one event: turns played, VP by source, who left the table, the result. It ends the match."""

    turns: int
    strategy: dict[str, int]
    result: Result
    schemes: tuple[SchemeResult, ...] = ()
    casualties: tuple[Casualty, ...] | None = None
    reason: Reason = "regular"


class MatchConceded(Event, frozen=True, kw_only=True):
    """A side gives the match up, or its players left; the other one wins with the points as they stand."""

    side: SideKey


class FatesPublished(Event, frozen=True, kw_only=True):
    """After the end staff publish which fallen figures were saved and which are lost."""

    figures: tuple[FigureFate, ...]


class FigureFellElsewhere(Event, frozen=True, kw_only=True):
    """Staff: a figure died at another table of the event, so that nobody can hire it here."""

    figure_id: str
    table: BattlefieldKey


class FiguresHiredElsewhere(Event, frozen=True, kw_only=True):
    """Staff: all unique figures that another table of the event holds now, so that nobody can hire them here."""

    figures: tuple[str, ...]
    table: BattlefieldKey


LINKS: tuple[type[Event], ...] = (ArcanaCreated, ArcanaGranted, FigureFellElsewhere, FiguresHiredElsewhere)
"""What the other tables of the event send here or hear from here."""

EVENT_TYPES = (*events_of(globals()), *FULL_EVENTS)
