"""What the pages of Bushido have besides its words, faces and events: the table after any entry.

Found by `match_forms`.
"""

from __future__ import annotations

from games.ruleset import NextEvent
from tracker.pages.match_forms.generic.desk import Desk
from tracker.pages.match_forms.generic.pages import GenericPages


class BushidoDesk(Desk):
    """A result told by itself waits for the warbands that were handed in, and for no others. Nobody waits for an
    activation to be cut short, unless nothing else leads on."""

    def may_wait(self, told: NextEvent) -> bool:
        if told.type == "activation_ended":
            return told.optional
        if self.play.detail != "summary":
            return super().may_wait(told)
        if told.type == "warband_registered":
            return self.listed.isdisjoint(told.players)
        lacking = [side.players for side in self.play.sides.values() if side.faction is None]
        owed = any(not self.listed.isdisjoint(players) for players in lacking)
        return super().may_wait(told) or (told.type == "match_result_recorded" and owed)


class BushidoPages(GenericPages):
    """The pages of one game. It has no board of places: its table is what lies there, model by model, and stands where
    others have their board."""

    TABLE = True
    desk = BushidoDesk

    def slip(self, language: str) -> tuple[list[str], str]:
        vp, sp, last = (self.system.words.fields[one].to(language) for one in ("vp", "sp", "last_turn"))
        return [vp, sp], last


PAGES = BushidoPages
