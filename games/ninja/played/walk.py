"""One intruder's window of a simulated match, step by step, with what happens on the way; and its search."""

from __future__ import annotations

from typing import Any

from games.ninja.facts import INTRUDERS
from games.ninja.full import events as f
from games.ninja.full.apart import inside_of, own_ways, owner_of_ways, passages
from games.ninja.full.character import carried, owner_of_card, speaking, tells, unknown
from games.ninja.full.path import guards_at
from games.ninja.full.state import Window
from games.ninja.full.table import full_of, map_of, window_of
from games.ninja.maps import graph
from games.ninja.played.seats import Match, card_use, intruders
from games.ninja.state import NinjaState, rivals
from games.ruleset import Event


def searched(table: Match) -> bool:
    """Searches zones of the last move; False where it left or entered none."""
    full = full_of(table.state)
    assert full.window is not None
    who: Any = full.window.intruder
    zones = full.hidden[who].visited or ()
    if zones:
        told = tuple(table.rng.sample(zones, min(2, len(zones))))
        apart = rivals(table.state)
        event = f.ZonesSearched(
            intruder=who, zones=() if apart else told, secret_zones=told if apart else None
        )
        intruders(table, event)
    return bool(zones)


class Walk:
    """One intruder's window, step by step, with what happens on the way."""

    def __init__(self, table: Match, name: str) -> None:
        self.table, self.rng = table, table.rng
        self.began_as = name
        hidden = full_of(table.state).hidden[name]
        self.start = self.at = str(hidden.zone)
        self.steps: list[f.Step] = []
        self.over = False
        self.shy = unknown(table.state) and table.chance(0.8)
        """A mixed hand keeps its cards, so as not to tell who it is."""

    def go(self) -> None:
        if self.rng.random() < 0.15:
            self.bluff()
        wanted = self.rng.randint(0, 1 if self.threw() else 3)
        while len(self.steps) < wanted and not self.over:
            self.step()
        intruders(self.table, f.IntruderMoved(intruder=self.name, start=self.start, steps=tuple(self.steps)))

    @property
    def name(self) -> Any:
        """Of a mixed hand by the name that everybody knows, which may come to be known on the way."""
        known = self.table.state.intruders
        return self.began_as if self.began_as in known else next(iter(known))

    def said(self) -> Any:
        """The name in what makes the character known."""
        return speaking(self.table.state, self.name)

    def card(self, card: str) -> Any:
        """A card as the hand calls it: of a mixed hand from the deck of which it holds one."""
        hand = full_of(self.table.state).hidden[self.name].cards or {}
        kinds = [carried(self.table.state, card, deck) for deck in INTRUDERS]
        return next((kind for kind in kinds if hand.get(kind)), kinds[0])

    def bluff(self) -> None:
        """A card for nothing; the guards cannot tell (NIN-INT-13)."""
        hand = full_of(self.table.state).hidden[self.name].cards or {}
        cards: Any = sorted(hand)
        if cards:
            self.log(f.IntruderCardPlayed(intruder=self.said(), card=self.rng.choice(cards), use=card_use()))

    def window(self) -> Window:
        return window_of(self.table.state, self.name)

    def log(self, event: Event) -> bool:
        if (self.shy and tells(event)) or not self.table.may(event):
            return False
        intruders(self.table, event)
        return True

    def step(self) -> None:
        state, rng = self.table.state, self.rng
        full, board = full_of(state), map_of(state)
        shown, entrances = full.shown[self.name], own_ways(state, self.name).entrances or ()
        inside = inside_of(owner_of_ways(state, self.name))
        mission = state.intruders[self.name].mission
        if shown.inside:
            to = rng.choice(entrances or ("",))
            self.made(to, "leave_passage", f.PassageLeft(intruder=self.name, entrance=to))
        elif self.at in board.edge and mission:
            self.made("@OUT", "exit", f.IntruderLeftMap(intruder=self.name))
        elif self.at in entrances and rng.random() < 0.5 and not self.came_out() and self.ticket():
            self.made(inside, "enter_passage", f.PassageEntered(intruder=self.name, entrance=self.at))
        elif (wall := self.rope()) is not None:
            self.made(wall, "rope", None)
        elif (shade := self.shadow()) is not None:
            self.made(shade, "open", None, shadow=True)
        else:
            self.made(self.aim(mission), "open", None)

    def came_out(self) -> bool:
        """NIN-INT-06: then it does not go in again."""
        return any(step.via == "leave_passage" for step in self.steps)

    def ticket(self) -> bool:
        if full_of(self.table.state).shown[self.name].table:
            return True
        return self.log(
            f.IntruderCardPlayed(
                intruder=self.said(),
                card=self.card("secret_passage"),
                use=f.CardSecret(bluff=False, edge=None, zone=None),
            )
        )

    def rope(self) -> str | None:
        """A zone behind a wall: over a rope that hangs there, or over a new one."""
        walls = sorted(graph(map_of(self.table.state)).walls[self.at])
        if not walls or self.rng.random() < 0.7:
            return None
        over = self.rng.choice(walls)
        edge = (min(self.at, over), max(self.at, over))
        if edge in own_ways(self.table.state, self.name).ropes:
            return over
        card = f.IntruderCardPlayed(intruder=self.said(), card=self.card("rope"), use=card_use(edge))
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

    def owns(self, card: str) -> bool:
        return bool(owner_of_card(self.table.state, card) == self.name)

    def threw(self) -> bool:
        """A Shuriken at a lone guard next door, from where the ninja stands."""
        if not self.owns("shuriken") or self.at in passages(self.table.state) or self.rng.random() < 0.6:
            return False
        near = (self.at, *sorted(graph(map_of(self.table.state)).open[self.at]))
        figures = sorted(full_of(self.table.state).figures.items())
        targets = (name for name, one in figures if one.zone in near)
        throws = (
            f.GuardNeutralised(intruder=self.said(), guard=name, by=self.card("shuriken"), from_zone=self.at)
            for name in targets
        )
        return any(self.log(throw) for throw in throws)

    def shadow(self) -> str | None:
        """A zone next door with exactly one guard, to be passed in the shadow: the next step has to leave it."""
        board, at = map_of(self.table.state), self.at
        lonely = [
            zone
            for zone in sorted(graph(board).open[at])
            if zone not in board.canals and len(guards_at(self.table.state, self.window(), zone, 99)) == 1
        ]
        thrown = any(one.kind == "shuriken" for one in self.window().incidents)
        if not self.owns("shadow_walk") or not lonely or thrown or len(self.steps) > 1:
            return None
        zone = self.rng.choice(lonely)
        use = f.CardSecret(bluff=False, edge=None, zone=zone)
        played = f.IntruderCardPlayed(intruder=self.said(), card=self.card("shadow_walk"), use=use)
        return zone if self.log(played) else None

    def made(self, to: str, via: Any, told: Event | None, shadow: bool = False) -> None:
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
        if shadow:
            self.made(self.aim(False), "open", None)
            return
        if not guards_there:
            return
        if rng.random() < 0.5:
            for guard in sorted(guards_there):
                by: Any = rng.choice(("kenjutsu", "potent_sake"))
                by = "kenjutsu" if to == self.start else by  # NIN-EFF-04: no Sake where the way began
                self.log(f.GuardNeutralised(intruder=self.said(), guard=guard, by=self.card(by)))
        state = self.table.state
        done = self.window().incidents
        fresh = {one.guard for one in done[self.steps[-1].after :] if one.kind == "potent_sake"}
        there = guards_at(state, self.window(), to, len(done))
        left = {name: one for name, one in there.items() if name not in fresh}
        if left:
            cause: Any = "intruder_entered" if any(not one.drunk for one in left.values()) else "drunk_guard"
            self.table.log(f.IntruderDetected(intruder=self.said(), zone=to, cause=cause))


def _way(state: NinjaState, zone: str, goal: str) -> int:
    """Steps over open borders."""
    found, front, steps = {zone}, {zone}, 0
    while front and goal not in found:
        front = {other for one in front for other in graph(map_of(state)).open[one]} - found
        found |= front
        steps += 1
    return steps if goal in found else 99
