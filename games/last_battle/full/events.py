"""What can happen at a table of Last Battle at full detail; payloads as in sections 5.2 and 5.3 of the rules.

Pure data. A figure is named by its piece id: the printed id, and `id#2`, `id#3` ... for further figures of one id
(in seat order of the squads). Distances are centimetres with one decimal; None: nobody measured (LB-LOG-01).
Any event may carry `card_override`, the ID of a rule that the text of a figure's card lifts, and that text in
`card_text` (LB-LOG-08). Read by `games.last_battle.events`, which adds these types to the vocabulary.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from games.chapters import events_of
from games.last_battle.figures import Figure
from games.ruleset import Event, SecretEvent

Side = Literal["serpent", "alliance"]
Cm = Annotated[float, msgspec.Meta(ge=0, le=1000)]
Count = Annotated[int, msgspec.Meta(ge=0, le=999)]
Delta = Annotated[int, msgspec.Meta(ge=-999, le=999)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
Text = Annotated[str, msgspec.Meta(max_length=2000)]
Role = Literal["attack", "defence", "simple", "damage"]
Kind = Literal["base", "melee", "shooting", "magic", "other"]
Suit = Literal["P", "C", "S", "W"]
Tier = Literal["none", "weak", "moderate", "strong", "critical"]
Condition = Literal["information_gatherer", "blood_spiller"] | Name
Change = Literal["gained", "lost"]
Zone = Literal["deck", "discard", "hand"]


class FullEvent(Event, frozen=True, kw_only=True):
    """An event of full detail, with the exception that a figure's card makes for it, if any (LB-LOG-08)."""

    card_override: Name | None = None
    card_text: Text | None = None


class StrategyMarkerPlaced(FullEvent, frozen=True, kw_only=True):
    """A portal of a side (Heaven) or a pillar (Sea, `side` null) is placed before the deployment."""

    marker_id: Name
    side: Side | None = None
    nearest_portal_cm: Cm | None = None
    outside_zones: bool | None = None
    edge_cm: Cm | None = None


class SquadDeployed(FullEvent, frozen=True, kw_only=True):
    """A squad stands on the table; `all_inside`: every base wholly inside the deployment zone (null: not stated)."""

    player: str
    all_inside: bool | None = None
    held_back: tuple[Name, ...] = ()


class DeckPrepared(FullEvent, frozen=True, kw_only=True):
    """A side's fate deck of `size` cards. `cards` lists its minor cards in the profile `listed`."""

    side: Side
    size: Count
    cards: tuple[Name, ...] | None = None


class HandDrawn(SecretEvent, frozen=True, kw_only=True):
    """A side draws `count` cards into its hand: the first hand, and in every cleanup. Which ones is secret."""

    secret_fields: ClassVar[tuple[str, ...]] = ("cards",)
    side: Side
    count: Count
    cards: tuple[Name, ...] | None = None


class TurnStarted(FullEvent, frozen=True, kw_only=True):
    """A turn begins; every figure may be activated again."""

    turn: Count


class InitiativeFlipped(FullEvent, frozen=True, kw_only=True):
    """The initiative cards. A player logs their side's card alone; staff may log both at once."""

    serpent_card: Name | None = None
    alliance_card: Name | None = None


class FirstSideChosen(FullEvent, frozen=True, kw_only=True):
    """The side that won the initiative decides who goes first in this turn."""

    by_side: Side
    first_side: Side


class FigureActivated(FullEvent, frozen=True, kw_only=True):
    """The owner activates a figure."""

    figure: Name


class ActionDeclared(FullEvent, frozen=True, kw_only=True):
    """A figure takes an action and pays for it. `action`: a base action (`move`, `charge`, `concentrate`, `defend`,
    `interact`, `take_off`, `falcon_strike`) or the name of an action printed on the card.

    `free` actions cost 0 and name their `source`: `charge` and `falcon_strike` for the two attacks, else the trigger
    or ability. `engaged`, `los`, `cover`: what the table shows, null when not stated. `tv`: a printed target value.
    """

    figure: Name
    action: Name
    kind: Kind = "base"
    ap: Count = 0
    target: Name | None = None
    source: Name | None = None
    free: bool = False
    engaged: bool | None = None
    enemy_portal_cm: Cm | None = None
    los: bool | None = None
    cover: bool | None = None
    in_reach: bool | None = None
    tv: Count | None = None


class FigureMoved(FullEvent, frozen=True, kw_only=True):
    """The move of a declared action. `leaves_reach_of`: enemies in whose reach the figure began and no longer is.

    `hazard_touched` (Heaven): it moved or stopped within 5 cm of terrain or a portal as high as its Size, or higher.
    """

    figure: Name
    distance_cm: Cm | None = None
    leaves_reach_of: tuple[Name, ...] = ()
    hazard_touched: bool | None = None
    final_reach_ok: bool | None = None


class ResistanceWaived(FullEvent, frozen=True, kw_only=True):
    """A friendly target does not resist."""

    figure: Name


class CheckFlipped(FullEvent, frozen=True, kw_only=True):
    """A flip: 1 + |pluses - minuses| cards from the side's deck, and the card that counts."""

    check_id: Name
    role: Role
    side: Side
    pluses: Count = 0
    minuses: Count = 0
    cards: tuple[Name, ...]
    chosen: Name


class FateCheated(FullEvent, frozen=True, kw_only=True):
    """A side replaces the card of its check by one from its hand."""

    check_id: Name
    role: Role
    side: Side
    card: Name


class CheckResolved(FullEvent, frozen=True, kw_only=True):
    """The totals after cheating, and what came of them. Its cards go to the discards.

    `damages`: whether a damage flip follows a hit, where no card tells; null: not stated, and nothing waits for one.
    """

    check_id: Name
    attack_total: Delta | None = None
    defence_total: Delta | None = None
    success: bool
    margin: Delta | None = None
    damages: bool | None = None


class ArcanaResolved(FullEvent, frozen=True, kw_only=True):
    """The effect of a link card that was the final card of a check. `figures`: whom it touches.

    `choice`: the magic action that the Magician takes, else empty.
    """

    card: Name
    effect: Text = ""
    choice: Name | None = None
    figures: tuple[Name, ...] = ()


class TriggerApplied(FullEvent, frozen=True, kw_only=True):
    """A trigger fires by the suit of the acting figure's final card; its effects follow as events of their own."""

    check_id: Name
    suit: Suit
    text: Text = ""
    effects: tuple[Text, ...] = ()


class DamageResolved(FullEvent, frozen=True, kw_only=True):
    """The damage by the final card of the damage flip."""

    check_id: Name
    tier: Tier
    amount: Count | None = None


class LivesChanged(FullEvent, frozen=True, kw_only=True):
    """Lives lost or healed. `cause`: `damage`, `water`, `hazard`, or the ability of `by_figure`."""

    figure: Name
    delta: Delta
    lives: Count | None = None
    cause: Name
    by_figure: Name | None = None


class SizeChanged(FullEvent, frozen=True, kw_only=True):
    """The flying altitude changes (Heaven), by an action or by the ability of `by_figure`."""

    figure: Name
    delta: Delta
    size: Delta | None = None
    cause: Name | None = None
    by_figure: Name | None = None


class ConditionChanged(FullEvent, frozen=True, kw_only=True):
    """A figure gains or loses a condition."""

    figure: Name
    condition: Condition
    change: Change
    cause: Name
    by_figure: Name | None = None


class FigureRemoved(FullEvent, frozen=True, kw_only=True):
    """A figure leaves play: killed or sacrificed by a figure, dead without a killer, or withdrawn."""

    figure: Name
    how: Literal["killed", "sacrificed", "dead_no_killer", "withdrawn"]
    by_figure: Name | None = None


class FigureSummoned(FullEvent, frozen=True, kw_only=True):
    """A figure is created by another one and joins its squad. `acts_now`: its card lets it act in this turn."""

    figure: Name
    by_figure: Name
    facts: Figure | None = None
    acts_now: bool = False


class AboardChanged(FullEvent, frozen=True, kw_only=True):
    """A figure goes aboard a vessel, or (null) into the water."""

    figure: Name
    vessel: Name | None = None


class SchemeMarkerPlaced(FullEvent, frozen=True, kw_only=True):
    """Interaction (1): a scheme marker of the squad in base contact with the acting figure."""

    marker_id: Name
    squad: str
    figure: Name
    nearest_friendly_marker_cm: Cm | None = None


class SchemeMarkerRemoved(FullEvent, frozen=True, kw_only=True):
    """A scheme marker leaves the table: by Interaction of the figure `by`, or by the text of a scheme."""

    marker_id: Name
    by: Name | None = None
    reason: Literal["interaction", "scheme"] = "interaction"
    distance_cm: Cm | None = None


class PortalClosed(FullEvent, frozen=True, kw_only=True):
    """Interaction (1): a figure closes an enemy portal."""

    portal_id: Name
    figure: Name
    distance_cm: Cm | None = None


class CompromatPlaced(FullEvent, frozen=True, kw_only=True):
    """Hidden Secrets was revealed: its opponent puts a compromat marker to one of their figures."""

    marker_id: Name
    figure: Name


class CompromatRemoved(FullEvent, frozen=True, kw_only=True):
    """Interaction (1): a figure of the revealing squad takes a compromat marker."""

    marker_id: Name
    figure: Name


class ActivationEnded(FullEvent, frozen=True, kw_only=True):
    """The owner ends the activation; whether no enemy figure sees the figure then matters at Serpent."""

    figure: Name
    out_of_sight_of_all_enemies: bool | None = None


class EndEffectsApplied(FullEvent, frozen=True, kw_only=True):
    """All figures were activated. `figures`: those that lose a life in the water (Sea)."""

    turn: Count
    figures: tuple[Name, ...] = ()


class ProlongFlipped(FullEvent, frozen=True, kw_only=True):
    """The side that went first flips for another turn."""

    side: Side
    card: Name
    success: bool


class ProlongDeclined(FullEvent, frozen=True, kw_only=True):
    """The side that went first does not flip: the game ends."""

    side: Side


class DiscardReshuffled(FullEvent, frozen=True, kw_only=True):
    """A side shuffles its discard into its deck: at the end of a turn, or when the deck is empty."""

    side: Side
    reason: Literal["turn_end", "deck_empty"]


class HandDiscarded(FullEvent, frozen=True, kw_only=True):
    """Cleanup: cards go from the hand to the discard, where everybody sees them (LB-HID-03)."""

    side: Side
    cards: tuple[Name, ...]


class HangedManUsed(SecretEvent, frozen=True, kw_only=True):
    """Cleanup: the Hanged Man is discarded from the hand, and three cards are drawn. Which ones is secret."""

    secret_fields: ClassVar[tuple[str, ...]] = ("drawn",)
    side: Side
    drawn: tuple[Name, ...] | None = None


class ArcanaCreated(FullEvent, frozen=True, kw_only=True):
    """Staff: a major arcanum was earned on this table (Sea, Dungeon) by a side."""

    arcana: Name
    side: Side
    source_table: Name | None = None


class ArcanaGranted(FullEvent, frozen=True, kw_only=True):
    """Staff: a created arcanum comes into play on this table (Heaven, Camp, Serpent).

    `earned_by`: the side that created it, where it is stated: no other can receive it (LB-LINK-03).
    """

    arcana: Name
    side: Side
    zone: Zone
    source_table: Name | None = None
    earned_by: Side | None = None


FULL_EVENTS = events_of(globals())
