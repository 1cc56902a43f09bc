"""Checks and duels: waiving, flips, cheated fate, results with their computed numbers, link cards, triggers, damage."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.last_battle.full.arcana import FOOL, MAGICIAN, touched
from games.last_battle.full.cards import DEATH, WHEEL, suit, value
from games.last_battle.full.damage import amount_of, tier_of
from games.last_battle.full.duel import (
    attack_total,
    defence_total,
    modifiers,
    next_role,
    side_of_role,
    succeeds,
)
from games.last_battle.full.fate import flip_of
from games.last_battle.full.state import Duel, Flip, FullState
from tracker.pages.match_forms.last_battle.base import Desk, Payload, choice, payload
from tracker.pages.match_forms.last_battle.full.dues import settled
from tracker.pages.match_forms.last_battle.full.fields import (
    CARDS,
    CHOICES,
    FIELD,
    cards_field,
    deck_field,
    every_card,
    kept,
    number,
)
from tracker.pages.match_forms.last_battle.full.form import FullForm, open_duel
from tracker.pages.match_forms.last_battle.full.said.checks import result_words
from tracker.pages.match_forms.last_battle.full.terms import (
    action_words,
    card_words,
    modifier_words,
    role_words,
    suit_words,
    tier_words,
)


class DuelForm(FullForm):
    """A step of the open check."""

    group = "duel"

    @classmethod
    def open_at(cls, desk: Desk, key: str) -> bool:
        return open_duel(desk) is not None

    @property
    def duel(self) -> Duel:
        assert self.full.duel is not None
        return self.full.duel

    @property
    def whose(self) -> str:
        """`Gaspar: Mighty blow at Cultist`."""
        words = {
            "figure": self.piece(self.duel.actor),
            "action": action_words(self.duel.name),
            "target": self.piece(self.duel.target),
        }
        if self.duel.target:
            return _("%(figure)s: %(action)s at %(target)s") % words
        return _("%(figure)s: %(action)s") % words

    def card(self, card: str) -> str:
        """A card in words."""
        return card_words(card, self.language)

    def sum_words(self, label: str, stat: int | None, flip: Flip | None) -> str:
        """`Attack: 7 + 6 (6 of Cups) = 13`, as far as it is known."""
        if flip is None:
            return ""
        points = value(self.play, flip.card)
        cheated = ", " + _("cheated") if flip.cheated else ""
        words = {
            "label": label,
            "card": self.card(flip.card) + cheated,
            "value": points,
            "stat": stat,
            "total": None if stat is None else stat + points,
        }
        if stat is None:
            return _("%(label)s: %(value)s (%(card)s)") % words
        return _("%(label)s: %(stat)s + %(value)s (%(card)s) = %(total)s") % words

    def tell_totals(self) -> None:
        """Both sides of the check as they stand now, and who is failing."""
        duel = self.duel
        label = _("Check") if duel.kind == "simple" else _("Attack")
        self.told.append(self.sum_words(label, duel.parameter, duel.attack))
        if duel.waived:
            self.told.append(_("The target does not resist."))
        elif duel.kind != "simple":
            self.told.append(self.sum_words(_("Defence"), duel.resistance, duel.defence))
        if duel.tv is not None:
            self.told.append(_("Target value: %(tv)s") % {"tv": duel.tv})
        self.told = [line for line in self.told if line]


class WaiveForm(DuelForm):
    """`resistance_waived`: a friendly target does not resist."""

    step, event = "waive", "resistance_waived"
    label, press = gettext_lazy("Waive the resistance"), gettext_lazy("It does not resist")

    def payloads(self) -> list[Payload]:
        return [payload(self.event, figure=self.duel.target, **self.lifted)]


class FlipForm(DuelForm):
    """`check_flipped`: the cards that came from the deck. `player` is the flip: attack, defence, simple, damage."""

    step, event = "flip", "check_flipped"

    @classmethod
    def open_at(cls, desk: Desk, key: str) -> bool:
        duel, full = open_duel(desk), desk.play.full
        if duel is None or full is None or key not in role_words():
            return False
        fits = next_role(duel) == key or (
            duel.stage == "attack" and duel.kind is None and key in ("attack", "simple")
        )
        return fits and side_of_role(full, duel, key) is not None

    @property
    def side(self) -> str:
        return side_of_role(self.full, self.duel, self.player) or ""

    @property
    def title(self) -> str:
        words = {"side": self.desk.side(self.side), "role": role_words()[self.player]}
        return _("%(side)s flips for %(role)s") % words

    @property
    def button(self) -> str:
        return _("Log the flip")

    def fill(self) -> None:
        known = modifiers(self.duel, self.player)
        pluses, minuses = known or (0, 0)
        count = 1 + abs(pluses - minuses)
        if pluses or minuses:
            words = {"modifier": modifier_words(pluses, minuses)}
            self.told.append(_("Modifiers: %(modifier)s") % words)
        cards = ngettext("Tap the card that came", "Tap the %(count)s cards that came", count) % {
            "count": count
        }
        many = count if known is not None else 0
        field = deck_field(self.play, self.full, self.side, cards, many, self.language)
        self.put("cards", field, CARDS)
        self.put("pluses", number(_("Pluses"), most=9), aside=True)
        self.put("minuses", number(_("Minuses"), most=9), aside=True)
        self.fields["pluses"].initial, self.fields["minuses"].initial = pluses, minuses
        if many != 1:
            every = [(c, self.card(c)) for c in every_card(self.play, self.full.piles[self.side])]
            auto = [("", _("the highest with a plus, the lowest with a minus"))]
            self.put("chosen", choice(_("Card that counts"), auto + every, required=False), aside=True)
            self.fields["chosen"].choices = auto + every  # type: ignore[attr-defined]
        self.fields["check"] = kept(self.duel.check_id or _new_check(self.full))

    def payloads(self) -> list[Payload]:
        told = self.cleaned_data["cards"]
        cards = [told] if isinstance(told, str) else list(told)
        pluses, minuses = self.value("pluses") or 0, self.value("minuses") or 0
        flipped = payload(
            self.event,
            check_id=self.value("check"),
            role=self.player,
            side=self.side,
            pluses=pluses,
            minuses=minuses,
            cards=cards,
            chosen=self.value("chosen") or self._counting(cards, pluses - minuses),
            **self.lifted,
        )
        return [flipped]

    def _counting(self, cards: list[str], net: int) -> str:
        """LB-CHK-03, LB-CHK-04: the card that a side takes as a matter of course."""
        if DEATH in cards and WHEEL in cards:
            return DEATH
        best = min if net < 0 else max
        return best(cards, key=lambda card: value(self.play, card))


def _new_check(full: FullState) -> str:
    return f"c{len(full.checks) + 1}"


class CheatForm(DuelForm):
    """`fate_cheated`: a card of the own hand instead of the flipped one. `player` is the flip."""

    step, event = "cheat", "fate_cheated"

    @classmethod
    def open_at(cls, desk: Desk, key: str) -> bool:
        duel, full = open_duel(desk), desk.play.full
        if duel is None or full is None or side_of_role(full, duel, key) is None:
            return False
        return (
            duel.stage == ("cheat_damage" if key == "damage" else "cheat") and flip_of(duel, key) is not None
        )

    @property
    def side(self) -> str:
        return side_of_role(self.full, self.duel, self.player) or ""

    @property
    def title(self) -> str:
        words = {"side": self.desk.side(self.side), "role": role_words()[self.player]}
        return _("%(side)s: cheat fate for %(role)s") % words

    @property
    def button(self) -> str:
        return _("Play this card")

    def fill(self) -> None:
        if self.player == "damage":
            self.told.append(self.sum_words(_("Damage"), None, self.duel.harm))
        else:
            self.tell_totals()
            self.told.append(self._order())
        pile = self.full.piles[self.side]
        cards = every_card(self.play, pile)
        if pile.hand and not pile.unknown:
            cards = [card for card in cards if card in pile.hand]
        self.put("card", cards_field(_("From the hand"), cards, self.language), CARDS)

    def _order(self) -> str:
        """LB-FATE-04 in words."""
        won = succeeds(self.play, self.duel)
        if won is None or self.duel.kind == "simple":
            return ""
        role = "defence" if won else "attack"
        words = {"side": self.desk.side(side_of_role(self.full, self.duel, role) or "")}
        if self.duel.cheats:
            return ""
        if won:
            return _("The attack succeeds: %(side)s may cheat first.") % words
        return _("The attack fails: %(side)s may cheat first.") % words

    def payloads(self) -> list[Payload]:
        told = {"check_id": self.duel.check_id, "role": self.player, "side": self.side}
        return [payload(self.event, **told, card=self.cleaned_data["card"], **self.lifted)]


class ResolveForm(DuelForm):
    """`check_resolved`: the totals that the cards come to, shown before they are sent."""

    step, event = "resolve", "check_resolved"
    press = gettext_lazy("Log the result")

    @classmethod
    def open_at(cls, desk: Desk, key: str) -> bool:
        duel = open_duel(desk)
        return duel is not None and duel.stage == "cheat"

    @property
    def title(self) -> str:
        return _("Result of the check")

    @property
    def then(self) -> str:
        return _("After both sides had their chance to cheat.")

    def fill(self) -> None:
        duel = self.duel
        self.tell_totals()
        self.attack = attack_total(self.play, duel)
        self.defence = None if duel.kind == "simple" else defence_total(self.play, duel)
        self.won = succeeds(self.play, duel)
        if self.won is not None:
            self.told.append(result_words(self._numbers()))
            return
        if self.attack is None:
            self.put("attack", number(_("Total of the attack"), most=99))
        if self.defence is None and duel.kind != "simple":
            self.put("defence", number(_("Total of the defence"), most=99))
        outcomes = [("yes", _("Success")), ("no", _("Failure"))]
        self.put("success", choice(_("What came of it?"), outcomes, radio=True), CHOICES)

    def _numbers(self) -> dict[str, object]:
        known = self.attack is not None and self.defence is not None
        return {
            "attack_total": self.attack,
            "defence_total": self.defence,
            "success": bool(self.won),
            "margin": (self.attack or 0) - (self.defence or 0) if known else None,
        }

    def payloads(self) -> list[Payload]:
        if self.won is None:
            if self.attack is None:
                self.attack = self.value("attack")
            if self.defence is None:
                self.defence = self.value("defence")
            self.won = self.cleaned_data["success"] == "yes"
        return [payload(self.event, check_id=self.duel.check_id, **self._numbers(), **self.lifted)]


class ArcanaForm(DuelForm):
    """`arcana_resolved`: the effect of a link card. `player` is the card."""

    step, event = "arcana", "arcana_resolved"

    @property
    def title(self) -> str:
        return _("%(card)s takes effect") % {"card": self.card(self.player)}

    @property
    def button(self) -> str:
        return _("Log the effect")

    def fill(self) -> None:
        if self.player == FOOL:
            pair = [self.full.pieces[f] for f in (self.duel.actor, self.duel.target) if f in self.full.pieces]
            self.put(
                "figure", choice(_("Who leaves the field in peace?"), self.options(pair), radio=True), CHOICES
            )
        elif self.player == MAGICIAN:
            spells = [
                (f"{piece.id}|{action.name}", f"{action.name} · {self.piece(piece.id)}")
                for piece in self.full.pieces.values()
                for action in piece.card.actions or ()
                if action.kind == "magic"
            ]
            self.put("spell", choice(_("Becomes the magic action"), spells, radio=True), CHOICES)
        else:
            names = self.pieces(sorted(touched(self.duel, self.player)))
            self.told.append(_("It touches: %(figures)s") % {"figures": names})

    def payloads(self) -> list[Payload]:
        figures, spell = sorted(touched(self.duel, self.player)), None
        if self.player == FOOL:
            figures = [self.cleaned_data["figure"]]
        elif self.player == MAGICIAN:
            owner, _bar, spell = self.cleaned_data["spell"].partition("|")
            figures = [owner]
        told = payload(self.event, card=self.player, figures=figures, choice=spell, **self.lifted)
        return settled(self.play, [told])


class TriggerForm(DuelForm):
    """`trigger_applied`: by the suit of the acting figure's final card."""

    step, event = "trigger", "trigger_applied"
    label, press = gettext_lazy("A trigger fires"), gettext_lazy("Log the trigger")

    @classmethod
    def open_at(cls, desk: Desk, key: str) -> bool:
        duel = open_duel(desk)
        return duel is not None and duel.attack is not None and suit(duel.attack.card) is not None

    def fill(self) -> None:
        card = self.duel.attack.card if self.duel.attack else ""
        self.suit = suit(card)
        self.told.append(_("Suit: %(suit)s") % {"suit": suit_words().get(self.suit or "", "")})
        actor = self.full.pieces.get(self.duel.actor)
        printed = actor.card.action(self.duel.name) if actor else None
        texts = [one.text for one in (printed.triggers if printed else None) or () if one.suit == self.suit]
        self.put("text", forms.CharField(label=_("What it does"), required=False, max_length=2000), FIELD)
        self.fields["text"].initial = next(filter(None, texts), "")

    def payloads(self) -> list[Payload]:
        told = {"check_id": self.duel.check_id, "suit": self.suit, "text": self.value("text")}
        return [payload(self.event, **told, **self.lifted)]


class DamageForm(DuelForm):
    """`damage_resolved` with the lives that it costs, and the removal where none are left."""

    step, event = "damage", "damage_resolved"
    press = gettext_lazy("Log the damage")

    @classmethod
    def open_at(cls, desk: Desk, key: str) -> bool:
        duel = open_duel(desk)
        return duel is not None and duel.stage == "cheat_damage" and duel.harm is not None

    @property
    def title(self) -> str:
        return _("Damage")

    def fill(self) -> None:
        card = self.duel.harm.card if self.duel.harm else ""
        self.tier = tier_of(self.play, card)
        self.amount = amount_of(self.tier, self.duel.damage)
        words = {"card": self.card(card), "tier": tier_words()[self.tier], "amount": self.amount}
        told = _("%(card)s: %(tier)s") if self.amount is None else _("%(card)s: %(tier)s, %(amount)s")
        self.told.append(told % words)
        self._tell_lives()
        if self.amount is None:
            self.put("amount", number(_("Damage"), required=True, most=99))

    def _tell_lives(self) -> None:
        target = self.full.pieces.get(self.duel.target or "")
        if target is None or target.lives is None or self.amount is None:
            return
        left = max(0, target.lives - self.amount)
        words = {"figure": self.piece(target.id), "before": target.lives, "after": left}
        self.told.append(_("%(figure)s: lives %(before)s, then %(after)s") % words)

    def payloads(self) -> list[Payload]:
        amount = self.value("amount") if self.amount is None else self.amount
        told = {"check_id": self.duel.check_id, "tier": self.tier, "amount": amount}
        return settled(self.play, [payload(self.event, **told, **self.lifted)])
