"""How a match at full detail ends: concession at once, and the report of what the table shows (SEN-END-06 to -08).

Called through `table.py`; the report itself is judged by `games.senjutsu.finish`.
"""

from __future__ import annotations

from games.senjutsu.events import SideConceded
from games.senjutsu.full.draw import all_drew
from games.senjutsu.full.frame import table
from games.senjutsu.full.harm import fallen, settled
from games.senjutsu.state import SenjutsuState


def on_side_conceded(state: SenjutsuState, event: SideConceded) -> SenjutsuState:
    """SEN-END-07, -08: the character leaves; a draw that waited for this player alone is settled."""
    state = fallen(state, {event.player: "concession"})
    return settled(state) if table(state).step == "draw" and all_drew(state) else state
