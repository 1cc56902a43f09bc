"""A simulated round: the turns of all players with their three phases, then the challenge track moves."""

from __future__ import annotations

from itertools import combinations

from games.super_fantasy_brawl import events as e
from games.super_fantasy_brawl.full import events as f
from games.super_fantasy_brawl.full.zones import needs_reshuffle
from games.super_fantasy_brawl.play import actions
from games.super_fantasy_brawl.play.table import PlayTable
from games.super_fantasy_brawl.state import mode_of


def play_round(table: PlayTable) -> None:
    """Every player's turn, then the end of the round. Raises `Over` when the match is decided."""
    for player in table.state.order:
        play_turn(table, player)
    _end_round(table)


def play_turn(table: PlayTable, player: str) -> None:
    """Scoreboard, activation, upkeep."""
    number = table.state.round + (1 if player == table.state.order[0] and table.state.round == 0 else 0)
    table.log(f.TurnStarted(round=max(1, number), player=player), table.player(player))
    _score(table, player)
    while actions.act(table, player):
        pass
    _refresh(table, player)
    table.log(f.TurnEnded(player=player), table.player(player))


def _score(table: PlayTable, player: str) -> None:
    """SFB-SCORE-03: whatever the side meets; scoring is compulsory, so only one answer is right."""
    by = table.player(player)
    track = table.state.track
    values = track.values or ()
    active = [
        e.Claimed(cell=cell, vp=values[cell], card=card)
        for cell, card in enumerate(track.cells)
        if card is not None and values[cell]
    ]
    answers = (
        f.ChallengesScored(player=player, items=items)
        for count in range(len(active) + 1)
        for items in combinations(active, count)
    )
    scored = table.legal(answers, by)[-1]
    table.past += [item.card for item in scored.items if item.card is not None]
    table.log(scored, by)


def _refresh(table: PlayTable, player: str) -> None:
    """SFB-DECK-02, -04: the whole hand goes, a new one comes."""
    count = mode_of(table.state).hand
    left = list(table.hands[player])
    table.thrown[player] += left
    table.hands[player].clear()
    by = table.player(player)
    if needs_reshuffle(table.state, player, count, refreshing=True):
        table.log(f.PersonalDeckReshuffled(player=player, size=len(table.thrown[player])), by)
    drawn = table.drawn(player, count)
    done = f.RefreshCompleted(
        player=player,
        count=len(drawn),
        discarded=tuple(left) if table.chance(0.8) else None,
        drawn=table.named(player, drawn),
    )
    table.log(done, by)


def _end_round(table: PlayTable) -> None:
    """SFB-CHAL-01 to -04."""
    mode, track = mode_of(table.state), table.state.track
    gone = tuple(card for card in track.cells[len(track.cells) - mode.shift :] if card is not None)
    table.past += gone
    table.log(f.ChallengeTrackShifted(shift=mode.shift, discarded=gone), table.anybody())
    for cell in mode.new_cells:
        size = len(table.past)
        card, fresh = table.lay()
        if fresh:
            table.log(f.ChallengeDeckReshuffled(size=size), table.anybody())
        table.log(e.ChallengeCardLaid(cell=cell, card=card, cause="round_end"), table.anybody())
    table.log(f.RoundEnded(round=table.state.round), table.anybody())
