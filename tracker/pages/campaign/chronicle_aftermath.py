"""What follows a match of a campaign for one roster, on one scroll: known, tell us, roll, choose, sign."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from games.campaigns import Told
from tracker import commands, identity
from tracker.commands import BadInput
from tracker.pages.campaign.chronicle_asked import fact_form, known_facts, step_view
from tracker.pages.campaign.chronicle_words import Words, lines_of
from tracker.pages.campaign.chronicles import context_of, own_roster, standing
from tracker.pages.core.answers import Refusal, attempt, with_refusal
from tracker.selectors.chronicles import Standing


def aftermath(request: HttpRequest, event: UUID, link: str, roster: str) -> HttpResponse:
    """What follows a match for one roster, on one scroll: known, tell us, roll, choose, sign."""
    now = standing(event)
    linked = now.state.links.get(link)
    if linked is None or roster not in linked.rosters.values() or roster not in now.world.rosters:
        raise Http404
    if request.method != "POST":
        return _aftermath(request, now, link, roster)
    own_roster(request, now, roster)
    who = identity.of_request(request)
    answered = attempt(lambda: _settle(who, now, link, roster, request.POST))
    if answered.refusal is not None:
        return _aftermath(request, standing(event), link, roster, answered.refusal)
    return redirect("pages:chronicle-aftermath", event=event, link=link, roster=roster)


def _settle(who: identity.Identity, now: Standing, link: str, roster: str, sent: QueryDict) -> Any:
    do, effect = sent.get("do", ""), sent.get("effect", "")
    if do == "tell":
        return commands.state_facts(who, now.stream, link, roster, list(_told(now, link, roster, sent)))
    if do == "roll":
        return commands.roll_dice(who, now.stream, link, roster, effect=effect or None)
    if do == "type":
        dice = [one for one in sent.getlist("die") if one.isdecimal() and len(one) < 3]
        if not dice:
            raise BadInput("die", _("must be given"))
        return commands.type_die(who, now.stream, roster, effect, [int(one) for one in dice])
    if do == "choose":
        return commands.choose_row(who, now.stream, roster, effect, sent.get("row", ""))
    if do == "sign":
        return commands.sign_aftermath(who, now.stream, link, roster, key=f"sign:{link}:{roster}")
    raise BadInput("do", _("must be given"))


def _told(now: Standing, link: str, roster: str, sent: QueryDict) -> Iterator[Told]:
    """The boxes that were ticked, with their fields."""
    words = Words(now)
    step = next((one for one in now.world.steps_of(link, roster) if one.kind == "facts"), None)
    for form in (fact_form(words, key, roster, link) for key in (step.facts if step else ())):
        for subject, _name in form["subjects"]:
            at = f"{form['key']}:{subject}"
            if not sent.get(at):
                continue
            values: dict[str, str | int | bool] = {}
            for field in form["fields"]:
                text = sent.get(f"{at}:{field['name']}", "")
                if field["holds"] == "number":
                    values[field["name"]] = int(text) if text.isdecimal() and len(text) < 5 else 0
                elif field["holds"] == "flag":
                    values[field["name"]] = bool(text)
                elif text:
                    values[field["name"]] = text
            yield Told(fact=form["key"], key=subject, of=subject, values=values, stated=True)


def _typed(sent: QueryDict, die: dict[str, Any]) -> dict[str, Any]:
    """What somebody typed of a die and was refused: it stays, in an open fold."""
    typed = sent.getlist("die") if sent.get("effect") == die["step"].id else []
    filled = [*typed, *[""] * len(die["each"])]
    return {"each": filled[: len(die["each"])], "open": bool(typed)}


def _aftermath(
    request: HttpRequest, now: Standing, link: str, roster: str, refusal: Refusal | None = None
) -> HttpResponse:
    context = context_of(request, now, "aftermath")
    words: Words = context["words"]
    linked, heard = now.state.links[link], now.state.heard.get(link)
    steps = [step_view(words, one) for one in now.world.steps_of(link, roster)]
    signed = f"{link}/{roster}" in now.state.signed
    may = context["is_staff"] or roster in context["mine"]
    context |= {
        "link": link,
        "roster": now.world.rosters[roster],
        "match": UUID(linked.match),
        "stake": words.place(linked.stake) if linked.stake else "",
        "chapter": words.chapter(linked.chapter) if linked.chapter else "",
        "heard": heard is not None and heard.at is not None,
        "waiting": link in now.state.waiting,
        "known": known_facts(words, link),
        "asked": [one for one in steps if one["step"].kind == "facts"],
        "dice": [one | _typed(request.POST, one) for one in steps if one["step"].kind == "die"],
        "choices": [one for one in steps if one["step"].kind == "choice"],
        "lines": lines_of(
            words, [one for one in now.world.lines if one.slot == link and one.roster == roster]
        ),
        "signed": signed,
        "may": may,
        "ready": not [one for one in steps if one["step"].by == "player"] and not signed,
        "server_dice": now.rules.server_dice,
        "typed_dice": now.rules.typed_dice,
        "others": [
            {
                "name": words.roster(one),
                "signed": f"{link}/{one}" in now.state.signed,
                "steps": len(now.world.steps_of(link, one)),
                "lines": lines_of(words, [x for x in now.world.lines if x.slot == link and x.roster == one]),
            }
            for one in linked.rosters.values()
            if one != roster
        ],
    }
    return with_refusal(request, "campaign/chronicle_aftermath.html", context, refusal)
