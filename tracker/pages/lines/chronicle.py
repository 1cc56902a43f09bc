"""One event of a campaign as one sentence, for its log. What it came to stands on the campaign's own pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tracker.pages.campaign.chronicle_words import Words
from tracker.pages.match_forms.frame import shared_sentence
from tracker.pages.match_forms.names import Names

Data = Mapping[str, Any]


def sentence(words: Words, type_: str, data: Data, names: Names) -> str:
    """The event in words. A type without a sentence of its own shows its name."""
    in_words = IN_WORDS.get(type_)
    if in_words is not None:
        return in_words(words, data)
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


def _rolled(words: Words, data: Data) -> str:
    told = {"effect": words.about(data["effect"]), "dice": ", ".join(map(str, data["fell"]))}
    if data.get("server"):
        return _("The server rolls %(dice)s for %(effect)s.") % told
    return _("Dice for %(effect)s: %(dice)s.") % told


def _chosen(words: Words, data: Data) -> str:
    told = {"row": words.any_row(data["row"]), "effect": words.about(data["effect"])}
    return _("%(row)s is chosen for %(effect)s.") % told


def _stated(data: Data, names: Names) -> str:
    count = len(data.get("facts", ()))
    if not count:
        return _("Roster %(roster)s has nothing to tell of match %(match)s.") % _roster_and_match(data, names)
    said = ngettext(
        "Roster %(roster)s tells of match %(match)s: %(count)s fact.",
        "Roster %(roster)s tells of match %(match)s: %(count)s facts.",
        count,
    )
    return said % {**_roster_and_match(data, names), "count": count}


def _signed(data: Data, names: Names) -> str:
    return _("Roster %(roster)s signs match %(match)s.") % _roster_and_match(data, names)


def _bought(words: Words, data: Data) -> str:
    told = {"roster": words.roster(data["roster"]), "item": words.item(data["item"])}
    return _("Roster %(roster)s buys %(item)s.") % told


def _adjusted(words: Words, data: Data) -> str:
    told = {
        "what": words.by_hand(data["verb"], data["target"], data.get("amount", 0)),
        "reason": data["reason"],
    }
    if not data.get("roster"):
        return _("By hand: %(what)s. %(reason)s") % told
    who = words.who("/".join(filter(None, (data["roster"], data.get("fighter", "")))))
    return _("By hand: %(who)s: %(what)s. %(reason)s") % {**told, "who": who}


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
    "stated": _stated,
    "signed": _signed,
    "cycle_closed": _cycle,
    "note_written": _noted,
    "correction_accepted": _accepted,
    "chronicle_finished": _finished,
}

IN_WORDS: dict[str, Callable[[Words, Data], str]] = {
    "die_rolled": _rolled,
    "chosen": _chosen,
    "bought": _bought,
    "adjusted": _adjusted,
}
"""What is said in the words of the campaign's own definition."""
