"""The frame of a turn: deployment, decks and hands, the start, initiative, the end of a turn, another turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.last_battle.facts import FACTS, SIDES
from games.last_battle.full.cards import HANGED, HANGED_DRAW, hand_limit, profile_size, value
from games.last_battle.full.state import Pile
from games.last_battle.full.turn import swimmers_in_danger
from games.last_battle.prolong import plays_on
from tracker.pages.match_forms.last_battle.base import Desk, Payload, choice, payload
from tracker.pages.match_forms.last_battle.full.dues import settled
from tracker.pages.match_forms.last_battle.full.fields import (
    CARDS,
    CHOICES,
    SEGMENT,
    answer,
    cards_field,
    deck_field,
    every_card,
    several,
)
from tracker.pages.match_forms.last_battle.full.form import FullForm

DECK_EXTRA = 2


class SideForm(FullForm):
    """A step of one side's cards; `player` is the side."""

    group, any_version = "turn", True

    @classmethod
    def open_at(cls, desk: Desk, key: str) -> bool:
        return desk.play.full is not None and key in desk.play.full.piles

    @property
    def whose(self) -> str:
        return self.desk.side(self.player)

    @property
    def pile(self) -> Pile:
        return self.full.piles[self.player]


class DeployForm(FullForm):
    """`squad_deployed`; `player` is the squad's owner."""

    step, event, group, any_version = "deploy", "squad_deployed", "setup", True
    overridable = False

    @classmethod
    def open_at(cls, desk: Desk, key: str) -> bool:
        return desk.play.full is not None and key in desk.play.squads

    @property
    def whose(self) -> str:
        return self.desk.names.player(self.player)

    def fill(self) -> None:
        if self.squad.side == "alliance":
            self.put("inside", answer(_("Every base wholly inside the deployment zone?"), "yes"), SEGMENT)

    def payloads(self) -> list[Payload]:
        inside = self.said("inside") if self.squad.side == "alliance" else None
        return [payload(self.event, player=self.player, all_inside=inside)]


class DeckForm(SideForm):
    """`deck_prepared`: shuffle and cut. Where the organisers listed the cards, the list is tapped in."""

    step, event, group = "deck", "deck_prepared", "setup"
    overridable = False

    def fill(self) -> None:
        size = profile_size(self.play)
        if size is not None:
            self.told.append(_("%(size)s cards.") % {"size": size})
            return
        minor = [card for card in every_card(self.play, Pile()) if not card.startswith("M-")]
        self.put(
            "cards",
            cards_field(_("Cards besides Death and the Wheel"), minor, self.language, many=True),
            CARDS,
        )

    def payloads(self) -> list[Payload]:
        size = profile_size(self.play)
        cards = None if size is not None else list(self.cleaned_data["cards"])
        total = size if size is not None else len(cards or ()) + DECK_EXTRA
        return [payload(self.event, side=self.player, size=total, cards=cards)]


class DrawForm(SideForm):
    """`hand_drawn`: up to the limit; the cards are open to the own side alone."""

    step, event, group = "draw", "hand_drawn", "hand"
    overridable = False

    @property
    def count(self) -> int:
        return hand_limit(self.play, self.full, self.player) + self.pile.extra - self.pile.hand_count

    def fill(self) -> None:
        count = max(1, self.count)
        label = ngettext("Tap the card drawn", "Tap the %(count)s cards drawn", count) % {"count": count}
        self.put("cards", deck_field(self.play, self.full, self.player, label, count, self.language), CARDS)

    def payloads(self) -> list[Payload]:
        told = self.cleaned_data["cards"]
        cards = [told] if isinstance(told, str) else list(told)
        return [payload(self.event, side=self.player, count=len(cards), cards=cards)]


class StartForm(FullForm):
    """`turn_started`."""

    step, event, group, any_version = "start", "turn_started", "turn", False

    def told_by_words(self) -> Mapping[str, Any]:
        return {"turn": self.full.turn + 1}

    def payloads(self) -> list[Payload]:
        return [payload(self.event, turn=self.full.turn + 1, **self.lifted)]


class InitiativeForm(SideForm):
    """`initiative_flipped`: the own side's card."""

    step, event = "initiative", "initiative_flipped"

    def fill(self) -> None:
        field = deck_field(self.play, self.full, self.player, _("Tap the card that came"), 1, self.language)
        self.put("card", field, CARDS)

    def payloads(self) -> list[Payload]:
        return [payload(self.event, **{f"{self.player}_card": self.cleaned_data["card"]}, **self.lifted)]


class FirstForm(SideForm):
    """`first_side_chosen` by the winner of the initiative."""

    step, event, any_version = "first", "first_side_chosen", False

    def fill(self) -> None:
        sides = list(self.desk.sides().items())
        self.put("first", choice(_("Goes first"), sides, radio=True), CHOICES)
        self.fields["first"].initial = self.player

    def payloads(self) -> list[Payload]:
        told = {"by_side": self.player, "first_side": self.cleaned_data["first"]}
        return [payload(self.event, **told, **self.lifted)]


class EndEffectsForm(FullForm):
    """`end_effects_applied`: every figure was activated; on the Sea some lose a life in the water."""

    step, event, group = "effects", "end_effects_applied", "turn"

    def fill(self) -> None:
        danger = [*swimmers_in_danger(self.play)]
        self.certain = [piece.id for piece, certain in danger if certain]
        if self.certain:
            words = {"figures": self.pieces(self.certain)}
            self.told.append(_("In the water, each loses a life: %(figures)s") % words)
        doubtful = [piece for piece, certain in danger if not certain]
        if doubtful:
            self.put("drowning", several(_("Cannot swim either"), self.options(doubtful)), CHOICES)

    def payloads(self) -> list[Payload]:
        figures = [*self.certain, *(self.cleaned_data.get("drowning") or ())]
        told = payload(self.event, turn=self.full.turn, figures=figures, **self.lifted)
        return settled(self.play, [told])


class ProlongForm(SideForm):
    """`prolong_flipped` or `prolong_declined` by the side that went first."""

    step, event, any_version = "prolong", "prolong_flipped", False
    overridable = False

    def fill(self) -> None:
        self.told.append(schemes_first())
        needed = FACTS.prolong.get(self.full.turn)
        if self.full.turn == max(FACTS.prolong):
            self.told.append(_("Only the Wheel of Fortune prolongs the battle now."))
        elif needed is not None:
            self.told.append(_("Needed: %(value)s or more.") % {"value": needed})
        field = deck_field(self.play, self.full, self.player, _("Tap the card that came"), 1, self.language)
        field.required = False
        field.help_text = _("Without a card: no flip, the game ends.")
        self.put("card", field, CARDS)

    def payloads(self) -> list[Payload]:
        card = self.value("card")
        if card is None:
            return [payload("prolong_declined", side=self.player)]
        turn = self.full.turn
        lucky = plays_on(turn, value(self.play, card)) and (turn < max(FACTS.prolong) or card == "M-wheel")
        return [payload(self.event, side=self.player, card=card, success=lucky)]


class ShuffleForm(SideForm):
    """`discard_reshuffled` in the cleanup, or when the deck runs out."""

    step, event = "shuffle", "discard_reshuffled"
    overridable = False

    @property
    def ending(self) -> bool:
        """Whether this is the cleanup of a turn."""
        return self.full.step in ("scoring", "cleanup") and not self.pile.shuffled

    @property
    def then(self) -> str:
        """LB-SCH-04: the scoring step ends with it."""
        return schemes_first() if self.full.step == "scoring" else ""

    def payloads(self) -> list[Payload]:
        reason = "turn_end" if self.ending else "deck_empty"
        return [payload(self.event, side=self.player, reason=reason)]


class DiscardForm(SideForm):
    """`hand_discarded` in the cleanup: any cards, and down to the limit."""

    step, event, group = "discard", "hand_discarded", "hand"

    def fill(self) -> None:
        over = self.pile.hand_count - hand_limit(self.play, self.full, self.player) - self.pile.extra
        if over > 0:
            told = ngettext("At least %(count)s card must go.", "At least %(count)s cards must go.", over)
            self.told.append(told % {"count": over})
        every = every_card(self.play, self.pile)
        cards = [card for card in every if card in self.pile.hand] or every
        self.put("cards", cards_field(_("Cards"), cards, self.language, many=True), CARDS)

    def payloads(self) -> list[Payload]:
        return [payload(self.event, side=self.player, cards=list(self.cleaned_data["cards"]), **self.lifted)]


class HangedForm(SideForm):
    """`hanged_man_used`: discard it, draw three."""

    step, event, group = "hanged", "hanged_man_used", "hand"
    overridable = False

    @classmethod
    def open_at(cls, desk: Desk, key: str) -> bool:
        full = desk.play.full
        return super().open_at(desk, key) and full is not None and HANGED in full.piles[key].hand

    def fill(self) -> None:
        words: dict[str, Any] = {"count": HANGED_DRAW}
        label = ngettext("Tap the card drawn", "Tap the %(count)s cards drawn", HANGED_DRAW) % words
        field = deck_field(self.play, self.full, self.player, label, HANGED_DRAW, self.language)
        self.put("cards", field, CARDS)

    def payloads(self) -> list[Payload]:
        return [payload(self.event, side=self.player, drawn=list(self.cleaned_data["cards"]))]


def schemes_first() -> str:
    """A reminder where the scoring step ends."""
    return _("The schemes of this turn score before this.")


def sides_of(desk: Desk) -> list[str]:
    """The sides that the person plays for."""
    return [side for side in SIDES if any(squad.side == side for squad in desk.mine())]
