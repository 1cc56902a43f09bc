"""Single steps of the pad at full detail: refusals, somebody faster, the same form twice, exceptions of cards."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.last_battle.chapters.finish import may_score_at_end
from games.last_battle.full.cards import in_deck
from games.last_battle.next_events import next_events
from games.last_battle.state import LastBattleState
from games.ruleset import REFEREE
from tracker import selectors
from tracker.pages.match_forms.generic.measures import MeasuredField
from tracker.tests.pages.at_the_table import Phone, Table, prefilled, value_of
from tracker.tests.pages.full_table import FullTable, in_stage, in_step
from tracker.tests.pages.pad_play import read_pad

pytestmark = pytest.mark.django_db(transaction=True)


def alliance_acts(play: LastBattleState) -> bool:
    """A figure of the Alliance has just been activated."""
    full = play.full
    piece = full.pieces.get(full.active or "") if full else None
    ready = piece is not None and piece.side == "alliance" and not piece.engaged
    open_ = full and (full.duel.exists or full.act.exists or full.due)
    return bool(full and ready and not open_ and full.ap > 1)


DISTANCE = "told-distance_cm"


def lifting(rule: str, text: str) -> dict[str, str]:
    return {"told-card_override": rule, "told-card_text": text}


@pytest.fixture
def acting() -> tuple[FullTable, Phone, Phone]:
    """(the table, the phone that acts, the other side's phone)."""
    table = FullTable("serpent")
    table.seat()
    table.until(alliance_acts)
    return table, table.phones("alliance")[0], table.phones("serpent")[0]


def told(response: Any) -> str:
    return unescape(response.content.decode())


def test_an_attack_is_declared_and_paid_in_one_step(acting: tuple[FullTable, Phone, Phone]) -> None:
    table, phone, _other = acting
    ap = table.full.ap
    sent = phone.say(table.match, "attack", action="Mighty blow", target="Cultist")
    assert sent.status_code == 302, told(sent)
    assert table.full.ap == ap - 1 and table.full.duel.target == "Cultist"


def test_a_refused_move_shows_the_rule_and_keeps_what_was_typed(
    acting: tuple[FullTable, Phone, Phone],
) -> None:
    table, phone, _other = acting
    before = table.events()
    refused = phone.tap(table.match, "move", **{DISTANCE: "15.5"})
    page = told(refused)
    assert refused.status_code == 422 and table.events() == before
    assert "LB-ACT-04" in page and "10" in page
    assert re.search(r'name="told-distance_cm" value="15.5"', page)
    assert phone.tap(table.match, "move", **{DISTANCE: "9.5"}).status_code == 302


def test_a_card_may_lift_the_rule_that_refused(acting: tuple[FullTable, Phone, Phone]) -> None:
    table, phone, _other = acting
    assert 'name="told-card_override"' not in phone.get(f"/matches/{table.match}/pad/")
    refused = phone.tap(table.match, "move", **{DISTANCE: "15.5"})
    assert refused.status_code == 422
    assert re.findall(r'name="told-card_override" value="([A-Z0-9-]+)"', told(refused)) == ["LB-ACT-04"]
    half = phone.tap(table.match, "move", **{DISTANCE: "15.5"}, **lifting("LB-ACT-04", ""))
    assert half.status_code == 400 and "Quote the card" in told(half)
    never = phone.tap(table.match, "move", **{DISTANCE: "15.5"}, **lifting("LB-DECK-02", "All"))
    assert never.status_code == 422 and not table.full.overridden
    lifted = phone.tap(table.match, "move", **{DISTANCE: "15.5"}, **lifting("LB-ACT-04", "Wings"))
    assert lifted.status_code == 302 and "LB-ACT-04" in table.full.overridden
    assert "A card lifts LB-ACT-04: Wings" in unescape(phone.get(f"/matches/{table.match}/"))


def test_the_same_form_twice_is_one_event(acting: tuple[FullTable, Phone, Phone]) -> None:
    """A retry after a lost answer is made again from the table that it was filled in on, and gets the first answer."""
    table, phone, _other = acting
    pad = f"/matches/{table.match}/pad/"
    page = phone.get(pad)
    aim = {text: value_of(page, "attack", "told-target", text) for text in ("Cultist", "Shade")}
    action = value_of(page, "attack", "told-action", "Crossbow")
    form = {**prefilled(page, "attack"), "told-action": action, "told-target": aim["Cultist"]}
    assert phone.client.post(pad, form).status_code == 302
    after = table.events()
    assert phone.client.post(pad, form).status_code == 302 and table.events() == after
    changed = phone.client.post(pad, {**form, "told-target": aim["Shade"]})
    assert changed.status_code == 409 and table.events() == after


def test_a_step_that_is_over_is_told_so(acting: tuple[FullTable, Phone, Phone]) -> None:
    table, phone, _other = acting
    pad = f"/matches/{table.match}/pad/"
    form = {**prefilled(phone.get(pad), "move"), DISTANCE: "3", "version": ""}
    assert phone.tap(table.match, "activation_ended").status_code == 302
    late = phone.client.post(pad, form)
    assert late.status_code == 409 and "someone was faster" in told(late)


def test_somebody_faster_is_shown_with_what_happened(acting: tuple[FullTable, Phone, Phone]) -> None:
    table, phone, _other = acting
    pad = f"/matches/{table.match}/pad/"
    form = {**prefilled(phone.get(pad), "move"), DISTANCE: "3"}
    assert phone.pick(table.match, "prepare", action="concentrate").status_code == 302
    stale = phone.client.post(pad, form)
    assert stale.status_code == 409 and "Concentrate" in told(stale)
    assert re.search(r'name="told-distance_cm" value="3(\.0)?"', told(stale))


def test_the_other_side_has_nothing_to_do_meanwhile(acting: tuple[FullTable, Phone, Phone]) -> None:
    table, _phone, other = acting
    page = unescape(other.get(f"/matches/{table.match}/pad/"))
    assert "acts," in page and 'data-step="attack"' not in page and 'class="main-action"' not in page
    ends = json.dumps({"type": "activation_ended", "figure": table.full.active})
    sent = {"step": "activation_ended", "player": "", "version": table.events(), "key": "k", "choice": ends}
    refused = other.client.post(f"/matches/{table.match}/pad/", sent)
    assert refused.status_code == 422 and "LB-MULTI-05" in told(refused)


def test_both_sides_flip_for_initiative_at_the_same_moment() -> None:
    table = FullTable("camp")
    table.until(in_step("start"))
    pad = f"/matches/{table.match}/pad/"
    phones = {side: table.phones(side)[0] for side in ("alliance", "serpent")}
    forms = {side: prefilled(phone.get(pad), "initiative_flipped") for side, phone in phones.items()}
    for side, value in (("alliance", 9), ("serpent", 5)):
        pile = table.full.piles[side]
        card = next(f"{suit}-{value}" for suit in "PCSW" if in_deck(table.play, pile, f"{suit}-{value}"))
        assert phones[side].client.post(pad, {**forms[side], f"told-{side}_card": card}).status_code == 302
    assert table.full.winner == "alliance"
    assert 'data-step="first_side_chosen"' in phones["alliance"].get(pad)
    assert 'data-step="first_side_chosen"' not in phones["serpent"].get(pad)


def test_a_card_that_cannot_come_from_the_deck_is_refused() -> None:
    table = FullTable("camp")
    table.until(in_step("start"))
    phone = table.phones("serpent")[0]
    card = table.full.piles["serpent"].hand[0]
    refused = phone.tap(table.match, "initiative_flipped", **{"told-serpent_card": card})
    assert refused.status_code == 422 and "LB-DECK-02" in told(refused)


def test_damage_is_logged_with_the_lives_that_it_costs() -> None:
    table = FullTable("serpent")
    table.seat()
    table.until(in_stage("cheat_damage"), seed=3)
    duel = table.full.duel
    lives = table.full.pieces[duel.target or ""].lives or 0
    side = table.full.pieces[duel.actor].side
    phone = table.phones(side)[0]
    page = unescape(phone.get(f"/matches/{table.match}/pad/"))
    assert phone.tap(table.match, "damage_resolved").status_code == 302
    left = table.full.pieces.get(duel.target or "")
    assert not table.full.due and (left is None or left.lives is not None)
    after = 0 if left is None else left.lives
    assert f"lives {lives}, then {after}" in page


def test_a_rare_step_opens_by_a_link(acting: tuple[FullTable, Phone, Phone]) -> None:
    table, phone, _other = acting
    pad = f"/matches/{table.match}/pad/"
    assert 'data-step="lives_changed"' not in phone.get(pad) and "?open=lives_changed" in phone.get(pad)
    page = phone.get(f"{pad}?open=lives_changed")
    (cultist,) = re.findall(r'name="told-figure" value="(\d+)"[^>]*> <span>Cultist', page)
    fields = {**prefilled(page, "lives_changed"), "told-figure": cultist, "told-delta": "-1"}
    sent = phone.client.post(pad, {**fields, "told-cause": "Curse"})
    assert sent.status_code == 302 and table.full.pieces["Cultist"].lives == 5


def still_scores(play: LastBattleState) -> bool:
    """Whether the end of the game waits for somebody's points, or for staff."""
    return play.stopped is not None or any(may_score_at_end(play, squad) for squad in play.squads.values())


@pytest.mark.parametrize(
    ("battlefield", "phase", "step"), [("sea", "notes", "scheme_noted"), ("camp", "end", "end")]
)
def test_what_the_table_waits_for_is_the_main_step(battlefield: str, phase: str, step: str) -> None:
    """Not what may wait: figures going aboard, schemes that may score, the report of the whole match."""
    table = FullTable(battlefield)
    table.seat()
    table.until(lambda play: play.phase == phase and not (phase == "end" and still_scores(play)))
    page = table.phones("alliance")[0].get(f"/matches/{table.match}/pad/")
    main = re.search(r'<section class="step".*?data-step="(\w+)"', page, re.S)
    assert main is not None and main[1] == step


def test_an_interaction_logs_what_it_is_for(acting: tuple[FullTable, Phone, Phone]) -> None:
    """The action and the marker in one step, which gets the next number; without saying what for nothing is logged."""
    table, phone, _ = acting
    ap, markers = table.full.ap, {*table.full.markers}
    sent = phone.tap(table.match, "interact", **{"told-way": "0", "told-engaged": "1"})
    assert sent.status_code == 302, told(sent)
    (new,) = {*table.full.markers} - markers
    assert table.full.ap == ap - 1 and table.full.markers[new].kind == "scheme"


def studying(play: LastBattleState) -> bool:
    return alliance_acts(play) and play.full is not None and play.full.turn == 2


def test_an_enemy_is_studied_by_the_action_alone() -> None:
    """LB-CAMP-01: no marker goes with it; a figure that was studied is named in the action."""
    table = FullTable("camp")
    table.seat()
    table.until(studying)
    phone, actor = table.phones("alliance")[0], table.full.active
    enemy = next(piece.id for piece in table.full.pieces.values() if piece.side == "serpent")
    before, markers = table.events(), table.full.markers
    unsaid = phone.tap(table.match, "interact", **{"told-way": ""})
    assert unsaid.status_code == 400 and table.events() == before
    sent = phone.say(table.match, "interact", way=f"Study {enemy}")
    assert sent.status_code == 302, told(sent)
    assert table.full.markers == markers
    assert "information_gatherer" in table.full.pieces[actor or ""].conditions or table.full.due


def test_a_distance_beside_an_event_has_one_decimal(acting: tuple[FullTable, Phone, Phone]) -> None:
    """LB-LOG-01: what is measured more finely is rounded, and what nobody measured stays open."""
    table, phone, _ = acting
    page = phone.get(f"/matches/{table.match}/pad/")
    assert re.search(
        r'<input type="number" name="[^"]*distance_cm"[^>]* step="0.1" inputmode="decimal"', page
    )
    assert MeasuredField(1, required=False).clean("12.34") == 12.3
    assert MeasuredField(1, required=False).clean("") is None


def test_an_organiser_chooses_full_detail_and_the_tables_open_at_it() -> None:
    user = User.objects.create_user("olga", password="secret-pass")
    client = Client()
    client.force_login(user)
    fields = {"name": "Hall cup", "preset": "last_battle_swiss", "rounds": "", "detail": "full", "key": "k"}
    console = client.post("/organise/", fields)["Location"]
    event = UUID(console.strip("/").split("/")[1])
    assert selectors.current_state(event).state.options.detail == "full"
    table = Table("camp", detail="full")
    table.choose()
    table.hire()
    assert table.state.play.full is not None and table.state.play.phase == "deploy"
    assert table.alliance.tap(table.match, "squad_deployed", player=table.alliance.id).status_code == 302


def may_reveal(play: LastBattleState) -> bool:
    offers = next_events(play, REFEREE)
    return any(
        one.type == "scheme_revealed" and one.choices["scheme"] == ("show_of_force",) for one in offers
    )


def test_a_secret_scheme_scores_by_its_facts_in_one_step_and_is_held_until_then() -> None:
    """LB-SCH-03, LB-COMM-06: the number follows from who stands near, once the scheme is open."""
    table = FullTable("camp")
    table.seat()
    table.until(may_reveal)
    phone, path = table.phones("serpent")[0], f"/matches/{table.match}/pad/"
    page = phone.get(path)
    held = re.sub(r'<span class="secret.*?</button>', "", page, flags=re.S)
    assert "Reveal and score my secret scheme" in held and "Show of Force" not in held
    names = re.findall(
        r'<legend>(\w+)</legend>\s*<div><label[^>]*>[^<]*</label><input[^>]* name="([^"]+)"', page
    )
    near = {name: "3" if figure in ("Cultist", "Shade") else "50" for figure, name in names}
    assert near and "3" in near.values()
    form = prefilled(page, "secret")
    assert phone.client.post(path, {**form, **dict.fromkeys(near, "50")}).status_code == 422
    assert phone.client.post(path, {**form, **near}).status_code == 302
    head = selectors.head(table.match).version
    revealed, scored = selectors.events_page(table.match, REFEREE, head - 2).events
    assert (revealed.type, scored.type) == ("scheme_revealed", "scheme_scored")
    assert (scored.data["amount"], scored.data["moment"]) == (1, "turn_end")


def test_a_claim_of_the_moment_stands_above_the_next_action_which_stays_the_main_one() -> None:
    """LB-SCH-04: what scores at once does so before the next action."""
    table = FullTable("serpent")
    table.seat()

    def scores_now(play: LastBattleState) -> bool:
        full = play.full
        ready = full is not None and full.step == "activations" and not full.due
        return ready and any(one.choices.get("moment") == ("at_once",) for one in next_events(play, REFEREE))

    table.until(scores_now)
    (offer,) = (one for one in next_events(table.play, REFEREE) if one.choices.get("moment") == ("at_once",))
    phone = next(one for side in table.players for one in table.phones(side) if one.id in offer.players)
    pad = read_pad(phone.get(f"/matches/{table.match}/pad/"))
    assert pad.forms[0].step == "claim" and not pad.forms[0].main
    assert [form.main for form in pad.forms[1:]].count(True) == 1 and pad.forms[1].main
