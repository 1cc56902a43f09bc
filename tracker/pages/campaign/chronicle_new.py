"""A new campaign: from a template or from a club's own TOML, looked at first, then made."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tracker import commands, identity
from tracker.handle import CommandRejected
from tracker.messages import language
from tracker.pages.campaign.chronicle_says import said
from tracker.pages.core.answers import attempt
from tracker.rulesets.chronicle import reading
from tracker.rulesets.chronicle.simulate import endings
from tracker.rulesets.chronicle.templates import templates

SIMULATED = 60
"""Stories that the preview plays. Campaigns in cycles end when these are over, so that nothing is to be found out."""


@login_required
def new(request: HttpRequest) -> HttpResponse:
    """A campaign from a template or from a club's own TOML: looked at first, then made."""
    known = templates()
    chosen = request.GET.get("template", "")
    text = request.POST.get("definition", known.get(chosen, ""))
    name, key = request.POST.get("name", ""), request.POST.get("key") or uuid4().hex
    context: dict[str, Any] = {
        "templates": [_template(key_, known[key_]) for key_ in known],
        "text": text,
        "name": name,
        "private": bool(request.POST.get("private")),
        "key": key,
    }
    if request.method != "POST":
        return render(request, "campaign/chronicle_new.html", context)
    if request.POST.get("do") != "create":
        return _previewed(request, context, text.replace("\r\n", "\n"))
    who = identity.of_request(request)
    answered = attempt(
        lambda: commands.create_chronicle(
            who,
            name=name,
            definition=text.replace("\r\n", "\n"),
            private=bool(context["private"]),
            key=key,
        )
    )
    if answered.refusal is not None:
        context |= answered.refusal.context
        return render(request, "campaign/chronicle_new.html", context, status=answered.status)
    return redirect("pages:chronicle", event=answered.value)


def _template(key: str, text: str) -> dict[str, str]:
    rules = reading.definition_of(text)
    spoken = language()
    return {
        "key": key,
        "name": rules.name.to(spoken),
        "game": commands.tables_of(rules.system).name.to(spoken),
        "about": rules.about.to(spoken) if rules.about else "",
    }


def _previewed(request: HttpRequest, context: dict[str, Any], text: str) -> HttpResponse:
    """What the definition says, or everything that is wrong with it."""
    rules, faults = reading.read(text)
    if rules is None:
        refused = attempt(lambda: _raise(CommandRejected(faults))).refusal
        assert refused is not None
        return render(
            request, "campaign/chronicle_new.html", context | refused.context, status=refused.status
        )
    spoken = language()
    preview: dict[str, Any] = {"parts": said(rules), "rules": rules}
    if rules.chapters:
        ends = endings(text, SIMULATED)
        names = {key: one.to(spoken) for key, one in rules.endings.items()}
        preview["ends"] = [(names.get(key, key), count) for key, count in ends["ends"].items()]
        preview["matches"], preview["simulated"] = ends["matches"], SIMULATED
    name = context["name"] or rules.name.to(spoken)
    return render(request, "campaign/chronicle_new.html", context | {"preview": preview, "name": name})


def _raise(error: Exception) -> None:
    raise error
