"""Campaigns for everybody: all of them, one with its map and ranking, and a roster with what its player does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tracker import commands, identity, roles, selectors
from tracker.messages import language
from tracker.pages.campaign import chronicle_challenges
from tracker.pages.campaign import chronicle_view as view
from tracker.pages.campaign.chronicle_words import Words, change_view, lines_of, match_url
from tracker.pages.core.answers import Refusal, attempt, with_refusal
from tracker.pages.event.events import live_url
from tracker.pages.forms.campaigns import JoinForm
from tracker.rulesets.chronicle.matches import unsigned
from tracker.rulesets.chronicle.preview import since_signed
from tracker.rulesets.chronicle.world import RosterNow
from tracker.selectors.chronicles import Standing

PLAYER_OR_ARBITRATOR = "the player of the roster, or an arbitrator of the campaign"
CYRILLIC = "абвгдеёжзийклмнопрстуфхцчшщъыьэюя"
WRITTEN = "a b v g d e e zh z i y k l m n o p r s t u f kh ts ch sh shch  y  e yu ya".split(" ")
LATIN = str.maketrans(dict(zip(CYRILLIC, WRITTEN, strict=True)))
"""How the ID of a fighter writes a Russian name."""


def standing(event: UUID) -> Standing:
    """The campaign as it stands. Raises `Http404`."""
    found = selectors.chronicle(event)
    if found is None:
        raise Http404
    return found


def chronicles(request: HttpRequest) -> HttpResponse:
    """Every campaign that is everybody's, and one's own first, private ones too."""
    who = identity.of_request(request)
    own = selectors.to_play(who.players).campaigns if who.players else []
    if who.user.is_authenticated:
        own += [row for row in selectors.chronicles_of(who.user) if row.stream.private]
    mine = {row.pk for row in own}
    rows = [*{row.pk: row for row in own}.values()]
    rows += [row for row in selectors.chronicles()[:200] if row.pk not in mine]
    games = {
        system: commands.tables_of(system).name.to(language()) for system in {row.system for row in rows}
    }
    return render(request, "campaign/chronicles.html", {"rows": rows, "mine": mine, "games": games})


def context_of(request: HttpRequest, now: Standing, tab: str) -> dict[str, Any]:
    who = identity.of_request(request)
    return {
        "event_id": now.stream,
        "now": now,
        "name": now.state.name,
        "words": Words(now),
        "tab": tab,
        "is_staff": roles.is_staff_at(who, now.stream),
        "mine": [one.id for one in now.world.rosters.values() if one.player in who.players],
        "version": now.version,
        "key": uuid4().hex,
        "live_url": live_url(now.stream, now.version),
    }


def chronicle(request: HttpRequest, event: UUID) -> HttpResponse:
    """Ranking, map or chapters, matches; for players the way to their next match, or into the campaign."""
    return _show(request, standing(event))


def _show(request: HttpRequest, now: Standing, refusal: Refusal | None = None) -> HttpResponse:
    context = context_of(request, now, "now")
    words: Words = context["words"]
    who = identity.of_request(request)
    own = [now.world.rosters[key] for key in context["mine"] if now.world.rosters[key].active]
    free = [one for one in selectors.players_named(who.players) if str(one.pk) not in {r.player for r in own}]
    running = now.world.ending is None
    full = now.rules.players and sum(one.active for one in now.world.rosters.values()) >= now.rules.players
    may_play = own or (list(now.world.rosters.values()) if context["is_staff"] else [])
    context |= _to_play(words, own, may_play) if running else {}
    context |= {
        "game": commands.tables_of(now.rules.system).name.to(words.language),
        "about": now.rules.about.to(words.language) if now.rules.about else "",
        "ranking": view.ranking_view(words),
        "map": view.map_view(words),
        "chapters": view.chapters_view(words),
        "matches": view.matches_view(words),
        "ending": words.ending(now.world.ending),
        "winners": view.winners(words) if now.world.ending else [],
        "running": running,
        "joining": [] if full or not running else free,
        "join": JoinForm(words, free, initial={**typed(request, "fighters"), "key": context["key"]}),
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
        "amended": view.amended_view(now),
        "seed": now.state.seed,
        "commitment": now.state.commitment,
    }
    return with_refusal(request, "campaign/chronicle.html", context, refusal)


def _to_play(words: Words, own: list[RosterNow], may_play: list[RosterNow]) -> dict[str, Any]:
    """Who may open a match against whom, and challenge whom; of the reader's `own` rosters what comes first.
    A roster that has not finished its last match neither opens one nor is opposed (CHR-LNK-02)."""
    now = words.now
    active = [one for one in now.world.rosters.values() if one.active]
    busy = {one.id: link for one in active if (link := unsigned(now.state, one.id))}
    free, alone = [one for one in active if one.id not in busy], now.rules.players == 1
    return {
        "openers": [one for one in may_play if one in free] if alone or len(free) > 1 else [],
        "opponents": [] if alone else free,
        "darers": [one for one in may_play if one.active],
        "rivals": [] if alone else active,
        "unfinished": [view.unfinished_view(words, busy[one.id], one.id) for one in own if one.id in busy],
    }


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


def typed(request: HttpRequest, own: str) -> dict[str, Any]:
    """What was refused stays in the form that has the field `own`."""
    return request.POST.dict() if own in request.POST else {}


def fighters_in(text: str) -> Iterator[tuple[str, str]]:
    """(ID, name) of each line; a name alone has an ID made of it, which its matches read to people."""
    taken: set[str] = set()
    for number, line in enumerate(filter(None, map(str.strip, text.splitlines())), start=1):
        id_, colon, name = line.partition(":")
        if not colon:
            made = slugify(line.lower().translate(LATIN))[:50] or f"f{number}"
            id_, name = (f"{made}-{number}" if made in taken else made), line
        taken.add(id_.strip())
        yield id_.strip(), name.strip()


def _key(sent: QueryDict, action: str) -> str | None:
    page = sent.get("key", "")
    return f"{page}:{action}"[:128] if page else None


def own_roster(request: HttpRequest, now: Standing, roster: str) -> RosterNow:
    """The roster, for its player or staff. Raises `Http404`, `NotAllowed`."""
    found = now.world.rosters.get(roster)
    if found is None:
        raise Http404
    who = identity.of_request(request)
    if found.player not in who.players and not roles.is_staff_at(who, now.stream):
        raise identity.NotAllowed(PLAYER_OR_ARBITRATOR)
    return found


def roster(request: HttpRequest, event: UUID, roster: str) -> HttpResponse:
    """A roster: its tallies, its fighters and their stories, what the next list may hold, the shop."""
    return _roster(request, standing(event), roster)


def _roster(request: HttpRequest, now: Standing, key: str, refusal: Refusal | None = None) -> HttpResponse:
    found = now.world.rosters.get(key)
    if found is None:
        raise Http404
    context = context_of(request, now, "roster")
    words: Words = context["words"]
    may = context["is_staff"] or key in context["mine"]
    context |= {
        "roster": found,
        "player": selectors.player_names([found.player]).get(found.player, ""),
        "tallies": [(words.tally(name), value) for name, value in found.tallies.items()],
        "places": [words.place(name) for name, one in now.world.places.items() if one.holder == key],
        "fighters": view.fighters_view(words, found),
        "story": _own_story(words, key),
        "corrected": list(_corrected(words, key)),
        "notes": [one.text for one in now.state.notes if one.roster == key and not one.fighter],
        "limits": [
            (words.of(now.rules.limits, name), one.base + one.per_cycle * now.world.cycle)
            for name, one in now.rules.limits.items()
            if now.world.ending is None
        ],
        "may": may and found.active,
        "known_fighters": words.known_fighters(),
        "open_match": any(
            key in one.rosters.values() and link not in now.state.heard
            for link, one in now.state.links.items()
        ),
        "shop": [_item(words, found, name) for name in now.rules.shop]
        if may and found.active and now.world.ending is None
        else [],
    }
    return with_refusal(request, "campaign/chronicle_roster.html", context, refusal)


def _corrected(words: Words, roster: str) -> Iterator[dict[str, Any]]:
    """The matches that say something else than the roster signed, with what that changed: {"url", "changes"}."""
    state = words.now.state
    for link, one in state.links.items():
        if changes := since_signed(state, link, roster):
            told = [change_view(words, change) for change in changes]
            yield {"url": match_url(one.match), "changes": told}


def _own_story(words: Words, roster: str) -> list[dict[str, Any]]:
    """What happened to the roster, and by name whom it hired: all else of a fighter stands at the fighter."""
    own = [one for one in words.now.world.lines if one.roster == roster]
    told = [one for one in own if not one.fighter or one.verb == "recruit"]
    return [
        line if one.fighter else {**line, "who": ""}
        for one, line in zip(told, lines_of(words, told), strict=True)
    ]


def _item(words: Words, roster: RosterNow, key: str) -> dict[str, Any]:
    item = words.now.rules.shop[key]
    alive = [one for one in roster.fighters.values() if not one.died]
    purses = [one.tallies for one in alive] if item.of == "fighter" else [roster.tallies]
    enough = [all(purse.get(name, 0) >= cost for name, cost in item.cost) for purse in purses]
    return {
        "key": key,
        "name": words.item(key),
        "cost": words.price(item.cost),
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
    own_roster(request, now, roster)
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
    messages.success(request, _done(Words(now), action, request.POST))
    if action in ON_THE_CAMPAIGN:
        return redirect("pages:chronicle", event=event)
    return redirect("pages:chronicle-roster", event=event, roster=roster)


def _done(words: Words, action: str, sent: QueryDict) -> str:
    """What a player has just done."""
    said = {
        "dare": _("The challenge is out."),
        "answer": _("The challenge is declined."),
        "note": _("The note is in the story."),
        "leave": _("The roster has left the campaign."),
    }
    return (
        said[action]
        if action in said
        else _("Bought: %(item)s.") % {"item": words.item(sent.get("item", ""))}
    )


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
