"""What the schemes of a side score at the end of the game, by taps: every scheme that may, in one form.

Of matches that are logged turn by turn; a scheme that is still secret is revealed and scored in the same step
(LB-SCH-01 to -03, LB-UNIQ-06). Called through the game's faces.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from games.faces import Unread
from games.last_battle.chapters.finish import end_numbers
from games.last_battle.chapters.reveal import may_reveal
from games.last_battle.pages.claims import OPENING, SCORED, Claim, group_of_secret
from games.last_battle.state import LastBattleState, Squad
from games.lines import Line
from games.rulebook import Text
from games.ruleset import NextEvent
from games.taps import Called, Group, Numbers, Taps, Told, as_told

NOTHING = Text(
    "Tap the VP of a scheme whose condition is met. If none is, there is nothing to score here.",
    "Укажите ПО схемы, условие которой выполнено. Если такой нет, записывать здесь нечего.",
)
Data = Mapping[str, Any]


def taps(state: LastBattleState, told: NextEvent) -> Taps | None:
    """`scheme_scored` of each scheme with points, after what makes it public."""
    if told.type not in (*OPENING, SCORED) or state.full is not None or state.phase != "end":
        return None
    side = state.squads[told.choices["player"][0]].side
    mine = [
        squad
        for squad in state.squads.values()
        if squad.side == side and (told.staff or squad.player in told.players)
    ]
    claims = [claim for squad in mine for claim in _claims(state, squad)]
    whose = told.staff or len(mine) > 1
    groups = (_group(state, claim, whose) for claim in sorted(claims, key=lambda one: not one.held.public))
    return Taps(groups=tuple(groups), events=partial(_events, claims))


def _claims(state: LastBattleState, squad: Squad) -> Iterator[Claim]:
    """LB-SCH-01: after a reveal only what was revealed."""
    for held in squad.schemes:
        due = not state.pending or (squad.player, held.scheme) in state.pending
        numbers = end_numbers(state, squad.player, held)
        if due and numbers and (held.public or may_reveal(state, squad, held)):
            yield Claim(squad, held, numbers)


def _group(state: LastBattleState, claim: Claim, whose: bool) -> Group:
    player, scheme = claim.squad.player, claim.held.scheme
    least = (claim.numbers[0],) if (player, scheme) in state.pending else (0,)
    numbers = tuple(dict.fromkeys((*least, *claim.numbers)))
    if claim.held.public:
        name = Line("claim_of", {"player": player, "scheme": scheme}) if whose else Called("scheme", scheme)
        return Group(rows=(Numbers(key=claim.key, name=name, numbers=numbers, start=numbers[0]),))
    row = Numbers(key=claim.key, name=Line("vp_at_the_end"), numbers=numbers, start=numbers[0])
    return group_of_secret(claim, row, whose)


def _events(claims: Iterable[Claim], tapped: Data, data: Data) -> Iterator[Told]:
    scoring = [claim for claim in claims if tapped[claim.key]]
    if not scoring:
        raise Unread(NOTHING)
    for claim in scoring:
        if (event := claim.opening) is not None:
            yield as_told(event)
        told = {"player": claim.squad.player, "scheme": claim.held.scheme}
        yield SCORED, {**told, "amount": tapped[claim.key]}
