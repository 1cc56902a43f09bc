"""Simulated set-up at full detail: opening, teams, decks, first challenges, traps, opening hands, deployment."""

from __future__ import annotations

from games.super_fantasy_brawl import events as e
from games.super_fantasy_brawl import simulate_setup
from games.super_fantasy_brawl.facts import LIMITS
from games.super_fantasy_brawl.full import events as f
from games.super_fantasy_brawl.full.arena import free_start_cells
from games.super_fantasy_brawl.full.cards import deck_of
from games.super_fantasy_brawl.play.table import PlayTable
from games.super_fantasy_brawl.state import figures_of, mode_of, players_of
from games.super_fantasy_brawl.training import ARENAS, CHAMPIONS, opening


def open_match(table: PlayTable, mode: str, **told: object) -> None:
    """The opening, who goes first, the deployment areas, the teams."""
    options: dict[str, object] = {"mirrors_allowed": table.rng.choice((None, None, True))}
    arena = table.rng.choice(tuple(ARENAS))
    table.log(opening(mode, simulate_setup.seats(mode), arena, **{**options, **told}))
    simulate_setup.choose_first(table)
    first = table.state.order[0]
    table.log(f.ZoneChosen(player=first, zone=table.rng.choice(LIMITS.zones)), table.player(first))
    simulate_setup.select(table, tuple(CHAMPIONS))


def set_up(table: PlayTable) -> None:
    """From the personal decks to the champions on the arena."""
    for player in players_of(table.state):
        _build(table, player)
    for cell in mode_of(table.state).start_cells:
        card, _ = table.lay()
        table.log(e.ChallengeCardLaid(cell=cell, card=card), table.anybody())
    if table.chance(0.5):
        table.log(f.TrapSupplyShuffled(tokens=tuple(table.tokens)))  # type: ignore[arg-type]
    for player in table.state.order:
        for _ in range(mode_of(table.state).traps_each):
            place_token(table, player, "setup")
    for player in table.state.order:
        _hand(table, player)
    for player in table.state.order:
        _deploy(table, player)


def _build(table: PlayTable, player: str) -> None:
    """SFB-SETUP-06."""
    cards = deck_of(table.state, player) or ()
    table.decks[player] = table.rng.sample(cards, len(cards))
    table.hands[player], table.thrown[player], table.shown[player] = [], [], []
    table.tells[player] = table.chance(0.8)
    listed = table.rng.choice((cards, None))
    table.log(f.PersonalDeckBuilt(player=player, cards=listed), table.player(player))


def place_token(table: PlayTable, player: str, cause: str) -> None:
    """SFB-SETUP-08, SFB-TRAP-05, -06: the next token of the supply, face down, where it may lie."""
    by = table.player(player)
    kept = table.full.supply is not None
    kind = None if kept else table.tokens.pop(0)
    slot = f"slot-{len(table.full.slots) + 1}"
    noted = kind if by.is_staff and table.chance(0.5) else None
    cells = sorted(table.full.ground.cells) if table.full.ground else []
    placed = [
        f.TrapTokenPlaced(player=player, cell=cell, slot=slot, cause=cause, token=noted)  # type: ignore[arg-type]
        for cell in cells
    ]
    table.log(table.rng.choice(table.legal(placed, by)), by)
    if kind is not None:
        table.under[slot] = kind


def _hand(table: PlayTable, player: str) -> None:
    """SFB-SETUP-10 to -12: a hand, and a mulligan of some of its cards."""
    count = mode_of(table.state).hand
    drawn = table.drawn(player, count)
    told = table.named(player, drawn)
    table.log(f.OpeningHandDrawn(player=player, count=count, cards=told), table.player(player))
    back = table.rng.sample(drawn, table.rng.choice((0, 0, 1, 2, count)))
    for card in back:
        table.hands[player].remove(card)
    fresh = table.drawn(player, len(back))
    table.decks[player] += back
    table.rng.shuffle(table.decks[player])
    changed = f.MulliganResolved(
        player=player,
        count=len(back),
        returned=table.named(player, back),
        drawn=table.named(player, fresh),
    )
    table.log(changed, table.player(player))


def _deploy(table: PlayTable, player: str) -> None:
    """SFB-SETUP-13."""
    for figure in figures_of(table.state, player):
        cell = table.rng.choice(sorted(free_start_cells(table.state, figure) or ()))
        table.log(f.ChampionDeployed(player=player, champion=figure, cell=cell), table.player(player))
