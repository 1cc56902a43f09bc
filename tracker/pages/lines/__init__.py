"""A log as lines that people read, in their language: what `parts/_event.html` shows.

Called by the tournament's log, by corrections, and wherever a stale form shows what it missed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from games.ruleset import EVERYONE, RULES, SYSTEM, Viewer
from tracker import moments, selectors, warm
from tracker.messages import language, reason_for_reader
from tracker.models import Stream
from tracker.named import ids_in
from tracker.pages.campaign.chronicle_words import Words
from tracker.pages.lines import campaign, chronicle, season, tournament
from tracker.pages.lines.runs import Stands, run_of, seen_after, told_around
from tracker.pages.match.at_table import names_known
from tracker.pages.match_forms import pages_of
from tracker.pages.match_forms.names import Names
from tracker.selectors import EventView
from tracker.selectors.streams import HIDDEN
from tracker.systems import CAMPAIGN, CHRONICLE, MATCH, SEASON, TOURNAMENT
from tracker.warm import Warm

Sentence = Callable[[str, Mapping[str, Any], Names], str]
OF_A_GAME: dict[str, Callable[..., str]] = {TOURNAMENT: tournament.sentence, CAMPAIGN: campaign.sentence}
"""Kind of stream -> its sentences, to which the pages of its game lend words."""
OWN: dict[str, Sentence] = {SEASON: season.sentence}
"""Kind of stream -> its sentences; those of matches are in the words of their game, those of campaigns in the words of
their definition."""


def of_events(
    stream: Stream | Warm,
    events: Sequence[EventView],
    url: str = "",
    table: Names | None = None,
    players: Mapping[str, str] | None = None,
    around: Sequence[EventView] = (),
    stands: Stands | None = None,
) -> list[dict[str, Any]]:
    """One line for each event; player names come in one query, where nobody has them yet.

    `url` is the page that the numbers link to, `table` the names that are known at the table of a match, `around` what
    else of the log the caller has read: a movement reads otherwise for what was answered to it. `stands`: the match
    after the last of them, which tells who fell by what.
    """
    people = selectors.player_names(_ids(events)) if players is None else players
    known = table or Names({}, {}, language())
    names = known._replace(players={**people, **known.players, **_own(stream, events, people)})
    say = _sentences(stream)
    reasons = {event.seq: reason_for_reader(str(event.data.get("reason") or "")) for event in events}
    retold = told_around(run_of(stream.kind, stream.system), events, around or events)
    if stream.kind == CAMPAIGN:
        retold = {**retold, **campaign.corrected(around or events)}
    after = seen_after(stands, around or events) if stands is not None else {}
    told = {event.seq: {**retold.get(event.seq, event.data), **after.get(event.seq, {})} for event in events}
    return [_line(event, told[event.seq], say, names, reasons, url) for event in events]


def _own(stream: Stream | Warm, events: Sequence[EventView], people: Mapping[str, str]) -> dict[str, str]:
    """The names of a campaign's rosters and matches, of an event's teams where a stage of them begins, and of those
    entered whom this server does not know."""
    of = _id(stream)
    if stream.kind == CHRONICLE:
        return selectors.campaign_names(of)
    if stream.kind != TOURNAMENT:
        return {}
    strangers = _strangers(events, people)
    if not strangers and all(event.type != "stage_begun" for event in events):
        return {}
    state = selectors.current_state(of).state
    return {**selectors.called_in(state.entrants, strangers), **selectors.team_names(state)}


def _strangers(events: Sequence[EventView], people: Mapping[str, str]) -> set[str]:
    """Those of whom an event tells and who are not known by name."""
    told = [one for event in events for one in (event.data.get("player"), *(event.data.get("players") or ()))]
    return {one for one in told if isinstance(one, str) and one and one not in people}


def _id(stream: Stream | Warm) -> UUID:
    return stream.stream if isinstance(stream, Warm) else stream.pk


def _sentences(stream: Stream | Warm) -> Sentence:
    if stream.kind in OF_A_GAME:
        return partial(OF_A_GAME[stream.kind], pages_of(stream.system))
    if stream.kind == CHRONICLE and (now := selectors.chronicle(_id(stream))) is not None:
        return partial(chronicle.sentence, Words(now))
    return OWN.get(stream.kind) or pages_of(stream.system).sentence


def as_known(stream: UUID, viewer: Viewer, known: Sequence[EventView]) -> list[dict[str, Any]]:
    """The lines of these events, in the log's order, as the viewer knows them. Others look at screens too: where the
    viewer knows more than everybody, `text` is what everybody knows, and `secret` is to be held to be seen.
    """
    owner = warm.get(stream)
    table = names_known(stream, viewer) if owner.kind == MATCH and known else None
    people = selectors.player_names(_ids(known))
    found = of_events(owner, known, table=table, players=people)
    if viewer == EVERYONE or not known:
        return found
    first, last = known[0].seq, known[-1].seq
    open_to_all = selectors.events_page(stream, EVERYONE, first - 1, last - first + 1).events
    public = {line["seq"]: line["text"] for line in of_events(owner, open_to_all, "", table, people)}
    for line in found:
        told = public.get(line["seq"], "")
        if told != line["text"]:
            line["secret"], line["text"] = line["text"], told
    return found


def _line(
    event: EventView,
    data: Mapping[str, Any],
    say: Sentence,
    names: Names,
    reasons: Mapping[int, str],
    url: str,
) -> dict[str, Any]:
    hidden = event.type == HIDDEN
    return {
        "seq": event.seq,
        "type": event.type,
        "text": _("Something you may not know yet.") if hidden else say(event.type, data, names),
        "who": who(event.actor, names.players),
        "typed": not _by_system(event.actor),
        "follows": follows(event.actor),
        "at": moments.read(event.at) or moments.read(event.recorded),
        "hidden": hidden,
        "voided_by": event.voided_by,
        "voided": reasons.get(event.voided_by or 0, ""),
        "url": url,
    }


def follows(actor: str | None) -> bool:
    """Whether an event followed by itself from the rules."""
    return (actor or "").partition(":")[0] == RULES


def _by_system(actor: str | None) -> bool:
    """Nobody typed it: the program logged it, on a page's behalf or since it followed from the rules."""
    return follows(actor) or actor in (None, SYSTEM.role)


def who(actor: str | None, players: Mapping[str, str]) -> str:
    """`player:<id>` as a name, staff and system by their office."""
    role, _colon, player = (actor or "system").partition(":")
    if role == "player":
        return players.get(player, _("a player"))
    offices = {"organiser": _("organiser"), "judge": _("judge"), RULES: _("by the rules")}
    return offices.get(role, _("Warledger"))


def _ids(events: Iterable[EventView]) -> set[str]:
    actors = {(event.actor or "").partition(":")[2] for event in events}
    return {*ids_in(tuple(actors)), *(id_ for event in events for id_ in ids_in(event.data))}
