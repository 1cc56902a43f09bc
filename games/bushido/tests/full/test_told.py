"""What the server says by itself: what has followed from an event, under it (section 10)."""

from __future__ import annotations

from games.bushido import events as e
from games.bushido.full import events as f
from games.bushido.full.common import table
from games.bushido.full.legal.next_events import full_events
from games.bushido.play.simulate import simulate
from games.bushido.tests.full.fights import MINE, THEIRS, allocated, armed, damage, dice, fighting, won
from games.bushido.tests.full.shooting import aimed, roll, shooting
from games.bushido.tests.full.tables import (
    RULES,
    STRANGER,
    B,
    R,
    act,
    begun,
    playing,
    refused,
    started,
    turn_over,
)
from games.consequences import following
from games.testing import Case, accepts, refuses


def said(case: Case) -> f.RulesApplied:
    """What the server logs next."""
    found = following(RULES, case.state)
    assert isinstance(found, f.RulesApplied)
    return found


@accepts("BUS-LOG-10")
@refuses("BUS-LOG-10")
def test_an_exchange_is_told_blow_by_blow() -> None:
    """The worked entry of the rules: a success, a wound with poison, and the answer of who was hit."""
    case = fighting(armed(weapon=("Poison (1/2)",)), armed(wound_tracks=(12,)))
    case = allocated(case, (2, 1), (1, 2)).when(dice(("62", "5"), ("6", "31")))
    assert said(case) == f.RulesApplied(blows=(f.Blow(attacker=MINE, target=THEIRS, hit=True, sl=4),))
    hurt = case.when(damage("34"))
    told = said(hurt)
    assert told.wounds == {THEIRS: 4}
    assert told.states == (f.MarkerMoved(model=THEIRS, marker="poisoned", number=1),)
    assert told.blows == (f.Blow(attacker=THEIRS, target=MINE, hit=True, sl=1),)
    after = hurt.when(told)
    assert not after.violations and table(after.state).followed is None
    assert following(RULES, after.state) is None
    wrong = f.RulesApplied(wounds={THEIRS: 3})
    refused(hurt, wrong, "BUS-LOG-10")
    refused(hurt, told, "BUS-LOG-03", by=STRANGER)
    refused(after, told, "BUS-LOG-10")
    hurt.when(told, R).then_accepted()


def test_whatever_comes_before_it_is_taken_too() -> None:
    """A log without it stays legal: nobody has to say what follows."""
    case = allocated(fighting(), (2, 1), (1, 2)).when(dice(("62", "5"), ("2", "31")))
    case.when(damage("34")).then_accepted()


def test_a_model_that_falls_and_one_that_scores() -> None:
    case = won(fighting(armed(strength=9)), level=3).when(damage("66"))
    told = said(case)
    assert told.gone == (THEIRS,) and told.wounds == {THEIRS: 5}
    prayed = act(
        playing("shin_keii"), MINE, "simple_scenario", interaction="prayer", objective="neutral_left"
    )
    assert said(prayed) == f.RulesApplied(sp={"red": 2})
    shot = aimed(shooting()).when(roll("654"))
    assert said(shot).blows == (f.Blow(attacker=MINE, target=THEIRS, hit=True, sl=4),)


def test_turns_begin_with_ki_and_tokens() -> None:
    fresh = started()
    assert said(fresh).ki == dict.fromkeys(fresh.state.models, 2)
    fewer = begun(fresh.when(f.ModelRemoved(model="blue:third")))
    assert said(fewer).tokens == {"blue": 1} and not said(fewer).gone
    assert said(turn_over(playing())).ki == dict.fromkeys(fresh.state.models, 2)


def test_what_an_event_says_itself_is_not_said_again() -> None:
    case = playing()
    for told in (
        f.WoundsChanged(model=MINE, number=2),
        f.MarkerChanged(model=MINE, marker="stunned"),
        f.TokensChanged(model=MINE, token="ki", number=-1),
        f.ModelRemoved(model=MINE),
        f.ModelActivated(model=MINE),
    ):
        assert following(RULES, case.when(told).state) is None, told
    poisoned = case.when(f.WoundsChanged(model=MINE, number=5))
    assert said(poisoned) == f.RulesApplied(gone=(MINE,))


@accepts("BUS-LOG-03", "BUS-LOG-10")
@refuses("BUS-LOG-03")
def test_it_is_offered_to_whoever_may_tell_it_and_the_end_needs_none() -> None:
    case = act(playing("shin_keii"), MINE, "simple_scenario", interaction="prayer", objective="neutral_left")
    (offer,) = [one for one in full_events(case.state) if one.type == "rules_applied"]
    assert offer.players == (R.player, B.player)
    told = said(case)
    for by in (R, B):
        case.when(told, by).then_accepted()
    case.when(told, STRANGER).then_refused("BUS-LOG-03")
    over = case.when(e.MatchEnded(reason="conceded", by_side="blue"))
    assert over.state.phase == "closed" and following(RULES, over.state) is None


def test_what_has_followed_is_the_same_however_the_log_is_folded() -> None:
    """One event after the other, or several in one go from any moment on; of none nothing changes."""
    setup, steps = simulate(3, "full")
    states, log = [RULES.initial(setup)], [event for event, _by in steps]
    for event in log:
        states.append(RULES.evolve(states[-1], event))
    assert any(state.full is not None and state.full.followed for state in states)
    for number in (0, 1, 2, 5):
        for start in range(len(log) + 1 - number):
            assert RULES.fold(states[start], log[start : start + number]) == states[start + number]
