"""What the pages of Bushido have besides its words, faces and events: a turn told by taps. Called by `match_forms`."""

from __future__ import annotations

from games.bushido.system import SYSTEM
from tracker.pages.match_forms.bushido.turn_form import TurnForm
from tracker.pages.match_forms.generic.pages import GenericPages


class BushidoPages(GenericPages):
    """The pages of one game, with the form that is its own."""

    def __init__(self) -> None:
        super().__init__(SYSTEM)
        self.own = {TurnForm.step: TurnForm}
