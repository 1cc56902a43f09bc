"""A map of Ninja on its way from a printed board to a graph: typed or tapped, checked as it grows, drawn as it stands.

The whole sketch lives in the page's form, so that nothing is stored before it is right, the way back is the browser's
own, and two people never draw over each other. A finished map becomes an edition, on which matches can be opened.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, NamedTuple

import msgspec
from django.contrib import messages as flash
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from games.ninja.cards import maps_in
from games.ninja.facts import PRACTICE
from games.ninja.maps.graph import BadMap, ZoneMap, faults_of, read_map
from games.ninja.maps.sketch import (
    BORDERS,
    LONGEST,
    NAMES,
    TOOLS,
    Sketch,
    filled,
    joined,
    map_from,
    name_at,
    read,
    renamed,
    size_of,
    sketch_of,
    tapped,
    written,
)
from games.ninja.pages.plan import drawn_map
from games.rulebook import Text, sentence, title
from games.ruleset import RuleViolation
from tracker import commands, identity, messages, selectors
from tracker.pages.core.answers import attempt, plain
from tracker.pages.core.numbers import whole
from tracker.pages.match_forms.generic.plan import SIZE, picture

SYSTEM = "ninja"
SHOWN = 4
"""So many faults of one rule are said; the rest are counted."""
RULES = tuple(f"NIN-MAP-{number:02}" for number in range(1, 12))


class Sent(NamedTuple):
    """What the form holds: the sketch, what could not be read of it, the tool, the zone where a border begins."""

    sketch: Sketch
    unread: list[dict[str, Any]]
    tool: str = "zones"
    first: str = ""


def zone_map(request: HttpRequest) -> HttpResponse:
    """GET: an empty sheet, `?start=practice`, or `?start=EDITION` with its first map. POST: one change of it, the file
    of it, or an edition made of it. Raises `Http404` for an edition without a map."""
    if request.method != "POST":
        return _page(request, Sent(_start(request.GET.get("start", "")), []))
    sent = _sent(request)
    if sent.unread:
        return _page(request, sent, 400)
    if "tap" in request.POST:
        return _page(request, _tapped(sent, request.POST["tap"]))
    action = request.POST.get("action", "show")
    if action == "file":
        return _file(sent.sketch)
    if action == "import":
        return _imported(request, sent)
    if action == "save":
        return _save(request, sent)
    return _page(request, sent._replace(sketch=_changed(request, sent.sketch, action)))


def _start(start: str) -> Sketch:
    if start == "":
        return Sketch()
    if start == "practice":
        return sketch_of(PRACTICE)
    boards = maps_in(selectors.edition_cards(SYSTEM, start))
    if not boards:
        raise Http404
    return sketch_of(next(iter(boards.values())))


def _sent(request: HttpRequest) -> Sent:
    sketch, unread = read(request.POST.get("text", "")[:LONGEST])
    tool = request.POST.get("tool", "")
    said = _unread_words()
    told = [
        plain(said[one.legal] % {"word": one.word}, where=_("Line %(line)d:") % {"line": one.line})
        for one in unread
    ]
    return Sent(sketch, told, tool if tool in TOOLS else "zones", request.POST.get("first", "")[:12])


def _unread_words() -> dict[str, str]:
    return {
        "line": _("%(word)s: a line begins with one of the words below and a colon."),
        "border": _("%(word)s: a border is written as A1/B1, with two zones of this map."),
        "zone": _(
            "%(word)s: a zone is 1 to 12 letters, digits, - or _, perhaps with its place, as in Gate@3.4."
        ),
        "known_zone": _("%(word)s is no zone of this map yet: name it in the line of zones."),
    }


def _tapped(sent: Sent, tap: str) -> Sent:
    column, row = map(whole, tap.partition(".")[::2])
    columns, rows = size_of(sent.sketch)
    if column is None or row is None or column >= columns or row >= rows:
        return sent
    sketch, first = tapped(sent.sketch, sent.tool, (column, row), sent.first)
    return sent._replace(sketch=sketch, first=first)


def _changed(request: HttpRequest, sketch: Sketch, action: str) -> Sketch:
    if action == "rename":
        return renamed(sketch, request.POST.get("zone", ""), request.POST.get("new_name", "").strip())
    changes = {"join": joined, "fill": filled}
    return changes[action](sketch) if action in changes else sketch


def _file(sketch: Sketch) -> HttpResponse:
    """The map as a file in the format `ninja-map/1`, right or not."""
    text = msgspec.json.format(msgspec.json.encode(map_from(sketch)), indent=1)
    response = HttpResponse(text, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{_key(sketch)}.json"'
    return response


def _imported(request: HttpRequest, sent: Sent) -> HttpResponse:
    """A file laid on the sheet: the format `ninja-map/1` as JSON or TOML, or a sketch as text."""
    file = request.FILES.get("file")
    try:
        content = file.read(LONGEST * 4).decode("utf-8-sig") if file is not None and file.size else ""
    except UnicodeDecodeError:
        content = "\ufffd"
    if not content.strip():
        return _page(request, sent, 400, problems=[plain(_("Choose a file first."))])
    board = _board(content)
    if board is not None:
        return _page(request, sent._replace(sketch=sketch_of(board), first=""))
    sketch, unread = read(content)
    if not sketch.places:
        return _page(request, sent, 400, problems=[plain(_("This file holds no map."))])
    return _page(request, sent._replace(sketch=sketch, first=""), 400 if unread else 200)


def _board(content: str) -> ZoneMap | None:
    for form in ("json", "toml"):
        try:
            board, _faults = read_map(content, form)
        except BadMap:
            continue
        return board
    return None


def _save(request: HttpRequest, sent: Sent) -> HttpResponse:
    """An edition with this map alone; the key is the map's, with a number where another has it."""
    who = identity.of_request(request)
    key = _free_key(_key(sent.sketch))
    sketch = msgspec.structs.replace(sent.sketch, id=key, name=sent.sketch.name or key)
    board = map_from(sketch)
    if faults_of(board):
        return _page(request, sent, 400)
    text = json.dumps({"kind": "map", **msgspec.to_builtins(board)})
    answered = attempt(
        lambda: commands.import_edition(
            who, system=SYSTEM, key=key, name=sketch.name, text=f"[{text}]", format="json"
        )
    )
    if answered.value is None or answered.value.edition is None:
        refused = answered.refusal.context if answered.refusal else {}
        return _page(request, sent, 400, **refused)
    flash.success(request, _("%(name)s is ready: matches can be opened on it.") % {"name": sketch.name})
    return redirect("pages:new-match-of", system=SYSTEM, mode="standard")


def _key(sketch: Sketch) -> str:
    told = "".join(c if c.isascii() and c.isalnum() else "-" for c in (sketch.id or sketch.name).lower())
    return "-".join(part for part in told.split("-") if part)[:32] or "map"


def _free_key(key: str) -> str:
    taken = {one.key for one in selectors.editions(SYSTEM)} | {PRACTICE.id}
    return next(one for one in (key, *(f"{key}-{number}" for number in range(2, 10_000))) if one not in taken)


def _page(request: HttpRequest, sent: Sent, status: int = 200, **more: Any) -> HttpResponse:
    sketch, language = sent.sketch, messages.language()
    board = map_from(sketch)
    faults = faults_of(board) if sketch.places else ()

    def word(text: Text) -> str:
        return text.to(language)

    context = {
        "name": sketch.name,
        "text": request.POST.get("text", "") if sent.unread else written(sketch, word),
        "tool": sent.tool,
        "first": sent.first,
        "is_border": sent.tool in BORDERS,
        "tools": [(key, word(NAMES[key]), _count(sketch, key)) for key in TOOLS],
        "lattice": _lattice(sketch, sent.first),
        "zones": sorted(sketch.places),
        "checks": _checks(faults, language) if sketch.places else [],
        "unread": sent.unread,
        "ready": bool(sketch.places) and not faults and not sent.unread,
        "saves": request.user.is_authenticated,
        "editions": [one for one in selectors.editions(SYSTEM) if one.key != PRACTICE.id],
        **more,
    }
    return render(request, "games/ninja/zone_map.html", context, status=status)


def _count(sketch: Sketch, key: str) -> int:
    return len(sketch.places if key == "zones" else sketch.borders.get(key, sketch.kinds.get(key, ())))


def _lattice(sketch: Sketch, first: str) -> dict[str, Any]:
    """The picture, and over it the places to tap, row by row: (value, what is read to those who do not see)."""
    columns, rows = size_of(sketch)
    zones = {place: zone for zone, place in sketch.places.items()}
    plan = drawn_map(map_from(sketch), _marks(sketch), first)
    drawn = picture(plan, lambda text: text.to(messages.language()), {})
    box = f"{-SIZE // 2} {-SIZE // 2} {columns * SIZE} {rows * SIZE}"
    return {
        "plan": {**drawn, "box": box},
        "size": "wide" if columns > 12 else "broad" if columns > 8 else "",
        "rows": [
            [
                {"value": f"{x}.{y}", "name": zones.get((x, y)) or name_at((x, y)), "is": (x, y) in zones}
                for x in range(columns)
            ]
            for y in range(rows)
        ],
    }


def _marks(sketch: Sketch) -> dict[str, str]:
    """In the zones: o objects, N and T where ninja and traitor may start."""
    signs = {
        "object_legal": "o",
        "ninja_start": Text("N", "Н").to(messages.language()),
        "traitor_start": Text("T", "П").to(messages.language()),
    }
    return {
        zone: "".join(sign for key, sign in signs.items() if zone in sketch.kinds.get(key, ()))
        for zone in sketch.places
    }


def _checks(faults: tuple[RuleViolation, ...], language: str) -> list[dict[str, Any]]:
    """Every rule of maps: its name, whether it holds, and the first of what is wrong."""
    numbers = Counter(one.rule for one in faults)
    return [
        {
            "title": title(rule, language),
            "holds": not numbers[rule],
            "faults": [sentence(_said(one, language), language) for one in faults if one.rule == rule][
                :SHOWN
            ],
            "more": max(0, numbers[rule] - SHOWN),
        }
        for rule in RULES
    ]


def _said(fault: RuleViolation, language: str) -> RuleViolation:
    """The same fault with its place in the words of the tools: `castles.west[2]` is in the line of that castle."""
    where = str(fault.params["where"])
    list_, _dot, rest = where.partition("[")[0].partition(" (")[0].partition(".")
    castle = f"castle {rest or where.partition('(')[2].rstrip(')')}"
    told = NAMES.get(castle if list_ == "castles" else "path" if list_ == "guard_path" else list_)
    words = told.to(language) if told else list_
    if list_ == "object_legal" and castle in NAMES:
        words += f", {NAMES[castle].to(language)}"
    if list_ == "guard_path" and rest:
        words += f", {rest}"
    return RuleViolation(fault.rule, {**fault.params, "where": words})
