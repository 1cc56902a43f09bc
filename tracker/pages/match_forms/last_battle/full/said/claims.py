"""Victory points of strategies and schemes in sentences, whenever they are scored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.last_battle.facts import SCHEMES
from tracker.pages.match_forms.last_battle.full.said.frame import side_words
from tracker.pages.match_forms.names import Names

Data = Mapping[str, Any]


def _strategy(data: Data, names: Names) -> str:
    told = ", ".join(
        f"{side_words(side, names)}\N{NO-BREAK SPACE}{data[side]}" for side in ("alliance", "serpent")
    )
    if data.get("moment", "game_end") == "game_end":
        return _("Strategy at the end of the game: %(points)s.") % {"points": told}
    return _("Strategy of turn %(turn)s: %(points)s.") % {"turn": data.get("turn"), "points": told}


def _scheme(data: Data, names: Names) -> str:
    scheme = data["scheme"]
    words = {
        "player": names.player(data["player"]),
        "vp": data["amount"],
        "scheme": SCHEMES[scheme].name.to(names.language) if scheme in SCHEMES else scheme,
    }
    moment = data.get("moment", "game_end")
    if moment == "at_once":
        return _("%(player)s scores %(vp)s for %(scheme)s at once.") % words
    if moment == "turn_end":
        return _("%(player)s scores %(vp)s for %(scheme)s at the end of the turn.") % words
    return _("%(player)s scores %(vp)s for %(scheme)s at the end of the game.") % words


SENTENCES = {"strategy_scored": _strategy, "scheme_scored": _scheme}
