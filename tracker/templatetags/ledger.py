"""Tags and filters of the parts in `templates/parts/`. Drawing only: no rule, no query.

Used by every page: `{% load ledger %}`.
"""

from __future__ import annotations

import copy
import io
import re
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import segno
from django import template
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.registry import TABLES
from games.rulebook import books
from tracker import moments
from tracker.messages import language
from tracker.selectors import said_of

register = template.Library()
ALL_KINDS = "all_kinds"
"""Attribute of a request: attributes of the requests of every kind of reader."""
LONG_WORD = 13
"""Letters of a word that fit the line of a card in its usual size."""
CUT, NEXT = (f"<!-- {secrets.token_hex(8)} -->" for _ in range(2))
"""Around what differs by the kind of reader, and between the kinds: nobody can write them into a page."""


@register.simple_tag
def leads(step: Any, event: Any) -> str:
    """Where an organiser's next step leads (`tracker.pages.organiser.next_step.Step`)."""
    return str(step.address(event))


@register.inclusion_tag("parts/_qr.html")
def qr(address: str, label: str) -> dict[str, Any]:
    """A QR code of `address` with error correction M, as an SVG that scales to its box."""
    return {"svg": _qr_svg(address), "label": label}


def _qr_svg(address: str) -> SafeString:
    out = io.BytesIO()
    # One mask for all: every reader undoes it, and trying all eight takes five times as long for a sheet of codes.
    segno.make(address, error="m", micro=False, mask=2).save(
        out, kind="svg", xmldecl=False, svgns=False, omitsize=True, svgclass=None, lineclass=None, border=1
    )
    # segno writes numbers and path commands only; the address is drawn, never quoted.
    return mark_safe(out.getvalue().decode())


class ForEach(template.Node):
    """What differs by the kind of reader: on a page that is kept for all of them, once for each kind."""

    def __init__(self, parts: template.NodeList) -> None:
        self.nodelist = parts

    def render(self, context: template.Context) -> SafeString:
        request = context.get("request")
        kinds: Sequence[Mapping[str, Any]] = getattr(request, ALL_KINDS, ())
        if not kinds:
            return self.nodelist.render(context)
        found = []
        for kind in kinds:
            other = copy.copy(request)
            other.__dict__.update(kind)
            with context.push(request=other):
                found.append(self.nodelist.render(context))
        return mark_safe(CUT.join(("", NEXT.join(found), "")))  # each is rendered, and so escaped, already


@register.tag
def foreach_kind(parser: Any, _token: Any) -> ForEach:
    """`{% foreach_kind %}` around all that a public page of an event says by who reads it
    (`tracker.pages.core.kept`)."""
    parts = parser.parse(("endforeach_kind",))
    parser.delete_first_token()
    return ForEach(parts)


@register.filter
def item(mapping: Mapping[Any, Any], key: Any) -> Any:
    """`mapping[key]`, or an empty string: templates cannot look a key up by a variable."""
    return mapping.get(key, "") if mapping else ""


@register.filter
def signed(number: Any) -> str:
    """+3, 0, −2 with a true minus sign; nothing for None."""
    if number in (None, ""):
        return ""
    return f"+{number}" if number > 0 else str(number).replace("-", "\N{MINUS SIGN}")


@register.filter
def item_title(id_: str, columns: Sequence[Mapping[str, str]]) -> str:
    """The title of the column `id_`."""
    return next((column["title"] for column in columns if column["id"] == id_), id_)


@register.filter
def item_short(id_: str, columns: Sequence[Mapping[str, str]]) -> str:
    """The head of the column `id_`."""
    return next((column["short"] for column in columns if column["id"] == id_), id_)


@register.filter
def minus(text: str) -> str:
    """A number as text with a true minus sign."""
    return str(text).replace("-", "\N{MINUS SIGN}")


@register.filter
def long_word(name: str) -> bool:
    """Whether a word of the name is so long that it takes smaller letters to stand in one line of a slip."""
    return any(len(word) > LONG_WORD for word in re.split(r"[\s-]", name))


@register.filter
def game_name(system: str) -> str:
    """The game in the reader's language."""
    return TABLES[system].name.to(language()) if system in TABLES else ""


@register.filter
def facts(row: Any) -> str:
    """An event in one line: game, date, place; what nobody has said is left out."""
    told = said_of(row)
    starts = told.get("starts", "")
    date = "SHORT_DATETIME_FORMAT" if "T" in starts else "SHORT_DATE_FORMAT"
    begins = moments.of_hall(starts)
    when = date_format(begins, date) if begins else ""
    return " · ".join(filter(None, (game_name(row.system), when, told.get("place", ""))))


@register.simple_tag
def rule_link(rule: str) -> str:
    """A rule's number, small beside its sentence, which leads to the rule."""
    book = next((key for key, book in books().items() if rule in book.rules), None)
    if book is None:
        return format_html('<span class="rule">{}</span>', rule)
    return format_html('<a class="rule" href="{}#{}">{}</a>', reverse("pages:rules", args=[book]), rule, rule)


@register.simple_block_tag
def crumbs(content: SafeString) -> SafeString:
    """Where this page lies: the links above its heading."""
    return format_html('<nav class="crumbs" aria-label="{}">{}</nav>', _("The way to this page"), content)
