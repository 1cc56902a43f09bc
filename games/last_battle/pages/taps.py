"""The report of one turn by taps: what two players tell at the end of every turn.

A scheme that its owner has kept secret so far is revealed and scored in the same step, so that no half of it is lost.
Of matches that are logged turn by turn. Called through the game's faces.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any, get_args

from games.last_battle.chapters.awards import possible_numbers
from games.last_battle.chapters.prolong import card_value, plays_on
from games.last_battle.chapters.reveal import ELIMINATION
from games.last_battle.events import Removal
from games.last_battle.facts import BATTLEFIELDS, LIMITS, SCHEMES, strategy_of
from games.last_battle.pages.claims import Claim, group_of_secret
from games.last_battle.pages.sentences import SHOWN, shown_squads
from games.last_battle.state import LastBattleState, Squad, standing_places
from games.lines import Line
from games.ruleset import NextEvent
from games.taps import Called, Choice, Group, Numbers, OneOf, Row, Taps, Told, Written, as_told, of

REPORTED = "turn_reported"
FELL, FLIP, CARD = "fell:", "flip_side", "flip_card"
SUMMONED = "summoned:"
STAYS = "stays"
HEAVEN = "heaven"
HIGHEST_CARD = 18
Data = Mapping[str, Any]


def taps(state: LastBattleState, told: NextEvent) -> Taps | None:
    """`turn_reported`, with `scheme_revealed` before it where a secret scheme of whoever taps scores."""
    if told.type != REPORTED or state.full is not None:
        return None
    turn = told.limits["turn"][0]
    squads = shown_squads(state)
    claims = [claim for squad in squads for claim in _claims(state, squad, turn, told.players)]
    groups = (
        *_strategy(state, turn),
        *(_open(state, claim) for claim in claims if claim.held.public),
        *(_secret(state, claim, told.staff) for claim in claims if not claim.held.public),
        *(_figures(state, squad) for squad in squads),
        *_flip(state, turn),
    )
    return Taps(groups=groups, events=partial(_events, state, claims), counter="turn")


def _strategy(state: LastBattleState, turn: int) -> Iterator[Group]:
    """LB-HEAV-11: on Heaven the portals of this turn decide its number."""
    strategy = strategy_of(state.battlefield)
    heaven, first = state.battlefield == HEAVEN, strategy.first_turn
    yield Group(
        legend=strategy.name,
        beside=Line("portals_now") if heaven else None,
        rows=tuple(_of_side(state, side, heaven) for side in SHOWN),
        since=first,
    )
    if turn < first:
        yield Group(intro=Line("strategy_from", {"turn": str(first)}), until=first)


def _of_side(state: LastBattleState, side: str, heaven: bool) -> Row:
    if heaven:
        left = LIMITS.portals - state.portals.get(side, 0)
        return Numbers(key=f"portals_{side}", name=Called("side", side), numbers=tuple(range(left + 1)))
    room = state.strategy.get(side, 0) < LIMITS.strategy_vp
    return Numbers(key=f"strategy_{side}", name=Called("side", side), numbers=(0, 1) if room else (0,))


def _claims(state: LastBattleState, squad: Squad, turn: int, by: tuple[str, ...]) -> Iterator[Claim]:
    """Public schemes of everybody, and secret ones of whoever taps, that may score now or from their first turn on;
    LB-UNIQ-06: where the noted Leader is still to be named, of its owner alone."""
    for held in squad.schemes:
        unnamed = held.scheme == ELIMINATION and not held.note_public
        if (held.public and not unnamed) or squad.player in by:
            at = max(turn, SCHEMES[held.scheme].first_turn)
            claim = Claim(squad, held, possible_numbers(state, squad, held, at))
            if claim.numbers:
                yield claim


def _row(state: LastBattleState, claim: Claim, name: Line) -> Numbers:
    """LB-SCH-01: a scheme that was just revealed scores at least its smallest number."""
    pending = (claim.squad.player, claim.held.scheme) in state.pending
    least = claim.numbers[0] if pending else 0
    return Numbers(key=claim.key, name=name, numbers=claim.numbers, start=least)


def _open(state: LastBattleState, claim: Claim) -> Group:
    name = Line("claim_of", {"player": claim.squad.player, "scheme": claim.held.scheme})
    return Group(rows=(_row(state, claim, name),), since=SCHEMES[claim.held.scheme].first_turn)


def _secret(state: LastBattleState, claim: Claim, by_staff: bool) -> Group:
    first = SCHEMES[claim.held.scheme].first_turn
    return group_of_secret(claim, _row(state, claim, Line("vp_this_turn")), by_staff, first)


def _figures(state: LastBattleState, squad: Squad) -> Group:
    """Which figures left the table. Their places stay what they were: a phone without a network logs a turn by the
    rows that it had before."""
    fates = (Choice(STAYS, Line("in_play")), *of("how", get_args(Removal)))
    rows: list[Row] = [
        OneOf(
            key=f"{FELL}{squad.player}:{place}:{figure}",
            name=Called("figure_id", figure),
            choices=fates,
            start=STAYS,
            listed=True,
            leaves=True,
        )
        for place, figure in standing_places(state, squad)
    ]
    if squad.hired:
        name, hint = Line("summoned_killed"), Line("one_a_line")
        rows.append(Written(key=SUMMONED + squad.player, name=name, hint=hint, lines=2, longest=300))
    whose = Line("squad_of", {"player": squad.player, "side": squad.side})
    return Group(fold=Line("who_left"), beside=whose, more=tuple(rows))


def _flip(state: LastBattleState, turn: int) -> Iterator[Group]:
    """The flip for another turn; before turn 5 it lies ready for a phone that logs several turns without a network."""
    if not BATTLEFIELDS[state.battlefield].prolonged or turn >= LIMITS.last_turn:
        return
    cards = [card for card in range(HIGHEST_CARD + 1) if card_value(card, state.deck_profile) == card]
    sides = (Choice("", Line("no_flip")), *of("side", SHOWN))
    values = of("flipped", map(str, cards))
    flip = OneOf(key=FLIP, name=Line("flip_on"), choices=sides, needs={CARD: Line("which_card")})
    card = OneOf(key=CARD, name=Line("flip_card"), choices=values, listed=True)
    yield Group(rows=(flip, card), since=LIMITS.regular_turns)


def _events(state: LastBattleState, claims: Iterable[Claim], tapped: Data, data: Data) -> Iterator[Told]:
    """What makes the schemes public that score, the secret ones first; then the turn."""
    yield from _opened(claims, tapped)
    yield REPORTED, _report(state, claims, tapped, data)


def _opened(claims: Iterable[Claim], tapped: Data) -> Iterator[Told]:
    scoring = (claim for claim in claims if tapped[claim.key])
    for claim in sorted(scoring, key=lambda claim: claim.held.public):
        if (event := claim.opening) is not None:
            yield as_told(event)


def _report(state: LastBattleState, claims: Iterable[Claim], tapped: Data, data: Data) -> Data:
    schemes: dict[str, dict[str, int]] = {}
    for claim in claims:
        if tapped[claim.key]:
            schemes.setdefault(claim.squad.player, {})[claim.held.scheme] = tapped[claim.key]
    told = {"schemes": schemes, "casualties": _casualties(tapped), "prolong": _prolong(data["turn"], tapped)}
    if state.battlefield != HEAVEN:
        return {**data, **told, "strategy": {side: tapped[f"strategy_{side}"] for side in SHOWN}}
    portals = {side: tapped[f"portals_{side}"] for side in SHOWN}
    points = {
        side: int(closed > 0 and state.strategy.get(side, 0) < LIMITS.strategy_vp)
        for side, closed in portals.items()
    }
    return {**data, **told, "strategy": points, "portals_closed": portals}


def _casualties(tapped: Data) -> list[dict[str, Any]]:
    fates = {key: how for key, how in tapped.items() if key.startswith(FELL) and how not in ("", STAYS)}
    told = [(key.removeprefix(FELL).split(":", 2), how) for key, how in fates.items()]
    hired = [{"figure_id": figure, "owner": player, "how": how} for (player, _place, figure), how in told]
    return [*hired, *_summoned(tapped)]


def _summoned(tapped: Data) -> Iterator[dict[str, Any]]:
    """LB-COMM-01, LB-SERP-01: whoever kills a figure that no squad hired has killed an enemy all the same."""
    for key, names in tapped.items():
        for name in (names or "").splitlines() if key.startswith(SUMMONED) else ():
            if figure := name.strip():
                owner = key.removeprefix(SUMMONED)
                yield {"figure_id": figure, "owner": owner, "how": "killed", "summoned": True}


def _prolong(turn: int, tapped: Data) -> dict[str, Any] | None:
    side = tapped.get(FLIP)
    if not side or turn < LIMITS.regular_turns:
        return None
    card = int(tapped[CARD])
    return {"side": side, "card": card, "success": plays_on(turn, card)}
