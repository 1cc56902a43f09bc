"""A random match at full detail: every choice is tried against the rules, whatever follows is taken from them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from games.ninja import events as e
from games.ninja.facts import LIMITS, suggested
from games.ninja.finish import due_reason
from games.ninja.full import events as f
from games.ninja.full.guards import first_due
from games.ninja.full.owed import follows
from games.ninja.full.path import guards_at
from games.ninja.full.phases import ORDER, patrols_to_move, still_to_move
from games.ninja.full.setup import hands_due, starts_of
from games.ninja.full.state import Window
from games.ninja.full.table import full_of, map_of, members, room_for_sleepers
from games.ninja.full.window import window_of
from games.ninja.hands import size_of
from games.ninja.maps import PASSAGE, graph, patrol_paths
from games.ninja.state import NinjaState, numbers, result_of
from games.ruleset import Event
from games.simulated import Table

Match = Table[NinjaState]


def play(table: Match) -> None:
    """From the setup to the end."""
    set_up(table)
    while table.state.phase == "running":
        if not settle(table):
            PHASES[full_of(table.state).step](table)
    reason: Any = due_reason(table.state)
    result: Any = result_of(table.state)
    table.log(e.GameEnded(reason=reason, result=result), _of(table, "guards"))


def _of(table: Match, side: str) -> Any:
    return table.player(table.rng.choice(table.state.sides[side]))


def guards(table: Match, event: Event) -> None:
    table.log(event, _of(table, "guards"))


def intruders(table: Match, event: Event) -> None:
    table.log(event, _of(table, "intruders"))


def set_up(table: Match) -> None:
    state, rng = table.state, table.rng
    board = map_of(state)
    letters: Any = dict(zip(state.intruders, rng.sample(LIMITS.letters, len(state.intruders)), strict=True))
    intruders(table, f.MissionsDrawn(letters=letters))
    for hand in hands_due(table.state):
        deck: Any = hand
        event = f.HandChosen(hand=deck, size=size_of(deck), cards=suggested(deck))
        (guards if hand == "guard" else intruders)(table, event)
    count, patrols, sleepers = numbers(state)
    posts = rng.sample(board.guard_posts, count)
    free = [zone for zone in board.guard_path if zone not in board.guard_posts]
    sentries = tuple(f.Sentry(f"g{n + 1}", zone) for n, zone in enumerate(posts))
    units = []
    for n in range(patrols):
        zone = rng.choice(free)
        first = count + 2 * n + 1
        names = (f"g{first}", f"g{first + 1}")
        units.append(f.Patrol(f"p{n + 1}", names, zone, rng.choice(board.guard_path[zone])))
    guards(table, f.GuardsDeployed(sentries=sentries, patrols=tuple(units)))
    guards(table, f.GuardMapMarked(marks=_marks(table, sleepers)))
    for name in state.intruders:
        who: Any = name
        intruders(table, f.IntruderStartMarked(intruder=who, zone=rng.choice(starts_of(table.state, name))))
    dry = [zone for zone in board.zones if zone not in board.canals]
    intruders(table, f.PassageMarked(entrances=(rng.choice(dry), rng.choice(dry))))
    table.log(f.SetupCompleted())


def _marks(table: Match, sleepers: int) -> f.Marks:
    board, rng = map_of(table.state), table.rng
    halves = [[zone for zone in zones if zone in board.object_legal] for zones in board.castles.values()]
    chosen = [zone for half in halves for zone in rng.sample(half, LIMITS.targets_in_castle)]
    letters = rng.sample(LIMITS.letters, len(chosen))
    others = rng.sample([zone for zone in board.object_legal if zone not in chosen], 4)
    beds = rng.sample([zone for zone in board.barracks for _ in range(2)], sleepers)
    return f.Marks(
        sleepers={zone: beds.count(zone) for zone in board.barracks if zone in beds},
        targets=dict(zip(letters, chosen, strict=True)),
        traps=tuple(others[:2]),
        ambushes=tuple(others[2:]),
    )


def settle(table: Match) -> bool:
    """What follows by itself, or the choice that is owed; False when nothing is."""
    state = table.state
    due = full_of(state).due
    if due and due[0].kind == "listen" and not due[0].cat and table.chance(0.2):
        cat = f.IntruderCardPlayed(intruder="traitor", card="it_was_a_cat", use=_use())
        if table.may(cat):
            intruders(table, cat)
            return True
    event = follows(state)
    if event is not None:
        table.log(event)
        return True
    if not due:
        return False
    CHOICES[due[0].kind](table)
    return True


def _use(edge: tuple[str, str] | None = None, zone: str | None = None) -> f.CardSecret:
    return f.CardSecret(bluff=edge is None and zone is None, edge=edge, zone=zone)


def _some_cards(table: Match, count: int) -> dict[str, int]:
    keys = table.rng.choices(list(suggested("guard")), k=count)
    return {key: keys.count(key) for key in keys}


def _draw(table: Match) -> None:
    count = min(table.state.alert, full_of(table.state).cards.deck)
    guards(table, f.GuardCardsDrawn(count=count, cards=_some_cards(table, count)))


def _move(table: Match) -> None:
    due = first_due(table.state)
    if due.cause == "patrol_search":
        group = table.rng.sample(due.guards, table.rng.randint(2, len(due.guards)))
        guards(table, _any_move(table, tuple(group), "card", len(due.guards) - len(group)))
    else:
        guards(table, _any_move(table, due.guards, "card", 0))


def _any_move(table: Match, group: tuple[str, ...], cause: Any, left: int, least: int = 0) -> f.GuardsMoved:
    state = table.state
    at = full_of(state).figures[group[0]].zone
    moved = any(full_of(state).figures[one].moved for one in group) and first_due(state).cause != "awaken"
    steps = 0 if moved else table.rng.randint(least, 2)
    path: list[str] = []
    for _ in range(steps):
        if path and path[-1] in map_of(state).canals:
            break
        path.append(table.rng.choice(sorted(graph(map_of(state)).open[path[-1] if path else at])))
    ends = map_of(state).guard_path.get(path[-1] if path else at, ())
    facing = table.rng.choice(ends) if len(group) > 1 and ends else None
    name = f"q{state.turn}-{len(table.logged)}" if left > 1 else None
    return f.GuardsMoved(guards=group, path=tuple(path), cause=cause, facing=facing, patrol=name)


def _facing(table: Match) -> None:
    group = first_due(table.state).guards
    one = full_of(table.state).figures[group[0]]
    ends = map_of(table.state).guard_path[one.zone]
    guards(table, f.PatrolReformed(patrol=str(one.patrol), guards=group, facing=table.rng.choice(ends)))


def _awaken(table: Match) -> None:
    full = full_of(table.state)
    if full.sleepers and full.marks is not None:
        zone = table.rng.choice([zone for zone, number in sorted(full.marks.sleepers.items()) if number])
        guards(table, f.GuardAwakened(zone=zone, guard=f"g{full.next_guard}"))
    else:
        drunk = [name for name, one in full.figures.items() if one.drunk]
        guards(table, f.GuardSobered(guard=table.rng.choice(drunk)))


def _respawn(table: Match) -> None:
    name: Any = first_due(table.state).intruder
    state, rng = table.state, table.rng
    others = {one.mission for key, one in full_of(state).hidden.items() if key != name}
    hands = [{"rope": 2, "shuriken": 2, "kenjutsu": 2}, {"rope": 1, "potent_sake": 2, "kenjutsu": 2}]
    event = f.IntruderRespawned(
        intruder=name,
        size=size_of(name, respawn=True),
        zone=rng.choice(starts_of(state, name)),
        cards=hands[name == "traitor"],
        mission=rng.choice([letter for letter in LIMITS.letters if letter not in others]),
    )
    intruders(table, event)


def _bonus(table: Match) -> None:
    full = full_of(table.state)
    beds = full.marks.sleepers if full.marks else {}
    free = [zone for zone in map_of(table.state).barracks for _ in range(2 - beds.get(zone, 0))]
    number = min(LIMITS.bonus_sleepers, room_for_sleepers(table.state))
    zones = table.rng.sample(free, number)
    count = min(table.rng.randint(0, 5), full.cards.deck + full.cards.discard)
    event = f.RespawnBonusTaken(
        count=count,
        sleepers=number,
        cards=_some_cards(table, count),
        zones={zone: zones.count(zone) for zone in zones},
    )
    guards(table, event)


def _hazard(table: Match) -> None:
    due = first_due(table.state)
    base = f.HazardResolved(zone=due.zones[0], hazard="trap", outcome="alert")
    outcomes: Any = ("cat", "alert")
    if due.cause == "ambush":
        base = replace(base, hazard="ambush")
        outcomes = ("killed_shuriken", "killed_kenjutsu", "guard_placed", "no_guard")
    placed = f"g{full_of(table.state).next_guard}"
    options = [
        replace(base, outcome=one, guard=placed if one == "guard_placed" else None) for one in outcomes
    ]
    legal = table.legal(options)
    intruders(table, table.rng.choice(legal))


CHOICES = {
    "draw": _draw,
    "move": _move,
    "facing": _facing,
    "awaken": _awaken,
    "respawn": _respawn,
    "bonus": _bonus,
    "hazard": _hazard,
}


def _between(table: Match) -> None:
    table.log(f.TurnStarted(turn=table.state.turn + 1))


def _card_phase(table: Match) -> None:
    """Attack, play, listen, form a patrol, or go on."""
    options = [*_attacks(table), *_plays(table)]
    table.rng.shuffle(options)
    legal = next((one for one in options if table.may(one)), None)
    if full_of(table.state).may_move and table.chance(0.6):
        legal = _any_move(table, full_of(table.state).may_move, "heard", 0, 1)
        legal = legal if table.may(legal) else None
    if legal is None or table.chance(0.3):
        step = full_of(table.state).step
        following: Any = ORDER[ORDER.index(step) + 1]
        guards(table, f.PhaseStarted(phase=following))
    else:
        guards(table, legal)


def _attacks(table: Match) -> Iterator[Event]:
    full = full_of(table.state)
    for name, shown in full.shown.items():
        who: Any = name
        for guard, one in full.figures.items():
            if shown.visible == one.zone:
                yield f.GuardAttacked(guard=guard, intruder=who)


def _plays(table: Match) -> Iterator[Event]:
    full, rng = full_of(table.state), table.rng
    guard, patrol = rng.choice(sorted(full.figures)), rng.choice([*full.facings, None])
    for card in ("sentry_listen", "sentry_search"):
        kind: Any = card
        yield f.GuardCardPlayed(card=kind, guard=guard)
    for card in ("patrol_listen", "patrol_search"):
        kind = card
        yield f.GuardCardPlayed(card=kind, patrol=patrol)
    yield f.GuardCardPlayed(card="awaken")
    yield f.GuardCardPlayed(card="secret_passage")
    yield f.FreeListenOrdered(guard=guard)
    crowd = [
        name for name, one in full.figures.items() if one.zone == full.figures[guard].zone and not one.drunk
    ]
    legal = map_of(table.state).guard_path.get(full.figures[guard].zone, (None,))
    yield f.PatrolReformed(patrol=f"r{len(table.logged)}", guards=tuple(crowd), facing=rng.choice(legal))


def _patrol_phase(table: Match) -> None:
    waiting = patrols_to_move(table.state)
    attacks = table.legal(_attacks(table)) if table.chance(0.5) else []
    if attacks:
        guards(table, table.rng.choice(attacks))
    elif not waiting:
        guards(table, f.PhaseStarted(phase="intruder_action"))
    else:
        full = full_of(table.state)
        group = members(table.state, waiting[0])
        zone, facing = full.figures[group[0]].zone, str(full.facings[waiting[0]])
        way = table.rng.choice(patrol_paths(map_of(table.state), zone, facing))
        guards(table, f.GuardsMoved(guards=group, path=way[:-1], cause="patrol", facing=way[-1]))


def _intruder_phase(table: Match) -> None:
    waiting = still_to_move(table.state)
    full = full_of(table.state)
    window = full.window
    if window is not None and full.shown[window.intruder].moved and not full.shown[window.intruder].searched:
        zones = full.hidden[window.intruder].visited or ()
        if zones and table.chance(0.7):
            who: Any = window.intruder
            told = tuple(table.rng.sample(zones, min(2, len(zones))))
            intruders(table, f.ZonesSearched(intruder=who, zones=told))
            return
    if waiting:
        Walk(table, waiting[0]).go()
    elif table.state.phase == "running":
        intruders(table, f.TurnEnded(turn=table.state.turn))


class Walk:
    """One intruder's window, step by step, with what happens on the way."""

    def __init__(self, table: Match, name: str) -> None:
        self.table, self.rng = table, table.rng
        self.name: Any = name
        hidden = full_of(table.state).hidden[name]
        self.start = self.at = str(hidden.zone)
        self.steps: list[f.Step] = []
        self.over = False

    def go(self) -> None:
        for _ in range(self.rng.randint(0, 3)):
            if not self.over:
                self.step()
        intruders(self.table, f.IntruderMoved(intruder=self.name, start=self.start, steps=tuple(self.steps)))

    def window(self) -> Window:
        return window_of(self.table.state, self.name)

    def log(self, event: Event) -> bool:
        if not self.table.may(event):
            return False
        intruders(self.table, event)
        return True

    def step(self) -> None:
        state, rng = self.table.state, self.rng
        full, board = full_of(state), map_of(state)
        shown = full.shown[self.name]
        mission = state.intruders[self.name].mission
        if shown.inside:
            to = rng.choice(full.entrances or ("",))
            self.made(to, "leave_passage", f.PassageLeft(intruder=self.name, entrance=to))
        elif self.at in board.edge and mission:
            self.made("@OUT", "exit", f.IntruderLeftMap(intruder=self.name))
        elif self.at in (full.entrances or ()) and rng.random() < 0.5 and self.ticket():
            self.made(PASSAGE, "enter_passage", f.PassageEntered(intruder=self.name, entrance=self.at))
        elif (wall := self.rope()) is not None:
            self.made(wall, "rope", None)
        else:
            self.made(self.aim(mission), "open", None)

    def ticket(self) -> bool:
        if full_of(self.table.state).shown[self.name].table:
            return True
        return self.log(
            f.IntruderCardPlayed(
                intruder=self.name, card="secret_passage", use=f.CardSecret(bluff=False, edge=None, zone=None)
            )
        )

    def rope(self) -> str | None:
        walls = sorted(graph(map_of(self.table.state)).walls[self.at])
        if not walls or self.rng.random() < 0.7:
            return None
        over = self.rng.choice(walls)
        card = f.IntruderCardPlayed(intruder=self.name, card="rope", use=_use((self.at, over)))
        return over if self.log(card) else None

    def aim(self, mission: bool) -> str:
        """Towards the target, or the edge; sometimes anywhere."""
        state, board = self.table.state, map_of(self.table.state)
        near = sorted(graph(board).open[self.at])
        full = full_of(state)
        letter = full.hidden[self.name].mission
        goals = (
            board.edge
            if mission
            else tuple((full.marks.targets if full.marks else {}).get(letter or "", "").split())
        )
        if self.rng.random() < 0.3 or not goals:
            return self.rng.choice(near)
        return min(near, key=lambda zone: min(_way(state, zone, goal) for goal in goals))

    def made(self, to: str, via: Any, told: Event | None) -> None:
        """The step, then its incidents: the figure taken off, the passage or exit, who is met."""
        state, rng = self.table.state, self.rng
        full = full_of(state)
        seen = full.shown[self.name].visible
        guards_there = guards_at(state, self.window(), to, len(self.window().incidents))
        self.steps.append(f.Step(to=to, via=via, after=len(self.window().incidents)))
        if seen is not None and via not in ("enter_passage", "exit"):
            self.log(f.IntruderHidden(intruder=self.name))
        if told is not None:
            self.log(told)
        self.at = to
        canal = to in map_of(state).canals
        self.over = via in ("rope", "enter_passage", "exit") or canal
        if not guards_there:
            return
        if rng.random() < 0.5:
            for guard in sorted(guards_there):
                by: Any = rng.choice(("kenjutsu", "potent_sake"))
                self.log(f.GuardNeutralised(intruder=self.name, guard=guard, by=by))
        state = self.table.state
        done = self.window().incidents
        fresh = {one.guard for one in done[self.steps[-1].after :] if one.kind == "potent_sake"}
        there = guards_at(state, self.window(), to, len(done))
        left = {name: one for name, one in there.items() if name not in fresh}
        if left:
            cause: Any = "intruder_entered" if any(not one.drunk for one in left.values()) else "drunk_guard"
            self.table.log(f.IntruderDetected(intruder=self.name, zone=to, cause=cause))


def _way(state: NinjaState, zone: str, goal: str) -> int:
    """Steps over open borders."""
    found, front, steps = {zone}, {zone}, 0
    while front and goal not in found:
        front = {other for one in front for other in graph(map_of(state)).open[one]} - found
        found |= front
        steps += 1
    return steps if goal in found else 99


PHASES = {
    "between": _between,
    "alert": _card_phase,
    "guard_action": _card_phase,
    "patrol": _patrol_phase,
    "intruder_action": _intruder_phase,
}
