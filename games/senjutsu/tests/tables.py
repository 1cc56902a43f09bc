"""Matches to start a test from. Every event in them is judged like any other.

`red` and `blue` are sides with the players `r` and `b`; wound limit 7 and hand limit 5 unless told otherwise.
"""

from __future__ import annotations

from typing import Any

from games.ruleset import REFEREE, Actor
from games.senjutsu import RULES
from games.senjutsu import events as e
from games.senjutsu.facts import HORDE, SIGNATURES
from games.testing import Case, given

R, B, STRANGER = (Actor("player", name) for name in ("r", "b", "x"))
ORGANISER = Actor("organiser", "o")
DUEL: dict[str, tuple[str, ...]] = {"red": ("r",), "blue": ("b",)}
WEAPONS = {"student": ("katana", "A-070"), "ronin": ("naginata", "A-071")}


def created(mode: str = "duel", detail: str = "turns", sides: Any = None, **told: Any) -> Case:
    """An open match."""
    seats = sides or (DUEL if mode in ("duel", "team", "multi") else {"red": ("r",)})
    event = e.MatchCreated(mode=mode, detail=detail, sides=seats, **told)  # type: ignore[arg-type]
    return given(RULES, None, [event])


def offered_types(case: Case) -> set[str]:
    """What may come next, by name, as staff are told."""
    return {one.type for one in RULES.next_events(case.then_accepted(), REFEREE)}


def side(player: str, character: str = "", **told: Any) -> e.SideRegistered:
    """A player's character: the student for `r`, the ronin for `b`, others of unknown type."""
    name = character or {"r": "student", "b": "ronin"}.get(player, f"hero-{player}")
    weapon, card = WEAPONS.get(name, ("tachi", "A-075"))
    base: dict[str, Any] = {"weapons": (weapon,), "weapon_cards": (card,), "hand_limit": 5, "wound_limit": 7}
    return e.SideRegistered(player=player, character=name, **{**base, **told})


def deck(player: str, **told: Any) -> e.DeckRegistered:
    """The signature deck of the player's standard character."""
    cards = dict(SIGNATURES[{"r": "student", "b": "ronin"}[player]].cards)
    base: dict[str, Any] = {"signature": True, "cards": cards, "schools": (), "poison_cards": (), "facts": {}}
    return e.DeckRegistered(player=player, **{**base, **told})


def ready(mode: str = "duel", detail: str = "turns", decks: bool = False, **told: Any) -> Case:
    """Every character is registered: the first turn comes next (or the first wave)."""
    case = created(mode, detail, **told)
    for player in case.state.fighters:
        case = case.when(side(player))
        case = case.when(deck(player)) if decks else case
    return case


def turn(
    number: int, opponents: dict[str, e.OpponentTurn] | None = None, **characters: Any
) -> e.TurnRecorded:
    """A turn: `r=2` stands for two wounds, a dict or a `Turn` for more."""
    told = {player: _turn(one) for player, one in characters.items()}
    return e.TurnRecorded(turn=number, characters=told, opponents=opponents or {})


def _turn(told: Any) -> e.Turn:
    if isinstance(told, e.Turn):
        return told
    return e.Turn(wounds=told) if isinstance(told, int) else e.Turn(**{"wounds": 0, **told})


def fallen(wounds: int = 7, **told: Any) -> e.Turn:
    """A character that fell by wounds."""
    return e.Turn(**{"wounds": wounds, "defeated": "wounds", **told})


def foe(wounds: int, limit_reached: bool = False, **told: Any) -> e.OpponentTurn:
    """An opponent at the end of a turn."""
    cause = {"defeated": "wounds"} if limit_reached else {}
    return e.OpponentTurn(**{"wounds": wounds, **cause, **told})


def solo(*types: str, limit: int | None = None, **told: Any) -> Case:
    """A solo game against opponents `vo-1`, `vo-2`, ... of these types."""
    case = ready("solo", **told)
    limits = (7, 3, 2, 1)
    for number, type_ in enumerate(types, start=1):
        number_limit = limit or limits[min(len(types), 4) - 1]
        cover = type_ in ("ninja", "assassin")
        joined = e.VoJoined(vo=f"vo-{number}", vo_type=type_, wound_limit=number_limit, in_cover=cover)
        case = case.when(joined)
    return case


def wave(level: int, number: int, **told: Any) -> e.WaveStarted:
    """A wave with its opponents, named as their slots, on the hexes A, B, C, D in order."""
    slots = HORDE.waves[(number - 1) % 4]
    vos = tuple(
        e.WaveOpponent(vo=slot, slot=slot, hex=hex_, wound_limit=level)  # type: ignore[arg-type]
        for slot, hex_ in zip(slots, "ABCD", strict=False)
    )
    return e.WaveStarted(**{"level": level, "wave": number, "vos": vos, **told})


def all_fall(case: Case) -> dict[str, e.OpponentTurn]:
    """Every opponent of the wave falls by wounds."""
    return {vo: foe(one.wound_limit, True) for vo, one in case.state.foes.items()}


def cleared(case: Case, waves: int, **told: Any) -> Case:
    """The next waves are cleared in a turn each; between levels the recovery is logged."""
    for _ in range(waves):
        run = case.state.run
        if case.state.phase == "level":
            case = recovered(case)
        case = case.when(wave(run.level, run.wave))
        number = case.state.turn + 1
        case = case.when(
            turn(number, all_fall(case), r=_turn(told) if told else case.state.fighters["r"].wounds)
        )
        case = case.when(e.WaveCleared(level=run.level, wave=run.wave, turn=number))
    return case


def recovery(**told: Any) -> e.RecoveryApplied:
    """The recovery with every step in order."""
    return e.RecoveryApplied(**{"steps": HORDE.recovery, **told})


def recovered(case: Case, **told: Any) -> Case:
    """A cleared level, completed and recovered from."""
    level = case.state.run.cleared // 4
    return case.when(e.LevelCompleted(level=level)).when(recovery(**told))


def over(winner: str, **told: Any) -> e.MatchFinished:
    """The end."""
    return e.MatchFinished(winner=winner, **told)


def fell(player: str, cause: str = "wounds", turn: int | None = None) -> e.Defeat:
    """A defeat of a summary."""
    return e.Defeat(player, cause, turn)  # type: ignore[arg-type]
