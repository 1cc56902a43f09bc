"""Tables at full detail to start a test from. Every event in them is judged like any other.

Squads `a` (Alliance) and `s` (Serpent). Squad x has the leader `x-lead` and the figures `x1` to `x3`; all have Move 12,
Defence 5, Willpower 4, 6 lives, Size 2 and the actions of `ACTIONS`. Each hand is `HAND`.
"""

from __future__ import annotations

from typing import Any

from games.last_battle import RULES
from games.last_battle import events as e
from games.last_battle.cards import Action, Trigger
from games.last_battle.figures import Figure
from games.last_battle.full import events as f
from games.last_battle.full.state import FullState
from games.ruleset import REFEREE, Actor, Event
from games.testing import Case, given

A, S, A2, STRANGER = (Actor("player", name) for name in ("a", "s", "a2", "x"))
HAND = ("C-9", "S-9", "W-2", "P-14", "M-wheel", "M-death")
ACTIONS = (
    Action("blow", "melee", 1, 5, "complex", None, "defence", (2, 3, 4), 2.0, (Trigger("S", "push"),)),
    Action("shot", "shooting", 1, 5, "complex", None, "defence", (1, 2, 3), triggers=()),
    Action("curse", "magic", 1, 7, "complex", 15, "willpower", (3, 4, 6)),
    Action("song", "magic", 1, 7, "simple", 15),
    Action("word", "magic", 1, 5, "simple", 10),
    Action("blessing", "magic", 1, 5, "complex", None, "willpower"),
)


def figure(name: str, **told: Any) -> Figure:
    """A figure with every stat known, changed by `told`."""
    facts: dict[str, Any] = {
        "cost": 4,
        "size": 2,
        "unique": True,
        "traits": (),
        "move": 12.0,
        "defence": 5,
        "willpower": 4,
        "lives": 6,
        "swimmer": False,
        "water_safe": False,
        "vessel": False,
        "hand_bonus": 0,
        "actions": ACTIONS,
    }
    return Figure(name, **{**facts, **told})


def squad(player: str, more: tuple[Figure, ...] = (), **told: Any) -> e.SquadHired:
    """The standard squad of a player; `told` changes every figure in it."""
    leader = figure(f"{player}-lead", **{"traits": ("Leader",), **told})
    figures = tuple(figure(f"{player}{n}", **told) for n in (1, 2, 3))
    return e.SquadHired(player=player, leader=leader.figure_id, figures=(leader, *figures, *more))


def hired(battlefield: str = "camp", **options: Any) -> Case:
    """Squads are hired; strategy markers or the deployment come next."""
    told = options.pop("told", {})
    more = options.pop("more", {})
    players = options.pop("players", ("a",))
    sides = {"serpent": ("s",), "alliance": players}
    case = given(
        RULES,
        None,
        [
            e.TableOpened(battlefield=battlefield, sides=sides, detail="full", **options),  # type: ignore[arg-type]
            e.SerpentSchemesPreset(squad="s", schemes=("show_of_force",)),
            *(e.SchemeChosen(player=player, scheme="loophole") for player in players),
        ],
    )
    for player in (*players, "s"):
        case = case.when(squad(player, more.get(player, ()), **told))
    return case


def all_of(case: Case, *events: Event) -> Case:
    """Events by staff, each of them legal."""
    for event in events:
        case = case.when(event)
    case.then_accepted()
    return case


def placed(case: Case) -> Case:
    """The strategy markers of the table stand."""
    if case.state.battlefield == "heaven":
        for n, side in enumerate(("alliance", "serpent") * 3, start=1):
            case = case.when(
                f.StrategyMarkerPlaced(
                    marker_id=f"portal-{n}",
                    side=side,  # type: ignore[arg-type]
                    nearest_portal_cm=40.0,
                    outside_zones=True,
                )
            )
    if case.state.battlefield == "sea":
        case = all_of(case, *(f.StrategyMarkerPlaced(marker_id=f"pillar-{n}", edge_cm=46.0) for n in (1, 2)))
    return case


def noted(battlefield: str = "camp", **options: Any) -> Case:
    """Notes are made: decks and hands come next."""
    case = placed(hired(battlefield, **options))
    for name, one in case.state.squads.items():
        if one.side == "alliance":
            case = case.when(f.SquadDeployed(player=name, all_inside=True))
    for name, one in case.state.squads.items():
        scheme = one.schemes[0].scheme
        note = e.SchemeNoted(player=name, scheme=scheme, own_figures=(), enemy_figures=())
        case = case.when(note)
    return case


def draw(side: str, cards: tuple[str, ...] = HAND) -> f.HandDrawn:
    """A side draws these cards into its hand."""
    return f.HandDrawn(side=side, count=len(cards), cards=cards)  # type: ignore[arg-type]


def ready(battlefield: str = "camp", **options: Any) -> Case:
    """Turn 1 comes next; both sides hold `HAND`."""
    case = noted(battlefield, **options)
    for side in ("alliance", "serpent"):
        case = all_of(case, f.DeckPrepared(side=side, size=58), draw(side))
    return case


FIRST = {"alliance": ("C-2", "P-10"), "serpent": ("P-10", "C-2")}
"""(Serpent's, Alliance's) initiative card that lets this side win."""


def going(battlefield: str = "camp", first: str = "alliance", **options: Any) -> Case:
    """The activations of turn 1 begin with the side `first`."""
    return started(ready(battlefield, **options), first)


def started(case: Case, first: str = "alliance") -> Case:
    """The next turn begins; its activations begin with the side `first`."""
    serpent, alliance = FIRST[first]
    return all_of(
        case,
        f.TurnStarted(turn=case.state.full.turn + 1),
        f.InitiativeFlipped(serpent_card=serpent, alliance_card=alliance),
        f.FirstSideChosen(by_side=first, first_side=first),  # type: ignore[arg-type]
    )


def active(battlefield: str = "camp", figure: str = "a1", **options: Any) -> Case:
    """In turn 1 this figure of the first side is active."""
    first = "serpent" if figure.startswith("s") else "alliance"
    return going(battlefield, first, **options).when(f.FigureActivated(figure=figure))


def table(case: Case) -> FullState:
    """What stands on the table."""
    full: FullState = case.then_accepted().full
    return full


def exhausted(case: Case) -> Case:
    """Every figure left is activated and does nothing, up to the end effects."""
    for _ in range(40):
        full = table(case)
        waiting = [one for one in RULES.next_events(case.state, REFEREE) if one.type == "figure_activated"]
        if full.active is None and not waiting:
            return case
        name = full.active or waiting[0].choices["figure"][0]
        if full.active is None:
            case = case.when(f.FigureActivated(figure=name))
        case = case.when(f.ActivationEnded(figure=name, out_of_sight_of_all_enemies=False))
    raise AssertionError("the activations do not end")


def scored(case: Case, figures: tuple[str, ...] = ()) -> Case:
    """The turn up to its scoring, in which nobody gets a point."""
    turn = table(case).turn
    case = exhausted(case).when(f.EndEffectsApplied(turn=turn, figures=figures))
    return case.when(e.StrategyScored(turn=turn, moment="turn_end", serpent=0, alliance=0))


def tidy(case: Case) -> Case:
    """The cleanup of both sides; who is short draws low cards of Pentacles and Wands."""
    for side in ("alliance", "serpent"):
        case = case.when(f.DiscardReshuffled(side=side, reason="turn_end"))
        pile = table(case).piles[side]
        short = 6 - pile.hand_count
        if short > 0:
            free = [f"{suit}-{n}" for n in range(3, 8) for suit in "PW"]
            cards = tuple(card for card in free if card not in pile.hand)[:short]
            case = case.when(draw(side, cards))
    return case


def next_turn(case: Case, first: str = "alliance") -> Case:
    """From the activations of a turn to those of the next."""
    return started(tidy(scored(case)), first)


def blow(figure: str = "a1", target: str | None = "s1", **told: Any) -> f.ActionDeclared:
    """A melee attack with everything told."""
    facts: dict[str, Any] = {"ap": 1, "los": True, "cover": False, "kind": "melee", "engaged": True}
    return f.ActionDeclared(figure=figure, target=target, **{"action": "blow", **facts, **told})


def flip(role: str, side: str, *cards: str, **told: Any) -> f.CheckFlipped:
    """A flip of check `c`; the first card counts unless `chosen` says otherwise."""
    facts = {"check_id": "c", "chosen": cards[0], **told}
    return f.CheckFlipped(role=role, side=side, cards=cards, **facts)  # type: ignore[arg-type]


def duel(case: Case, attack: str = "C-10", defence: str = "P-4", **told: Any) -> Case:
    """A blow of a1 at s1 with both flips on the table: 15 against 9 unless told otherwise."""
    return all_of(case, blow(**told), flip("attack", "alliance", attack), flip("defence", "serpent", defence))


def resolved(success: bool = True, **told: Any) -> f.CheckResolved:
    """The end of check `c`."""
    return f.CheckResolved(check_id="c", success=success, **told)
