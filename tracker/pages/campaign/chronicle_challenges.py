"""Challenges of a campaign: who dares whom, until when there is time to answer, and the way to the match."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from tracker import commands, identity
from tracker.commands.clocks import now_after
from tracker.pages.campaign.chronicle_words import Words
from tracker.rulesets.chronicle.world import ACCEPTED, DECLINED, LAPSED, OPEN, PLAYED, Challenge

CHIP = {OPEN: "live", ACCEPTED: "good", DECLINED: "done", LAPSED: "done", PLAYED: "done"}


def challenges_view(words: Words, own: set[str]) -> list[dict[str, Any]]:
    """The newest first; `own`: rosters that the reader acts for, or all of them for an arbitrator."""
    return [_one(words, one, own) for one in reversed(words.now.world.challenges)]


def _one(words: Words, one: Challenge, own: set[str]) -> dict[str, Any]:
    late = one.status == OPEN and one.until < now_after("")
    link = words.now.state.links.get(one.link)
    says = {
        OPEN: _("not answered yet"),
        ACCEPTED: _("accepted"),
        DECLINED: _("declined"),
        LAPSED: _("not answered in time"),
        PLAYED: _("a match followed"),
    }
    return {
        "id": one.id,
        "by": words.roster(one.by),
        "against": words.roster(one.against),
        "stake": words.place(one.stake) if one.stake else "",
        "until": datetime.fromisoformat(one.until) if one.status == OPEN else None,
        "status": says[LAPSED if late else one.status],
        "chip": CHIP[LAPSED if late else one.status],
        "silence": one.unanswered if one.status == OPEN else "",
        "roster": one.against if one.against in own else one.by,
        "answers": one.status == OPEN and not late and one.against in own,
        "plays": one.status == ACCEPTED and bool(own & {one.by, one.against}),
        "url": reverse("pages:match", args=[link.match]) if link and link.match else "",
    }


def dare(who: identity.Identity, event: UUID, roster: str, sent: QueryDict) -> Any:
    key = sent.get("key", "")
    return commands.challenge_roster(
        who,
        event,
        roster,
        sent.get("against", ""),
        stake=sent.get("stake", ""),
        key=f"{key}:dare"[:128] if key else None,
    )


def answer(who: identity.Identity, event: UUID, roster: str, sent: QueryDict) -> UUID | None:
    id_ = sent.get("challenge", "")
    return commands.answer_challenge(
        who, event, id_, accepted=sent.get("answer") == "yes", key=f"answer:{id_}"[:128]
    )


def play(who: identity.Identity, event: UUID, roster: str, sent: QueryDict) -> UUID:
    return commands.play_challenge(who, event, sent.get("challenge", ""))
