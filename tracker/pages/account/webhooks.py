"""Webhooks of an account: the list with a form for another one, and each with its state, its deliveries and a trial."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tracker import commands, identity
from tracker.identity import Identity
from tracker.models import Webhook, WebhookDelivery
from tracker.pages.core.answers import attempt
from tracker.pages.forms.webhooks import ABOUT, WebhookForm
from tracker.selectors.feed import FeedFilter, feed_since
from tracker.selectors.webhooks import deliveries_of, webhook_of, webhooks_of
from tracker.webhooks import delivering

SHOWN = 50
ACTIONS: dict[str, Callable[[Identity, UUID], Any]] = {
    "try": commands.try_webhook,
    "pause": commands.pause_webhook,
    "resume": commands.resume_webhook,
    "skip": commands.skip_webhook,
    "remove": commands.remove_webhook,
}


@login_required
def webhook_list(request: HttpRequest) -> HttpResponse:
    """POST makes one, whose secret is shown this once."""
    who, form, made, context, status = identity.of_request(request), WebhookForm(), None, {}, 200
    if request.method == "POST":
        form, status = WebhookForm(request.POST), 400
        if form.is_valid():
            answered = attempt(lambda: _made(who, form.cleaned_data))
            made, status = answered.value, answered.status
            form = form if answered.refusal else WebhookForm()
            context = answered.refusal.context if answered.refusal else {}
    rows = [(row, state_of(row)) for row in webhooks_of(who)]
    return render(
        request, "account/webhooks.html", {"form": form, "made": made, "rows": rows, **context}, status=status
    )


def _made(who: Identity, told: dict[str, Any]) -> Webhook:
    wanted = FeedFilter(system=told["system"] or None, types=ABOUT[told["about"]])
    return commands.create_webhook(who, name=told["name"], url=told["target"], wanted=wanted)


@login_required
def webhook(request: HttpRequest, webhook: UUID) -> HttpResponse:
    """One webhook: what it is told, how that went, and what its owner may do."""
    who = identity.of_request(request)
    row, context, status = webhook_of(who, webhook), {}, 200
    if row is None:
        raise Http404
    if request.method == "POST":
        act = ACTIONS.get(request.POST.get("do", ""))
        if act is None:
            raise Http404
        answered = attempt(lambda: act(who, webhook))
        if answered.refusal is None:
            gone = request.POST.get("do") == "remove"
            return redirect("pages:webhooks") if gone else redirect("pages:webhook", webhook=webhook)
        context, status = answered.refusal.context, answered.status
    tried = list(deliveries_of(row)[:SHOWN])
    context |= {
        "hook": row,
        "state": state_of(row),
        "waiting": feed_since(row.after),
        "deliveries": [(one, told_of(one), outcome_of(one)) for one in tried],
    }
    return render(request, "account/webhook.html", context, status=status)


class State(NamedTuple):
    """How a webhook is: the kind of its mark, the word on it, and what that means."""

    kind: str
    word: str
    text: str


def state_of(row: Webhook) -> State:
    if row.stopped == Webhook.PAUSED:
        return State("", _("paused"), _("It goes on where it stood."))
    if row.stopped == Webhook.GONE:
        return State("bad", _("stopped"), _("The receiver said that it is gone for good."))
    if row.stopped:
        text = _("A message did not arrive after every try. Nothing is lost: resume it.")
        return State("bad", _("stopped"), text)
    if row.tries:
        text = _("The last message did not arrive; it is sent again by itself.")
        return State("warn", _("waiting"), text)
    return State("good", _("works"), "")


def told_of(row: WebhookDelivery) -> str:
    """What a message was about, in words; of what has none, that something happened."""
    words = {
        delivering.TRIAL: _("a trial message"),
        "match_reported": _("a result"),
        "result_confirmed": _("a confirmed result"),
        "result_contested": _("a disputed result"),
        "event_voided": _("an entry taken back"),
        "round_drawn": _("a drawn round"),
        "round_published": _("a published round"),
        "round_started": _("a round that began"),
        "round_closed": _("a round that ended"),
        "tournament_finished": _("the end of an event"),
    }
    return words.get(row.type, _("another entry"))


def outcome_of(row: WebhookDelivery) -> str:
    """How an attempt went, in words."""
    if not row.what:
        return _("delivered")
    sentences = {
        "private": _("refused: the address is of this server's own network"),
        "unknown": _("the host is not known"),
        "timeout": _("no answer in time"),
        "connection": _("no connection"),
        "tls": _("the certificate is not trusted"),
        "status": _("answered %(status)s") % {"status": row.status},
    }
    return sentences[row.what]
