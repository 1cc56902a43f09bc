"""After the last turn: the awards of the game's end by the schemes' owners, and the end itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from games.last_battle.finish import end_claims, may_score_at_end, winner
from games.last_battle.state import Held, totals
from games.last_battle.strategies import open_portal
from tracker.pages.match_forms.last_battle.base import (
    Desk,
    PadForm,
    Payload,
    SquadForm,
    opening,
    payload,
    points,
)
from tracker.pages.match_forms.last_battle.words import scheme_name, word


def still_scoring(desk: Desk) -> list[str]:
    """The other players whose schemes may still score at the end, as far as the reader may know."""
    return [
        squad.player
        for squad in desk.play.squads.values()
        if squad.player not in desk.players and may_score_at_end(desk.play, squad)
    ]


class AwardForm(SquadForm):
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


class EndForm(PadForm):
    """`game_ended` with the totals that the log adds up to; on Heaven `strategy_scored` before it."""

    step = "end"
    event = "game_ended"
    template = "games/last_battle/_end.html"

    def build(self) -> None:
        self.may_wait = not self.desk.is_staff and bool(still_scoring(self.desk))
        for side, name in self.desk.sides().items() if self.waits_for_portals else ():
            known = open_portal(self.desk.play, side)
            numbers = (0, 1) if known is None else (int(known),)
            self.fields[f"portal_{side}"] = points(name, numbers, numbers[-1])

    @property
    def waits_for_portals(self) -> bool:
        return self.desk.play.battlefield == "heaven" and not self.desk.play.strategy_ended

    @property
    def portal_fields(self) -> list[Any]:
        return list(self) if self.waits_for_portals else []

    @property
    def totals(self) -> list[dict[str, Any]]:
        vp = totals(self.desk.play)
        return [{"side": name, "vp": vp[side]} for side, name in self.desk.sides().items()]

    @property
    def result(self) -> str:
        return word("result", winner(totals(self.desk.play)) or "draw")

    @property
    def secrets_left(self) -> bool:
        """Whether somebody's scheme is still secret, as everybody at the table knows."""
        squads = self.desk.play.squads.values()
        return any(squad.chosen and not any(held.public for held in squad.schemes) for squad in squads)

    def payloads(self) -> list[Payload]:
        vp, before = dict(totals(self.desk.play)), []
        if self.waits_for_portals:
            more = {side: self.cleaned_data[f"portal_{side}"] for side in self.desk.sides()}
            before = [payload("strategy_scored", moment="game_end", **more)]
            vp = {side: vp[side] + more[side] for side in vp}
        ended = payload(
            self.event,
            serpent_vp=vp["serpent"],
            alliance_vp=vp["alliance"],
            result=winner(vp),
            reason="regular",
        )
        return [*before, ended]
