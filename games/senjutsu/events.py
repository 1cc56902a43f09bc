"""What can happen in a match of Senjutsu, at summary and turns detail; payloads as in section 5.2 of the rules.

Pure data: nothing here judges. Read by `rules.py` (dispatch), by the log's codec and by the schema generator.
A character is named by its player, a virtual opponent by the id that it joined with; a side is a team of players.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from games.chapters import events_of
from games.ruleset import Event, SecretEvent
from games.senjutsu.facts import Behaviour, Card
from games.senjutsu.full.definitions import Definition

Mode = Literal["duel", "multi", "team", "solo", "horde"]
DetailLevel = Literal["summary", "turns", "full"]
Format = Literal["casual", "competitive"]
Difficulty = Literal["standard", "custom"]
Decklists = Literal["open", "after", "closed"]
Cause = Literal["wounds", "stun", "execution", "concession", "lord"]
Harm = Literal["wounds", "stun", "execution"]
Stance = Literal["offensive", "defensive"]
StartHex = Literal["A", "B", "C", "D"]
RankName = Literal["none", "wood", "steel", "gold", "jade"]
Reason = Literal["regular", "time", "contracts"]
Step = Literal["cards_returned", "decks_built", "hand_kept", "to_start", "conditions", "discard_pile"]
Count = Annotated[int, msgspec.Meta(ge=0, le=9999)]
Positive = Annotated[int, msgspec.Meta(ge=1, le=9999)]
Place = tuple[int, int]
TerrainKind = Literal["rock", "bamboo", "burning_cart", "shrine", "boat", "torii", "sakura", "corpse"]
StartLetter = Literal["A", "B", "C", "D", "X"]
Study = dict[str, tuple[str, ...]]
"""A study card: cell -> the cells that its lines lead to; what is no kamae is a focus cell."""


class Turn(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A character at the end of a turn; None: not stated. `wounds` counts bleeding ones too, `stuns` those in hand.

    `played` is the revealed card, or "stun". `hand` counts deck cards and stuns, core cards never. `extra_drawn`
    counts the cards that effects asked for, `returned` those that came back into the deck (one that came back into
    the hand counts here and as drawn), `removed` those that are out of the game, `deckout_wounds` the draws that
    the empty deck missed. `healed` counts the wounds that cards took away, bleeding or not: no wound goes or
    changes its kind without it.
    """

    wounds: Count
    bleeding: Count = 0
    stuns: Count = 0
    played: str | None = None
    injuries: Count | None = None
    focus: int | None = None
    hand: Count | None = None
    deck: Count | None = None
    discard: Count | None = None
    kamae: str | None = None
    hex: Place | None = None
    facing: int | None = None
    healed: Count = 0
    extra_drawn: Count = 0
    returned: Count = 0
    removed: Count = 0
    deckout_wounds: Count = 0
    defeated: Harm | None = None


class OpponentTurn(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A virtual opponent at the end of a turn; `stuns` are those laid beside its deck."""

    wounds: Count
    bleeding: Count = 0
    stuns: Count = 0
    healed: Count = 0
    defeated: Harm | None = None


class WaveOpponent(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """An opponent of a wave: its id, its slot (k1, k2, k3, leader), its start hex, and what follows from them."""

    vo: str
    slot: str
    hex: StartHex
    wound_limit: Positive
    vo_type: str | None = None
    vo_deck: str | None = None
    facing: int | None = None
    behaviour: Behaviour | None = None
    stance: Stance = "offensive"


class ScenarioOpponent(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """An opponent of a campaign scenario; what is null, the scenario leaves open."""

    vo_type: str
    wound_limit: Positive | None = None
    hex: Place | None = None
    facing: int | None = None
    behaviour: Behaviour | None = None
    stance: Stance | None = None


class SoloScenario(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A scenario of a solo campaign: its opponents, and the start hexes of the players' characters if it fixes them."""

    name: str
    opponents: tuple[ScenarioOpponent, ...]
    starts: tuple[Place, ...] | None = None


class Defeat(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Who was defeated, by what, and in which turn if that was stated. Defeats of one turn happened together."""

    player: str
    cause: Cause
    turn: Count | None = None


class Final(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A character at the end."""

    wounds: Count
    bleeding: Count = 0
    stuns: Count = 0


class HordeResult(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A run: waves cleared in all, opponents defeated in the unfinished wave, turn of the last clear."""

    waves_cleared: Count
    vos_in_wave: Count = 0
    last_clear_turn: Count = 0
    rank: RankName | None = None


class Substitution(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card of selection deck `used` in place of one of the empty deck `empty`."""

    empty: str
    used: str


class MatchCreated(Event, frozen=True, kw_only=True):
    """Staff open the match: mode, sides with their players, level of detail, and the organisers' options.

    `nightmare` puts other types of opponents into the katana's slots of a horde. `scenario` fixes a solo game.
    `schools` replaces the printed forbidden schools. `deck_lists`: when others may see them. `time_limit`: the
    organisers may end it by time. `played_from_decks`: turn reports name only cards that their characters can have
    revealed; without it, as in older logs, nobody asks where they come from. At full detail also, each null where
    unknown: the hexes of the board, its start hexes (by letter in a horde), the agreed terrain, the cards of the
    imported edition that this match uses, study cards by character. `terrain_profile`: what the icons of terrain
    are taken for.
    """

    mode: Mode
    sides: dict[str, tuple[str, ...]]
    detail: DetailLevel = "turns"
    format: Format = "casual"
    battlefield: str | None = None
    deck_size: Positive = 40
    unique_characters: bool = True
    signature_requires_40: bool = False
    schools: dict[str, tuple[str, ...]] | None = None
    deck_lists: Decklists = "after"
    time_limit: bool = False
    played_from_decks: bool = False
    difficulty: Difficulty = "standard"
    nightmare: dict[str, str] = {}
    fallen_lord: bool = False
    scenario: SoloScenario | None = None
    board: tuple[Place, ...] | None = None
    starts: tuple[Place, ...] | None = None
    start_letters: dict[StartLetter, Place] | None = None
    terrain: tuple[TerrainKind, ...] | None = None
    terrain_profile: Literal["assumed-1", "unknown"] = "assumed-1"
    cards: dict[str, Definition] | None = None
    studies: dict[str, Study] | None = None


class SideRegistered(SecretEvent, frozen=True, kw_only=True):
    """A player's character and its values, None where unknown. Weapons stay the player's secret until the start."""

    secret_fields: ClassVar[tuple[str, ...]] = ("weapons", "weapon_cards")
    secret_optional: ClassVar[bool] = True
    player: str
    character: str
    core_card: str | None = None
    weapons: tuple[str, ...] | None = None
    weapon_cards: tuple[str, ...] | None = None
    weapon_slots: Positive = 1
    weapon_options: tuple[str, ...] | None = None
    advantage: int | None = None
    hand_limit: Positive | None = None
    wound_limit: Positive | None = None
    cover: bool = False


class DeckRegistered(SecretEvent, frozen=True, kw_only=True):
    """A player's deck, secret to its owner: cards with copies, declared schools, poison deck, imported facts.

    `poison_size`: the number of poison cards, which is public (SEN-ROSTER-20); None follows from `poison_cards`.
    """

    secret_fields: ClassVar[tuple[str, ...]] = ("cards", "schools", "poison_cards", "facts")
    secret_optional: ClassVar[bool] = True
    player: str
    signature: bool = False
    poison_size: Count | None = None
    cards: dict[str, Positive] | None = None
    schools: tuple[str, ...] | None = None
    poison_cards: tuple[str, ...] | None = None
    facts: dict[str, Card] | None = None


class VoDeckRegistered(SecretEvent, frozen=True, kw_only=True):
    """Staff build the deck of a virtual opponent; only staff see its cards before the end."""

    secret_fields: ClassVar[tuple[str, ...]] = ("cards", "substitutions")
    vo_deck: str
    vo_type: str
    nightmare: bool = False
    cards: tuple[str, ...] | None = None
    substitutions: tuple[Substitution, ...] | None = None


class VoJoined(Event, frozen=True, kw_only=True):
    """A virtual opponent enters a solo game."""

    vo: str
    vo_type: str
    wound_limit: Positive
    vo_deck: str | None = None
    hex: Place | None = None
    facing: int | None = None
    behaviour: Behaviour | None = None
    stance: Stance | None = None
    in_cover: bool = False


class VoWithdrawn(Event, frozen=True, kw_only=True):
    """A virtual opponent that joined is taken back, before the first turn."""

    vo: str


class TerrainPlaced(Event, frozen=True, kw_only=True):
    """A terrain object lies at `hex`: by a player at full detail, or the token of the fallen lord beside the hex X
    (`start`)."""

    object: TerrainKind
    hex: Place
    start: Place | None = None
    player: str | None = None


class WaveStarted(Event, frozen=True, kw_only=True):
    """The next wave of a horde stands on its start hexes.

    `start_letters`: at full detail, where those start hexes lie that nobody stated before.
    """

    level: int
    wave: int
    vos: tuple[WaveOpponent, ...]
    start_letters: dict[StartLetter, Place] | None = None


class TurnRecorded(Event, frozen=True, kw_only=True):
    """One whole turn: every undefeated character, and the opponents that changed."""

    turn: int
    characters: dict[str, Turn]
    opponents: dict[str, OpponentTurn] = {}

    @property
    def as_played(self) -> bool:
        return True


class WaveCleared(Event, frozen=True, kw_only=True):
    """The last opponent of the wave fell in this turn."""

    level: int
    wave: int
    turn: int


class LevelCompleted(Event, frozen=True, kw_only=True):
    """All four waves of the level are cleared; the procedure between levels begins."""

    level: int


class RecoveryApplied(Event, frozen=True, kw_only=True):
    """The steps between two levels, in the order in which they were done, with their numbers; None: not stated.

    At full detail also the hex X with the new facing (null: as before), and the cards that stay in the discard pile.
    """

    steps: tuple[Step, ...]
    injuries_left: Count = 0
    poisons_left: Count = 0
    stuns_removed: Count = 0
    bleeding_converted: Count = 0
    discard_before: Count | None = None
    returned: Count | None = None
    deck_after: Count | None = None
    discard_after: Count | None = None
    position: Place | None = None
    facing: int | None = None
    staying: tuple[str, ...] | None = None


class LordAttacked(Event, frozen=True, kw_only=True):
    """An opponent attacked the fallen lord's token; unless the attack was ignored, the run is lost."""

    vo: str
    ignored: bool


class SideConceded(Event, frozen=True, kw_only=True):
    """A player gives up, or retires from a horde run."""

    player: str


class MatchFinished(Event, frozen=True, kw_only=True):
    """The end: turns, the winning side, "draw", or "vo" for the virtual opponents, with which every run of the horde
    ends, also one that its player ends. At summary the whole match."""

    winner: str
    turns: Count | None = None
    defeats: tuple[Defeat, ...] | None = None
    finals: dict[str, Final] | None = None
    horde: HordeResult | None = None
    reason: Reason = "regular"


class MatchAnnulled(Event, frozen=True, kw_only=True):
    """Staff annul the match: nobody wins."""

    reason: str


EVENT_TYPES = events_of(globals())
