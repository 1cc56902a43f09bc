"""Checks and duels: waiving, results with their computed numbers, link cards, triggers, damage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.last_battle.full.arcana import FOOL, MAGICIAN, touched
from games.last_battle.full.cards import suit, value
from games.last_battle.full.damage import amount_of, tier_of
from games.last_battle.full.duel import (
    STRIKES,
    attack_total,
    defence_total,
    succeeds,
)
from games.last_battle.full.state import Duel, Flip
from tracker.pages.match_forms.last_battle.base import Desk, Payload, choice, payload
from tracker.pages.match_forms.last_battle.full.dues import settled
from tracker.pages.match_forms.last_battle.full.fields import (
    CHOICES,
    FIELD,
    SEGMENT,
    answer,
    number,
)
from tracker.pages.match_forms.last_battle.full.form import LEFT, FullForm, open_duel
from tracker.pages.match_forms.last_battle.words import word


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
        duel = self.duel
        told = {"figure": duel.actor, "action": duel.name, "target": duel.target}
        return self.desk.reader.option("action_declared", told)

    def card(self, card: str) -> str:
        """A card in words."""
        return word("card", card, self.language)

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

    def payloads(self) -> list[Payload]:
        return [payload(self.event, figure=self.duel.target, **self.lifted)]


class ResolveForm(DuelForm):
    """`check_resolved`: the totals that the cards come to, shown before they are sent."""

    step, event = "resolve", "check_resolved"

    @classmethod
    def open_at(cls, desk: Desk, key: str) -> bool:
        duel = open_duel(desk)
        return duel is not None and duel.stage == "cheat"

    def fill(self) -> None:
        duel = self.duel
        self.tell_totals()
        self.attack = attack_total(self.play, duel)
        self.defence = None if duel.kind == "simple" else defence_total(self.play, duel)
        self.won = succeeds(self.play, duel)
        if self.won is not None:
            self.told.append(self.desk.reader.sentence(self.event, self._numbers()))
            if self.won:
                self._ask_damage()
            return
        if self.attack is None:
            self.put("attack", number(_("Total of the attack"), most=99))
        if self.defence is None and duel.kind != "simple":
            self.put("defence", number(_("Total of the defence"), most=99))
        outcomes = [("yes", _("Success")), ("no", _("Failure"))]
        self.put("success", choice(_("What came of it?"), outcomes, radio=True), CHOICES)
        self._ask_damage()

    def _ask_damage(self) -> None:
        """LB-DMG-01: whether a hit is followed by a damage flip, where no card tells."""
        if self.duel.damage is None and self.duel.target and self.duel.kind == "complex":
            usual = "yes" if self.duel.family in STRIKES else "no"
            self.put("damages", answer(_("Does a hit deal damage?"), usual), SEGMENT)

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
        damages = self.said("damages") if self.won else None
        told = {"check_id": self.duel.check_id, **self._numbers(), "damages": damages}
        return [payload(self.event, **told, **self.lifted)]


class ArcanaForm(DuelForm):
    """`arcana_resolved`: the effect of a link card. `player` is the card."""

    step, event = "arcana", "arcana_resolved"

    def told_by_words(self) -> Mapping[str, Any]:
        return {"card": self.player}

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

    @classmethod
    def open_at(cls, desk: Desk, key: str) -> bool:
        duel = open_duel(desk)
        return duel is not None and duel.attack is not None and suit(duel.attack.card) is not None

    def fill(self) -> None:
        card = self.duel.attack.card if self.duel.attack else ""
        self.suit = suit(card)
        self.told.append(_("Suit: %(suit)s") % {"suit": word("suit", self.suit or "")})
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

    @classmethod
    def open_at(cls, desk: Desk, key: str) -> bool:
        duel = open_duel(desk)
        return duel is not None and duel.stage == "cheat_damage" and duel.harm is not None

    def fill(self) -> None:
        card = self.duel.harm.card if self.duel.harm else ""
        self.tier = tier_of(self.play, card)
        self.amount = amount_of(self.tier, self.duel.damage)
        words = {"card": self.card(card), "tier": word("tier", self.tier), "amount": self.amount}
        told = _("%(card)s: %(tier)s") if self.amount is None else _("%(card)s: %(tier)s, %(amount)s")
        self.told.append(told % words)
        self._tell_lives()
        if self.amount is None:
            self.put("amount", number(_("Damage"), required=True, most=99))
        target = self.full.pieces.get(self.duel.target or "")
        if self.amount != 0 and target is not None and target.lives is None:
            self.add_lives_left()

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
        left = {self.duel.target or "": self.value(LEFT)}
        return settled(self.play, [payload(self.event, **told, **self.lifted)], left)
