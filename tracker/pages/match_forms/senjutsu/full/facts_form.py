"""Steps at full detail whose cards may be unknown, so that their facts are told with them: the reveal, an instant.

Called by `senjutsu.steps` through the table of typed forms.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from games.senjutsu.facts import OPPONENTS
from games.senjutsu.full.cards import UNKNOWN, definition, effects_known, pile, seat
from games.senjutsu.full.definitions import Definition, PartDefinition
from games.senjutsu.full.events import STUN
from games.senjutsu.full.frame import table
from games.senjutsu.full.reveal import names
from games.senjutsu.state import standing, standing_foes
from tracker.pages.match_forms.senjutsu.base import PadForm, Payload, choice, payload
from tracker.pages.match_forms.senjutsu.full.facts import fact_fields, is_known, told_facts
from tracker.pages.match_forms.senjutsu.full.forms import OtherCard, card_field

PREFIX = "fact"


class FactsForm(PadForm):
    """A step with groups of fields for the facts of unknown cards, one group for each actor whose card it is."""

    def ask_facts(self, actor: str, card: Definition) -> None:
        """Fields for what is unknown of an actor's card."""
        for name, field in fact_fields(card, self.desk.reader).items():
            self.fields[f"{PREFIX}:{actor}:{name}"] = field

    def _asked(self) -> dict[str, list[str]]:
        """Actor -> the names of the fields of its group."""
        found: dict[str, list[str]] = {}
        for name in self.fields:
            if name.startswith(f"{PREFIX}:"):
                found.setdefault(name.split(":")[1], []).append(name)
        return found

    @property
    def groups(self) -> list[dict[str, Any]]:
        """The groups with their titles; open where something is wrong in them."""
        return [
            {
                "title": self.group_title(actor),
                "fields": [self[name] for name in fields],
                "open": self.is_bound and any(self.data.get(name) or self[name].errors for name in fields),
            }
            for actor, fields in self._asked().items()
        ]

    def group_title(self, actor: str) -> str:
        """What a group is about."""
        raise NotImplementedError

    def visible_fields(self) -> list[Any]:
        """The fields of the step itself."""
        return [field for field in super().visible_fields() if not field.name.startswith(f"{PREFIX}:")]

    def clean(self) -> dict[str, Any]:
        told = super().clean() or self.cleaned_data
        self.stated: dict[str, dict[str, Any]] = {}
        for actor, fields in self._asked().items():
            given = {name.split(":")[2]: told.get(name) for name in fields}
            self.stated[actor], faults = told_facts(given)
            for name, fault in faults.items():
                self.add_error(f"{PREFIX}:{actor}:{name}", fault)
        return told


class RevealForm(FactsForm):
    """`cards_revealed`: everybody's card at once. Once all have chosen, the log opens the cards that it knows."""

    step = "cards_revealed"
    template = "games/senjutsu/_facts.html"

    def build(self) -> None:
        super().build()
        play = self.desk.play
        self.sealed = {
            player: one.card
            for player in (one.player for one in self.desk.standing())
            if (one := seat(play, player)).card is not None
        }
        for actor in self._unknown():
            label = _("Card of %(name)s") % {"name": self.desk.called(actor)}
            self.fields[f"card:{actor}"] = card_field(self.desk, label, required=True)
        for actor in (*self.sealed, *self._unknown()):
            if self._may_name(actor):
                self._ask_target(actor)
            self._ask_of(actor)

    def _ask_target(self, actor: str) -> None:
        """SEN-REV-09: the reader's own target, and whom an opponent attacks where there are several players."""
        play = self.desk.play
        there = standing(play) if actor in play.foes else (*standing(play), *standing_foes(play))
        others = [(one, self.desk.called(one)) for one in there if one != actor]
        asked = len(others) > 1 if actor in play.foes else actor in self.desk.players
        if asked:
            label = _("%(name)s names a target, if the card asks for one")
            told = {"name": self.desk.called(actor)}
            self.fields[f"target:{actor}"] = choice(label % told, others, required=False)

    def _may_name(self, actor: str) -> bool:
        """Whether an actor's card may want a named target (SEN-REV-09)."""
        card = self.sealed.get(actor)
        if card == STUN:
            return False
        parts = definition(self.desk.play, card).parts if card else None
        return not effects_known(parts) or names(parts)

    def _ask_of(self, actor: str) -> None:
        """Of a card that lies open all that is unknown; of one that is typed all, unless the edition has its kind."""
        card = self.sealed.get(actor)
        known = definition(self.desk.play, card) if card else UNKNOWN
        if card != STUN and not is_known(known) and (card or not self._has_kind(actor)):
            self.ask_facts(actor, known)

    def _has_kind(self, actor: str) -> bool:
        """Whether the edition knows what an actor may turn up: what was told in this match does not count for it."""
        play, full = self.desk.play, table(self.desk.play)
        if actor in play.foes:
            cards = deck_cards(play.foes[actor].vo_type)
            return bool(cards) and all(is_known(definition(play, card)) for card in cards)
        return any(card.startswith("A-") and card not in full.declared for card in full.cards)

    def group_title(self, actor: str) -> str:
        card = self.sealed.get(actor)
        name = self.desk.card(card) if card else self.desk.called(actor)
        return _("What the card says: %(card)s") % {"card": name}

    def _unknown(self) -> list[str]:
        """Cards that the log does not know: opponents' decks, and clients that keep their secrets."""
        return [
            one
            for one in (*(f.player for f in self.desk.standing()), *standing_foes(self.desk.play))
            if one not in self.sealed
        ]

    def payloads(self) -> list[Payload]:
        told = self.cleaned_data
        cards = dict(self.sealed)
        cards |= {actor: told[f"card:{actor}"] for actor in self._unknown()}
        declared = {cards[actor]: facts for actor, facts in self._told_facts(cards).items()}
        named, later = self._targets(cards, declared)
        open_ = {"targets": named or None, "naming": later or None}
        return [payload(self.step, cards=cards, declared=declared or None, **open_)]

    def _told_facts(self, cards: Mapping[str, str]) -> dict[str, dict[str, Any]]:
        """The facts that were filled in, without those that the edition knows of the card that was typed."""
        play = self.desk.play
        return {
            actor: facts
            for actor, facts in self.stated.items()
            if facts
            and cards[actor] != STUN
            and (actor in self.sealed or not is_known(definition(play, cards[actor])))
        }

    def _targets(
        self, cards: Mapping[str, str], declared: Mapping[str, Any]
    ) -> tuple[dict[str, list[str]], list[str]]:
        """(the named targets, whose targets follow): nobody is asked for whom there is one target alone."""
        named: dict[str, list[str]] = {}
        later: list[str] = []
        for actor, card in cards.items():
            told = declared.get(card, {}).get("parts")
            parts = definition(self.desk.play, card).parts if card != STUN else ()
            parts = msgspec.convert(told, tuple[PartDefinition, ...]) if told else parts
            target = self._only_target(actor) or self.cleaned_data.get(f"target:{actor}")
            if effects_known(parts) and not names(parts):
                continue
            if target and (names(parts) or f"target:{actor}" in self.fields):
                named[actor] = [target]
            elif names(parts):
                later.append(actor)
        return named, later

    def _only_target(self, actor: str) -> str | None:
        """The one player whom an opponent can attack."""
        left = standing(self.desk.play)
        return left[0] if actor in self.desk.play.foes and len(left) == 1 else None


def deck_cards(vo_type: str) -> tuple[str, ...]:
    """The cards that an opponent of this type may have; () where it has cards of its own that nobody can name."""
    kind = OPPONENTS.types[vo_type]
    if kind.character:
        return ()
    return tuple(card for deck in (*kind.fixed, *kind.extra_from) for card in OPPONENTS.selection[deck])


class InstantForm(FactsForm, OtherCard):
    """`instant_played`: one of the instants in the player's hand, or another card whose facts they tell."""

    step = "instant_played"
    template = "games/senjutsu/_instant.html"

    def build(self) -> None:
        OtherCard.build(self)
        kinds = dict.fromkeys(kind for one in self.told for kind in one.choices.get("kind", ()))
        self.fields["kind"] = choice(
            _("How it is played"),
            [(kind, self.desk.reader.value("kind", kind)) for kind in kinds],
            required=False,
            radio=True,
        )
        self.ask_facts("own", UNKNOWN)

    def is_open(self) -> bool:
        """Whether the hand has an instant, or a card of which nobody knows whether it is one."""
        own = pile(self.desk.play, self.player)
        unknown = any(definition(self.desk.play, card).instant is None for card in own.held)
        return super().is_open() or unknown or own.hand > len(own.held)

    def group_title(self, actor: str) -> str:
        return _("What this other card says")

    def clean(self) -> dict[str, Any]:
        told = super().clean()
        if told.get("card") and not told.get("kind"):
            self.add_error("kind", _("Say how the card is played."))
        return told

    def of_card(self, card: str) -> Payload:
        told = {"kind": self.cleaned_data["kind"], "declared": self.stated["own"] or None}
        return self.logged(player=self.player, card=card, **told)
