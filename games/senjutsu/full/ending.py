"""How a match at full detail ends: concession at once, and the report of what the table shows (SEN-END-06 to -08).

Called through `rules.py`; the report itself is judged by `games.senjutsu.chapters.finish`.
"""

from __future__ import annotations

from games.senjutsu.events import SideConceded
from games.senjutsu.full.cards import seat
from games.senjutsu.full.draw import all_drew
from games.senjutsu.full.harm import fallen, settled
from games.senjutsu.full.preconditions import put, table
from games.senjutsu.full.setup import all_placed
from games.senjutsu.full.state import changed
from games.senjutsu.state import SenjutsuState


def on_side_conceded(state: SenjutsuState, event: SideConceded) -> SenjutsuState:
    """SEN-END-07, -08: the character leaves; a draw or a start hex that waited for this player alone does so no longer.
    SEN-HID-03: a card that was chosen and not turned up yet stays face down."""
    full, own = table(state), seat(state, event.player)
    if full.step == "select" and own.commitment:
        state = put(state, changed(full, unturned=(*full.unturned, own.commitment)))
    state = fallen(state, {event.player: "concession"})
    if table(state).step == "placing" and all_placed(state):
        state = put(state, changed(table(state), step="prepared"))
    return settled(state) if table(state).step == "draw" and all_drew(state) else state
