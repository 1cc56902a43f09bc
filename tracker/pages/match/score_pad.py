"""The score pad: the next legal step of a match as a form for phones. One form, one command.

A page for browsers; a phone that was without a network sends its waiting forms here too and reads the answer as JSON.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.registry import SYSTEMS
from games.ruleset import EVERYONE
from tracker import commands, moments, selectors
from tracker.dice import of_match
from tracker.handle import Answer
from tracker.identity import NotAllowed
from tracker.moments import BadMoment
from tracker.pages import lines
from tracker.pages.core.answers import Answered, Refusal, attempt, of_before, plain, too_late
from tracker.pages.core.errors import JSON
from tracker.pages.core.numbers import whole
from tracker.pages.core.offline import keepable
from tracker.pages.event.events import live_url
from tracker.pages.match import taking_back
from tracker.pages.match.at_table import AtTable, as_person, sit_down, with_lists
from tracker.pages.match_forms.names import LETTERS
from tracker.roles import staff_who_play
from tracker.warm import VOIDING

FEW_LINKS = 3
"""So many links to rare steps stand on the pad in sight."""
LATEST, MOST = 2, 8
"""How many events the pad repeats, so that everybody sees what was just logged, and at most with what followed."""


def score_pad(request: HttpRequest, match: UUID) -> HttpResponse:
    """GET: what may come next; a phone that holds refused entries asks here whether the match is over, or waits for a
    confirmation. POST: one step; refused, it comes back with the reasons and what was typed.
    """
    table = sit_down(request, match)
    if not table.may_act:
        raise NotAllowed("player or staff of this match")
    if request.method != "POST" and request.headers.get("Accept") == JSON:
        ended = table.desk.outcome.status == "finished"
        told = {"version": table.desk.version, "over": table.desk.final, "ended": ended}
        return JsonResponse(told, headers={"Cache-Control": "no-store"})
    table = with_lists(table)
    if request.method == "POST" and request.POST.get("step") == taking_back.STEP:
        return _take_back(request, table)
    if request.method == "POST":
        return _take(request, table)
    if request.GET.get("keep") and hasattr(table.desk, "keeping"):
        table = replace(table, desk=replace(table.desk, keeping=True))
    context = pad_context(table, opened=request.GET.get("open", ""), rolled=request.GET.get("roll", ""))
    return keepable(render(request, "match/match_pad.html", context), is_staff=table.is_staff)


def pad_context(
    table: AtTable,
    sent: Any = None,
    key: str = "",
    opened: str = "",
    rolled: str = "",
) -> dict[str, Any]:
    """The steps of the pad; `sent` is a refused form, which stands in front of the open ones.

    `opened` is a rare step that the person asked for; `rolled`: one whose dice the server rolls, to be looked at before
    they are logged.
    """
    source = of_match(table.match, table.desk.version, table.desk.version)
    open_steps = _in_order(table.steps(), sent)
    for form in open_steps:
        if form is not sent and form.step == rolled and form.rolls is not None and form.rolls.chosen:
            form.fall(source)
    first: Any = next((form for form in open_steps if form is sent or not form.presses), None)
    shown = [
        {
            **_step(form, key if form is sent else ""),
            "asked": (form is sent and not form.private) or form.step == opened,
            "main": form is first and ((form is sent and not form.private) or not form.may_wait),
        }
        for form in open_steps
    ]
    event = (table.row.tournament_id or table.row.campaign_id) if table.row else None
    label, numbers = table.desk.scoreboard()
    latest = _latest_events(table)
    return {
        "table": table,
        "match": table.match,
        "heading": names_by_side(table),
        "tools": table.system if SYSTEMS[table.system].tools else "",
        "place": table.pages.headline(table.state.play, table.names.language),
        "score": [
            {"name": name, "vp": number, "letter": letter}
            for letter, (name, number) in zip(LETTERS, numbers, strict=False)
        ],
        "secrets": table.pages.secrets(table.desk),
        "kept": table.pages.kept(table.desk),
        **apart(shown),
        "nothing_first": bool(shown) and not any(one["main"] for one in shown),
        "covers": table.pages.covers(
            table.desk, next((one["form"].event for one in shown if one["main"]), "")
        ),
        "waiting": table.waiting,
        "to_sign": table.to_sign,
        "broken_off": table.broken_off,
        "turn": table.pages.turn(table.desk),
        "latest": _latest(table, latest),
        "take_back": uuid4().hex if taking_back.offered(table, latest) else "",
        "dispute": dispute_of(table),
        "seeing": seeing(table),
        "score_label": label,
        "event": event or table.campaign,
        "seal": source.seal,
        "version": table.desk.version,
        "live_url": live_url(table.match, table.desk.version),
    }


def _in_order(open_steps: list[Any], sent: Any) -> list[Any]:
    """A refused form stands first, in the place of the one that it was filled in from."""
    if sent is None or sent.gone:
        return open_steps
    return [sent, *(one for one in open_steps if (one.step, one.player) != (sent.step, sent.player))]


def _step(form: Any, key: str) -> dict[str, Any]:
    """A form with the key that makes a second tap harmless."""
    return {
        "form": form,
        "player": form.player,
        "key": key or uuid4().hex,
        "id": f"{form.step}-{form.player}",
    }


def apart(steps: list[dict[str, Any]]) -> dict[str, Any]:
    """The steps of the pad, and those that nobody has asked for: rare ones, of which many links stand behind a fold,
    and those that nobody may read of an open phone."""
    asked = [one for one in steps if one["asked"] or one["main"]]
    others = [one for one in steps if one not in asked]
    covered = [one for one in others if one["form"].closed]
    for one in covered:
        one["form"].covered = True
    rare: dict[str, dict[str, Any]] = {}
    for one in others:
        if one["form"].rare:
            rare.setdefault(one["form"].step, one)
    behind = [*covered, *(one for one in others if one["form"].rare)]
    said: set[str] = set()
    return {
        "steps": headed([one for one in steps if one not in behind], said),
        "covered": covered,
        "rare": headed(list(rare.values()), said),
        "rare_folded": len(rare) > FEW_LINKS,
    }


def headed(steps: list[dict[str, Any]], said: set[str]) -> list[dict[str, Any]]:
    """The steps with the `heading` that stands above each: said once, above all that have it. Behind the main step,
    and what stands above that, those without one come first, which would else stand below another's. `said`: headings
    that the page has already."""
    places = {"": -1}
    for one in steps:
        places.setdefault(one["form"].heading, len(places))
    first = [one for one in steps if one["main"] or one["form"].presses]
    rest = [one for one in steps if one not in first]
    ordered = [*first, *sorted(rest, key=lambda one: places[one["form"].heading])]
    for one in ordered:
        heading = "" if one in first else one["form"].heading
        one["heading"] = "" if heading in said else heading
        said.add(heading)
    return ordered


def _latest_events(table: AtTable) -> list[Any]:
    after = max(0, table.desk.version - MOST)
    return list(selectors.events_page(table.match, EVERYONE, after, MOST).events)


STEPPED = 12
"""So many entries are shown struck through, of those that their author took back one after another."""


def _latest(table: AtTable, events: list[Any]) -> list[dict[str, Any]]:
    """What was logged last, as everybody may see it: the phone lies open on the table. The newest first.

    What was taken back is struck through; that it was is a line of its own only where it is not among these. Whatever
    its author took back last is.
    """
    every, said = events, [event for event in events if event.type != VOIDING]
    by = {event.seq: event.actor for event in events if event.type == VOIDING}
    own = [event for event in said if event.voided_by is None or by.get(event.voided_by) != event.actor]
    kept = next((event.seq for event in reversed(own) if not lines.follows(event.actor)), 0)
    stepped = sum(event.seq > kept for event in said)
    told = next((n for n, event in enumerate(reversed(said), start=1) if not lines.follows(event.actor)), 0)
    told = max(told, min(stepped, STEPPED))
    shown = {event.seq for event in said[-max(LATEST, told) :]}
    since = min(shown, default=0)
    events = [event for event in events if event.seq in shown or _of_others(event, since)]
    stream = table.row.stream if table.row else selectors.stream_of(table.match)
    now = lines.Stands(table.system, table.desk.play, table.desk.version)
    found = lines.of_events(stream, events, table=table.names, around=every, stands=now)
    return found[::-1]


def _of_others(event: Any, since: int) -> bool:
    """Whether entries before `since` were taken back after it."""
    return bool(event.type == VOIDING and event.seq > since and min(event.data["seqs"]) < since)


def dispute_of(table: AtTable) -> dict[str, Any] | None:
    """{"whose", "reason", "event", "alone"}: who disputes the result, and why; the event whose staff decide, if any;
    whether one player alone sat there.
    """
    told = table.dispute
    if told is None:
        return None
    players = ", ".join(map(table.names.player, table.sides.get(told.side, ())))
    whose, alone = players or _("The staff"), len(table.sides) == 1
    return {"whose": whose, "reason": told.reason, "event": table.event, "alone": alone}


def seeing(table: AtTable) -> str:
    """The names of those at an open table who are staff of its event, and so see its secrets; empty: nobody."""
    if table.desk.final:
        return ""
    seated = [player for players in table.sides.values() for player in players]
    staff = staff_who_play(table.match, seated)
    return ", ".join(table.names.player(player) for player in seated if player in staff)


def names_by_side(table: AtTable) -> str:
    """`Anna - Boris`: who plays, side A first."""
    sides = [", ".join(map(table.names.player, table.sides[side])) for side in table.desk.sides()]
    return " \N{EN DASH} ".join(sides)


def _take_back(request: HttpRequest, table: AtTable) -> HttpResponse:
    done, answered = taking_back.take_back(request, table)
    if done is not None:
        return done
    assert answered.refusal is not None
    context = {**pad_context(table), **answered.refusal.context}
    return render(request, "match/match_pad.html", context, status=answered.refusal.status)


def _take(request: HttpRequest, table: AtTable) -> HttpResponse:
    form = _bound(request, table)
    if form is None:
        raise NotAllowed("the owner of this step")
    if request.POST.get("kept") and commands.answered(table.match, request.POST.get("key", "")):
        return _there(table, table.desk.version)
    if form.unknown:
        return _refused(request, table, None, Refusal(400, [of_before()]))
    if form.gone or (not form.is_valid() and _is_overtaken(request, table, form)):
        return _over(request, table)
    if form.unread(request.POST, _filled_in(request, table, form)):
        return _refused(request, table, form, Refusal(400, [of_before()]))
    if not form.is_valid():
        return _refused(request, table, form, Refusal(400, _faults(form)).held(form.private))
    if form.rolls is not None and request.POST.get("roll"):
        form.fall(of_match(table.match, form.desk.version, table.desk.version))
    answered = _append(request, table, form)
    if answered.refusal is not None and answered.refusal.stale and _is_overtaken(request, table, form):
        return _over(request, table)
    if answered.refusal is not None:
        form.refused_by(problem["rule"] for problem in answered.refusal.problems)
        return _refused(request, table, form, answered.refusal.held(form.private))
    return _done(request, table, answered.value)


def _bound(request: HttpRequest, table: AtTable) -> Any:
    """The form as it was sent; one that computes from the table is made from the table that it was filled in on."""
    told = request.POST.get("step", ""), request.POST.get("player", ""), request.POST
    form = table.pages.bound(table.desk, *told)
    made = whole(request.POST.get("version"))
    if form is None or not (form.of_the_moment or form.gone) or not made or made >= table.desk.version:
        return form
    return _bound_at(request, table, made)


def _bound_at(request: HttpRequest, table: AtTable, version: int) -> Any:
    then = with_lists(as_person(table.who, table.match, version))
    told = request.POST.get("step", ""), request.POST.get("player", ""), request.POST
    return then.pages.bound(then.desk, *told)


def _filled_in(request: HttpRequest, table: AtTable, form: Any) -> Any:
    """The form as it stood on the page where it was filled in, where that may have asked for something else."""
    made = whole(request.POST.get("version"))
    if not made or made >= table.desk.version or form.desk.version == made:
        return None
    return _bound_at(request, table, made)


def _is_overtaken(request: HttpRequest, table: AtTable, form: Any) -> bool:
    """Whether somebody logged meanwhile what left nothing of the step, so that its own faults would mislead."""
    made = whole(request.POST.get("version"))
    is_open = f"{form.step}:{form.player}" in table.desk.types
    return bool(made and made < table.desk.version and not is_open)


def _over(request: HttpRequest, table: AtTable) -> HttpResponse:
    """Nothing is left of the step: says what was logged since it was filled in, and shows the pad as it is now."""
    said = plain(_("This step is already done: someone was faster. Check what is recorded now."))
    made = whole(request.POST.get("version")) or table.desk.version
    late = too_late(table.match, table.desk.version, made, table.viewer)
    return _refused(request, table, None, late._replace(problems=[said]))


def _append(request: HttpRequest, table: AtTable, form: Any) -> Answered[Answer]:
    return attempt(
        lambda: commands.append(
            table.who,
            table.match,
            form.events(),
            expected_version=_expected(request, form),
            key=request.POST.get("key") or None,
            at=_moment(request.POST.get("at")),
        ),
        table.viewer,
        table.match,
    )


def _expected(request: HttpRequest, form: Any) -> int | None:
    """The version that the step was made for; none where it holds on whatever stands, or is sent `again` by a phone
    that was without a network: then the rules alone say whether it is still legal. Dice of the server hold for the
    version that they fell on alone."""
    if form.fallen:
        return int(form.desk.version)
    if form.any_version or request.POST.get("again"):
        return None
    return whole(request.POST.get("version"))


def _moment(text: str | None) -> str | None:
    """When it happened at the table, as a phone without a network noted it; what its clock cannot mean is left out."""
    try:
        return moments.told(text or "").isoformat(timespec="seconds")
    except BadMoment:
        return None


def _faults(form: Any) -> list[dict[str, Any]]:
    """What the fields themselves refuse, named by their labels."""
    return [
        plain(" ".join(str(fault) for fault in faults), where=str(form.fields[name].label or ""))
        if name in form.fields
        else plain(" ".join(str(fault) for fault in faults))
        for name, faults in form.errors.items()
    ]


def _refused(request: HttpRequest, table: AtTable, form: Any, refusal: Refusal) -> HttpResponse:
    if request.headers.get("Accept") == JSON:
        problems = refusal.problems or [plain(_("Someone was faster."))]
        covered = plain(_("The reason gives away what is secret."))
        problems = [covered if "secret" in one else one for one in problems]
        return JsonResponse({"status": refusal.status, "problems": problems}, status=refusal.status)
    context = {**pad_context(table, form, key=request.POST.get("key", "")), **refusal.context}
    return render(request, "match/match_pad.html", context, status=refusal.status)


def _done(request: HttpRequest, table: AtTable, answer: Answer | None) -> HttpResponse:
    if request.headers.get("Accept") == JSON and answer is not None:
        return _there(table, answer.version)
    messages.success(request, _("Logged. Everyone at the table sees it."))
    return redirect("pages:score-pad", match=table.match)


def _there(table: AtTable, version: int) -> JsonResponse:
    """What a phone hears of an entry that stands in the log. One that waited there (`kept`) may have arrived before,
    unheard: its key alone says so, since what the table asks and computes has changed by then."""
    return JsonResponse({"version": version, "next": reverse("pages:score-pad", args=[table.match])})
