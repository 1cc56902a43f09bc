"""A list together with the facts of its cards, as every check reads it, and the two things that a check says.

A check yields `RuleViolation`s made by `Found.refuse`, and `Unknown` where a fact is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from games.bushido.cards import card_of, kind_of
from games.bushido.profiles import Profile, SpecialCard, Theme
from games.bushido.roster.body import Fitted, Recruit, Taken, Terms, Warband
from games.bushido.roster.keywords import is_ronin, same
from games.ruleset import Cards, RuleViolation


class Unknown(msgspec.Struct, frozen=True):
    """`rule` could not be checked, since `fact` of `card` is unknown."""

    rule: str
    card: str
    fact: str


Said = Iterator[RuleViolation | Unknown]


class Special(msgspec.Struct, frozen=True):
    """Copies of a special card in a list, or one enhancement of a model. `card` None: nothing is known of it.

    `kind` is that of the row, also where it is no special card; `owner`: the place of the model in the list.
    """

    id: str
    name: str
    kind: str | None
    card: SpecialCard | None
    count: int = 1
    x: int | None = None
    owner: int | None = None
    model: int | None = None


class Model(msgspec.Struct, frozen=True):
    """A recruited profile card. `card` None: nothing is known of it, or it is no profile (`kind`)."""

    id: str
    name: str
    kind: str | None
    card: Profile | None
    count: int
    fitted: tuple[Special, ...]

    @property
    def known(self) -> Profile:
        """The card, with every field unknown if nothing is known of it."""
        return self.card or Profile(name=self.name)

    @property
    def ronin(self) -> bool | None:
        """Whether it is a Ronin; None if its faction is unknown."""
        return None if self.known.faction is None else is_ronin(self.known.faction)


class Found(msgspec.Struct, frozen=True):
    """A list with its facts. `label`: the word that sentences call it by; `rice`: its limit, set by `limit_by`."""

    label: str
    told: Warband
    terms: Terms
    models: tuple[Model, ...]
    taken: tuple[Special, ...]
    theme_name: str | None
    theme: Theme | None
    theme_kind: str | None
    rice: int
    limit_by: str
    name_of: Callable[[str], str]

    @property
    def faction(self) -> str:
        return self.told.faction

    @property
    def specials(self) -> tuple[Special, ...]:
        """Every special card: those of models first."""
        return (*(one for model in self.models for one in model.fitted), *self.taken)

    @property
    def by_id(self) -> dict[str, Model]:
        """Recruited profiles by id, the first of each."""
        return {model.id: model for model in reversed(self.models)}

    def is_own(self, faction: str) -> bool:
        """Whether a faction symbol is that of the warband."""
        return same(faction, self.faction)

    def allowed_by(self, model: Model) -> list[Model | Special]:
        """The recruited cards that let the warband recruit this one (BUS-ROSTER-27)."""
        cards: tuple[Model | Special, ...] = (*self.models, *self.specials)
        return [one for one in cards if one.card and model.id in (one.card.allows or ())]

    def let_in(self, roots: set[str]) -> set[str]:
        """Ids of the recruits whom a special card or a card of the `roots` lets the warband recruit, and of those
        whom these let in (BUS-ROSTER-27): two who allow each other do not let themselves in."""
        inside: set[str] = set()
        while True:
            more = {
                model.id
                for model in self.models
                if model.id not in inside
                and any(
                    not isinstance(one, Model) or one.id in roots | inside for one in self.allowed_by(model)
                )
            }
            if not more:
                return inside
            inside |= more

    def refuse(self, rule: str, repair: dict[str, Any], **params: Any) -> RuleViolation:
        """A violation of this list. `repair`: word -> value, the smallest change that mends it."""
        return RuleViolation(rule, {"list": self.label, **params, "repair": repair})


def unsure(rule: str, model: Model, *facts: str) -> Said:
    """Of the facts that a rule needs those that nobody knows of this card."""
    for fact in facts:
        if getattr(model.known, fact) is None:
            yield Unknown(rule, model.name, f"fact_{fact}")


def found_of(label: str, told: Warband, terms: Terms, cards: Cards, rice: int, limit_by: str) -> Found:
    """The list with the imported facts of its cards. Raises `msgspec.ValidationError` for a broken import."""
    theme = cards.get(told.theme) if told.theme is not None else None
    return Found(
        label=label,
        told=told,
        terms=terms,
        models=tuple(_model(place, one, cards) for place, one in enumerate(told.models)),
        taken=tuple(_taken(one, cards) for one in told.cards),
        theme_name=None if told.theme is None else _name(told.theme, cards),
        theme=_as(theme, Theme),
        theme_kind=None if theme is None else kind_of(theme),
        rice=rice,
        limit_by=limit_by,
        name_of=lambda id_: _name(id_, cards),
    )


def _model(place: int, told: str | Recruit, cards: Cards) -> Model:
    recruit = Recruit(told) if isinstance(told, str) else told
    row = cards.get(recruit.profile)
    fitted = (Fitted(one) if isinstance(one, str) else one for one in recruit.enhancements)
    specials = (_special(one.card, cards, x=one.x, owner=place, model=one.model) for one in fitted)
    return Model(
        id=recruit.profile,
        name=_name(recruit.profile, cards),
        kind=None if row is None else kind_of(row),
        card=_as(row, Profile),
        count=recruit.count,
        fitted=tuple(specials),
    )


def _taken(told: str | Taken, cards: Cards) -> Special:
    taken = Taken(told) if isinstance(told, str) else told
    return _special(taken.card, cards, count=taken.count, x=taken.x)


def _special(id_: str, cards: Cards, **told: Any) -> Special:
    row = cards.get(id_)
    kind = None if row is None else kind_of(row)
    return Special(id_, _name(id_, cards), kind, _as(row, SpecialCard), **told)


def _as(row: Any, type_: Any) -> Any:
    """The card if the row is one of this type, else None."""
    card = None if row is None else card_of(row)
    return card if isinstance(card, type_) else None


def _name(id_: str, cards: Cards) -> str:
    """The printed name as far as it is known; the id otherwise."""
    return str(cards.get(id_, {}).get("name") or id_)
