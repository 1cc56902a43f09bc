"""Commands of a campaign: create it from a definition, join, open a match of it, what follows, the arbitrator's.

The server's clock gives everything its place in the order, and its committed seed the dice. What matches say comes from
their own streams (`tracker.chronicle_links`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from uuid import UUID, uuid5

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _

from games.campaigns import Campaigns, Pinned
from games.registry import OPENINGS, SYSTEMS, TABLES
from games.ruleset import SYSTEM, Event, RuleViolation, Setup
from tracker import appended, log, warm
from tracker.commands.clocks import now_after, stamped
from tracker.commands.people import create_player
from tracker.commands.rounds import sample
from tracker.commands.streams import append_as_system, staff_actor
from tracker.commands.tournaments import user_space
from tracker.handle import Answer, Command, CommandRejected, KeyReused, handle
from tracker.identity import Identity, NotAllowed, actor_at, plays_for, staff_at
from tracker.ids import uuid7
from tracker.inputs import BadInput
from tracker.keys import keyed
from tracker.models import ApiToken, Membership, Player
from tracker.names import checked
from tracker.rulesets import chronicle
from tracker.rulesets.chronicle import dice, reading
from tracker.rulesets.chronicle import events as ev
from tracker.rulesets.chronicle.derive import derive
from tracker.rulesets.chronicle.standing import levers_of
from tracker.rulesets.chronicle.state import ChronicleState
from tracker.rulesets.chronicle.world import OpenStep
from tracker.systems import CHRONICLE, MATCH, find_rules

PLAYER_OR_STAFF = "the player of the roster, or an arbitrator of the campaign"


def create_chronicle(
    identity: Identity, *, name: str, definition: str, private: bool = False, key: str | None = None
) -> UUID:
    """A new campaign, whose arbitrator is the signed-in user. The same user and key give the same campaign.

    `private`: it is there for its club alone, for good (`tracker.audience`).

    Raises `CommandRejected` with everything that is wrong with the definition, by line.
    """
    if not identity.user.is_authenticated:
        raise NotAllowed("a signed-in user")
    identity.require_scope(ApiToken.ORGANISE)
    title = checked(name)
    found, faults = reading.read(definition)
    if found is None:
        raise CommandRejected(faults)
    stream_id = uuid5(user_space(identity), f"campaign:{key}") if key else uuid7()
    created = ev.ChronicleCreated(
        name=title,
        system=found.system,
        definition=definition,
        at=now_after(""),
        seed_commitment=dice.commitment_of(_secret(stream_id)),
    )
    with transaction.atomic():
        stream = log.create_stream(
            CHRONICLE, found.system, chronicle.RULES.version, _setup(private), stream_id=stream_id
        )
        Membership.objects.get_or_create(
            stream=stream, user=identity.user, defaults={"role": Membership.ORGANISER}
        )
        _once(stream_id, "created", lambda event: append_as_system(stream_id, event, key="created"), created)
    return stream.id


def _setup(private: bool) -> Setup:
    return Setup(options={log.PRIVATE: True}) if private else Setup()


def _secret(stream: UUID) -> str:
    return keyed("dice of a campaign", str(stream))


def _once(stream: UUID, key: str | None, log_: Callable[[Any], Answer], event: Event) -> Answer:
    """Logs the event with the server's moment; sent again with its key, with the moment that it had then."""
    try:
        return log_(stamped(stream, (event,), key)[0])
    except KeyReused:  # two taps at the same moment: the other one stands now
        return log_(stamped(stream, (event,), key)[0])


def _log(
    identity: Identity,
    stream: UUID,
    event: Event,
    *,
    player: str | None = None,
    expected_version: int | None = None,
    key: str | None = None,
) -> Answer:
    """One event by staff, or by a player of the campaign."""
    appended.bring_up(stream)
    now = warm.current(stream)
    actor = actor_at(identity, stream, now.rules.sides(now.state), player)
    return _once(
        stream,
        key,
        lambda told: handle(
            Command(stream=stream, actor=actor, events=(told,), expected_version=expected_version, key=key)
        ),
        event,
    )


def _state(stream: UUID) -> ChronicleState:
    found = warm.current(stream)
    if found.kind != CHRONICLE:
        raise warm.UnknownStream(str(stream))
    state: ChronicleState = found.state
    return state


def _roster_player(state: ChronicleState, roster: str) -> str | None:
    joined = state.joined().get(roster)
    return joined.player if joined else None


def join_chronicle(
    identity: Identity,
    stream: UUID,
    *,
    player: Any,
    name: str,
    fighters: Sequence[tuple[str, str]],
    key: str | None = None,
) -> Answer:
    """A player brings a roster: the player's own, or staff for somebody. `fighters`: (id in the game's log, name)."""
    state = _state(stream)
    who = str(player)
    staff = staff_at(identity, stream)
    if staff is None and who not in identity.players:
        raise NotAllowed("the player, or an arbitrator of the campaign")
    if staff is None:
        identity.require_scope(ApiToken.PLAY)
    if not Player.objects.filter(id=_uuid(who)).exists():
        raise BadInput("player", _("there is no such player"))
    told = ev.RosterJoined(
        roster=f"r{len(state.joined()) + 1}",
        player=who,
        name=checked(name),
        at=now_after(state.last),
        fighters=tuple(_named(*one) for one in fighters),
    )
    # Whoever joins has no seat yet, so that the actor is made here.
    actor = staff or actor_at(identity, stream, {"-": (who,)}, who)
    return _once(
        stream,
        key,
        lambda event: handle(Command(stream=stream, actor=actor, events=(event,), key=key)),
        told,
    )


def enter_roster(
    identity: Identity,
    stream: UUID,
    *,
    name: str,
    fighters: Sequence[tuple[str, str]],
    player: Any = "",
    new_player: str = "",
    key: str | None = None,
) -> Answer:
    """A roster by the arbitrator, for a player who is known or, with `new_player`, for one who comes with it."""
    staff_actor(identity, stream)
    with transaction.atomic():
        if new_player.strip():
            player = create_player(identity, name=new_player, key=key).pk
        return join_chronicle(identity, stream, player=player, name=name, fighters=fighters, key=key)


def _uuid(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise BadInput("player", _("there is no such player")) from None


def _named(id_: str, name: str) -> ev.Named:
    try:
        return msgspec.convert({"id": id_.strip(), "name": checked(name, "fighters")}, ev.Named)
    except msgspec.ValidationError as error:
        raise BadInput("fighters", str(error)) from None


def leave_chronicle(identity: Identity, stream: UUID, roster: str, *, key: str | None = None) -> Answer:
    """A roster leaves."""
    state = _state(stream)
    event = ev.RosterLeft(roster=roster, at=now_after(state.last))
    return _log(identity, stream, event, player=_roster_player(state, roster), key=key)


# --- Linked matches -----------------------------------------------------------------------------------------


def link_match(
    identity: Identity,
    stream: UUID,
    rosters: Sequence[str],
    *,
    stake: str = "",
    chapter: str = "",
    challenge: str = "",
    key: str | None = None,
) -> UUID:
    """Opens a match of the campaign for these rosters, by a player of one of them or by staff; all or nothing.

    All that the campaign moves in it is pinned now. The same key gives the same match.
    """
    appended.bring_up(stream)
    state = _state(stream)
    _require_seat(identity, stream, state, rosters)
    again = _linked_by(state, key)
    if again is not None:
        return UUID(again.match)
    link = _link_key(state, key)
    match = uuid5(stream, f"match:{link}")
    sides = dict(zip(_sides(state, len(rosters)), rosters, strict=True))
    levers = _levers(state, sides)
    event = ev.MatchLinked(
        link=link,
        match=str(match),
        rosters=sides,
        at=now_after(state.last),
        stake=stake,
        chapter=chapter,
        levers=levers,
        challenge=challenge,
    )
    with transaction.atomic():
        append_as_system(stream, event, key=f"linked:{link}")
        _open(stream, state, event)
    return match


def _require_seat(identity: Identity, stream: UUID, state: ChronicleState, rosters: Sequence[str]) -> None:
    if staff_at(identity, stream) is not None:
        return
    players = {_roster_player(state, roster) for roster in rosters}
    if not players & identity.players:
        raise NotAllowed(PLAYER_OR_STAFF)
    identity.require_scope(ApiToken.PLAY)


def _link_key(state: ChronicleState, key: str | None) -> str:
    """`m1`, `m2` and so on; with a digest of the key that asked for it, so that a doubled tap finds its match."""
    number = f"m{len(state.links) + 1}"
    return f"{number}-{_short(key)}" if key else number


def _short(key: str) -> str:
    return uuid5(UUID(int=0), key).hex[:8]


def _linked_by(state: ChronicleState, key: str | None) -> ev.MatchLinked | None:
    if not key:
        return None
    return next((one for one in state.links.values() if one.link.endswith(f"-{_short(key)}")), None)


def _sides(state: ChronicleState, count: int) -> tuple[str, ...]:
    """The sides of the mode that the definition plays. Raises `BadInput` for too many or too few rosters."""
    tables = TABLES[state.system]
    wanted = state.rules.options.get(tables.mode_key or "")
    mode = next((one for one in tables.modes if one.key == wanted), tables.modes[0])
    if not mode.needed <= count <= len(mode.sides):
        raise BadInput(
            "rosters",
            _("%(least)s to %(most)s rosters play a match") % {"least": mode.needed, "most": len(mode.sides)},
        )
    return mode.sides[:count]


def _levers(state: ChronicleState, sides: Mapping[str, str]) -> tuple[Pinned, ...]:
    world = derive(state)
    missing = [roster for roster in sides.values() if roster not in world.rosters]
    if missing:
        raise BadInput("rosters", _("unknown: %(ids)s") % {"ids": ", ".join(missing)})
    return tuple(
        Pinned(
            lever=one.lever,
            value=one.value,
            side=one.side,
            fighter=one.fighter,
            mark=one.mark,
            match=one.slot,
        )
        for one in levers_of(state.rules, world, dict(sides))
    )


def _open(stream: UUID, state: ChronicleState, linked: ev.MatchLinked) -> None:
    published = SYSTEMS[state.system].campaigns or Campaigns()
    options = dict(state.rules.options)
    inside = []
    for one in linked.levers:
        lever = published.levers[one.lever]
        if lever.option:
            options[lever.option] = one.value
        else:
            inside.append(msgspec.to_builtins(one))
    told: dict[str, Any] = {"chronicle": str(stream), "link": linked.link}
    if log.is_private(warm.get(stream).setup):
        told[log.PRIVATE] = True
    if inside:
        told["levers"] = inside
    rules, match = find_rules(MATCH, state.system), UUID(linked.match)
    joined = state.joined()
    sides = {side: (joined[roster].player,) for side, roster in linked.rosters.items()}
    chapter = state.rules.chapters.get(linked.chapter)
    log.create_stream(MATCH, state.system, rules.version, Setup(options=told), stream_id=match)
    scenario = chapter.scenario if chapter else None
    try:
        opening = OPENINGS[state.system](sides, scenario, options, sample)
    except msgspec.ValidationError as error:
        raise BadInput("options", str(error)) from None
    append_as_system(match, *opening, key="opened")


# --- Challenges ---------------------------------------------------------------------------------------------


def challenge_roster(
    identity: Identity, stream: UUID, roster: str, against: str, *, stake: str = "", key: str | None = None
) -> Answer:
    """A roster dares another. Until when there is time to answer follows from the definition."""
    state = _state(stream)
    event = ev.ChallengeIssued(
        id=f"dare-{_short(key) if key else uuid7().hex[-12:]}",
        roster=roster,
        against=against,
        at=now_after(state.last),
        stake=stake,
    )
    return _log(identity, stream, event, player=_roster_player(state, roster), key=key)


def answer_challenge(
    identity: Identity, stream: UUID, challenge: str, *, accepted: bool, key: str | None = None
) -> UUID | None:
    """Takes a challenge, or not. Its match is opened at once, unless one of the two has not finished with another: then
    it waits, and `play_challenge` opens it."""
    state = _state(stream)
    found = state.challenges.get(challenge)
    event = ev.ChallengeAnswered(id=challenge, accepted=accepted, at=now_after(state.last))
    _log(identity, stream, event, player=_roster_player(state, found.against) if found else None, key=key)
    if not accepted:
        return None
    try:
        return play_challenge(identity, stream, challenge)
    except CommandRejected:
        return None


def play_challenge(identity: Identity, stream: UUID, challenge: str) -> UUID:
    """Opens the match of a challenge that was accepted; asked again, the same one. Raises `CommandRejected`."""
    found = _state(stream).challenges.get(challenge)
    if found is None:
        raise CommandRejected((RuleViolation("CHR-CHA-03"),))
    return link_match(
        identity,
        stream,
        (found.by, found.against),
        stake=found.stake,
        challenge=challenge,
        key=f"challenge:{challenge}",
    )


# --- After the battle ---------------------------------------------------------------------------------------


def roll_dice(identity: Identity, stream: UUID, link: str, roster: str, *, effect: str | None = None) -> int:
    """Rolls the dice of one effect, or of all that a match asks of a roster, out of the committed seed.

    Returns how many of them the server has rolled, so that a doubled tap has the same answer. What is rolled twice fell
    the same way, and stands once.
    """
    state = _own(identity, stream, roster)
    while step := _next_die(derive(state), link, roster, effect):
        table = state.rules_in(step.term).tables[step.table]
        fell = dice.fallen(_secret(stream), step.id, table.count, table.faces)
        rolled = ev.DieRolled(effect=step.id, fell=fell, server=True)
        handle(Command(stream=stream, actor=SYSTEM, events=(rolled,), key=f"die:{step.id}"[:128]))
        state = _state(stream)
    fallen = (line for line in derive(state).lines if line.verb == "fell" and line.roster == roster)
    done = [line.id.removesuffix("/fell") for line in fallen if line.slot == link]
    return sum(one in state.rolled for one in done if effect in (None, one))


def _next_die(world: Any, link: str, roster: str, effect: str | None) -> OpenStep | None:
    found = (one for one in world.steps_of(link, roster) if one.kind == "die")
    return next((one for one in found if effect in (None, one.id)), None)


def _own(identity: Identity, stream: UUID, roster: str) -> ChronicleState:
    """The state, for a person who may act for the roster. Raises `NotAllowed`."""
    appended.bring_up(stream)
    state = _state(stream)
    _require_seat(identity, stream, state, [roster])
    return state


def type_die(
    identity: Identity, stream: UUID, roster: str, effect: str, fell: Sequence[int], *, key: str | None = None
) -> Answer:
    """Dice that somebody rolled at the table."""
    event = ev.DieRolled(effect=effect, fell=tuple(fell))
    return _log(identity, stream, event, player=_roster_player(_state(stream), roster), key=key)


def choose_row(
    identity: Identity, stream: UUID, roster: str, effect: str, row: str, *, key: str | None = None
) -> Answer:
    """A row of a table without dice."""
    event = ev.Chosen(effect=effect, row=row)
    return _log(identity, stream, event, player=_roster_player(_state(stream), roster), key=key)


def state_facts(
    identity: Identity, stream: UUID, link: str, roster: str, facts: Sequence[Any], *, key: str | None = None
) -> Answer:
    """What the log of a match leaves out, as the player tells it."""
    event = ev.Stated(link=link, roster=roster, facts=tuple(facts))
    return _log(identity, stream, event, player=_roster_player(_state(stream), roster), key=key)


def sign_aftermath(
    identity: Identity, stream: UUID, link: str, roster: str, *, key: str | None = None
) -> Answer:
    """Everything that the match asked of the roster is done; its next match may be opened."""
    event = ev.Signed(link=link, roster=roster)
    return _log(identity, stream, event, player=_roster_player(_state(stream), roster), key=key)


def buy_item(
    identity: Identity,
    stream: UUID,
    roster: str,
    item: str,
    *,
    fighter: str = "",
    recruit: tuple[str, str] | None = None,
    key: str | None = None,
) -> Answer:
    """Something out of the shop."""
    state = _state(stream)
    event = ev.Bought(
        id=f"buy-{_short(key) if key else uuid7().hex[-12:]}",
        roster=roster,
        item=item,
        at=now_after(state.last),
        fighter=fighter,
        recruit=_named(*recruit) if recruit else None,
    )
    return _log(identity, stream, event, player=_roster_player(state, roster), key=key)


def write_note(
    identity: Identity, stream: UUID, roster: str, text: str, *, fighter: str = "", key: str | None = None
) -> Answer:
    """Somebody's own words in the story."""
    state = _state(stream)
    if not 1 <= len(text.strip()) <= 500:
        raise BadInput("text", _("1 to 500 characters"))
    id_ = f"note-{_short(key) if key else uuid7().hex[-12:]}"
    event = ev.NoteWritten(
        id=id_, roster=roster, text=text.strip(), fighter=fighter, at=now_after(state.last)
    )
    return _log(identity, stream, event, player=_roster_player(state, roster), key=key)


# --- The arbitrator -----------------------------------------------------------------------------------------


def adjust(
    identity: Identity,
    stream: UUID,
    *,
    verb: str,
    target: str = "",
    reason: str,
    roster: str = "",
    fighter: str = "",
    amount: int = 0,
    key: str | None = None,
) -> Answer:
    """The arbitrator's hand, for everybody to read."""
    staff_actor(identity, stream)
    told = {
        "type": "adjusted",
        "id": f"adjust-{_short(key) if key else uuid7().hex[-12:]}",
        "verb": verb,
        "target": target,
        "reason": reason.strip(),
        "roster": roster,
        "fighter": fighter,
        "amount": amount,
        "at": now_after(_state(stream).last),
    }
    if not told["reason"]:
        raise BadInput("reason", _("say why, in a few words"))
    try:
        event = msgspec.convert(told, ev.Adjusted)
    except msgspec.ValidationError as error:
        raise BadInput("adjustment", str(error)) from None
    return _log(identity, stream, event, key=key)


def close_cycle(
    identity: Identity,
    stream: UUID,
    cycle: int,
    *,
    expected_version: int | None = None,
    key: str | None = None,
) -> Answer:
    """The cycle is over: income, what ends, and perhaps the campaign."""
    staff_actor(identity, stream)
    event = ev.CycleClosed(cycle=cycle, at=now_after(_state(stream).last))
    return _log(identity, stream, event, expected_version=expected_version, key=key)


def amend_definition(
    identity: Identity,
    stream: UUID,
    definition: str,
    reason: str,
    *,
    expected_version: int | None = None,
    key: str | None = None,
) -> Answer:
    """The rules of the campaign change from its next cycle on. Raises `CommandRejected` with what is wrong, by line."""
    staff_actor(identity, stream)
    if not 1 <= len(reason.strip()) <= 500:
        raise BadInput("reason", _("say why, in a few words"))
    at = now_after(_state(stream).last)
    event = ev.DefinitionAmended(definition=definition, reason=reason.strip(), at=at)
    return _log(identity, stream, event, expected_version=expected_version, key=key)


def accept_correction(
    identity: Identity,
    stream: UUID,
    link: str,
    preview: str,
    answers: Mapping[str, str],
    *,
    expected_version: int | None = None,
    key: str | None = None,
) -> Answer:
    """What a match says now counts, as the preview showed it; or, without a match, answers to open questions."""
    staff_actor(identity, stream)
    event = ev.CorrectionAccepted(link=link, preview=preview, answers=dict(answers))
    return _log(identity, stream, event, expected_version=expected_version, key=key)


def own_rosters(identity: Identity, stream: UUID) -> dict[str, str]:
    """Roster -> its player, of those that this person acts for."""
    mine = plays_for(identity)
    return {key: one.player for key, one in _state(stream).joined().items() if one.player in mine}
