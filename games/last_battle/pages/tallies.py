"""What lies openly on a table of Last Battle, figures, markers and cards of each side, and what players keep secret.

Called by `faces`; the words stand in `words.toml`.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.faces import Cell, Fact, Held, Tally
from games.last_battle.facts import SCHEMES
from games.last_battle.full.cards import hand_limit
from games.last_battle.full.state import FullState, Marker, Piece, pieces_of
from games.last_battle.pages.sentences import SHOWN, some
from games.last_battle.state import Fallen, LastBattleState, side_squads, standing_figures
from games.last_battle.state import Held as Scheme
from games.lines import Line
from games.rulebook import Text

NOTHING = Text("\N{EN DASH}", "\N{EN DASH}")
Row = tuple[Cell, ...]


def facts(state: LastBattleState) -> Iterator[Fact]:
    """At full detail the piles of each side: the deck, the hand of its limit, the discard face up, what is out."""
    full = state.full
    if full is None:
        return
    yield Fact(field="overridden", values=full.overridden)
    for side, pile in full.piles.items():
        if pile.size:
            hand = f"{pile.hand_count}/{hand_limit(state, full, side)}"
            yield Fact(field="deck", values=(str(pile.deck_count),), side=side)
            yield Fact(field="hand", values=(hand,), side=side)
            yield Fact(field="discard", values=pile.discard[::-1], side=side, folds=True)
            yield Fact(field="removed", values=pile.removed, side=side, folds=True)


def tallies(state: LastBattleState) -> Iterator[Tally]:
    """The figures of each side, the fallen last, and its markers; pillars are nobody's."""
    for side in SHOWN:
        rows = _figures(state, side)
        fallen = [one for one in state.fallen if one.side == side]
        if rows or fallen:
            width = len(rows[0]) if rows else 2
            head = ("lives", "size")[: width - 2] if state.full is not None else ("cost",)[: width - 2]
            gone = [_gone(state, one, width) for one in fallen]
            yield Tally(
                head=_head("figure", *head, "state"),
                rows=(*rows, *gone),
                gone=frozenset(range(len(rows), len(rows) + len(gone))),
                side=side,
            )
        yield from _markers(state, side)
    yield from _markers(state, None)


def _gone(state: LastBattleState, one: Fallen, width: int) -> Row:
    """What it cost, where that has a column, and how it left the table; nothing that ended with it."""
    squad = state.squads[one.owner]
    costs = {figure.figure_id: figure.cost for figure in squad.figures or ()}
    cost = costs.get(one.figure_id) if state.full is None else None
    left = () if width < 3 else (NOTHING if cost is None else _plain(str(cost)), *(NOTHING,) * (width - 3))
    return (_named(one.figure_id), *left, Fact(field="how", values=(one.how,)))


def _head(*columns: str) -> Row:
    return tuple(Line(f"column_{column}") for column in columns)


def _named(figure: str, leader: bool = False) -> Cell:
    name = Fact(field="figure", values=(figure,))
    return (name, Line("leader")) if leader else name


def _figures(state: LastBattleState, side: str) -> list[Row]:
    """Lives and what is true of each at full detail; the cost of each before the first turn of it, and below it."""
    if state.full is not None and state.full.pieces:
        return [_piece(state, state.full, piece) for piece in pieces_of(state.full, side)]
    several = len(list(side_squads(state, side))) > 1
    rows: list[Row] = []
    for squad in side_squads(state, side):
        costs = {figure.figure_id: figure.cost for figure in squad.figures or ()}
        owner: Cell = Fact(field="player", values=(squad.player,)) if several else NOTHING
        for place, figure in enumerate(standing_figures(state, squad)):
            leads = place == 0 and squad.leader is not None and squad.leader.figure_id == figure
            cost = None if leads else costs.get(figure)
            rows.append((_named(figure, leads), NOTHING if cost is None else _plain(str(cost)), owner))
    return rows


def _piece(state: LastBattleState, full: FullState, piece: Piece) -> Row:
    lives = [str(one) for one in (piece.lives, piece.initial) if one is not None]
    told: list[Cell] = [_plain("/".join(lives)) if lives else NOTHING]
    if state.battlefield == "heaven":
        told.append(NOTHING if piece.size is None else _plain(str(piece.size)))
    marks = tuple(_marks(state, full, piece))
    return (_named(piece.id, piece.leader), *told, marks or NOTHING)


def _marks(state: LastBattleState, full: FullState, piece: Piece) -> Iterator[Fact | Line]:
    """Whose it is where a side has several squads; what it does, its conditions and stored bonuses."""
    if len(list(side_squads(state, piece.side))) > 1:
        yield Fact(field="player", values=(piece.player,))
    if full.active == piece.id:
        yield Line("acts", {"ap": full.ap})
    elif piece.activated:
        yield Line("has_acted")
    yield from (Fact(field="condition", values=(condition,)) for condition in piece.conditions)
    if piece.concentrated:
        yield Line("concentrated")
    if piece.defending:
        yield Line("defends", {"pluses": "+" * piece.defending})
    if piece.bonus:
        yield Line("stronger", {"number": piece.bonus})
    if piece.aboard:
        yield Line("aboard", {"figure": piece.aboard})
    elif state.battlefield == "sea" and not piece.card.vessel:
        yield Line("swims")
    if piece.engaged:
        yield Line("engaged")
    if piece.summoned:
        yield Line("summoned")


def _markers(state: LastBattleState, side: str | None) -> Iterator[Tally]:
    markers = state.full.markers if state.full is not None else {}
    own = {name: one for name, one in markers.items() if _side_of(state, one) == side}
    if own:
        rows = tuple((_plain(name), _said(one)) for name, one in own.items())
        yield Tally(head=_head("marker", "state"), rows=rows, side=side or "")


def _side_of(state: LastBattleState, marker: Marker) -> str | None:
    return marker.side or (state.squads[marker.player].side if marker.player else None)


def _said(marker: Marker) -> Line:
    key = f"portal_{'open' if marker.open else 'closed'}" if marker.kind == "portal" else marker.kind
    return Line(f"marker_{key}", {"player": marker.player, "figure": marker.figure})


def _plain(told: str) -> Text:
    return Text(told, told)


def held(state: LastBattleState) -> Iterator[Held]:
    """The hand of each side, and the schemes with their notes that do not lie open."""
    for side, pile in state.full.piles.items() if state.full is not None else ():
        if pile.hand:
            yield Held(player=side, field="hand", values=pile.hand)
    for squad in state.squads.values():
        for one in squad.schemes:
            if _is_secret(one):
                figures = [*one.note.own_figures, *one.note.enemy_figures] if one.note is not None else []
                told = {"scheme": one.scheme, "figures": some(figures) or None}
                yield Held(player=squad.player, field="notes", values=(told,), shown=squad.shared)


def _is_secret(one: Scheme) -> bool:
    open_note = one.note is None or one.note_public or not SCHEMES[one.scheme].note
    return not (one.public and open_note)
