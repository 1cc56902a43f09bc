"""One event of a campaign as one sentence, for its log. What it came to stands on the campaign's own pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from tracker.pages.match_forms.frame import shared_sentence
from tracker.pages.match_forms.names import Names

Data = Mapping[str, Any]


def sentence(type_: str, data: Data, names: Names) -> str:
    """The event in words. A type without a sentence of its own shows its name."""
    say = SENTENCES.get(type_)
    if say is not None:
        return say(data, names)
    return shared_sentence(type_, data, names, lambda side, language: side) or type_.replace("_", " ")


def _called(id_: str, names: Names) -> str:
    """A roster or a match by what it is called."""
    return names.players.get(id_, id_)


def _roster_and_match(data: Data, names: Names) -> dict[str, str]:
    return {"roster": _called(data["roster"], names), "match": _called(data["link"], names)}


def _created(data: Data, names: Names) -> str:
    return _("%(name)s begins.") % {"name": data["name"]}


def _joined(data: Data, names: Names) -> str:
    told = {"name": data["name"], "player": names.players.get(data["player"], data["player"])}
    return _("%(player)s joins with %(name)s.") % told


def _left(data: Data, names: Names) -> str:
    return _("Roster %(roster)s leaves.") % {"roster": _called(data["roster"], names)}


def _linked(data: Data, names: Names) -> str:
    return _("Match %(match)s is opened.") % {"match": _called(data["link"], names)}


def _heard(data: Data, names: Names) -> str:
    if data.get("at") is None:
        return _("The result of match %(match)s does not stand any more.") % {
            "match": _called(data["link"], names)
        }
    return _("Match %(match)s is heard.") % {"match": _called(data["link"], names)}


def _rolled(data: Data, names: Names) -> str:
    told = {"effect": data["effect"], "dice": ", ".join(map(str, data["fell"]))}
    if data.get("server"):
        return _("The server rolls %(dice)s for %(effect)s.") % told
    return _("Dice for %(effect)s: %(dice)s.") % told


def _chosen(data: Data, names: Names) -> str:
    return _("%(row)s is chosen for %(effect)s.") % {"row": data["row"], "effect": data["effect"]}


def _stated(data: Data, names: Names) -> str:
    told = {
        "roster": _called(data["roster"], names),
        "match": _called(data["link"], names),
        "count": len(data.get("facts", ())),
    }
    return _("Roster %(roster)s tells of match %(match)s: %(count)s facts.") % told


def _signed(data: Data, names: Names) -> str:
    return _("Roster %(roster)s signs match %(match)s.") % {
        "roster": _called(data["roster"], names),
        "match": _called(data["link"], names),
    }


def _bought(data: Data, names: Names) -> str:
    return _("Roster %(roster)s buys %(item)s.") % {
        "roster": _called(data["roster"], names),
        "item": data["item"],
    }


def _adjusted(data: Data, names: Names) -> str:
    roster = _called(data.get("roster", ""), names)
    subject = "/".join(filter(None, (roster, data.get("fighter", ""))))
    told = {"what": f"{data['verb']} {data['target']}", "who": subject, "reason": data["reason"]}
    return _("By hand: %(what)s %(who)s. %(reason)s") % told


def _cycle(data: Data, names: Names) -> str:
    return _("Cycle %(cycle)s is closed.") % {"cycle": data["cycle"]}


def _noted(data: Data, names: Names) -> str:
    return str(data["text"])


def _accepted(data: Data, names: Names) -> str:
    if data.get("link"):
        return _("What match %(match)s says now is accepted.") % {"match": _called(data["link"], names)}
    return _("The arbitrator has decided.")


def _finished(data: Data, names: Names) -> str:
    return _("The campaign is over.")


def _dared(data: Data, names: Names) -> str:
    told = {"roster": _called(data["roster"], names), "against": _called(data["against"], names)}
    return _("Roster %(roster)s challenges roster %(against)s.") % told


def _taken(data: Data, names: Names) -> str:
    return _("A challenge is accepted.") if data["accepted"] else _("A challenge is declined.")


def _lapsed(data: Data, names: Names) -> str:
    return _("A challenge was not answered in time.")


def _amended(data: Data, names: Names) -> str:
    return _("The rules of the campaign are changed: %(reason)s") % {"reason": data["reason"]}


SENTENCES: dict[str, Callable[[Data, Names], str]] = {
    "chronicle_created": _created,
    "roster_joined": _joined,
    "roster_left": _left,
    "challenge_issued": _dared,
    "challenge_answered": _taken,
    "challenge_lapsed": _lapsed,
    "definition_amended": _amended,
    "match_linked": _linked,
    "match_heard": _heard,
    "die_rolled": _rolled,
    "chosen": _chosen,
    "stated": _stated,
    "signed": _signed,
    "bought": _bought,
    "adjusted": _adjusted,
    "cycle_closed": _cycle,
    "note_written": _noted,
    "correction_accepted": _accepted,
    "chronicle_finished": _finished,
}
