"""Ratings and statistics over REST."""

from __future__ import annotations

from typing import Literal

import msgspec

from api.shapes.kinds import Moment
from api.shapes.matches import Seat
from games.rulebook import Text

RatingScale = Literal["duel", "many"]


class Rating(msgspec.Struct):
    """Where a player stands in a game. `scale`: one against one (`duel`), teams or several sides (`many`). Strength
    lies within twice the `deviation` with 95 % certainty; `place` is null while `provisional`; who has the same
    rating as a whole number shares it."""

    system: str
    scale: RatingScale
    player: Seat
    place: int | None
    rating: float
    deviation: float
    provisional: bool
    matches: int
    won: int
    drawn: int
    lost: int


class Ratings(msgspec.Struct):
    """One list of a game from the top, the provisional ones last."""

    system: str
    scale: RatingScale
    title: Text
    results: list[Rating]


class RatedFoe(msgspec.Struct):
    """Somebody else of the match, and the rating that counted."""

    player: Seat
    rating: float
    deviation: float


class RatingChange(msgspec.Struct):
    """What one match changed: `gain` is its share, counted from `rating`; the shares of a week add up to `after`.
    `expected`: the score that the ratings foretold; `score`: 1, 0.5 or 0."""

    match: str
    scale: RatingScale
    confirmed: Moment
    rating: float
    deviation: float
    expected: float
    score: float
    gain: float
    after: float
    others: list[RatedFoe]


class PlayerRatings(msgspec.Struct):
    """A player's ratings in a game, and the last matches that made them."""

    results: list[Rating]
    changes: list[RatingChange]


class Share(msgspec.Struct):
    """One value of a statistic: chosen `picks` times of `of`; `hits` of `trials`. `share` and its interval (Wilson,
    95 %) are null where too few matches tell them."""

    value: str
    name: Text
    picks: int
    of: int
    hits: int
    trials: int
    share: float | None
    low: float | None
    high: float | None


class Statistic(msgspec.Struct):
    """One thing that is counted. `counts`: how often its side won, it scored, or only was chosen."""

    statistic: str
    title: Text
    counts: Literal["wins", "scores", "picks"]
    values: list[Share]


class Statistics(msgspec.Struct):
    """What the confirmed matches come to. `sure`: trials from which on a share is shown."""

    system: str
    matches: int
    sure: int
    results: list[Statistic]
