"""What the addresses of the installation answer: mended rules, webhooks, live streams, seals, this document."""

from __future__ import annotations

from typing import Any

from api.operations.table import (
    DELETE,
    GET,
    HEADS,
    POST,
    Key,
    Operation,
    names_of,
)
from api.params import (
    FEED,
    HIGHEST_NUMBER,
    LIMIT,
    PAGED,
    SINCE,
    Param,
    whole,
)
from api.shapes import (
    feed,
    logs,
    matches,
    rule_fixes,
    systems,
    tournaments,
    webhooks,
)
from api.shapes.pages import Page
from tracker.selectors import SealView

RULE_FIXES: dict[Key, Operation] = {
    ("rule-fixes", GET): Operation(
        "Reports on mended rules, newest first", Page[rule_fixes.RuleFix], query=PAGED, known=True
    ),
    ("rule-fixes", POST): Operation(
        "Look through the matches of a game by today's rules",
        rule_fixes.RuleFix,
        rule_fixes.NewRuleFix,
        status=201,
        keyed=True,
        known=True,
    ),
    ("rule-fix", GET): Operation("One report", rule_fixes.RuleFix, known=True),
    ("rule-fix", POST): Operation(
        "Decide about matches of a report", rule_fixes.Decided, rule_fixes.Decision, known=True
    ),
    ("rule-fix-matches", GET): Operation(
        "The matches that would end differently", Page[rule_fixes.RuleFixMatch], query=PAGED, known=True
    ),
}

WEBHOOKS: dict[Key, Operation] = {
    ("webhooks", GET): Operation(
        "The caller's webhooks", Page[webhooks.Webhook], query=SINCE | PAGED, known=True
    ),
    ("webhooks", POST): Operation(
        "An address that is told of what happens",
        webhooks.WebhookMade,
        webhooks.NewWebhook,
        status=201,
        keyed=True,
        known=True,
    ),
    ("webhook", GET): Operation("One webhook", webhooks.Webhook, known=True),
    ("webhook", POST): Operation(
        "Try, pause, resume, skip or send again", webhooks.Webhook, webhooks.WebhookAction, known=True
    ),
    ("webhook", DELETE): Operation("Remove a webhook", status=204, known=True),
    ("webhook-deliveries", GET): Operation(
        "How its messages arrived, newest first",
        Page[webhooks.WebhookDelivery],
        query=SINCE | PAGED,
        known=True,
    ),
}

BEGIN: dict[Key, Operation] = {
    ("root", GET): Operation("Where to begin", systems.Root),
    ("seals", GET): Operation("The newest seal of this installation", SealView),
    ("seal", GET): Operation(
        "One seal: a client that kept it compares the hash; 404 when it is gone", SealView
    ),
}

STREAMS: dict[Key, Operation] = {
    ("live", GET): Operation(
        "The log as server-sent events; resumes by Last-Event-ID",
        query={
            "after": whole("begin after this seq instead of with what comes next"),
            "expand": Param(
                "also these parts, each as an event of its name: at once, and again whenever it has changed",
                {"type": "string"},
                lambda: [*HEADS, *names_of(matches.MatchParts), *names_of(tournaments.TournamentParts)],
                several=True,
            ),
            "stream_token": Param(
                "who follows, where no header can be sent (`live/…/token/`)",
                {"type": "string", "maxLength": 400},
            ),
        },
        also={
            "text/event-stream": "`id` is the seq, `data` the event; `event: changed` when pages have caught up"
        },
    ),
    ("live-token", POST): Operation(
        "A short-lived token in the address, for a browser's EventSource",
        logs.StreamToken,
        logs.StreamTokenIn,
        status=201,
        known=True,
    ),
    ("feed", GET): Operation(
        "Every event of the installation, oldest first, as everybody may see it",
        feed.FeedPage,
        query={"after": whole("only events with a higher number", high=HIGHEST_NUMBER), **LIMIT, **FEED},
    ),
    ("feed-live", GET): Operation(
        "The feed as server-sent events; resumes by Last-Event-ID",
        query={
            "after": whole("begin after this number instead of with what comes next", high=HIGHEST_NUMBER),
            **FEED,
        },
        also={
            "text/event-stream": "`id` is the number, `data` an event as in `feed/`; `event: alive` now and then"
        },
    ),
    ("schema", GET): Operation("This document", dict[str, Any]),
    ("docs", GET): Operation("This document, to browse", also={"text/html": "a page"}),
}
