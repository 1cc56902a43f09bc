"""Simulated activations: what a figure does with its action points. Called by `turns.py`."""

from __future__ import annotations

from collections.abc import Callable

from games.last_battle.cards import Action
from games.last_battle.facts import FOES
from games.last_battle.figures import Figure
from games.last_battle.full import events as f
from games.last_battle.full.acting import longest_move
from games.last_battle.full.markers import friendly_markers
from games.last_battle.full.state import Piece
from games.last_battle.play.claims import claim_at_once
from games.last_battle.play.duels import free_move, play_duel
from games.last_battle.play.table import PlayTable, settle


def activate(table: PlayTable, piece: Piece) -> None:
    """One figure's activation, to its end."""
    table.log(f.FigureActivated(figure=piece.id), table.owner(piece.id))
    finish_activation(table)


def finish_activation(table: PlayTable) -> None:
    """Actions until the points are spent, the figure stops, or it is gone."""
    while table.full.active is not None:
        table.rest()
        figure = table.full.active
        acted = table.full.ap > 0 and table.chance(0.92) and _act(table, table.full.pieces[figure])
        _quiet(table)
        if not acted and table.full.active == figure:
            _end(table, figure)
    _quiet(table)


def _quiet(table: PlayTable) -> None:
    """Whatever is due, and what it is worth."""
    settle(table)
    claim_at_once(table)


def _end(table: PlayTable, figure: str) -> None:
    ended = f.ActivationEnded(figure=figure, out_of_sight_of_all_enemies=table.chance(0.3))
    table.log(ended, table.owner(figure))


def _act(table: PlayTable, piece: Piece) -> bool:
    """One action of a random kind that the rules allow."""
    kinds = list(KINDS)
    for kind in table.rng.choices(kinds, weights=[KINDS[k][1] for k in kinds], k=6):
        if KINDS[kind][0](table, piece):
            return True
    return False


def _declare(table: PlayTable, piece: Piece, action: str, ap: int, **told: object) -> bool:
    event = f.ActionDeclared(figure=piece.id, action=action, ap=ap, **told)  # type: ignore[arg-type]
    return ap <= table.full.ap and table.tries(event, table.owner(piece.id))


def _move(table: PlayTable, piece: Piece) -> bool:
    leaving = table.rng.choice(_foes(table, piece) or [""]) if table.chance(0.2) else ""
    if not _declare(table, piece, "move", 2 if leaving else 1):
        return False
    _moved(table, piece, 1, (leaving,) if leaving else ())
    return True


def _moved(
    table: PlayTable, piece: Piece, times: int, leaves: tuple[str, ...] = (), reach: bool | None = None
) -> None:
    limit = longest_move(table.state, piece, times)
    cm = table.told(table.cm(0.1, 10 if limit is None else limit))
    heaven = table.state.battlefield == "heaven"
    moved = f.FigureMoved(
        figure=piece.id,
        distance_cm=cm,
        leaves_reach_of=leaves,
        hazard_touched=table.chance(0.15) if heaven else None,
        final_reach_ok=reach,
    )
    table.log(moved, table.owner(piece.id))
    settle(table)


def _foes(table: PlayTable, piece: Piece) -> list[str]:
    return [enemy.id for enemy in table.pieces(FOES[piece.side])]


def _charge(table: PlayTable, piece: Piece) -> bool:
    """A charge or, in Heaven, a falcon strike; both attacks with the blow."""
    action = "falcon_strike" if table.state.battlefield == "heaven" and table.chance(0.5) else "charge"
    foes = _foes(table, piece)
    if not foes:
        return False
    target = table.rng.choice(foes)
    if not _declare(table, piece, action, 2, target=target, engaged=False, los=True):
        return False
    if piece.id in table.full.pieces and table.chance(0.95):
        _moved(table, piece, 2, reach=table.rng.choice((True, True, True, None, False)))
    for _ in range(2):
        _charge_attack(table, piece, action, target)
    _dive(table, piece, action)
    return True


def _charge_attack(table: PlayTable, piece: Piece, action: str, target: str) -> None:
    if piece.id not in table.full.pieces or target not in table.full.pieces:
        return
    blow = f.ActionDeclared(
        figure=piece.id,
        action="blow",
        kind="melee",
        target=target,
        source=action,
        free=True,
        los=True,
        cover=table.chance(0.2),
        in_reach=True,
    )
    if table.tries(blow, table.owner(piece.id)):
        claim_at_once(table)
        play_duel(table)


def _dive(table: PlayTable, piece: Piece, action: str) -> None:
    """LB-HEAV-05: the last step of a falcon strike."""
    here = table.full.pieces.get(piece.id)
    if action == "falcon_strike" and here is not None and table.full.active == piece.id:
        size = None if here.size is None else here.size - 3
        table.log(f.SizeChanged(figure=piece.id, delta=-3, size=size), table.owner(piece.id))
        settle(table)


def _attack(table: PlayTable, piece: Piece) -> bool:
    """A printed action; where the card is unknown, one that the players name."""
    actions = piece.card.actions
    if actions == ():
        return False
    action = Action("brawl", "melee", 1, None, None) if actions is None else table.rng.choice(actions)
    target = _target(table, piece, action)
    if action.type != "simple" and target is None:
        return False
    shooting = action.kind == "shooting"
    told = {
        "kind": action.kind,
        "target": target,
        "los": True if target else None,
        "cover": table.rng.choice((None, True, False, False)) if target else None,
        "engaged": False if shooting else table.rng.choice((None, True, False)),
        "tv": action.target_value if table.chance(0.5) else None,
    }
    if not _declare(table, piece, action.name, action.cost_ap or 1, **told):
        return False
    claim_at_once(table)
    play_duel(table)
    return True


def _target(table: PlayTable, piece: Piece, action: Action) -> str | None:
    if action.type == "simple":
        return None
    friends = [other.id for other in table.pieces(piece.side) if other.id != piece.id]
    foes = _foes(table, piece)
    pool = friends if friends and table.chance(0.1) else foes
    return table.rng.choice(pool) if pool else None


def _prepare(table: PlayTable, piece: Piece) -> bool:
    """Concentrate, defend, or climb."""
    kind = table.rng.choice(("concentrate", "defend", "take_off"))
    if kind == "defend":
        return _declare(table, piece, "defend", table.rng.randint(1, max(1, table.full.ap)))
    return _declare(table, piece, kind, 1)


def _interact(table: PlayTable, piece: Piece) -> bool:
    """Study an enemy on Camp; else a marker or a portal."""
    if table.state.battlefield == "camp" and table.chance(0.7):
        foes = _foes(table, piece)
        return bool(foes) and _declare(
            table, piece, "interact", 1, target=table.rng.choice(foes), engaged=True
        )
    if not _declare(table, piece, "interact", 1, engaged=table.rng.choice((False, False, None))):
        return False
    for kind in table.rng.sample(INTERACTIONS, len(INTERACTIONS)):
        if kind(table, piece):
            break
    return True


def _place_marker(table: PlayTable, piece: Piece) -> bool:
    friendly = friendly_markers(table.full, piece.side)
    placed = f.SchemeMarkerPlaced(
        marker_id=table.new_marker("m"),
        squad=piece.player,
        figure=piece.id,
        nearest_friendly_marker_cm=table.told(table.cm(8, 30)) if friendly else None,
    )
    return table.tries(placed, table.owner(piece.id))


def _take(table: PlayTable, piece: Piece) -> bool:
    """An enemy scheme marker or a portal, or a compromat marker."""
    names = list(table.full.markers)
    for name in table.rng.sample(names, len(names)):
        marker, cm = table.full.markers[name], table.told(table.cm(0, 3))
        event = {
            "scheme": f.SchemeMarkerRemoved(marker_id=name, by=piece.id, distance_cm=cm),
            "portal": f.PortalClosed(portal_id=name, figure=piece.id, distance_cm=cm),
            "compromat": f.CompromatRemoved(marker_id=name, figure=piece.id),
        }.get(marker.kind)
        if event is not None and table.tries(event, table.owner(piece.id)):
            return True
    return False


INTERACTIONS = (_place_marker, _take)


def _board(table: PlayTable, piece: Piece) -> bool:
    """Abilities and the deck of a ship cost nothing: the figure may still act."""
    if table.state.battlefield == "sea":
        vessels = [other.id for other in table.full.pieces.values() if other.card.vessel]
        vessel = table.rng.choice((None, *vessels))
        table.tries(f.AboardChanged(figure=piece.id, vessel=vessel), table.owner(piece.id))
    table.rng.choice(ABILITIES)(table, piece)
    return _move(table, piece)


def _heal(table: PlayTable, piece: Piece) -> None:
    hurt = [p for p in table.pieces(piece.side) if p.lives and p.initial and p.lives < p.initial]
    if hurt:
        friend = table.rng.choice(hurt)
        healed = f.LivesChanged(
            figure=friend.id, delta=1, lives=(friend.lives or 0) + 1, cause="a hymn", by_figure=piece.id
        )
        table.tries(healed, table.owner(piece.id))


def _bless(table: PlayTable, piece: Piece) -> None:
    gain = "lost" if "blessed" in piece.conditions else "gained"
    changed = f.ConditionChanged(
        figure=piece.id,
        condition="blessed",
        change=gain,  # type: ignore[arg-type]
        cause="a hymn",
        by_figure=piece.id,
    )
    table.tries(changed, table.owner(piece.id))


def _summon(table: PlayTable, piece: Piece) -> None:
    if not table.chance(0.4):
        return
    name = f"{piece.player}-shade-{len(table.logged)}"
    shade = Figure("shade", cost=0, size=1, unique=False, move=6.0, lives=1, swimmer=True, actions=())
    summoned = f.FigureSummoned(figure=name, by_figure=piece.id, facts=shade, acts_now=table.chance(0.3))
    table.tries(summoned, table.owner(piece.id))


def _sacrifice(table: PlayTable, piece: Piece) -> None:
    shades = [p.id for p in table.full.pieces.values() if p.summoned and p.id != piece.id]
    if shades:
        victim = table.rng.choice(shades)
        table.tries(
            f.FigureRemoved(figure=victim, how="sacrificed", by_figure=piece.id), table.owner(piece.id)
        )
        settle(table)


def _drift(table: PlayTable, piece: Piece) -> None:
    free_move(table, piece.id)


ABILITIES: tuple[Callable[[PlayTable, Piece], None], ...] = (_heal, _bless, _summon, _sacrifice, _drift)
KINDS: dict[str, tuple[Callable[[PlayTable, Piece], bool], int]] = {
    "move": (_move, 3),
    "charge": (_charge, 3),
    "attack": (_attack, 8),
    "prepare": (_prepare, 2),
    "interact": (_interact, 4),
    "ability": (_board, 1),
}
