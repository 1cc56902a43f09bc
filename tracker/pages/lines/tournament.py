"""One event of a tournament as one sentence, for its log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tracker.pages.match_forms.names import Names
from tracker.rulesets.tournament.links import CORRECTED

Data = Mapping[str, Any]
Say = Callable[[Data, Names], str]


def sentence(type_: str, data: Data, names: Names) -> str:
    """The event in words. A type without a sentence of its own shows its name."""
    say = SENTENCES.get(type_)
    return say(data, names) if say else type_.replace("_", " ")


def _created(data: Data, names: Names) -> str:
    rounds = data["options"]["rounds"]
    told = ngettext("%(name)s is created: %(count)d round.", "%(name)s is created: %(count)d rounds.", rounds)
    return told % {"name": data["name"], "count": rounds}


def _player(template: Callable[[], str]) -> Say:
    """A sentence about one player."""
    return lambda data, names: _with_reason(template() % {"player": names.player(data["player"])}, data)


def _round(template: Callable[[], str]) -> Say:
    """A sentence about one round."""
    return lambda data, names: _with_reason(template() % {"round": data["round"]}, data)


def _plain(template: Callable[[], str]) -> Say:
    return lambda data, names: _with_reason(template(), data)


def _with_reason(text: str, data: Data) -> str:
    return f"{text} {data['reason']}" if data.get("reason") else text


def _list(data: Data, names: Names) -> str:
    words = {"player": names.player(data["player"])}
    if data["ok"]:
        return _("%(player)s hands in a list; the rules find no fault.") % words
    return _("%(player)s hands in a list that breaks rules.") % words


def _drawn(data: Data, names: Names) -> str:
    tables = len(data.get("pairings") or ())
    told = ngettext(
        "Round %(round)s drawn: %(count)d table.", "Round %(round)s drawn: %(count)d tables.", tables
    )
    text = told % {"round": data["round"], "count": tables}
    if data.get("bye"):
        text += " " + _("Bye: %(player)s.") % {"player": names.player(data["bye"])}
    text += " " + _("Seed %(seed)s.") % {"seed": data["seed"]}
    if data.get("secret"):
        return text + " " + _("Nobody chose the seed.")
    if data.get("reason") and data.get("method", "swiss") == "swiss":
        return text + " " + _("The seed was chosen by hand: %(reason)s") % {"reason": data["reason"]}
    return text


def _published(data: Data, names: Names) -> str:
    text = _("Round %(round)s is published.") % {"round": data["round"]}
    draws = data.get("draws") or 1
    return (
        text
        if draws == 1
        else text
        + " "
        + ngettext("It was drawn %(count)d time.", "It was drawn %(count)d times.", draws) % {"count": draws}
    )


def _opened(data: Data, names: Names) -> str:
    return _("Round %(round)s, table %(table)s: the match is open.") % data


def _result(data: Data, names: Names) -> str:
    points = " : ".join(str(vp) for vp in data["vp"].values())
    told = {**data, "points": points}
    if not data.get("reason"):
        return _("Round %(round)s, table %(table)s: result %(points)s.") % told
    return _("Round %(round)s, table %(table)s: result corrected to %(points)s. Reason: %(reason)s") % told


def _withdrawn(data: Data, names: Names) -> str:
    reason = _("the match is being corrected") if data["reason"] == CORRECTED else data["reason"]
    told = {**data, "reason": reason}
    return _("Round %(round)s, table %(table)s: the result is being corrected. Reason: %(reason)s") % told


def _voided(data: Data, names: Names) -> str:
    seqs = ", ".join(str(seq) for seq in data["seqs"])
    return _("Events %(seqs)s are voided: %(reason)s") % {"seqs": seqs, "reason": data["reason"]}


SENTENCES: dict[str, Say] = {
    "tournament_created": _created,
    "player_registered": _player(lambda: _("%(player)s is registered.")),
    "player_checked_in": _player(lambda: _("%(player)s is in the hall.")),
    "player_check_in_withdrawn": _player(lambda: _("%(player)s is not in the hall after all.")),
    "player_dropped": _player(lambda: _("%(player)s leaves the event.")),
    "player_reinstated": _player(lambda: _("%(player)s is back.")),
    "list_submitted": _list,
    "list_withdrawn": _player(lambda: _("%(player)s takes the list back.")),
    "lists_locked": _plain(lambda: _("Lists are locked.")),
    "lists_unlocked": _plain(lambda: _("Lists are open again.")),
    "round_drawn": _drawn,
    "round_discarded": _round(lambda: _("The draw of round %(round)s is thrown away.")),
    "round_published": _published,
    "round_started": _round(lambda: _("Round %(round)s starts.")),
    "match_opened": _opened,
    "result_recorded": _result,
    "result_withdrawn": _withdrawn,
    "round_closed": _round(lambda: _("Round %(round)s is closed.")),
    "tournament_finished": _plain(lambda: _("The event is over; the ranking is final.")),
    "event_voided": _voided,
}
