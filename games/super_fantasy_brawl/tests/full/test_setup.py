"""Set-up at full detail: SFB-SETUP-01, -03 to -09, -13, -14, SFB-MODE-08 to -13, SFB-TRAP-01, -10, SFB-HID-09."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.super_fantasy_brawl import events as e
from games.super_fantasy_brawl.facts import TRAPS
from games.super_fantasy_brawl.full import events as f
from games.super_fantasy_brawl.full.cards import deck_of
from games.super_fantasy_brawl.full.cores import ready_cores
from games.super_fantasy_brawl.full.setup import returned
from games.super_fantasy_brawl.play.training import ARENAS, CHALLENGES
from games.super_fantasy_brawl.tests.tables import (
    ORGANISER,
    B,
    R,
    built,
    created,
    dealt,
    deployed,
    ready,
    trapped,
)
from games.testing import Case, accepts, refuses, why

CELLS = ((-2, 0), (-2, 2), (0, -1), (0, 1), (2, -2), (2, 0))
"""The trap hexes of the arena `ring`."""
TOKENS = tuple(kind for kind, trap in TRAPS.items() for _ in range(trap.copies))


def deck(case: Case, player: str, **told: Any) -> f.PersonalDeckBuilt:
    return f.PersonalDeckBuilt(player=player, **{"cards": deck_of(case.state, player), **told})


def token(player: str, cell: tuple[int, int], slot: str = "s", **told: Any) -> f.TrapTokenPlaced:
    return f.TrapTokenPlaced(player=player, cell=cell, slot=slot, **told)


def put(player: str, champion: str, cell: tuple[int, int]) -> f.ChampionDeployed:
    return f.ChampionDeployed(player=player, champion=champion, cell=cell)


@accepts("SFB-SETUP-03", "SFB-MODE-08")
@refuses("SFB-SETUP-03", "SFB-MODE-08", "SFB-LOG-02")
def test_the_first_player_chooses_the_area() -> None:
    case = created("duel", "full").when(e.FirstPlayerDetermined(player="b"))
    case.when(f.ZoneChosen(player="r", zone="north")).then_refused("SFB-SETUP-03")
    case.when(f.ZoneChosen(player="b", zone="north"), R).then_refused("SFB-LOG-02")
    zones = case.when(f.ZoneChosen(player="b", zone="north"), B).then_accepted().sides
    assert (zones["blue"].zone, zones["red"].zone) == ("north", "south")
    four = created("superteams", "full").when(e.FirstPlayerDetermined(team="red"))
    four = four.when(e.TurnOrderSet(order=("r", "b", "s", "c")))
    four.when(f.ZoneChosen(player="s", zone="north")).then_refused("SFB-MODE-08")
    four.when(f.ZoneChosen(player="r", zone="north")).then_accepted()


@accepts("SFB-SETUP-01", "SFB-SETUP-04", "SFB-SETUP-06", "SFB-SETUP-07", "SFB-CORE-01")
def test_decks_cores_and_the_first_challenge() -> None:
    case = built()
    seat = case.state.full.seats["r"]
    assert (seat.deck, seat.hand, len(seat.cards or ())) == (18, 0, 18)
    assert ready_cores(case.state, "r") == ("destruction", "creation", "manipulation")
    assert case.state.phase == "traps" and case.state.track.cells == ("t_raid", None, None, None)
    mixed = ready("duel", "full")
    mixed = mixed.when(e.ChallengeCardLaid(cell=0, card="t_raid")).when(f.TrapSupplyShuffled())
    mixed = mixed.when(deck(mixed, "b")).when(deck(mixed, "r"))
    assert mixed.then_accepted().phase == "traps" and mixed.state.track.deck == 10


@refuses("SFB-SETUP-01")
def test_the_set_up_has_its_order() -> None:
    early = created("duel", "full")
    early.when(f.ZoneChosen(player="r", zone="north")).then_refused("SFB-SETUP-01")
    case = ready("duel", "full")
    for event in (
        token("r", CELLS[0]),
        f.OpeningHandDrawn(player="r", count=5),
        put("r", "red:anvil", (-3, 3)),
        f.ZoneChosen(player="r", zone="north"),
        e.RosterConfirmed(player="r", champions=("a", "b", "c")),
    ):
        case.when(event).then_refused("SFB-SETUP-01")
    late = trapped()
    late.when(token("r", CELLS[5])).then_refused("SFB-SETUP-01")
    late.when(deck(late, "r")).then_refused("SFB-SETUP-01")
    late.when(f.TrapSupplyShuffled()).then_refused("SFB-SETUP-01")
    ready().when(f.PersonalDeckBuilt(player="r")).then_refused("SFB-TURN-02")


@refuses("SFB-SETUP-06", "SFB-LOG-02")
def test_a_wrong_deck() -> None:
    case = ready("duel", "full")
    own = deck_of(case.state, "r") or ()
    other = deck_of(case.state, "b") or ()
    asked = {"player": "r", "expected": 18}
    for cards, wrong in (
        (own[:17], {"told": 17}),
        ((*own, other[0]), {"told": 19}),
        ((*own[:17], other[0]), {"foreign": [other[0]], "missing": [own[17]]}),
        ((*own[:17], own[0]), {"twice": [own[0]]}),
    ):
        assert why(case, deck(case, "r", cards=cards), "SFB-SETUP-06") == asked | wrong
    case.when(deck(case, "r"), B).then_refused("SFB-LOG-02")
    case = case.when(deck(case, "r"))
    assert why(case, deck(case, "r"), "SFB-SETUP-06") == asked | {"built": "r"}


@accepts("SFB-SETUP-06")
def test_a_deck_of_unknown_cards_is_counted() -> None:
    case = ready("duel", "full", cards={}, champions={}).when(f.PersonalDeckBuilt(player="r"))
    state = case.then_accepted()
    assert state.full.seats["r"].deck == 18 and "SFB-SETUP-06" in state.full.unverified


@refuses("SFB-SETUP-07", "SFB-MODE-10", "SFB-CHAL-05")
def test_the_first_challenges() -> None:
    case = ready("duel", "full")
    case.when(e.ChallengeCardLaid(cell=1, card="t_raid")).then_refused("SFB-SETUP-07")
    case.when(e.ChallengeCardLaid(cell=0, card="moon")).then_refused("SFB-CHAL-05")
    case = case.when(e.ChallengeCardLaid(cell=0, card="t_raid"))
    case.when(e.ChallengeCardLaid(cell=0, card="t_pack")).then_refused("SFB-SETUP-07")
    four = ready("superteams", "full").when(e.ChallengeCardLaid(cell=2, card="t_raid"))
    four.when(e.ChallengeCardLaid(cell=0, card="t_pack")).then_refused("SFB-MODE-10")
    four.when(e.ChallengeCardLaid(cell=1, card="t_raid")).then_refused("SFB-CHAL-05")
    assert len(CHALLENGES) == 11


@accepts("SFB-SETUP-08", "SFB-SETUP-09", "SFB-HID-09")
def test_four_traps_and_two_empty_trap_hexes() -> None:
    """X6: after P1 placed 2 and P2 placed 2, 4 tokens lie on the board and 2 trap hexes are empty."""
    full = trapped().state.full
    empty = full.ground.trap_cells - {slot.cell for slot in full.traps}
    assert len(full.traps) == 4 and len(empty) == 2 and full.laid == ("r", "r", "b", "b")


@refuses("SFB-SETUP-08", "SFB-SETUP-09", "SFB-HID-09", "SFB-TRAP-01")
def test_how_traps_are_not_placed() -> None:
    case = built()
    case.when(token("b", CELLS[0])).then_refused("SFB-SETUP-09")
    case.when(token("r", (0, 0))).then_refused("SFB-SETUP-08")
    case.when(token("r", CELLS[0], token="stun"), R).then_refused("SFB-TRAP-01")
    case = case.when(token("r", CELLS[0]), R)
    case.when(token("r", CELLS[0], "other")).then_refused("SFB-SETUP-08")
    case.when(token("r", CELLS[1], "s")).then_refused("SFB-HID-09")
    case = case.when(token("r", CELLS[1], "t"))
    case.when(token("r", CELLS[2], "u")).then_refused("SFB-SETUP-09")


@accepts("SFB-MODE-12")
@refuses("SFB-MODE-12")
def test_four_players_place_one_trap_each() -> None:
    case = built("superteams").when(token("r", CELLS[0]))
    case.when(token("r", CELLS[1], "t")).then_refused("SFB-MODE-12")
    assert trapped(built("superteams")).state.full.laid == ("r", "b", "s", "c")


@accepts("SFB-TRAP-10", "SFB-TRAP-01", "SFB-TRAP-08")
def test_the_server_may_keep_the_tokens() -> None:
    case = built().when(f.TrapSupplyShuffled(tokens=TOKENS), ORGANISER)
    case = trapped(case)
    full = case.state.full
    assert [slot.token for slot in full.traps] == list(TOKENS[:4]) and len(full.supply) == 8
    back = returned(case.state, full.traps[0], "stun").full
    again = returned(case.state, full.traps[0], "stun").full
    assert back is not None and again is not None and back.supply == again.supply
    assert len(back.supply or ()) == 9 and sorted(back.supply or ()) == sorted((*full.supply, "stun"))


@refuses("SFB-TRAP-10", "SFB-TRAP-01", "SFB-LOG-02", "SFB-SETUP-01")
def test_what_the_supply_cannot_be() -> None:
    case = built()
    case.when(f.TrapSupplyShuffled(tokens=(*TOKENS[:11], "stun"))).then_refused("SFB-TRAP-10")
    case.when(f.TrapSupplyShuffled(tokens=TOKENS), R).then_refused("SFB-LOG-02")
    case = case.when(f.TrapSupplyShuffled(tokens=TOKENS))
    case.when(f.TrapSupplyShuffled()).then_refused("SFB-SETUP-01")
    case.when(token("r", CELLS[0], token="stun")).then_refused("SFB-TRAP-01")


@accepts("SFB-TRAP-10")
@refuses("SFB-TRAP-10")
def test_no_more_tokens_of_a_kind_are_noted_than_there_are() -> None:
    case = built().when(token("r", CELLS[0], "s", token="stun"), ORGANISER)
    case = case.when(token("r", CELLS[1], "t", token="stun"), ORGANISER)
    case.when(token("b", CELLS[2], "u", token="stun"), ORGANISER).then_refused("SFB-TRAP-10")
    case.when(token("b", CELLS[2], "u", token="damage_2"), ORGANISER).then_accepted()
    case.when(token("b", CELLS[2], "u"), B).then_accepted()


@accepts("SFB-SETUP-13", "SFB-SETUP-14", "SFB-HEX-01")
def test_champions_are_deployed_in_turn_order() -> None:
    case = dealt().when(put("r", "red:anvil", (-3, 3)), R)
    assert case.state.figures["red:anvil"].cell == (-3, 3)
    done = deployed(case)
    assert done.state.phase == "between" and all(one.deployed for one in done.state.figures.values())
    done.when(f.TurnStarted(round=1, player="r")).then_accepted()


@refuses("SFB-SETUP-13", "SFB-SETUP-14", "SFB-LOG-02")
def test_where_champions_cannot_be_deployed() -> None:
    case = dealt()
    case.when(put("b", "blue:drift", (0, -3))).then_refused("SFB-SETUP-13")
    case.when(put("r", "red:anvil", (0, -3))).then_refused("SFB-SETUP-13")
    case.when(put("r", "red:anvil", (9, 9))).then_refused("SFB-SETUP-13")
    case.when(put("r", "blue:drift", (-3, 3))).then_refused("SFB-SETUP-13")
    case.when(put("r", "red:moon", (-3, 3))).then_refused("SFB-LOG-02")
    case = case.when(put("r", "red:anvil", (-3, 3)))
    case.when(put("r", "red:bramble", (-3, 3))).then_refused("SFB-SETUP-13")
    case.when(put("r", "red:anvil", (-2, 3))).then_refused("SFB-SETUP-13")
    case.when(f.TurnStarted(round=1, player="r")).then_refused("SFB-SETUP-14")


@accepts("SFB-MODE-13")
@refuses("SFB-MODE-13")
def test_a_team_shares_its_area() -> None:
    case = dealt(mode="superteams")
    case.when(put("s", "red:cinder", (-3, 3))).then_refused("SFB-MODE-13")
    case.when(put("r", "red:cinder", (-3, 3))).then_refused("SFB-MODE-13")
    assert deployed(case).state.phase == "between"


@refuses("SFB-HEX-01")
def test_an_arena_without_areas_still_has_its_hexes() -> None:
    ring = replace(ARENAS["ring"], zones={})
    case = dealt(trapped(built(ground=ring)))
    case.when(put("r", "red:anvil", (9, 9))).then_refused("SFB-HEX-01")
    case.when(put("r", "red:anvil", (0, 0))).then_accepted()
