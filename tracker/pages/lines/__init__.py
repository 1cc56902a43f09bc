"""A log as lines that people read, in their language: what `parts/_event.html` shows.

Called by the tournament's log, by corrections, and wherever a stale form shows what it missed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from tracker import moments, selectors
from tracker.messages import language
from tracker.models import Stream
from tracker.pages.lines import campaign, season, tournament
from tracker.pages.match_forms import pages_of
from tracker.pages.match_forms.names import Names
from tracker.pages.named import ids_in
from tracker.selectors import EventView
from tracker.selectors.streams import HIDDEN
from tracker.systems import CAMPAIGN, SEASON, TOURNAMENT

Sentence = Callable[[str, Mapping[str, Any], Names], str]
OWN: dict[str, Sentence] = {
    TOURNAMENT: tournament.sentence,
    CAMPAIGN: campaign.sentence,
    SEASON: season.sentence,
}
"""Kind of stream -> its sentences; those of matches are their systems'."""


def of_events(
    stream: Stream, events: Sequence[EventView], url: str = "", figures: Mapping[str, str] | None = None
) -> list[dict[str, Any]]:
    """One line for each event; player names come in one query.

    `url` is the page that the numbers link to, `figures` the names of the figures at the table.
    """
    names = Names(selectors.player_names(_ids(events)), figures or {}, language())
    say = OWN.get(stream.kind) or pages_of(stream.system).sentence
    reasons = {event.seq: event.data.get("reason", "") for event in events}
    return [_line(event, say, names, reasons, url) for event in events]


def _line(
    event: EventView, say: Sentence, names: Names, reasons: Mapping[int, str], url: str
) -> dict[str, Any]:
    hidden = event.type == HIDDEN
    return {
        "seq": event.seq,
        "type": event.type,
        "text": _("Something that you may not know yet.") if hidden else say(event.type, event.data, names),
        "who": who(event.actor, names.players),
        "at": moments.read(event.at) or moments.read(event.recorded),
        "hidden": hidden,
        "voided_by": event.voided_by,
        "voided": reasons.get(event.voided_by or 0, ""),
        "url": url,
    }


def who(actor: str | None, players: Mapping[str, str]) -> str:
    """`player:<id>` as a name, staff and system by their office."""
    role, _colon, player = (actor or "system").partition(":")
    if role == "player":
        return players.get(player, _("a player"))
    return {"organiser": _("organiser"), "judge": _("judge")}.get(role, _("Warledger"))


def _ids(events: Iterable[EventView]) -> set[str]:
    actors = {(event.actor or "").partition(":")[2] for event in events}
    return {*ids_in(tuple(actors)), *(id_ for event in events for id_ in ids_in(event.data))}
