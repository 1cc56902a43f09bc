"""The arbitrator's desk of a campaign: what is open, what waits, what is asked; adjust, close the cycle, accept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tracker import commands, identity, roles, selectors
from tracker.commands import BadInput
from tracker.messages import language
from tracker.models import Player
from tracker.pages.campaign import chronicle_view as view
from tracker.pages.campaign.chronicle_words import Words, change_view, question_view
from tracker.pages.campaign.chronicles import fighters_in, standing, typed
from tracker.pages.core.answers import Refusal, attempt, with_refusal
from tracker.pages.core.numbers import whole
from tracker.pages.forms.campaigns import AdjustForm, EnterForm
from tracker.pages.organiser.console import staff_of
from tracker.rulesets.chronicle.preview import Preview, closing, correction
from tracker.selectors.chronicles import Standing
from tracker.systems import CHRONICLE


def chronicle_context(event: UUID, tab: str) -> dict[str, Any]:
    """What every page of a campaign's desk shows."""
    now = standing(event)
    return {
        "event_id": event,
        "now": now,
        "name": now.state.name,
        "system": now.rules.system,
        "state": now.state,
        "version": now.version,
        "tab": tab,
        "desk": "campaign/chronicle_desk_base.html",
        "no_archive": True,
        "console_url": reverse("pages:chronicle-desk", args=[event]),
        "key": uuid4().hex,
        "language": language(),
    }


@staff_of(CHRONICLE)
def desk(request: HttpRequest, event: UUID) -> HttpResponse:
    """Everything that waits for the arbitrator."""
    return _show(request, event)


def _show(request: HttpRequest, event: UUID, refusal: Refusal | None = None) -> HttpResponse:
    context = chronicle_context(event, "desk")
    now = context["now"]
    words, who = Words(now), identity.of_request(request)
    running = now.world.ending is None
    players = selectors.who_is_who(_without_roster(who, now)) if running else []
    context |= {
        "waiting": [_waiting(words, link) for link in now.state.waiting],
        "questions": [question_view(words, one) for one in now.world.questions if not one.answer],
        "open": [
            one
            for one in view.matches_view(words)
            if not one["heard"] or any(not after["signed"] for after in one["after"])
        ],
        "rosters": list(now.world.rosters.values()),
        "adjust": AdjustForm(words, initial={**typed(request, "what"), "key": context["key"]}),
        "adjusted": [_adjusted(words, one) for one in now.state.slots if hasattr(one, "reason")],
        "ended": view.ended(words),
        "next_cycle": now.world.cycle + 1 if running and now.rules.cycles else None,
        "closing": _changes(words, closing(now.state, now.state.last))
        if running and now.rules.cycles
        else [],
        "not_ready": sorted({words.roster(one.roster) for one in now.world.steps}),
        "players": players,
        "enter": EnterForm(words, players, initial={**typed(request, "new_player"), "key": context["key"]}),
        "codes": _codes(who, now),
    }
    return with_refusal(request, "campaign/chronicle_desk.html", context, refusal)


def _without_roster(who: identity.Identity, now: Standing) -> list[Player]:
    """Whom this arbitrator knows and may enter: who plays here already needs no second roster (CHR-ROS-01)."""
    here = {one.player for one in now.world.rosters.values() if one.active}
    return selectors.acquaintances(who, besides=here)


def _codes(who: identity.Identity, now: Standing) -> list[tuple[str, str, str]]:
    """(roster, player, code) of players whom nobody has claimed yet, as far as this arbitrator may see codes."""
    players = {
        str(one.pk): one for one in selectors.players_named(r.player for r in now.world.rosters.values())
    }
    found = []
    for roster in now.world.rosters.values():
        player = players.get(roster.player)
        code = roles.open_code(who, player, now.stream) if player and player.claimed_at is None else None
        if player and code:
            found.append((roster.name, player.name, code))
    return found


def _changes(words: Words, preview: Preview) -> list[dict[str, Any]]:
    return [change_view(words, one) for one in preview.changes]


def _adjusted(words: Words, one: Any) -> dict[str, str]:
    """What the arbitrator did by hand, to whom and why."""
    who = words.who("/".join(filter(None, (one.roster, one.fighter)))) if one.roster else ""
    return {"who": who, "what": words.by_hand(one.verb, one.target, one.amount), "reason": one.reason}


def _waiting(words: Words, link: str) -> dict[str, Any]:
    """What a match says now, what would follow, and what is asked."""
    seen = correction(words.now.state, link)
    linked = words.now.state.links[link]
    return {
        "link": link,
        "rosters": " – ".join(words.roster(one) for one in linked.rosters.values()),
        "url": reverse("pages:match", args=[linked.match]),
        "changes": _changes(words, seen),
        "questions": [question_view(words, one) for one in seen.questions],
        "preview": seen.fingerprint,
    }


@staff_of(CHRONICLE)
@require_POST
def decide(request: HttpRequest, event: UUID, action: str) -> HttpResponse:
    """One decision of the arbitrator."""
    if action not in ACTIONS:
        raise Http404
    who = identity.of_request(request)
    answered = attempt(lambda: ACTIONS[action](who, event, request.POST))
    if answered.refusal is not None:
        return _show(request, event, answered.refusal)
    messages.success(request, DONE[action](Words(standing(event)), request.POST))
    return redirect("pages:chronicle-desk", event=event)


def _closed(words: Words, sent: QueryDict) -> str:
    """Which cycle, and what the campaign has come to where that was the last one."""
    said = _("Cycle %(number)s is closed.") % {"number": sent.get("cycle", "")}
    return " ".join([said, *view.ended(words)])


def _entered(words: Words, sent: QueryDict) -> str:
    told = {"roster": sent.get("name", "").strip()}
    return _("%(roster)s: the roster is in the campaign. Codes for phones stand below.") % told


DONE: Mapping[str, Callable[[Words, QueryDict], str]] = {
    "adjust": lambda words, sent: _("Adjusted; everything is counted anew."),
    "close": _closed,
    "accept": lambda words, sent: " ".join([_("Decided; everything is counted anew."), *view.ended(words)]),
    "enter": _entered,
}
"""What the desk says when an action is done."""


def version_of(sent: Mapping[str, str]) -> int | None:
    return whole(sent.get("version"))


def _key(sent: QueryDict, action: str) -> str | None:
    return f"{sent['key']}:{action}"[:128] if sent.get("key") else None


def _told(form: AdjustForm | EnterForm) -> dict[str, Any]:
    """What the form says. Raises `BadInput` with the first field that cannot be read."""
    if not form.is_valid():
        name, faults = next(iter(form.errors.items()))
        raise BadInput(name, str(faults[0]))
    return form.cleaned_data


def _adjust(who: identity.Identity, event: UUID, sent: QueryDict) -> Any:
    told = _told(AdjustForm(Words(standing(event)), sent))
    verb, _colon, target = told["what"].partition(":")
    roster, _slash, fighter = told["subject"].partition("/")
    return commands.adjust(
        who,
        event,
        verb=verb,
        target=target,
        reason=told["reason"],
        roster=roster,
        fighter=fighter,
        amount=int(told["amount"]),
        key=_key(sent, "adjust"),
    )


def _close(who: identity.Identity, event: UUID, sent: QueryDict) -> Any:
    cycle = sent.get("cycle", "")
    if not cycle.isdecimal() or len(cycle) > 4:
        raise BadInput("cycle", _("must be given"))
    return commands.close_cycle(
        who, event, int(cycle), expected_version=version_of(sent), key=_key(sent, "close")
    )


def _accept(who: identity.Identity, event: UUID, sent: QueryDict) -> Any:
    answers = {
        name.removeprefix("answer:"): str(value) for name, value in sent.items() if name.startswith("answer:")
    }
    return commands.accept_correction(
        who,
        event,
        sent.get("link", ""),
        sent.get("preview", ""),
        answers,
        expected_version=version_of(sent),
        key=_key(sent, f"accept-{sent.get('link', '')}"),
    )


def _enter(who: identity.Identity, event: UUID, sent: QueryDict) -> Any:
    """A roster for somebody, by the arbitrator."""
    told = _told(EnterForm(Words(standing(event)), (), sent))
    return commands.enter_roster(
        who,
        event,
        player=told["player"],
        new_player=told["new_player"],
        name=told["name"],
        fighters=list(fighters_in(told["fighters"])),
        key=_key(sent, "enter"),
    )


ACTIONS: Mapping[str, Callable[[identity.Identity, UUID, QueryDict], Any]] = {
    "adjust": _adjust,
    "close": _close,
    "accept": _accept,
    "enter": _enter,
}
