"""A step of the pad that logs one type of event and is named for it. Extended by the systems logged card by card."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from tracker.pages.match_forms.pad import PadForm


class EventForm(PadForm):
    """`step` is the type of the event, `player` whose it is, or empty for the whole table.

    `titles`: the system's words of its events, `heading_of`, `title_of` and `button_of`.
    """

    titles: ModuleType

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.event = cls.step

    @property
    def heading(self) -> str:  # type: ignore[override]
        return str(self.titles.heading_of(self.step))

    @property
    def title(self) -> str:
        return str(self.titles.title_of(self.step))

    @property
    def button(self) -> str:
        return str(self.titles.button_of(self.step))

    @property
    def whose(self) -> str:
        """Whose step it is, where it is not plainly the reader's own."""
        own = self.player in self.desk.players and not self.desk.is_staff
        return self.owner() if self.player and not own else ""

    def owner(self) -> str:
        """The name of the one whose step it is."""
        return str(self.desk.names.player(self.player))

    def is_open(self) -> bool:
        """Whether there is anything to choose or to fill in."""
        return True
