"""What the text of a card does, and what a card says (see `events.py`). Pure data."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from games.bushido.events import Count, Name
from games.bushido.full.terms import Bands, MarkerKind, Models, Token
from games.bushido.profiles import Names, Stat
from games.ruleset import Event


class EffectChanged(Event, frozen=True, kw_only=True):
    """The text of a card gives, changes or takes a trait or a statistic (BUS-TRG-03, -04, BUS-GEN-10).

    `what`: the trait as printed, or melee, ranged, move, ki. `aura_of`: the model whose aura it is (BUS-KI-09).
    """

    model: Name
    what: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    mode: Literal["gain", "plus", "set", "lose"] = "gain"
    value: Annotated[int, msgspec.Meta(ge=-9, le=9)] | None = None
    until: Literal["activation", "end_phase", "game"] = "end_phase"
    aura_of: Name | None = None


class WoundsChanged(Event, frozen=True, kw_only=True):
    """The text of a card wounds a model, or heals it where the number is below 0 (BUS-DMG-06, -07)."""

    model: Name
    number: Annotated[int, msgspec.Meta(ge=-99, le=99)]
    by: Name | None = None


class MarkerChanged(Event, frozen=True, kw_only=True):
    """The text of a card gives markers of state, or takes them where the number is below 0 (BUS-COND).

    `value`: of Bleed, On Fire, Poisoned, Disguised, which need one, and of Frightened; of those that are taken the
    highest go first, where no value is told. `by`: the holder of Held; `by_side`: who controls it.
    """

    model: Name
    marker: MarkerKind
    number: Annotated[int, msgspec.Meta(ge=-9, le=9)] = 1
    value: Annotated[int, msgspec.Meta(ge=0, le=99)] | None = None
    by: Name | None = None
    by_side: Name | None = None


class TokensChanged(Event, frozen=True, kw_only=True):
    """The text of a card gives tokens, or takes them where the number is below 0."""

    model: Name
    token: Token
    number: Annotated[int, msgspec.Meta(ge=-99, le=99)]


class ModelRemoved(Event, frozen=True, kw_only=True):
    """The text of a card takes a model out of play (BUS-DMG-09)."""

    model: Name
    by: Name | None = None


class ModelSummoned(Event, frozen=True, kw_only=True):
    """A model comes into play by a card of the warband, without rice (BUS-GEN-19, BUS-ROSTER-35).

    `card`: its profile; `model`: who comes back into play, null for a new one. `by`: the model whose card summons it,
    `special`: the special card that does. `contact`, `in_zoc`: with or of an enemy. `wounds`: boxes marked then, where
    the effect says so.
    """

    side: Name
    card: Name
    model: Name | None = None
    by: Name | None = None
    special: Name | None = None
    contact: bool = False
    in_zoc: bool = False
    wounds: Count | None = None


class ModelReplaced(Event, frozen=True, kw_only=True):
    """Another form or a new model of a profile `card` takes the place of a model (BUS-GEN-18).

    `fits`: one base covers the other; `contact`: the enemies that are still in contact, null: all of them. `by`: whose
    effect it is. `counters`, `wounds`: of the new one, where the effect says so.
    """

    model: Name
    card: Name
    fits: bool = True
    contact: Models | None = None
    by: Name | None = None
    counters: Annotated[int, msgspec.Meta(ge=0, le=9)] | None = None
    wounds: Count | None = None


class ModelsSwapped(Event, frozen=True, kw_only=True):
    """Two models swap their places, which replaces each by the other (BUS-GEN-18). `fits`: each base fits there."""

    model: Name
    other: Name
    fits: bool = True


class ModelPlaced(Event, frozen=True, kw_only=True):
    """An effect puts a model down elsewhere on the table (BUS-MOVE-07). `by`: the model whose effect it is.

    `contact`: an enemy would touch it there; `on`: it would stand on impassable ground, on a model or over the edge.
    """

    model: Name
    by: Name | None = None
    contact: bool = False
    on: Literal["impassable", "model", "edge"] | None = None


class SpecialCardUsed(Event, frozen=True, kw_only=True):
    """A side uses an event card or an enhancement (BUS-GEN-26). `model`: whom it is about.

    `discarded`: the copy is used up, as every event is. `printed_moment`: it is used when the card itself says.
    """

    side: Name
    card: Name
    model: Name | None = None
    discarded: bool = True
    printed_moment: bool = False


class CardFactStated(Event, frozen=True, kw_only=True):
    """What a card says that the match did not know (BUS-LOG-11). `wounds`: boxes of one track; `bands`: near, medium
    and far end, as in `6/12/18`. `strength`, `bands` are those of its only weapon, which is ranged if it has bands."""

    card: Name
    melee: Stat | None = None
    ranged: Stat | None = None
    move: Stat | None = None
    ki: Stat | None = None
    ki_limit: Stat | None = None
    wounds: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None
    base_mm: Literal[30, 40, 50, 60] | None = None
    traits: Names | None = None
    strength: Annotated[int, msgspec.Meta(ge=-9, le=9)] | None = None
    bands: Bands | None = None
