"""What can happen in a match of Bushido at full detail. Pure data, in one file for each part of a match.

A model is named `side:id`; dice are the numbers that lie on the table after all re-rolls, as in `631`. Facts of the
table are told by the players: what is not told has the default of its field. What the rules determine may be left out
(null); told, it must agree. Distances are inches from base to base.
"""

from __future__ import annotations

from games.bushido.full import events_acting, events_cards, events_closing, events_fighting, events_setup
from games.bushido.full.events_acting import *
from games.bushido.full.events_cards import *
from games.bushido.full.events_closing import *
from games.bushido.full.events_fighting import *
from games.bushido.full.events_setup import *
from games.chapters import events_of

PARTS = (events_setup, events_acting, events_fighting, events_cards, events_closing)
TABLE_EVENTS = tuple(kind for part in PARTS for kind in events_of(vars(part)))
