"""Sentences of actions: cards and standard actions played, movement, attacks, skills, reactions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tracker.pages.match_forms.hex_picture import hex_words
from tracker.pages.match_forms.names import Names
from tracker.pages.match_forms.super_fantasy_brawl import words as w

Data = Mapping[str, Any]


def _played(data: Data, names: Names) -> str:
    told = {
        "champion": w.champion_name(data["champion"], names),
        "card": w.card_name(data["card"], names),
        "core": w.core_name(data["core"], names.language),
    }
    return _("%(champion)s: %(card)s. Core of magic: %(core)s.") % told


def _basic(data: Data, names: Names) -> str:
    told = {
        "champion": w.champion_name(data["champion"], names),
        "action": w.basic_name(data["basic"], names.language),
        "core": w.core_name(data["core"], names.language),
    }
    return _("%(champion)s: standard action, %(action)s. Core of magic: %(core)s.") % told


def _returned(data: Data, names: Names) -> str:
    told = {"champion": w.champion_name(data["champion"], names), "hex": hex_words(data["cell"])}
    return _("%(champion)s comes back from the gate on %(hex)s.") % told


def steps(path: Any) -> str:
    """`2 hexes to 1/-1`."""
    return ngettext("%(count)d hex to %(hex)s", "%(count)d hexes to %(hex)s", len(path)) % {
        "count": len(path),
        "hex": hex_words(path[-1]),
    }


def _moved(data: Data, names: Names) -> str:
    champion = w.champion_name(data["champion"], names)
    if not data["path"]:
        return _("%(champion)s stays where it is.") % {"champion": champion}
    told = {"champion": champion, "steps": steps(data["path"])}
    return {
        "walk": _("%(champion)s moves %(steps)s."),
        "dash": _("%(champion)s dashes %(steps)s."),
        "fly": _("%(champion)s swoops %(steps)s."),
        "leap": _("%(champion)s jumps %(steps)s."),
        "approach": _("%(champion)s comes nearer, %(steps)s."),
        "retreat": _("%(champion)s retreats, %(steps)s."),
    }[data["kind"]] % told


def _displaced(data: Data, names: Names) -> str:
    told = {
        "champion": w.champion_name(data["champion"], names),
        "by": w.champion_name(data["by"], names),
        "x": data["x"],
        "steps": steps(data["path"]) if data.get("path") else _("no hex"),
    }
    text = {
        "push": _("Push %(x)s by %(by)s: %(champion)s, %(steps)s."),
        "pull": _("Pull %(x)s by %(by)s: %(champion)s, %(steps)s."),
        "compel": _("Force %(x)s by %(by)s: %(champion)s, %(steps)s."),
        "fear": _("Fear %(x)s by %(by)s: %(champion)s, %(steps)s."),
    }[data["kind"]] % told
    missing = data.get("missing") or 0
    if not missing:
        return text
    lost = ngettext("%(count)d step is missing.", "%(count)d steps are missing.", missing)
    return f"{text} {lost % {'count': missing}}"


def _placed(data: Data, names: Names) -> str:
    told = {"champion": w.champion_name(data["champion"], names), "hex": hex_words(data["cell"])}
    return _("%(champion)s is placed on %(hex)s.") % told


def _attack(data: Data, names: Names) -> str:
    told = {
        "attacker": w.champion_name(data["attacker"], names),
        "card": w.card_name(data["card"], names),
        "targets": w.champions(data["targets"], names),
    }
    return _("%(attacker)s attacks with %(card)s: %(targets)s.") % told


def _declined(data: Data, names: Names) -> str:
    return _("%(card)s is not carried out.") % {"card": w.card_name(data["card"], names)}


def _skill(data: Data, names: Names) -> str:
    told = {
        "champion": w.champion_name(data["champion"], names),
        "card": w.card_name(data["card"], names),
        "targets": w.champions(data.get("targets") or (), names),
    }
    if data.get("targets"):
        return _("%(champion)s uses %(card)s: %(targets)s.") % told
    return _("%(champion)s uses %(card)s.") % told


def _reaction(data: Data, names: Names) -> str:
    told = {
        "player": names.player(data["player"]),
        "card": w.card_name(data["card"], names),
        "champion": w.champion_name(data["on_champion"], names),
        "core": w.core_name(data["core"], names.language),
    }
    return _("%(player)s reacts with %(card)s for %(champion)s. Core of magic: %(core)s.") % told


def _passed(data: Data, names: Names) -> str:
    return _("%(side)s plays no reaction.") % {"side": w.side_name(data["side"], names.language)}


def _resolved(data: Data, names: Names) -> str:
    hits = "; ".join(_hit(one, names) for one in data["targets"])
    return _("%(card)s: %(hits)s.") % {"card": w.card_name(data["card"], names), "hits": hits}


def _hit(one: Data, names: Names) -> str:
    """`Gwaien 5 - 2 = 3`: strength, defence, damage."""
    strength = one["strength"] + sum(mod["amount"] for mod in one.get("strength_mods") or ())
    defence = max(0, one["defence"] + sum(mod["amount"] for mod in one.get("defence_mods") or ()))
    told = {
        "champion": w.champion_name(one["champion"], names),
        "strength": strength,
        "defence": defence,
        "damage": one["damage"],
    }
    return _("%(champion)s: strength %(strength)s against defence %(defence)s, damage %(damage)s") % told


def _ended(data: Data, names: Names) -> str:
    return _("The action is complete.")


SENTENCES: dict[str, Callable[[Data, Names], str]] = {
    "action_card_played": _played,
    "basic_action_started": _basic,
    "champion_returned": _returned,
    "champion_moved": _moved,
    "champion_displaced": _displaced,
    "champion_placed": _placed,
    "attack_declared": _attack,
    "card_declined": _declined,
    "skill_used": _skill,
    "reaction_played": _reaction,
    "reaction_passed": _passed,
    "attack_resolved": _resolved,
    "action_ended": _ended,
}
