"""Lives: of a warband and of a fighter from their campaign's log. Each line opens to the match that it came from.

A private campaign's stories are for its club, as all of it is (`tracker.audience`); all others are everybody's.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.campaigns import Told
from games.ruleset import DRAW
from tracker import selectors
from tracker.pages import chronicle_view as view
from tracker.pages.chronicles import standing
from tracker.rulesets.chronicle import events as ev
from tracker.rulesets.chronicle.derive import slots_of
from tracker.rulesets.chronicle.world import RosterNow, StoryLine
from tracker.selectors.chronicles import Standing

PLAIN = ("winner", "fielded", "points")
"""Facts that the heading of a match says already, or that say nothing."""


def roster_story(request: HttpRequest, event: UUID, roster: str) -> HttpResponse:
    """A warband from its first day: its matches and what followed them, what it bought, who joined and who died."""
    now = standing(event)
    return _page(request, now, _roster(now, roster), "")


def fighter_story(request: HttpRequest, event: UUID, roster: str, fighter: str) -> HttpResponse:
    """One fighter's life: deeds and wounds, dice and marks, to the end."""
    now = standing(event)
    found = _roster(now, roster)
    if fighter not in found.fighters:
        raise Http404
    return _page(request, now, found, fighter)


def _roster(now: Standing, roster: str) -> RosterNow:
    found = now.world.rosters.get(roster)
    if found is None:
        raise Http404
    return found


def _page(request: HttpRequest, now: Standing, roster: RosterNow, fighter: str) -> HttpResponse:
    words = view.Words(now)
    who = roster.fighters.get(fighter)
    context = {
        "event_id": now.stream,
        "now": now,
        "name": now.state.name,
        "roster": roster,
        "roster_url": view.roster_url(now, roster.id),
        "story_url": reverse("pages:chronicle-story", args=[now.stream, roster.id]),
        "player": selectors.player_names([roster.player]).get(roster.player, ""),
        "player_id": roster.player,
        "fighter": who,
        "marks": [words.mark(held.mark) for held in who.marks] if who else [],
        "tallies": [(words.tally(key), value) for key, value in (who or roster).tallies.items()],
        "parts": list(_parts(words, roster, fighter)),
        "others": [one for one in roster.fighters.values() if one.id != fighter],
    }
    return render(request, "chronicle_story.html", context)


def _parts(words: view.Words, roster: RosterNow, fighter: str) -> Iterator[dict[str, Any]]:
    """The parts of a life in their order: {"when", "title", "url", "lines", "notes"}; parts of which nothing is to be
    told are left out, but for the matches of a warband."""
    own: dict[str, list[StoryLine]] = {}
    for line in words.now.world.lines:
        if line.roster == roster.id and fighter in ("", line.fighter):
            own.setdefault(line.slot, []).append(line)
    found: list[dict[str, Any]] = []
    for slot in slots_of(words.now.state):
        told = view.lines_of(words, own.get(slot.id, ()))
        linked = words.now.state.links.get(slot.id)
        if linked is not None:
            if roster.id not in linked.rosters.values():
                continue
            told = [*_deeds(words, slot.id, roster.id, fighter), *told]
            if fighter and not told:
                continue
            url = reverse("pages:match", args=[linked.match])
            title = _match_title(words, linked, roster.id)
        elif told:
            url, title = "", _title(words, slot.what)
        else:
            continue
        found.append({"when": _day(slot.at), "at": slot.at, "title": title, "url": url, "lines": told})
    for note in words.now.state.notes:
        if note.roster == roster.id and fighter in ("", note.fighter):
            about = words.fighter(roster.id, note.fighter) if note.fighter and not fighter else ""
            found.append({"when": _day(note.at), "at": note.at, "title": about, "note": note.text})
    yield from sorted(found, key=lambda one: one["at"])


def _match_title(words: view.Words, linked: ev.MatchLinked, roster: str) -> str:
    """Against whom, for what, and how it went."""
    heard = words.now.state.heard[linked.link]
    winner = next((one.values.get("is") for one in heard.facts if one.fact == "winner"), None)
    others = ", ".join(words.roster(one) for one in linked.rosters.values() if one != roster)
    told = {"foes": others, "place": words.place(linked.stake) if linked.stake else ""}
    if linked.chapter:
        told["foes"] = words.chapter(linked.chapter)
    if winner == DRAW:
        said = _("A draw: %(foes)s") % told
    else:
        said = (_("Won: %(foes)s") if winner == roster else _("Lost: %(foes)s")) % told
    return f"{said} ({told['place']})" if told["place"] else said


def _title(words: view.Words, what: Any) -> str:
    """What happened between the matches."""
    if isinstance(what, ev.RosterJoined):
        return _("Joins the campaign")
    if isinstance(what, ev.RosterLeft):
        return _("Leaves the campaign")
    if isinstance(what, ev.CycleClosed):
        return _("End of cycle %(number)s") % {"number": what.cycle}
    if isinstance(what, ev.Adjusted):
        return _("The arbitrator's hand")
    if isinstance(what, ev.Bought):
        return words.item(what.item)
    return _("The end of the campaign")


def _deeds(words: view.Words, link: str, roster: str, fighter: str) -> Iterator[dict[str, Any]]:
    """What the fighters did in the match and what was done to them, from its facts."""
    state = words.now.state
    heard = state.heard[link]
    stated = [fact for one in state.asked.values() if one.link == link for fact in one.facts]
    for fact in (*heard.facts, *stated):
        by = str(fact.values.get("by", ""))
        if fact.fact not in PLAIN and (_is_own(fact.of, roster, fighter) or _is_own(by, roster, fighter)):
            yield {
                "who": "" if fighter else words.who(by if _is_own(by, roster, "") else fact.of),
                "what": _deed(words, fact, roster, fighter),
                "stated": fact.stated,
            }


def _is_own(who: str, roster: str, fighter: str) -> bool:
    """Whether `roster/fighter` is the fighter, or any of the roster."""
    own, _slash, name = who.partition("/")
    return own == roster and bool(name or not fighter) and fighter in ("", name)


def _deed(words: view.Words, fact: Told, roster: str, fighter: str) -> str:
    by, name = str(fact.values.get("by", "")), words.fact(fact.fact)
    if by and _is_own(by, roster, fighter):
        return _("%(fact)s: %(whom)s") % {"fact": name, "whom": words.who(fact.of)}
    if by:
        return _("%(fact)s, by %(who)s") % {"fact": name, "who": words.who(by)}
    told = fact.values.get("is")
    return name if told is None else _("%(fact)s: %(whom)s") % {"fact": name, "whom": told}


def _day(at: str) -> datetime:
    return datetime.fromisoformat(at)
