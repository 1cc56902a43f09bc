"""Steps at full detail where cards come or go face down: hands, mulligans, draws, plans, the upkeep phase, showing.

Which cards is ticked behind a fold, since phones lie open on tables. Called by `steps`.
"""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _

from games.super_fantasy_brawl.full.cards import deck_of
from games.super_fantasy_brawl.full.frame import owner_of
from games.super_fantasy_brawl.full.moves_action import in_hand
from games.super_fantasy_brawl.full.moves_effects import TO_PLAYER, card_effects, stuns
from games.super_fantasy_brawl.full.printed import open_effects
from games.super_fantasy_brawl.full.state import NO_SEAT, Seat
from games.super_fantasy_brawl.state import mode_of
from tracker.pages.match_forms.pad import Payload, choice, payload
from tracker.pages.match_forms.super_fantasy_brawl.base import card
from tracker.pages.match_forms.super_fantasy_brawl.full.forms import FullForm, PickForm

MOST_CARDS = 9
"""How many cards are offered where the effect is unknown."""


class CardsForm(FullForm):
    """Cards that come or go face down: how many, and which ones if their owner wants them noted."""

    template = "games/super_fantasy_brawl/_cards.html"
    LISTS: ClassVar[tuple[str, ...]] = ("cards",)

    @property
    def seat(self) -> Seat:
        full = self.desk.play.full
        return full.seats.get(self.player, NO_SEAT) if full is not None else NO_SEAT

    def build(self) -> None:
        for name in self.LISTS:
            self.fields[name] = self._ticks(name)

    def _ticks(self, name: str) -> forms.MultipleChoiceField:
        cards = self.may_be(name)
        return forms.MultipleChoiceField(
            label=self.label_of(name),
            choices=[(one, card(self.desk, one)) for one in cards],
            required=False,
            widget=forms.CheckboxSelectMultiple,
        )

    def label_of(self, name: str) -> str:
        return {
            "returned": _("Cards set aside"),
            "drawn": _("Cards drawn"),
            "discarded": _("Cards discarded from the hand"),
        }.get(name, _("Which cards"))

    def may_be(self, name: str) -> list[str]:
        """The cards that can be named in a list."""
        return self.own_hand() if name in ("returned", "discarded") else self.own_deck()

    def own_hand(self) -> list[str]:
        return in_hand(self.desk.play, self.player)

    def own_deck(self) -> list[str]:
        """Cards that may be drawn: those that are known to be nowhere else."""
        own, play = self.seat, self.desk.play
        whole = own.cards if own.cards is not None else deck_of(play, self.player) or ()
        gone = (*own.held, *own.play)
        return sorted(card for card in whole if card not in gone)

    @property
    def lists(self) -> list[Any]:
        return [self[name] for name in self.LISTS if self.fields[name].choices]  # type: ignore[attr-defined]

    @property
    def plain_fields(self) -> list[Any]:
        return [self[name] for name in self.fields if name not in self.LISTS]

    @property
    def then(self) -> str:
        return _("Only your side sees which cards; you need not note them.")

    def ticked(self, name: str) -> list[str] | None:
        return self.cleaned_data.get(name) or None

    @property
    def source(self) -> str | None:
        """The card whose effect it is; None: that of the open action."""
        return card_effects(self.desk.play, self.step).get(self.player, (None, None))[0]

    @property
    def most(self) -> int:
        """How many cards the effect allows."""
        most = card_effects(self.desk.play, self.step).get(self.player, (None, None))[1]
        return MOST_CARDS if most is None else most

    def guess(self) -> bool:
        """Whether nobody told what the card does, which draws, plans or shows cards."""
        self.is_guess = open_effects(self.desk.play, self.source) is None
        return self.is_guess

    @property
    def wanted(self) -> int:
        """How many cards a fixed draw has."""
        return mode_of(self.desk.play).hand


class HandForm(CardsForm):
    step = "opening_hand_drawn"

    def payloads(self) -> list[Payload]:
        return [payload(self.step, player=self.player, count=self.wanted, cards=self.ticked("cards"))]


class MulliganForm(CardsForm):
    """`mulligan_resolved`: none keeps the hand."""

    step = "mulligan_resolved"
    LISTS = ("returned", "drawn")

    def build(self) -> None:
        self.fields["count"] = number(_("How many cards are exchanged"), self.seat.hand or self.wanted)
        super().build()

    def payloads(self) -> list[Payload]:
        told = self.cleaned_data
        returned, drawn_ = self.ticked("returned"), self.ticked("drawn")
        count = told["count"] or len(returned or ())
        both = returned if count else [], drawn_ if count else []
        return [payload(self.step, player=self.player, count=count, returned=both[0], drawn=both[1])]


class DrawForm(CardsForm):
    """`cards_drawn` by an effect: the number is declared first."""

    step = "cards_drawn"

    def build(self) -> None:
        own, full, guess = self.seat, self.desk.play.full, self.guess()
        shuffled = full is not None and full.needs == self.player
        most = self.most if shuffled or not own.discard else min(self.most, own.deck)
        least = own.deck + 1 if shuffled else int(guess)
        self.is_guess = self.may_wait = guess and not shuffled
        self.fields["count"] = number(_("How many cards are drawn"), max(least, most), least)
        super().build()

    def is_open(self) -> bool:
        """A deck that does not hold a single card is reshuffled first."""
        return not self.is_guess or self.seat.deck > 0

    def payloads(self) -> list[Payload]:
        count, own = self.cleaned_data["count"], self.seat
        drawn_ = min(count, own.deck + own.discard)
        data = {"declared": count, "drawn": drawn_, "source": self.source}
        return [payload(self.step, player=self.player, **data, cards=self.ticked("cards"))]


class PlanForm(CardsForm):
    """`cards_planned`: cards of the hand on top of the deck."""

    step = "cards_planned"

    def build(self) -> None:
        self.may_wait = self.guess()
        most = min(self.most, self.seat.hand) if self.is_guess else self.most
        self.fields["count"] = number(_("How many cards are planned"), most, int(self.is_guess))
        super().build()

    def is_open(self) -> bool:
        return not self.is_guess or self.seat.hand > 0

    def may_be(self, name: str) -> list[str]:
        return self.own_hand()

    def payloads(self) -> list[Payload]:
        cards = self.ticked("cards")
        count = self.cleaned_data["count"] or len(cards or ())
        return [payload(self.step, player=self.player, count=count, source=self.source, cards=cards)]


class RefreshForm(CardsForm):
    """`refresh_completed`: the hand goes, a new one comes."""

    step = "refresh_completed"
    LISTS = ("discarded", "drawn")

    def build(self) -> None:
        super().build()
        own = self.seat
        if len(own.held) >= own.hand:
            del self.fields["discarded"]

    @property
    def lists(self) -> list[Any]:
        return [self[name] for name in self.LISTS if name in self.fields]

    def payloads(self) -> list[Payload]:
        own = self.seat
        known = sorted(own.held) if len(own.held) >= own.hand else self.ticked("discarded")
        count = min(self.wanted, own.deck + own.discard + own.hand)
        told = {"count": count, "discarded": known, "drawn": self.ticked("drawn")}
        return [payload(self.step, player=self.player, **told)]


class ShowForm(CardsForm):
    """`information_shown`: to everybody, or looked at by one player."""

    step = "information_shown"

    def build(self) -> None:
        self.may_wait = self.guess()
        self.fields["what"] = choice(
            _("What is shown"),
            [("hand", _("the hand")), ("deck", _("the deck")), ("other", _("cards"))],
            radio=True,
        )
        ways = [("show", _("to everybody")), ("look", _("I alone look"))]
        self.fields["way"] = choice(
            _("Who sees it"), [way for way in ways if way[0] in self._open()], radio=True
        )
        self.fields["way"].initial = next(iter(self._open()), "show")
        super().build()

    def _open(self) -> tuple[str, ...]:
        """Whether the card lets its player show, or look."""
        found = open_effects(self.desk.play, self.source)
        keywords = tuple(one.keyword for _at, one in found or () if one.keyword in TO_PLAYER[self.step])
        return keywords or TO_PLAYER[self.step]

    def payloads(self) -> list[Payload]:
        told = self.cleaned_data
        return [
            payload(
                self.step,
                owner=self.player,
                what=told["what"],
                viewer=self.player if told["way"] == "look" else None,
                source=self.source,
                cards=self.ticked("cards"),
            )
        ]


class StunForm(PickForm):
    """`champion_stunned`: a card of the champion goes, or the hand is shown. Whose cards nobody told names the card."""

    step = "champion_stunned"

    def build(self) -> None:
        super().build()
        if self._stunned() is not None:
            self.fields["choice"].required = False
            self.fields["named"] = forms.CharField(
                label=_("Name of the discarded card"), required=False, max_length=120
            )

    @property
    def typed(self) -> list[Any]:
        return [self["named"]] if "named" in self.fields else []

    def _stunned(self) -> tuple[str, str, str | None] | None:
        """(champion, cause, card) of the stun of a champion whose player's cards are unknown; None: they are known."""
        play, desk = self.desk.play, self.desk
        for champion, cause, source in stuns(play) if play.full is not None else ():
            owner = owner_of(play, champion)
            if owner in desk.players and not in_hand(play, owner):
                return champion, cause, source
        return None

    def is_open(self) -> bool:
        return super().is_open() or "named" in self.fields

    def clean(self) -> dict[str, Any]:
        told: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.errors and not told.get("choice") and not told.get("named"):
            self.add_error("named", _("Name the card."))
        return told

    def clean_choice(self) -> Payload:
        return super().clean_choice() if self.cleaned_data["choice"] else {}

    def payloads(self) -> list[Payload]:
        told, stunned = self.cleaned_data, self._stunned()
        if not told.get("named") or stunned is None:
            return super().payloads()
        champion, cause, source = stunned
        return [payload(self.step, champion=champion, cause=cause, discarded=told["named"], source=source)]


def number(label: str, most: int, least: int = 0) -> forms.IntegerField:
    """A small number, the least at first."""
    return forms.IntegerField(label=label, min_value=least, max_value=max(least, most), initial=least)


CARD_FORMS: dict[str, type[FullForm]] = {
    form.step: form for form in (HandForm, MulliganForm, DrawForm, PlanForm, RefreshForm, ShowForm, StunForm)
}
