"""What lies openly on the table: the draft, the challenge track, champions, cores, hands as counts, the open action.

Called through the game's faces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.faces import Cell, Fact, Tally
from games.rulebook import Text
from games.super_fantasy_brawl.chapters.draft import COMMON, left_of
from games.super_fantasy_brawl.facts import LIMITS
from games.super_fantasy_brawl.full.cards import face_of
from games.super_fantasy_brawl.full.state import Action, FullState, Seat
from games.super_fantasy_brawl.next_events import next_events
from games.super_fantasy_brawl.pages.plan import BEFORE, figures, mark_of
from games.super_fantasy_brawl.state import UNNAMED, Figure, SfbState, Side

CHOICES = {"champion_banned": "bans_now", "champion_picked": "picks_now"}
"""Choice of a draft -> what is said of the player whose turn it is."""
TRACK = (Text("Space", "Ячейка"), Text("VP", "ПО"), Text("Challenge", "Испытание"))
CHAMPIONS = (
    Text("Champion", "Чемпион"),
    Text("Hex", "Клетка"),
    Text("Damage", "Урон"),
    Text("Defence", "Защита"),
)
SEATS = (
    Text("Player", "Игрок"),
    Text("Hand", "Рука"),
    Text("Deck", "Колода"),
    Text("Discard pile", "Сброс"),
    Text("Ready cores", "Готовые ядра"),
)
AT_GATE, EMPTY = Text("at the gate", "у ворот"), Text("empty", "пусто")
LEVELLED, ROOTED, BLOODIED = (
    Text("levelled up", "прокачан"),
    Text("rooted", "обездвижен"),
    Text("bloodied", "потрёпан"),
)
NOTHING = Text("", "")


def facts(state: SfbState) -> Iterator[Fact]:
    """The draft while it lasts; then whose turn it is, the open action, and of each side its champions."""
    full = state.full
    if state.phase == "select":
        yield from _draft(state)
    if state.active and state.phase != "closed":
        yield Fact(field="active", values=(state.active,))
    if full is not None and full.action is not None:
        yield Fact(field="acting", values=(_acting(state, full.action),))
    for name, side in state.sides.items():
        yield from _of_side(state, name, side)


def _draft(state: SfbState) -> Iterator[Fact]:
    """How the champions are chosen, whose choice is next, and what is left to choose."""
    told = state.draft
    if told.method is None:
        return
    yield Fact(field="method", values=(told.method,))
    for one in next_events(state):
        if one.type in CHOICES and len(one.players) == 1:
            yield Fact(field=CHOICES[one.type], values=one.players)
    picked = Counter(slug for _who, slug in told.picks)
    yield Fact(field="left", values=tuple((Counter(told.pools.get(COMMON, ())) - picked).elements()))


def _of_side(state: SfbState, name: str, side: Side) -> Iterator[Fact]:
    bans = state.draft.bans
    banned = tuple(slug for _by, owner, slug in bans if owner in side.players)
    team = tuple(slug for player in side.players for slug in state.rosters.get(player, ()))
    if state.phase == "select" and not team:
        picks = tuple(slug for who, slug in state.draft.picks if who in side.players)
        yield Fact(field="champions", values=picks, side=name)
        yield Fact(field="left", values=_lefts(state, side), side=name)
        yield Fact(field="banned", values=banned, side=name)
        return
    if state.full is None or state.phase in BEFORE:
        level = tuple(one.slug for one in state.figures.values() if one.side == name and one.levelled)
        yield Fact(field="champions", values=team, side=name)
        yield Fact(field="level", values=level, side=name)
    else:
        yield Fact(field="zone", values=(side.zone,) if side.zone else (), side=name)
        yield Fact(field="discard_pile", values=_discarded(state.full, side), side=name, folds=True)
    yield Fact(field="banned", values=banned if team else (), side=name)


def _lefts(state: SfbState, side: Side) -> tuple[object, ...]:
    """What is left of the pools of a side; of two players each by name."""
    own = [player for player in side.players if player in state.draft.pools]
    pools = {player: left_of(state, player) for player in own}
    if len(side.players) > 1:
        return (pools,) if pools else ()
    return next(iter(pools.values()), ())


def _discarded(full: FullState, side: Side) -> tuple[str, ...]:
    return tuple(card for player in side.players if player in full.seats for card in full.seats[player].open)


def _acting(state: SfbState, action: Action) -> dict[str, object]:
    """The open action: who does what, whom it is aimed at, and the card that answers it."""
    return {
        "champion": action.champion,
        "card": action.card,
        "basic": str(action.basic or 4) if action.card is None else None,
        "targets": list(action.targets) or None,
        "reaction": action.reaction.card if action.reaction is not None else None,
    }


def tallies(state: SfbState) -> Iterator[Tally]:
    """The challenge track; at full detail the champions of each side, and what each player has."""
    if state.phase != "select":
        yield from _track(state)
    full = state.full
    if full is None or state.phase in BEFORE:
        return
    for name, side in state.sides.items():
        rows = tuple(_champion(state, key, one) for key, one in figures(state, name))
        yield Tally(head=CHAMPIONS, rows=rows, side=name)
        seats = [(player, full.seats[player]) for player in side.players if player in full.seats]
        several = len(seats) > 1  # the name of who plays alone stands above
        rows = tuple(_seat(player, seat, several) for player, seat in seats)
        yield Tally(head=SEATS if several else SEATS[1:], rows=rows, side=name)


def _seat(player: str, seat: Seat, named: bool) -> tuple[Cell, ...]:
    """Cards as counts, and the cores that can pay."""
    ready = tuple(core for core in LIMITS.cores if core not in seat.exhausted)
    counts = (_number(number) for number in (seat.hand, seat.deck, seat.discard))
    name = (Fact(field="player", values=(player,)),) if named else ()
    return (*name, *counts, Fact(field="core", values=ready))


def _champion(state: SfbState, key: str, one: Figure) -> tuple[Cell, ...]:
    """Also the twin in words of the piece on the arena."""
    face = face_of(state, key)
    states = (
        *((LEVELLED,) if one.levelled else ()),
        *((ROOTED,) if one.immobilised else ()),
        *((BLOODIED,) if one.damage >= LIMITS.battered else ()),
    )
    where: Cell = Fact(field="cell", values=one.cell) if one.cell is not None else NOTHING
    return (
        (mark_of(state, key), Fact(field="champion", values=(one.slug,)), *states),
        AT_GATE if one.cell is None and one.deployed else where,
        _number(f"{one.damage}/{face.health or '?'}"),
        _number("?" if face.defence is None else face.defence),
    )


def _track(state: SfbState) -> Iterator[Tally]:
    """Left to right: what each space gives, the card on it, and what it asks; none where nobody told any of it."""
    cells, values = state.track.cells, state.track.values
    if values is None and not any(card not in (None, "", UNNAMED) for card in cells):
        return
    rows = []
    for number, lying in enumerate(cells):
        worth = values[number] if values is not None and number < len(values) else "?"
        card: Cell = (Fact(field="card", values=(lying,)), *_asks(state, lying)) if lying else EMPTY
        rows.append((_number(number + 1), _number(worth), card))
    yield Tally(head=TRACK, rows=tuple(rows))


def _asks(state: SfbState, card: str) -> Iterator[Text]:
    """What a challenge asks, as its card says it."""
    known = (state.full.challenges or {}) if state.full is not None else {}
    if card in known and known[card].text:
        yield Text(known[card].text or "", known[card].text or "")


def _number(told: object) -> Text:
    return Text(str(told), str(told))
