"""After the last turn: the awards of the game's end by the schemes' owners."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from games.last_battle.finish import end_claims
from games.last_battle.state import Held
from tracker.pages.match_forms.last_battle.base import PadForm, Payload, opening, payload, points
from tracker.pages.match_forms.last_battle.words import scheme_name


class AwardForm(PadForm):
    """`scheme_scored` at the end of the game, by the scheme's owner, revealed first where it is still secret."""

    step = "award"
    event = "scheme_scored"
    template = "games/last_battle/_award.html"

    def build(self) -> None:
        self.claims = list(end_claims(self.desk.play, self.squad))
        for held, numbers in self.claims:
            label = self._name(held) if held.public else _("VP for my secret scheme")
            self.fields[f"vp:{held.scheme}"] = points(label, numbers, numbers[0])

    def is_open(self) -> bool:
        return bool(self.claims)

    def _name(self, held: Held) -> str:
        return scheme_name(held.scheme, self.desk.names.language)

    @property
    def claim_fields(self) -> list[dict[str, Any]]:
        return [
            {"field": self[f"vp:{held.scheme}"], "secret": "" if held.public else self._name(held)}
            for held, _numbers in self.claims
        ]

    def payloads(self) -> list[Payload]:
        return [told for held, _numbers in self.claims for told in self._payloads(held)]

    def _payloads(self, held: Held) -> Iterator[Payload]:
        amount = self.cleaned_data[f"vp:{held.scheme}"]
        yield from opening(self.squad, held)
        yield payload(self.event, player=self.player, scheme=held.scheme, amount=amount)
