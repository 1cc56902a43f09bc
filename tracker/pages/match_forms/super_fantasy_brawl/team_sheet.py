"""Teams and pools of champions as pages show and read them: a sheet of ticks, names and slugs, a paper list.

Called by `teams` beside it, by the page of a handed-in list, and by the desk where staff type one in.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.ruleset import Cards
from games.super_fantasy_brawl.facts import CHAMPIONS, MODES
from games.super_fantasy_brawl.roster import slug_of
from games.super_fantasy_brawl.system import SYSTEM
from tracker.messages import language
from tracker.pages.match_forms.generic.reader import Reader
from tracker.pages.match_forms.names import Names

USES = ("team", "pool")
MOST = 20


def split(text: str) -> list[str]:
    """The lines that say something."""
    return [line.strip() for line in re.split(r"[\n,;]", text) if line.strip()]


def use_words() -> dict[str, str]:
    """What a list is for."""
    return {
        "team": _("the team of every match"),
        "pool": _("the pool of a competitive draft"),
    }


def names_of(cards: Cards) -> Names:
    """The champions of an edition by name."""
    reader = language()
    russian = reader.startswith("ru")
    found = {
        key: str((russian and card.get("name_ru")) or card.get("name"))
        for key, card in cards.items()
        if card.get("kind") == "champion" and card.get("name")
    }
    return Names({}, found, reader)


def champion_name(slug: str, names: Names) -> str:
    """A champion as the edition prints it, else as the rulebook names it."""
    return Reader(SYSTEM, names).value("champion", slug)


def read_sheet(sent: Any) -> dict[str, Any]:
    """The body of a list as it was sent."""
    typed = [slug_of(name) for name in split(str(sent.get("others", ""))[:800])]
    mode, use = sent.get("mode", "duel"), sent.get("use", "pool")
    return {
        "mode": mode if mode in MODES else "duel",
        "use": use if use in USES else "pool",
        "champions": [*sent.getlist("champions"), *typed][:MOST],
    }


def sheet_of(body: Mapping[str, Any], cards: Cards) -> dict[str, Any]:
    """What the sheet shows: the champions to tick, those that no edition has, mode and use."""
    names = names_of(cards)
    chosen = list(body.get("champions") or ())
    known = list(dict.fromkeys((*names.figures, *CHAMPIONS)))
    facts = {key: _facts(cards.get(key, {})) for key in known}
    mode = body.get("mode", "duel")
    return {
        "champions": [
            {"id": key, "name": champion_name(key, names), "on": key in chosen, "facts": facts[key]}
            for key in known
        ],
        "others": "\n".join(key for key in chosen if key not in known),
        "modes": [(key, facts_.name.to(names.language), key == mode) for key, facts_ in MODES.items()],
        "uses": [(key, word, key == body.get("use", "pool")) for key, word in use_words().items()],
    }


def sizes(mode: str) -> dict[str, int]:
    """How many champions a team and a pool have."""
    known = next((facts for key, facts in MODES.items() if key == mode), MODES["duel"])
    return {"team": known.team, "pool": known.tournament_pool}


def _facts(card: Mapping[str, Any]) -> str:
    """Defence and health of both sides: `2/6, 3/7`."""
    found = []
    for side in ("base", "levelled"):
        face = card.get(side) or {}
        if face.get("defence") is not None or face.get("health") is not None:
            found.append(f"{face.get('defence', '?')}/{face.get('health', '?')}")
    return ", ".join(found)


def difference(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, list[str]]:
    """What a revision changed: champions that came and went."""
    before, after = list(old.get("champions") or ()), list(new.get("champions") or ())
    return {
        "came": [key for key in after if key not in before],
        "went": [key for key in before if key not in after],
    }


class ListForm(forms.Form):
    """A paper list, typed in at the desk: one champion a line."""

    champions = forms.CharField(
        label=gettext_lazy("Champions, one per line"),
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
        max_length=800,
    )
    use = forms.ChoiceField(
        label=gettext_lazy("What the list is for"),
        choices=[
            ("pool", gettext_lazy("the pool of a competitive draft")),
            ("team", gettext_lazy("the team of every match")),
        ],
        initial="pool",
    )
    name = forms.CharField(label=gettext_lazy("Name of the list"), max_length=80, required=False)

    def body(self) -> dict[str, Any]:
        """The roster's body."""
        champions = [slug_of(name) for name in split(self.cleaned_data["champions"])]
        return {"mode": "duel", "use": self.cleaned_data["use"], "champions": champions[:MOST]}
