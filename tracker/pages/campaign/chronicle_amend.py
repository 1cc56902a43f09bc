"""The rules of a running campaign, changed by its arbitrator: first what would be otherwise, then in force."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import unified_diff
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tracker import commands, identity
from tracker.handle import CommandRejected
from tracker.pages.campaign.chronicle_desk import chronicle_context, version_of
from tracker.pages.campaign.chronicle_view import amended_view
from tracker.pages.core.answers import Refusal, attempt
from tracker.pages.organiser.console import staff_of
from tracker.rulesets.chronicle import events as ev
from tracker.rulesets.chronicle.amending import Difference, differences, latest
from tracker.rulesets.chronicle.reading import definition_of
from tracker.rulesets.chronicle.rules import judged
from tracker.selectors.chronicles import Standing
from tracker.systems import CHRONICLE

AROUND = 2
"""Lines of the file that are shown on both sides of a change."""


@staff_of(CHRONICLE)
def amend(request: HttpRequest, event: UUID) -> HttpResponse:
    """The definition to be changed; what that would mean; and the entry."""
    context = chronicle_context(event, "amend")
    now: Standing = context["now"]
    sent = request.POST
    text = sent.get("definition", latest(now.state)).replace("\r\n", "\n")
    context |= {"text": text, "reason": sent.get("reason", ""), "amended": amended_view(now)}
    context["over"] = now.world.ending is not None
    if request.method != "POST":
        return render(request, "campaign/chronicle_amend.html", context)
    if sent.get("do") == "amend":
        answered = attempt(lambda: _amend(identity.of_request(request), now, text, sent))
        if answered.refusal is None:
            messages.success(request, _("Written down. Whatever came before keeps its meaning."))
            return redirect("pages:chronicle-amend", event=event)
        return _refused(request, context, answered.refusal)
    refused = attempt(lambda: _look(now, text, context["reason"])).refusal
    if refused is not None:
        return _refused(request, context, refused)
    context |= preview_of(latest(now.state), text, now, context["language"])
    return render(request, "campaign/chronicle_amend.html", context)


def _refused(request: HttpRequest, context: dict[str, Any], refusal: Refusal) -> HttpResponse:
    return render(request, "campaign/chronicle_amend.html", context | refusal.context, status=refusal.status)


def _amend(who: identity.Identity, now: Standing, text: str, sent: Mapping[str, str]) -> Any:
    key = sent.get("key", "")
    return commands.amend_definition(
        who,
        now.stream,
        text,
        sent.get("reason", ""),
        expected_version=version_of(sent),
        key=f"{key}:amend"[:128] if key else None,
    )


def _look(now: Standing, text: str, reason: str) -> None:
    """Raises `CommandRejected` with all that an amendment would be refused for; a reason may still be missing."""
    told = ev.DefinitionAmended(definition=text, reason=reason.strip() or "-", at=now.state.last)
    if broken := judged(now.state, told):
        raise CommandRejected(broken)


def preview_of(before: str, after: str, now: Standing, language: str) -> dict[str, Any]:
    """What is otherwise, part by part and line by line, and from when on."""
    one, two = definition_of(before), definition_of(after)
    lines = list(unified_diff(before.splitlines(), after.splitlines(), n=AROUND, lineterm=""))[2:]
    return {
        "preview": True,
        "changes": [_change(each, language) for each in differences(one, two)],
        "lines": [(line[:1], line[1:]) for line in lines if not line.startswith("@@")],
        "from_cycle": now.world.cycle + 2 if now.rules.cycles else None,
    }


def _change(one: Difference, language: str) -> dict[str, Any]:
    parts = {
        "tallies": _("Tallies"), "marks": _("Marks"), "places": _("Places"), "tables": _("Dice tables"),
        "rules": _("Rules"), "shop": _("Shop"), "limits": _("Limits"), "chapters": _("Chapters"),
        "campaign": _("The campaign"),
    }  # fmt: skip
    hows = {"added": _("is new"), "gone": _("is gone"), "changed": _("changes")}
    plain = [
        (name, before, after) for name, before, after in one.fields if _is_plain(before) and _is_plain(after)
    ]
    return {
        "part": parts[one.part],
        "name": one.name.to(language) if one.name else _whole_words().get(one.key, one.key),
        "how": hows[one.how],
        "fields": [(_field_words().get(name, name), before, after) for name, before, after in plain],
    }


def _is_plain(value: Any) -> bool:
    return isinstance(value, int | str) and not isinstance(value, bool)


def _field_words() -> dict[str, str]:
    return {
        "low": _("lowest"), "high": _("highest"), "start": _("at the start"), "limit": _("limit"),
        "base": _("at the start"), "per_cycle": _("for each cycle"), "retry": _("more tries"),
        "value": _("by how much"), "count": _("dice"), "faces": _("faces"), **_whole_words(),
    }  # fmt: skip


def _whole_words() -> dict[str, str]:
    return {
        "cycles": _("number of cycles"), "days": _("days of a cycle"),
        "most_matches": _("matches of a roster in a cycle"), "challenge_days": _("days to answer a challenge"),
        "unanswered": _("a challenge that nobody answers"),
        "fixtures": _("fixtures"), "stake": _("matches are fought over places"),
        "players": _("number of rosters"), "options": _("options of the matches"),
        "late_of": _("what late joiners get"), "late_until": _("last cycle to join late"),
        "server_dice": _("the server's dice"), "typed_dice": _("dice that are typed"),
        "end_tally": _("end by a tally"), "end_at_most": _("end by a tally"), "rank": _("order of the ranking"),
        "about": _("description"),
    }  # fmt: skip
