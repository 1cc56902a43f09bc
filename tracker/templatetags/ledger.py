"""Tags and filters of the parts in `templates/parts/`. Drawing only: no rule, no query.

Used by every page: `{% load ledger %}`.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any

import segno
from django import template
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


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
