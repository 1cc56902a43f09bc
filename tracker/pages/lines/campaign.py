"""One event of an event day as one sentence, for its log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from tracker.pages.lines.described import described
from tracker.pages.match_forms.frame import shared_sentence
from tracker.pages.match_forms.names import Names
from tracker.rulesets.campaign.state import CampaignState

Data = Mapping[str, Any]
Say = Callable[[Data, Names, Any], str]
"""(what the event tells, names, the pages of the game of the day) -> its sentence."""


def sentence(words: Any, type_: str, data: Data, names: Names) -> str:
    """The event in words, `words` being the pages of the day's game. A type without a sentence shows its name."""
    say = SENTENCES.get(type_)
    if say is not None:
        return say(data, names, words)
    return shared_sentence(type_, data, names, words.side_name) or type_.replace("_", " ")


def called(state: CampaignState, words: Any, figures: Mapping[str, str], language: str) -> dict[str, str]:
    """Key -> name of what refusals of a day tell of: its tables, sides and cards, and `figures` as they are printed."""
    sides = {side: words.side_name(side, language) for side in state.options.sides}
    tables = {key: words.battlefield_name(key, language) for key in state.options.roles}
    cards = {card: words.card_name(card, language) for card in state.options.arcana}
    zones = {zone: words.zone_words(zone) for zone in state.options.arcana.values()}
    return {**figures, **zones, **cards, **sides, **tables}


def _told(data: Data, names: Names, words: Any) -> dict[str, Any]:
    """The fields of an event that are names: table, side, card, zone, player, figure."""
    lang = names.language
    told = dict(data)
    for key, say in (("table", words.battlefield_name), ("battlefield", words.battlefield_name)):
        if key in data:
            told["table"] = say(data[key], lang)
    told["card"] = words.card_name(data.get("arcana", ""), lang)
    told["side"] = words.side_name(data.get("side", ""), lang)
    told["zone"] = words.zone_words(data.get("zone", ""))
    told["player"] = names.player(data.get("player"))
    told["figure"] = names.figure(data.get("figure"))
    return told


def _plain(template: Callable[[], str]) -> Say:
    return lambda data, names, words: template() % _told(data, names, words)


def _reasoned(template: Callable[[], str]) -> Say:
    return lambda data, names, words: f"{template() % _told(data, names, words)} {data['reason']}"


def _table_added(data: Data, names: Names, words: Any) -> str:
    seats = "; ".join(
        f"{words.side_name(side, names.language)}: {', '.join(names.player(player) for player in players)}"
        for side, players in data["sides"].items()
    )
    return _("The table %(table)s is laid. %(seats)s.") % {**_told(data, names, words), "seats": seats}


def _returned(data: Data, names: Names, words: Any) -> str:
    if data["reason"] == "ended":
        return _("%(card)s comes back: the table %(table)s ended before it came.") % _told(data, names, words)
    return _("%(card)s comes back: the table %(table)s took it back.") % _told(data, names, words)


def _fell(data: Data, names: Names, words: Any) -> str:
    told = {**_told(data, names, words), "how": words.removal_words().get(data["how"], data["how"])}
    if not data.get("owner"):
        return _("%(table)s: %(figure)s, %(how)s.") % told
    told["owner"] = names.player(data["owner"])
    return _("%(table)s: %(figure)s of %(owner)s, %(how)s.") % told


def _hired(data: Data, names: Names, words: Any) -> str:
    told = {**_told(data, names, words), "figures": names.some(data["figures"]) or "–"}
    return _("%(table)s: unique figures hired: %(figures)s.") % told


def corrected(events: Iterable[Any]) -> dict[int, Data]:
    """Seq -> the fields of a table's result that comes after another one of it, as far as these events tell."""
    known, found = set(), dict[int, Data]()
    for event in sorted(events, key=lambda one: one.seq):
        if event.type == "table_result_recorded":
            if event.data["table"] in known:
                found[event.seq] = {**event.data, "corrects": True}
            known.add(event.data["table"])
    return found


def _result(data: Data, names: Names, words: Any) -> str:
    points = ", ".join(f"{words.side_name(side, names.language)} {vp}" for side, vp in data["vp"].items())
    verdict = words.result_words(data["winner"], names.language)
    told = {**_told(data, names, words), "points": points, "verdict": verdict}
    if data.get("corrects"):
        return _("The result of %(table)s is corrected: %(points)s. %(verdict)s.") % told
    return _("The result of %(table)s: %(points)s. %(verdict)s.") % told


def _fates(data: Data, names: Names, words: Any) -> str:
    saved = names.some(fate["figure"] for fate in data["figures"] if fate["fate"] == "saved")
    lost = names.some(fate["figure"] for fate in data["figures"] if fate["fate"] == "lost")
    return _("The fates of %(table)s. Saved: %(saved)s. Lost: %(lost)s.") % {
        **_told(data, names, words),
        "saved": saved or "–",
        "lost": lost or "–",
    }


def _finished(data: Data, names: Names, words: Any) -> str:
    return _("The day is over. %(verdict)s.") % {
        "verdict": words.result_words(data["winner"], names.language)
    }


SENTENCES: dict[str, Say] = {
    "campaign_created": lambda data, names, words: _("%(name)s is created.") % {"name": data["name"]},
    "event_described": lambda data, names, words: described(data),
    "player_registered": _plain(lambda: _("%(player)s is registered.")),
    "player_checked_in": _plain(lambda: _("%(player)s is in the hall.")),
    "player_check_in_withdrawn": _plain(lambda: _("%(player)s is not in the hall after all.")),
    "table_added": _table_added,
    "table_removed": _reasoned(lambda: _("The table %(table)s is removed.")),
    "day_started": lambda data, names, words: _("The battle begins."),
    "match_opened": _plain(lambda: _("The match of %(table)s is open.")),
    "arcanum_created": _plain(lambda: _("%(side)s earns %(card)s at %(table)s.")),
    "arcanum_noted": _plain(lambda: _("The log of %(table)s holds %(card)s.")),
    "arcanum_withdrawn": _plain(lambda: _("%(table)s takes %(card)s back: it had not been earned.")),
    "arcanum_granted": _plain(lambda: _("%(card)s is sent to %(table)s, %(zone)s.")),
    "arcanum_arrived": _plain(lambda: _("%(card)s is in play at %(table)s.")),
    "arcanum_returned": _returned,
    "figures_hired": _hired,
    "figure_fell": _fell,
    "figure_stands": _plain(lambda: _("%(table)s: %(figure)s has not fallen after all.")),
    "table_result_recorded": _result,
    "table_result_withdrawn": _reasoned(lambda: _("The result of %(table)s is withdrawn.")),
    "fates_published": _fates,
    "day_finished": _finished,
}
