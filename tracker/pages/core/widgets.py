"""Inputs, options and lists of a form as HTML, without a template for each: a pad has forty of them.

What Django's own templates write but for white space, which a test compares. Every other template is Django's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.forms.renderers import DjangoTemplates
from django.utils.formats import localize
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

Widget = Mapping[str, Any]
FOLDER = "django/forms/widgets/"
INPUTS = (
    "checkbox",
    "date",
    "datetime",
    "email",
    "hidden",
    "input",
    "number",
    "password",
    "text",
    "time",
    "url",
)


class Renderer(DjangoTemplates):
    """Django's own, but for the widgets of `WRITERS`."""

    def render(self, template_name: str, context: dict[str, Any], request: Any = None) -> str:
        """The HTML of a widget, or of a form."""
        write = WRITERS.get(template_name)
        if write is None:
            return str(super().render(template_name, context, request))
        return write(context["widget"])


def _said(value: Any) -> str:
    return conditional_escape(localize(value))


def _attributes(widget: Widget) -> str:
    """With a leading space each; one that is True stands alone, one that is False is left out."""
    told = [(name, value) for name, value in widget["attrs"].items() if value is not False]
    return "".join(
        f" {conditional_escape(name)}" + ("" if value is True else f'="{conditional_escape(value)}"')
        for name, value in told
    )


def _input(widget: Widget) -> SafeString:
    value = widget["value"]
    told = "" if value is None else f' value="{conditional_escape(value)}"'
    return mark_safe(
        f'<input type="{widget["type"]}" name="{conditional_escape(widget["name"])}"{told}{_attributes(widget)}>'
    )


def _input_option(widget: Widget) -> SafeString:
    if not widget.get("wrap_label"):
        return _input(widget)
    id_ = widget["attrs"].get("id")
    named = f' for="{conditional_escape(id_)}"' if id_ else ""
    return mark_safe(f"<label{named}>{_input(widget)} {_said(widget['label'])}</label>")


def _textarea(widget: Widget) -> SafeString:
    told = conditional_escape(widget["value"]) if widget["value"] else ""
    return mark_safe(
        f'<textarea name="{conditional_escape(widget["name"])}"{_attributes(widget)}>\n{told}</textarea>'
    )


def _select(widget: Widget) -> SafeString:
    groups = "".join(
        _group(group, "".join(map(_select_option, options))) for group, options, _index in widget["optgroups"]
    )
    return mark_safe(
        f'<select name="{conditional_escape(widget["name"])}"{_attributes(widget)}>{groups}</select>'
    )


def _group(name: str | None, options: str) -> str:
    return f'<optgroup label="{_said(name)}">{options}</optgroup>' if name else options


def _select_option(option: Widget) -> str:
    value = conditional_escape(option["value"])
    return f'<option value="{value}"{_attributes(option)}>{_said(option["label"])}</option>'


WRITERS: dict[str, Callable[[Widget], SafeString]] = {
    **{f"{FOLDER}{name}.html": _input for name in INPUTS},
    **{f"{FOLDER}{name}_option.html": _input_option for name in ("checkbox", "input", "radio")},
    f"{FOLDER}select.html": _select,
    f"{FOLDER}textarea.html": _textarea,
}
"""The template of Django's that is not asked -> what is written instead."""
