"""Campaigns for everybody: all of them, a new one, one with its map and ranking, a roster, and what follows a match."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.campaigns import Told
from tracker import commands, identity, selectors
from tracker.commands import BadInput
from tracker.handle import CommandRejected
from tracker.pages import chronicle_amend, chronicle_challenges
from tracker.pages import chronicle_view as view
from tracker.pages.answers import Refusal, attempt
from tracker.pages.events import live_url
from tracker.rulesets.chronicle import reading
from tracker.rulesets.chronicle.simulate import endings
from tracker.rulesets.chronicle.templates import templates
from tracker.rulesets.chronicle.world import RosterNow
from tracker.selectors.chronicles import Standing

SIMULATED = 60
"""Stories that the preview plays. Campaigns in cycles end when these are over, so that nothing is to be found out."""
PLAYER_OR_ARBITRATOR = "the player of the roster, or an arbitrator of the campaign"


def standing(event: UUID) -> Standing:
    """The campaign as it stands. Raises `Http404`."""
    found = selectors.chronicle(event)
    if found is None:
        raise Http404
    return found


def chronicles(request: HttpRequest) -> HttpResponse:
    """Every campaign that is everybody's, and one's own first, private ones too."""
    who = identity.of_request(request)
    own = list(selectors.to_play(who.players)[0]) if who.players else []
    if who.user.is_authenticated:
        own += [row for row in selectors.chronicles_of(who.user) if row.stream.private]
    mine = {row.pk for row in own}
    rows = [*{row.pk: row for row in own}.values()]
    rows += [row for row in selectors.chronicles()[:200] if row.pk not in mine]
    return render(request, "chronicles.html", {"rows": rows, "mine": mine})


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
        return render(request, "chronicle_new.html", context)
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
        return render(request, "chronicle_new.html", context, status=answered.status)
    return redirect("pages:chronicle", event=answered.value)


def _template(key: str, text: str) -> dict[str, str]:
    rules = reading.definition_of(text)
    language = view.language()
    return {
        "key": key,
        "name": rules.name.to(language),
        "about": rules.about.to(language) if rules.about else "",
    }


def _previewed(request: HttpRequest, context: dict[str, Any], text: str) -> HttpResponse:
    """What the definition says, or everything that is wrong with it."""
    rules, faults = reading.read(text)
    if rules is None:
        refused = attempt(lambda: _raise(CommandRejected(faults))).refusal
        assert refused is not None
        return render(request, "chronicle_new.html", context | refused.context, status=refused.status)
    language = view.language()
    named: dict[str, Mapping[str, Any]] = {
        _("Tallies"): rules.tallies, _("Marks"): rules.marks, _("Places"): rules.places,
        _("Tables"): rules.tables, _("Shop"): rules.shop, _("Limits"): rules.limits, _("Chapters"): rules.chapters,
    }  # fmt: skip
    parts = [
        (title, [one.name.to(language) for one in part.values()]) for title, part in named.items() if part
    ]
    parts.insert(0, (_("Rules"), [one.name.to(language) for one in rules.rules]))
    preview: dict[str, Any] = {"parts": [one for one in parts if one[1]], "rules": rules}
    if rules.chapters:
        ends = endings(text, SIMULATED)
        names = {key: one.to(language) for key, one in rules.endings.items()}
        preview["ends"] = [(names.get(key, key), count) for key, count in ends["ends"].items()]
        preview["matches"], preview["simulated"] = ends["matches"], SIMULATED
    name = context["name"] or rules.name.to(language)
    return render(request, "chronicle_new.html", context | {"preview": preview, "name": name})


def _raise(error: Exception) -> None:
    raise error


def _context(request: HttpRequest, now: Standing, tab: str) -> dict[str, Any]:
    who = identity.of_request(request)
    return {
        "event_id": now.stream,
        "now": now,
        "name": now.state.name,
        "words": view.Words(now),
        "tab": tab,
        "is_staff": identity.is_staff_at(who, now.stream),
        "mine": [one.id for one in now.world.rosters.values() if one.player in who.players],
        "version": now.version,
        "key": uuid4().hex,
        "live_url": live_url(now.stream, now.version),
    }


def chronicle(request: HttpRequest, event: UUID) -> HttpResponse:
    """Ranking, map or chapters, matches; for players the way to their next match, or into the campaign."""
    return _show(request, standing(event))


def _show(request: HttpRequest, now: Standing, refusal: Refusal | None = None) -> HttpResponse:
    context = _context(request, now, "now")
    words: view.Words = context["words"]
    who = identity.of_request(request)
    own = [now.world.rosters[key] for key in context["mine"] if now.world.rosters[key].active]
    free = [one for one in selectors.players_named(who.players) if str(one.pk) not in {r.player for r in own}]
    running = now.world.ending is None
    full = now.rules.players and sum(one.active for one in now.world.rosters.values()) >= now.rules.players
    may_play = own or (list(now.world.rosters.values()) if context["is_staff"] else [])
    context |= {
        "about": now.rules.about.to(words.language) if now.rules.about else "",
        "ranking": view.ranking_view(words),
        "map": view.map_view(words),
        "chapters": view.chapters_view(words),
        "matches": view.matches_view(words),
        "ending": words.ending(now.world.ending),
        "running": running,
        "joining": [] if full or not running else free,
        "openers": [one for one in may_play if one.active] if running else [],
        "opponents": [one for one in now.world.rosters.values() if one.active and now.rules.players != 1],
        "stakes": [(key, words.place(key)) for key in now.rules.places] if now.rules.stake else [],
        "open_chapters": [
            (key, words.chapter(key))
            for key, one in now.world.chapters.items()
            if one.status == "open" and now.rules.chapters[key].is_played
        ],
        "challenges": chronicle_challenges.challenges_view(words, {one.id for one in may_play}),
        "fixtures": [
            (words.roster(one.one), words.roster(one.two), datetime.fromisoformat(one.until), one.link)
            for one in now.world.fixtures
        ],
        "challenge_days": now.rules.challenge_days if running else 0,
        "silence": now.rules.unanswered,
        "amended": chronicle_amend.amended_view(now),
        "seed": now.state.seed,
        "commitment": now.state.commitment,
    }
    if refusal is not None:
        return render(request, "chronicle.html", context | refusal.context, status=refusal.status)
    return render(request, "chronicle.html", context)


@require_POST
def join(request: HttpRequest, event: UUID) -> HttpResponse:
    """A player brings a roster: fighters one a line, `id: name` or a name alone."""
    now, who = standing(event), identity.of_request(request)
    sent = request.POST
    answered = attempt(
        lambda: commands.join_chronicle(
            who,
            event,
            player=sent.get("player", ""),
            name=sent.get("name", ""),
            fighters=list(fighters_in(sent.get("fighters", ""))),
            key=_key(sent, "join"),
        )
    )
    if answered.refusal is not None:
        return _show(request, now, answered.refusal)
    messages.success(request, _("The roster is in the campaign."))
    return redirect("pages:chronicle", event=event)


def fighters_in(text: str) -> Iterator[tuple[str, str]]:
    for number, line in enumerate(filter(None, map(str.strip, text.splitlines())), start=1):
        id_, colon, name = line.partition(":")
        yield (id_.strip(), name.strip()) if colon else (f"f{number}", line)


def _key(sent: QueryDict, action: str) -> str | None:
    page = sent.get("key", "")
    return f"{page}:{action}"[:128] if page else None


def _own(request: HttpRequest, now: Standing, roster: str) -> RosterNow:
    """The roster, for its player or staff. Raises `Http404`, `NotAllowed`."""
    found = now.world.rosters.get(roster)
    if found is None:
        raise Http404
    who = identity.of_request(request)
    if found.player not in who.players and not identity.is_staff_at(who, now.stream):
        raise identity.NotAllowed(PLAYER_OR_ARBITRATOR)
    return found


def roster(request: HttpRequest, event: UUID, roster: str) -> HttpResponse:
    """A roster: its tallies, its fighters and their stories, what the next list may hold, the shop."""
    return _roster(request, standing(event), roster)


def _roster(request: HttpRequest, now: Standing, key: str, refusal: Refusal | None = None) -> HttpResponse:
    found = now.world.rosters.get(key)
    if found is None:
        raise Http404
    context = _context(request, now, "roster")
    words: view.Words = context["words"]
    may = context["is_staff"] or key in context["mine"]
    context |= {
        "roster": found,
        "player": selectors.player_names([found.player]).get(found.player, ""),
        "tallies": [(words.tally(name), value) for name, value in found.tallies.items()],
        "places": [words.place(name) for name, one in now.world.places.items() if one.holder == key],
        "fighters": view.fighters_view(words, found),
        "story": view.lines_of(
            words, [one for one in now.world.lines if one.roster == key and not one.fighter]
        ),
        "notes": [one.text for one in now.state.notes if one.roster == key and not one.fighter],
        "limits": [
            (words.of(now.rules.limits, name), one.base + one.per_cycle * now.world.cycle)
            for name, one in now.rules.limits.items()
        ],
        "may": may and found.active,
        "shop": [_item(words, found, name) for name in now.rules.shop]
        if may and now.world.ending is None
        else [],
    }
    if refusal is not None:
        return render(request, "chronicle_roster.html", context | refusal.context, status=refusal.status)
    return render(request, "chronicle_roster.html", context)


def _item(words: view.Words, roster: RosterNow, key: str) -> dict[str, Any]:
    item = words.now.rules.shop[key]
    alive = [one for one in roster.fighters.values() if not one.died]
    purses = [one.tallies for one in alive] if item.of == "fighter" else [roster.tallies]
    enough = [all(purse.get(name, 0) >= cost for name, cost in item.cost) for purse in purses]
    return {
        "key": key,
        "name": words.item(key),
        "cost": ", ".join(f"{cost} {words.tally(name)}" for name, cost in item.cost),
        "fighters": [one for one, able in zip(alive, enough, strict=True) if able]
        if item.of == "fighter"
        else [],
        "for_fighter": item.of == "fighter",
        "recruits": any(one.verb == "recruit" for one in item.do),
        "enough": any(enough),
    }


@require_POST
def act(request: HttpRequest, event: UUID, roster: str, action: str) -> HttpResponse:
    """What a player does with a roster: a match, something out of the shop, a note, leaving."""
    now = standing(event)
    if action not in ACTIONS:
        raise Http404
    _own(request, now, roster)
    who = identity.of_request(request)
    answered = attempt(lambda: ACTIONS[action](who, event, roster, request.POST))
    if answered.refusal is not None:
        shown = (
            _show
            if action in ON_THE_CAMPAIGN
            else lambda request, now, refusal: _roster(request, now, roster, refusal)
        )
        return shown(request, standing(event), answered.refusal)
    if action in OPENING and answered.value is not None:
        return redirect("pages:match", match=answered.value)
    messages.success(request, _("Done."))
    if action in ON_THE_CAMPAIGN:
        return redirect("pages:chronicle", event=event)
    return redirect("pages:chronicle-roster", event=event, roster=roster)


def _play(who: identity.Identity, event: UUID, roster: str, sent: QueryDict) -> Any:
    other = sent.get("opponent", "")
    return commands.link_match(
        who,
        event,
        [roster, other] if other else [roster],
        stake=sent.get("stake", ""),
        chapter=sent.get("chapter", ""),
        key=_key(sent, "play"),
    )


def _buy(who: identity.Identity, event: UUID, roster: str, sent: QueryDict) -> Any:
    item, name = sent.get("item", ""), sent.get("recruit", "").strip()
    recruit = (sent.get("recruit_id", "").strip() or f"n{uuid4().hex[:6]}", name) if name else None
    key = _key(sent, f"buy-{item}")
    if recruit and key and not sent.get("recruit_id", "").strip():
        recruit = (f"n{sent['key'][:6]}", name)
    return commands.buy_item(
        who, event, roster, item, fighter=sent.get("fighter", ""), recruit=recruit, key=key
    )


def _write(who: identity.Identity, event: UUID, roster: str, sent: QueryDict) -> Any:
    return commands.write_note(
        who, event, roster, sent.get("text", ""), fighter=sent.get("fighter", ""), key=_key(sent, "note")
    )


def _leave(who: identity.Identity, event: UUID, roster: str, sent: QueryDict) -> Any:
    return commands.leave_chronicle(who, event, roster, key=_key(sent, "leave"))


ACTIONS: Mapping[str, Callable[[identity.Identity, UUID, str, QueryDict], Any]] = {
    "play": _play,
    "dare": chronicle_challenges.dare,
    "answer": chronicle_challenges.answer,
    "play-challenge": chronicle_challenges.play,
    "buy": _buy,
    "note": _write,
    "leave": _leave,
}


OPENING = ("play", "answer", "play-challenge")
"""Actions that open a match, or may."""
ON_THE_CAMPAIGN = ("dare", *OPENING)
"""Actions of the campaign's page; the others are the roster's."""


def aftermath(request: HttpRequest, event: UUID, link: str, roster: str) -> HttpResponse:
    """What follows a match for one roster, on one scroll: known, tell us, roll, choose, sign."""
    now = standing(event)
    linked = now.state.links.get(link)
    if linked is None or roster not in linked.rosters.values() or roster not in now.world.rosters:
        raise Http404
    if request.method != "POST":
        return _aftermath(request, now, link, roster)
    _own(request, now, roster)
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
    words = view.Words(now)
    step = next((one for one in now.world.steps_of(link, roster) if one.kind == "facts"), None)
    for form in (view.fact_form(words, key, roster, link) for key in (step.facts if step else ())):
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


def _aftermath(
    request: HttpRequest, now: Standing, link: str, roster: str, refusal: Refusal | None = None
) -> HttpResponse:
    context = _context(request, now, "aftermath")
    words: view.Words = context["words"]
    linked, heard = now.state.links[link], now.state.heard.get(link)
    steps = [view.step_view(words, one) for one in now.world.steps_of(link, roster)]
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
        "known": view.known_facts(words, link),
        "asked": [one for one in steps if one["step"].kind == "facts"],
        "dice": [one for one in steps if one["step"].kind == "die"],
        "choices": [one for one in steps if one["step"].kind == "choice"],
        "lines": view.lines_of(
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
                "lines": view.lines_of(
                    words, [x for x in now.world.lines if x.slot == link and x.roster == one]
                ),
            }
            for one in linked.rosters.values()
            if one != roster
        ],
    }
    if refusal is not None:
        return render(request, "chronicle_aftermath.html", context | refusal.context, status=refusal.status)
    return render(request, "chronicle_aftermath.html", context)
