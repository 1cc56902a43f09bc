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

from games.campaigns import Campaigns, Told, facts_of
from games.registry import SYSTEMS
from games.rulebook import Text
from games.ruleset import DRAW
from tracker import selectors
from tracker.pages.campaign import chronicle_view as view
from tracker.pages.campaign.chronicle_words import Words, line_view
from tracker.pages.campaign.chronicles import standing
from tracker.rulesets.chronicle import events as ev
from tracker.rulesets.chronicle.slots import Slot, slots_of
from tracker.rulesets.chronicle.world import RosterNow, StoryLine
from tracker.selectors.chronicles import Standing

PLAIN = ("fielded",)
"""Facts of fighters that say nothing."""


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
    words = Words(now)
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
    return render(request, "campaign/chronicle_story.html", context)


def _parts(words: Words, roster: RosterNow, fighter: str) -> Iterator[dict[str, Any]]:
    """The parts of a life in their order: {"when", "title", "url", "lines"} or with a "note"; parts of which nothing is
    to be told are left out, but for the matches of a warband."""
    own: dict[str, list[StoryLine]] = {}
    for line in words.now.world.lines:
        if line.roster == roster.id and fighter in ("", line.fighter):
            own.setdefault(line.slot, []).append(line)
    found: list[dict[str, Any]] = []
    for slot in slots_of(words.now.state):
        part = _part(words, slot, [_said(words, line) for line in own.get(slot.id, ())], roster, fighter)
        if part is not None:
            found.append({"when": _day(slot.at), "at": slot.at, **part})
    for note in words.now.state.notes:
        if note.roster == roster.id and fighter in ("", note.fighter):
            about = words.fighter(roster.id, note.fighter) if note.fighter and not fighter else ""
            found.append({"when": _day(note.at), "at": note.at, "title": about, "note": note.text})
    yield from sorted(found, key=lambda one: one["at"])


def _part(
    words: Words, slot: Slot, told: list[dict[str, Any]], roster: RosterNow, fighter: str
) -> dict[str, Any] | None:
    """A match, or what happened between two; None where it was not theirs, or nothing is to be told."""
    linked = words.now.state.links.get(slot.id)
    if linked is None:
        return {"title": _title(words, slot.what), "url": "", "lines": told} if told else None
    if roster.id not in linked.rosters.values():
        return None
    lines = [*_deeds(words, slot.id, roster.id, fighter), *told]
    if fighter and not lines:
        return None
    url = reverse("pages:match", args=[linked.match])
    return {"title": _match_title(words, linked, roster.id), "url": url, "lines": lines}


def _said(words: Words, line: StoryLine) -> dict[str, Any]:
    """A line of the story: of a fighter with the name, of the warband without; what its part's title says already
    stands there alone."""
    told = line_view(words, line)
    bought = line.source in words.now.rules.shop
    return told | {"who": told["who"] if line.fighter else "", "why": "" if bought else told["why"]}


def _match_title(words: Words, linked: ev.MatchLinked, roster: str) -> str:
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


def _title(words: Words, what: Any) -> str:
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


def _deeds(words: Words, link: str, roster: str, fighter: str) -> Iterator[dict[str, Any]]:
    """What the fighters did in the match and what befell them, from its facts."""
    state, kinds = words.now.state, facts_of(SYSTEMS[words.now.rules.system].campaigns or Campaigns())
    stated = [fact for one in state.asked.values() if one.link == link for fact in one.facts]
    for fact in (*state.heard[link].facts, *stated):
        kind, by = kinds.get(fact.fact), str(fact.values.get("by", ""))
        if kind is None or kind.of != "fighter" or fact.fact in PLAIN:
            continue
        for who, other, said in ((by, fact.of, kind.deed), (fact.of, by, kind.fate if by else kind.alone)):
            if who and _is_own(who, roster, fighter):
                yield {
                    "who": words.who(who),
                    "what": _deed(words, fact, other, said),
                    "stated": fact.stated,
                }


def _deed(words: Words, fact: Told, other: str, said: Text | None) -> str:
    """In the game's own words where it has them; else the fact by its name."""
    if said is not None:
        return said.to(words.language).format(who=words.who(other) if other else "")
    told = fact.values.get("is")
    name = words.fact(fact.fact)
    return name if told is None else f"{name}: {told}"


def _is_own(who: str, roster: str, fighter: str) -> bool:
    """Whether `roster/fighter` is the fighter, or any of the roster."""
    own, _slash, name = who.partition("/")
    return own == roster and fighter in ("", name)


def _day(at: str) -> datetime:
    return datetime.fromisoformat(at)
