"""A button of a console that was pressed: who pressed it, where, with which fields. Called by its actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple
from uuid import UUID

from django.http import QueryDict
from django.utils.translation import gettext as _

from tracker.commands import Because
from tracker.identity import Identity
from tracker.inputs import BadInput
from tracker.pages.core.numbers import whole

KEY_LENGTH = 128


class Sent(NamedTuple):
    """A button that was pressed: by whom, where, which one, with which fields."""

    who: Identity
    event: UUID
    action: str
    data: QueryDict

    @property
    def player(self) -> str:
        return self.data.get("player", "")

    @property
    def round(self) -> int:
        return self.number("round")

    @property
    def table(self) -> int:
        return self.number("table")

    def number(self, name: str) -> int:
        """A field that holds a number from 0 on; 0 where it holds none."""
        text = self.data.get(name, "").strip()
        return int(text) if text.isdecimal() and len(text) < 6 else 0

    def text(self, name: str) -> str:
        """A field without space around it."""
        return self.data.get(name, "").strip()

    def texts(self, name: str) -> list[str]:
        """All values of a field that comes several times."""
        return self.data.getlist(name)

    def needed(self, name: str) -> str:
        """A field that this button cannot do without."""
        if not self.text(name):
            raise BadInput(name, _("must be given"))
        return self.text(name)

    def why(self) -> str:
        """The reason that this button cannot do without."""
        return self.because.said()

    @property
    def because(self) -> Because:
        """The reason, perhaps none, with the version that the decision was made on."""
        return Because(self.text("reason"), self.version, self.key)

    @property
    def version(self) -> int | None:
        """The version on which the decision was made, for those decisions that depend on it."""
        return whole(self.data.get("version"))

    @property
    def key(self) -> str | None:
        """One press of one button, however often it arrives; a page's buttons share the page's own key."""
        page = self.data.get("key", "")
        return f"{page}:{self.action}:{self.player}"[:KEY_LENGTH] if page else None


class Action(NamedTuple):
    """`run` is the command; `done` the sentence afterwards; `back` the page that shows it, `form` the page of the
    button where that is another one: a refusal is read there, beside what was chosen."""

    run: Callable[[Sent], Any]
    done: Callable[[], str]
    back: str = "now"
    form: str = ""
