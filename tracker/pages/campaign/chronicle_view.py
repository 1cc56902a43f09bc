"""A campaign as pages show it: its ranking, map, chapters, matches and fighters. No command here.

Called by `chronicles` (everybody's pages), `chronicle_desk` (the arbitrator's) and `chronicle_what_if`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from games.campaigns import Campaigns
from games.registry import SYSTEMS
from tracker.pages.campaign.chronicle_words import Words, lines_of, match_url
from tracker.rulesets.chronicle.matches import deserters
from tracker.rulesets.chronicle.standing import figures, placed
from tracker.rulesets.chronicle.world import RosterNow, StoryLine
from tracker.selectors.chronicles import Standing

STATUS = {"closed": "", "open": "live", "won": "good", "lost": "bad"}
RADIUS, MIDDLE = 38, 50


def winners(words: Words) -> list[str]:
    """Who is on place 1, by name; nobody in a campaign that one plays alone."""
    rows = placed(words.now.rules, words.now.world)
    return [one.name for place, one in rows if place == 1] if len(rows) > 1 else []


def ended(words: Words) -> list[str]:
    """How the campaign has ended and who is first, in sentences; none while it runs."""
    ending, first = words.ending(words.now.world.ending), winners(words) if words.now.world.ending else []
    said = [f"{_('First place')}: {', '.join(first)}."] if first else []
    return [ending, *said] if ending else []


def ranking_view(words: Words) -> dict[str, Any]:
    """The columns and rows of the ranking."""
    now = words.now
    heads = [words.figure(key) for key in now.rules.rank]
    ranked = placed(now.rules, now.world)
    held_by = Counter(place for place, _one in ranked)
    rows = [
        {
            "place": place,
            "shared": held_by[place] > 1,
            "roster": one,
            "url": roster_url(now, one.id),
            "figures": list(zip(heads, figures(now.rules, now.world, one), strict=True)),
            "places": [words.place(key) for key, held in now.world.places.items() if held.holder == one.id],
            "alive": sum(not fighter.died for fighter in one.fighters.values()),
        }
        for place, one in ranked
    ]
    return {"heads": heads, "rows": rows}


def roster_url(now: Standing, roster: str) -> str:
    return reverse("pages:chronicle-roster", args=[now.stream, roster])


def map_view(words: Words) -> dict[str, Any] | None:
    """The places with their edges and holders, in a square of 100; None for a campaign without a map."""
    now, keys = words.now, list(words.now.rules.places)
    if not keys:
        return None
    at = {key: _spot(now.rules.places[key], number, len(keys)) for number, key in enumerate(keys)}
    edges = {tuple(sorted((key, other))) for key in keys for other in now.rules.places[key].edges}
    return {
        "places": [
            {
                "name": words.place(key),
                "holder": words.roster(held) if (held := now.world.places[key].holder) else "",
                "x": at[key][0],
                "y": at[key][1],
                "income": words.gains(now.rules.places[key].income),
                "history": [words.roster(one) for _slot, one in now.world.places[key].history if one],
            }
            for key in keys
        ],
        "edges": [{"a": at[one], "b": at[two]} for one, two in sorted(edges)],
    }


def _spot(place: Any, number: int, count: int) -> tuple[int, int]:
    """Where the definition puts it; else on a circle."""
    if place.x is not None and place.y is not None:
        return place.x, place.y
    turn = 2 * math.pi * number / count
    return round(MIDDLE + RADIUS * math.sin(turn)), round(MIDDLE - RADIUS * math.cos(turn))


def chapters_view(words: Words) -> list[dict[str, Any]]:
    """The chapters that are known by now: what lies behind a choice is not told before it is made."""
    now = words.now
    names = {"open": _("open"), "won": _("won"), "lost": _("lost")}
    return [
        {
            "key": key,
            "name": words.chapter(key),
            "text": told.text.to(words.language) if (told := now.rules.chapters[key]).text else "",
            "status": names[one.status],
            "chip": STATUS[one.status],
            "tries": one.tries,
            "left": told.retry + 1 - one.tries if one.status == "open" and told.is_played else None,
        }
        for key, one in now.world.chapters.items()
        if one.status != "closed"
    ]


def matches_view(words: Words) -> list[dict[str, Any]]:
    """The matches, newest first, with whose aftermath is open."""
    now, found = words.now, []
    for link, one in reversed(list(now.state.links.items())):
        heard = now.state.heard.get(link)
        found.append(
            {
                "link": link,
                "url": match_url(one.match),
                "rosters": " – ".join(words.roster(roster) for roster in one.rosters.values()),
                "stake": words.place(one.stake) if one.stake else "",
                "chapter": words.chapter(one.chapter) if one.chapter else "",
                "waiting": link in now.state.waiting,
                "moved": link in now.world.moved,
                "heard": heard is not None and heard.at is not None,
                "left": [words.roster(roster) for roster in deserters(now.state, link)],
                "after": [
                    {
                        "roster": words.roster(roster),
                        "signed": f"{link}/{roster}" in now.state.signed,
                        "steps": len(now.world.steps_of(link, roster)),
                        "url": reverse("pages:chronicle-aftermath", args=[now.stream, link, roster]),
                    }
                    for roster in one.rosters.values()
                ],
            }
        )
    return found


def unfinished_view(words: Words, link: str, roster: str) -> dict[str, str]:
    """What keeps a roster from its next match: the way to the last one, or to what follows it."""
    state, name = words.now.state, words.roster(roster)
    if link not in state.heard:
        return {"name": name, "url": match_url(state.links[link].match), "text": _("To the match")}
    url = reverse("pages:chronicle-aftermath", args=[words.now.stream, link, roster])
    return {"name": name, "url": url, "text": _("After the battle")}


def fighters_view(words: Words, roster: RosterNow) -> list[dict[str, Any]]:
    """Every fighter, the dead too, with everything that ever happened to them."""
    story: dict[str, list[StoryLine]] = {}
    for line in words.now.world.lines:
        if line.roster == roster.id and line.fighter:
            story.setdefault(line.fighter, []).append(line)
    return [
        {
            "fighter": one,
            "tallies": [(words.tally(key), value) for key, value in one.tallies.items()],
            "marks": [words.mark(held.mark) for held in one.marks],
            "story": lines_of(words, story.get(one.id, ())),
            "notes": [
                note.text
                for note in words.now.state.notes
                if (note.roster, note.fighter) == (roster.id, one.id)
            ],
            "next": _next_list(words, one.marks),
        }
        for one in roster.fighters.values()
    ]


def _next_list(words: Words, marks: Iterable[Any]) -> list[str]:
    """What the next list may not hold, and why."""
    published = SYSTEMS[words.now.rules.system].campaigns or Campaigns()
    found = []
    for held in marks:
        mark = words.now.rules.marks[held.mark]
        if mark.lever:
            lever = published.levers[mark.lever].name.to(words.language)
            value = f" {mark.value:+d}" if mark.value != 1 else ""
            found.append(f"{lever}{value} ({words.mark(held.mark)})")
    return found


def amended_view(now: Standing) -> list[dict[str, Any]]:
    """Every amendment with its reason; the last ones may still be to come."""
    coming = now.state.coming()
    return [
        {"at": datetime.fromisoformat(one.at), "reason": one.reason, "coming": one in coming}
        for one in now.state.amended
    ]
