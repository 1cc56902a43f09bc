"""Themes: which models they let in, and whom a hired sword or a friend's card lets in all the same.

BUS-ROSTER-23 to -27 and BUS-TOUR-26.
"""

from __future__ import annotations

from typing import Any

import msgspec

from games.bushido.profiles import Theme
from games.bushido.roster.keywords import any_of, has_type, is_ronin
from games.bushido.roster.warband import Found, Model, Said, Unknown, unsure

OUT_OF_THEME = "BUS-ROSTER-24"


class Against(msgspec.Struct, frozen=True):
    """Why a model does not fit the theme: the rule, and what the sentence says of it."""

    rule: str
    params: dict[str, Any]


def check_theme(found: Found) -> Said:
    """Every violation of the theme of one list."""
    yield from _choice(found)
    yield from _variant(found)
    if found.theme is None:
        return
    if found.theme.faction is None:
        yield Unknown("BUS-ROSTER-23", str(found.theme_name), "fact_faction")
    elif not (found.is_own(found.theme.faction) or is_ronin(found.theme.faction)):
        params = {"foreign": found.theme_name, "told": found.theme.faction, "faction": found.faction}
        yield found.refuse("BUS-ROSTER-23", {"choose_theme": found.faction}, **params)
    yield from _unknown(found, found.theme)
    yield from _members(found, found.theme)


def _choice(found: Found) -> Said:
    """BUS-ROSTER-23: one theme, and a theme it is."""
    more = [special.name for special in found.taken if special.kind == "theme"]
    params: dict[str, Any]
    if more and found.theme_name is not None:
        params = {"themes": [found.theme_name, *more], "faction": found.faction}
        yield found.refuse("BUS-ROSTER-23", {"leave_out": more}, **params)
    if found.theme_kind not in (None, "theme"):
        repair = {"choose_theme": found.faction}
        kind = f"kind_{found.theme_kind}"
        params = {"other": found.theme_name, "kind": kind, "faction": found.faction}
        yield found.refuse("BUS-ROSTER-23", repair, **params)
    if found.theme_name is not None and found.theme_kind is None:
        yield from (Unknown(rule, found.theme_name, "fact_theme") for rule in ("BUS-ROSTER-23", OUT_OF_THEME))


def _variant(found: Found) -> Said:
    """BUS-TOUR-26: themes compulsory or prohibited."""
    asked = found.terms.themes
    prohibited = asked == "prohibited" or found.terms.scenario == "duel"
    if prohibited and found.theme_name is not None:
        alone = {"play_without": found.theme_name}
        yield found.refuse("BUS-TOUR-26", alone, told=found.theme_name, expected="themes_prohibited")
    if asked == "compulsory" and found.theme_name is None and found.models:
        repair = {"choose_theme": found.faction}
        yield found.refuse("BUS-TOUR-26", repair, told="no_theme", expected="themes_compulsory")


def _unknown(found: Found, theme: Theme) -> Said:
    for fact, told in (("permitted", theme.permitted), ("excluded", theme.excluded)):
        if told is None:
            rule = OUT_OF_THEME if fact == "permitted" else "BUS-ROSTER-26"
            yield Unknown(rule, str(found.theme_name), f"fact_{fact}")
    if theme.cost_changes is None:
        yield Unknown("BUS-ROSTER-11", str(found.theme_name), "fact_cost_changes")


def _members(found: Found, theme: Theme) -> Said:
    """BUS-ROSTER-24 to -27; as a hired sword one Ronin fights against the theme (BUS-TOUR-26)."""
    judged = {model.id: _against(theme, model) for model in found.models}
    accepted = _accepted(found, judged)
    out = [
        model
        for model in found.by_id.values()
        if model.id not in accepted and isinstance(judged[model.id], Against)
    ]
    for model in found.by_id.values():
        if judged[model.id] is None and model.id not in accepted:
            yield from unsure(OUT_OF_THEME, model, "faction", "types")
            if model.ronin and _names_ronin(theme) and theme.permitted_ronin is None:
                yield Unknown(OUT_OF_THEME, str(found.theme_name), "fact_permitted_ronin")
    swords = [model for model in out if model.ronin] if found.terms.themes == "hired_swords" else []
    if len(swords) == 1 and swords[0].count == 1:
        out.remove(swords[0])
    elif swords:
        names = [model.name for model in swords]
        repair = {"keep_one_of": names}
        yield found.refuse("BUS-TOUR-26", repair, told=names, expected="one_hired_sword")
    for model in out:
        yield from _refused(found, model, judged[model.id])


def _refused(found: Found, model: Model, against: Against | bool | None) -> Said:
    if isinstance(against, Against):
        params = {"model": model.name, "theme": found.theme_name, **against.params}
        yield found.refuse(against.rule, {"leave_out": model.name}, **params)
        friends = found.allowed_by(model)
        if friends:
            names = [friend.name for friend in friends]
            params = {"model": model.name, "theme": found.theme_name, "told": names}
            yield found.refuse("BUS-ROSTER-27", {"leave_out": [model.name, *names]}, **params)


def keeps_out(found: Found, model: Model) -> bool:
    """Whether the theme keeps a model out that no card of the list lets in, and no hired sword either (BUS-TOUR-26)."""
    if found.theme is None or found.allowed_by(model):
        return False
    hired = bool(model.ronin) and found.terms.themes == "hired_swords"
    return not hired and isinstance(_against(found.theme, model), Against)


def _accepted(found: Found, judged: dict[str, Against | bool | None]) -> set[str]:
    """BUS-ROSTER-27: those that fit (or may fit), those that they let the warband recruit, and so on.

    What a special card lets it recruit is accepted too.
    """
    accepted = {id_ for id_, fits in judged.items() if not isinstance(fits, Against) and fits}
    maybe = {id_ for id_, fits in judged.items() if fits is None}
    return accepted | found.let_in(accepted | maybe)


def _names_ronin(theme: Theme) -> bool:
    """BUS-ROSTER-24, -25: whether a Ronin needs the theme to permit Ronin of its type: always but in a theme of the
    Ronin that permits nobody in particular."""
    return not is_ronin(theme.faction or "") or theme.permitted != ()


def _against(theme: Theme, model: Model) -> Against | bool | None:
    """True: it fits by itself; None: unknown; otherwise the rule that keeps it out."""
    profile = model.known
    excluded = [keyword for keyword in theme.excluded or () if has_type(profile, keyword)]
    if excluded:
        return Against("BUS-ROSTER-26", {"told": excluded})
    ronin = model.ronin
    named = ronin and _names_ronin(theme)
    permitted = theme.permitted_ronin if named else theme.permitted
    if named and permitted == () and theme.permitted == ():
        return Against("BUS-ROSTER-25", {})
    if ronin is None or permitted is None:
        return None
    if not permitted and not named:
        fits: bool | None = True
    else:
        fits = any_of(has_type(profile, keyword) for keyword in permitted)
    if fits is False:
        told = "ronin_of_no_type" if ronin and not permitted else list(permitted)
        return Against(OUT_OF_THEME, {"expected": told})
    unsure = any_of(has_type(profile, keyword) for keyword in theme.excluded or ())
    return None if unsure is None else fits
