"""What the addresses of clubs' campaigns answer."""

from __future__ import annotations

from api.operations.table import (
    DELETE,
    GET,
    LOG,
    POST,
    Key,
    Operation,
    append,
)
from api.params import (
    AT,
    EVENTS,
    PAGED,
    SINCE,
)
from api.shapes import (
    chronicles,
    logs,
)
from api.shapes.pages import Page
from tracker.selectors import EventsPage

CHRONICLES: dict[Key, Operation] = {
    ("chronicles", GET): Operation(
        "Campaigns, newest first", Page[chronicles.Chronicle], query=SINCE | PAGED
    ),
    ("chronicles", POST): Operation(
        "A new campaign, from its definition",
        chronicles.Chronicle,
        chronicles.NewChronicle,
        status=201,
        appends=True,
        known=True,
    ),
    ("chronicle", GET): Operation("One campaign with its ranking", chronicles.Chronicle),
    ("chronicle-world", GET): Operation("What it has come to", chronicles.ChronicleWorld),
    ("chronicle-rosters", POST): append("A roster joins", chronicles.NewRoster),
    ("chronicle-matches", POST): append(
        "Open a match of the campaign", chronicles.NewLink, chronicles.LinkOpened
    ),
    ("chronicle-challenges", POST): append("A roster challenges another", chronicles.NewChallenge),
    ("chronicle-challenge", POST): append(
        "An answer to a challenge, or its match", chronicles.ChallengeAnswer, chronicles.ChallengeAnswered
    ),
    ("chronicle-amendments", POST): append(
        "The rules change, from the next cycle on", chronicles.NewAmendment
    ),
    ("chronicle-what-ifs", GET): Operation(
        "One's own what-ifs of a campaign", chronicles.WhatIfList, known=True
    ),
    ("chronicle-what-ifs", POST): Operation(
        "A what-if: a fork at an entry",
        chronicles.WhatIf,
        chronicles.NewWhatIf,
        status=201,
        known=True,
        keyed=True,
    ),
    ("chronicle-what-if", GET): Operation("What it has come to", chronicles.WhatIf, known=True),
    ("chronicle-what-if", DELETE): Operation("Throw it away", status=204, known=True),
    ("chronicle-what-if-events", POST): Operation(
        "Assume events", chronicles.WhatIf, chronicles.Assumed, status=201, known=True, keyed=True, ruled=True
    ),
    ("chronicle-what-if-matches", POST): Operation(
        "The computer plays on",
        chronicles.WhatIf,
        chronicles.PlayedOn,
        status=201,
        known=True,
        keyed=True,
        ruled=True,
    ),
    ("chronicle-rolls", POST): append("The server's dice", chronicles.Roll, chronicles.Rolled),
    ("chronicle-events", GET): Operation("The log", EventsPage, query=EVENTS),
    ("chronicle-events", POST): LOG,
    ("chronicle-state", GET): Operation("The folded log", logs.State, query=AT),
    ("chronicle-next", GET): Operation("What may legally come next", logs.Next),
    ("chronicle-verify", GET): Operation("Prove the log against itself and the seals", logs.Proof),
}
