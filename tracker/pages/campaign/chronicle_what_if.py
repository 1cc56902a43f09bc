"""What-if forks of a campaign, for whoever made them: begin one, play it on, compare it, throw it away."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tracker import commands, identity, selectors
from tracker.commands import BadInput
from tracker.pages.campaign import chronicle_view as view
from tracker.pages.campaign.chronicle_words import Words, change_view, lines_of
from tracker.pages.campaign.chronicles import standing
from tracker.pages.core.answers import Refusal, attempt, with_refusal
from tracker.rulesets.chronicle.preview import compare
from tracker.selectors.what_ifs import Fork

LINES = 40
"""Of what has happened in a fork so many of the newest lines are shown."""


@login_required
def what_ifs(request: HttpRequest, event: UUID) -> HttpResponse:
    """One's own forks of this campaign, and a new one."""
    now, who = standing(event), identity.of_request(request)
    context: dict[str, Any] = {
        "event_id": event,
        "name": now.state.name,
        "forks": list(selectors.what_ifs(who, event)),
        "version": now.version,
        "at": request.POST.get("at", request.GET.get("at", str(now.version))),
        "told": request.POST.get("name", ""),
    }
    if request.method != "POST":
        return render(request, "campaign/chronicle_what_ifs.html", context)
    answered = attempt(
        lambda: commands.fork_chronicle(
            who, event, name=request.POST.get("name", ""), at=_number(request.POST, "at")
        )
    )
    if answered.refusal is not None:
        return render(
            request,
            "campaign/chronicle_what_ifs.html",
            context | answered.refusal.context,
            status=answered.status,
        )
    assert answered.value is not None
    return redirect("pages:chronicle-what-if", event=event, fork=answered.value.pk)


def _number(sent: QueryDict, name: str) -> int:
    text = sent.get(name, "")
    if not text.isdecimal() or len(text) > 9:
        raise BadInput(name, _("a whole number"))
    return int(text)


@login_required
def what_if(request: HttpRequest, event: UUID, fork: UUID) -> HttpResponse:
    """What would have become of it; and what is done to it next."""
    real, who = standing(event), identity.of_request(request)
    found = selectors.what_if(who, fork)
    if found is None or found.row.chronicle_id != event:
        raise Http404
    if request.method != "POST":
        return _show(request, real, found)
    do = request.POST.get("do", "")
    if do == "throw-away":
        commands.throw_away(who, fork)
        messages.success(request, _("It is gone. The campaign was never touched."))
        return redirect("pages:chronicle-what-ifs", event=event)
    if do not in ACTIONS:
        raise Http404
    answered = attempt(lambda: ACTIONS[do](who, found, request.POST))
    if answered.refusal is not None:
        return _show(request, real, found, answered.refusal)
    return redirect("pages:chronicle-what-if", event=event, fork=fork)


def _show(request: HttpRequest, real: Any, found: Fork, refusal: Refusal | None = None) -> HttpResponse:
    words = Words(found.now)
    world, rules = found.now.world, found.now.rules
    own = [one for one in world.lines if one.slot not in {line.slot for line in real.world.lines}]
    changes = compare(real.state, found.now.state).changes
    context: dict[str, Any] = {
        "event_id": found.row.chronicle_id,
        "fork": found.row,
        "holds": found.holds,
        "name": real.state.name,
        "now": found.now,
        "key": uuid4().hex,
        "ending": words.ending(world.ending),
        "ranking": view.ranking_view(words),
        "map": view.map_view(words),
        "chapters": view.chapters_view(words),
        "changes": [change_view(words, one) for one in changes],
        "rosters": [_roster(words, one) for one in world.rosters.values()],
        "story": lines_of(words, reversed(own[-LINES:])),
        "active": [one for one in world.rosters.values() if one.active],
        "alone": rules.players == 1,
        "stakes": [(key, words.place(key)) for key in rules.places] if rules.stake else [],
        "open_chapters": [
            (key, words.chapter(key))
            for key, one in world.chapters.items()
            if one.status == "open" and rules.chapters[key].is_played
        ],
        "next_cycle": world.cycle + 1 if rules.cycles and world.ending is None else None,
    }
    return with_refusal(request, "campaign/chronicle_what_if.html", context, refusal)


def _roster(words: Words, roster: Any) -> dict[str, Any]:
    return {
        "roster": roster,
        "tallies": [(words.tally(key), value) for key, value in roster.tallies.items()],
        "fighters": [
            (one, [words.mark(held.mark) for held in one.marks]) for one in roster.fighters.values()
        ],
    }


def _play(who: identity.Identity, found: Fork, sent: QueryDict) -> Any:
    return commands.play_what_if(who, found.row.pk, _number(sent, "matches"))


def _assume(who: identity.Identity, found: Fork, sent: QueryDict) -> Any:
    one, two, winner = sent.get("one", ""), sent.get("two", ""), sent.get("winner", "")
    won = {"one": one, "two": two or "foe"}.get(winner, "draw")
    rosters = [one, two] if two else [one]
    return commands.assume_result(
        who, found.row.pk, rosters, won, stake=sent.get("stake", ""), chapter=sent.get("chapter", "")
    )


def _close(who: identity.Identity, found: Fork, sent: QueryDict) -> Any:
    told = {"type": "cycle_closed", "data": {"cycle": found.now.world.cycle + 1}}
    return commands.assume(who, found.row.pk, [told])


ACTIONS: Mapping[str, Callable[[identity.Identity, Fork, QueryDict], Any]] = {
    "play": _play,
    "assume": _assume,
    "close": _close,
}
