"""The buttons of the desk beside the rounds: settings, places, notes, tables given, pairs kept apart, clock, judges.

Each makes one event (or calls the command that does) from the fields of its form.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tracker import commands, selectors
from tracker.inputs import BadInput
from tracker.models import Player
from tracker.pages.core.pressed import Action, Sent
from tracker.pages.event.described import event_of
from tracker.pages.forms.desk import changed_settings
from tracker.pages.organiser.decisions import seqs_of

Data = dict[str, Any]


def _log(sent: Sent, type_: str, data: Data) -> Any:
    """One event of the event's log; empty fields are left out."""
    told = {name: value for name, value in data.items() if value not in ("", None)}
    return commands.append(
        sent.who, sent.event, [{"type": type_, "data": told}], expected_version=sent.version, key=sent.key
    )


def _of_player(type_: str, **more: Any) -> Callable[[Sent], Any]:
    return lambda sent: _log(sent, type_, {"player": sent.player, **more})


def _bye(sent: Sent) -> Any:
    data = {"player": sent.player, "round": sent.round, "worth": sent.text("worth") or "half"}
    return _log(sent, "bye_granted", data)


def _bye_back(sent: Sent) -> Any:
    return _log(sent, "bye_withdrawn", {"player": sent.player, "round": sent.round})


def _note(sent: Sent) -> Any:
    kind = sent.text("kind") or "warning"
    data = {"player": sent.player, "kind": kind, "reason": sent.text("reason")}
    return _log(sent, "note_given", data if kind == "warning" else {**data, "tp": sent.number("tp")})


def _drop(sent: Sent) -> Any:
    return commands.drop(
        sent.who,
        sent.event,
        player=sent.player,
        reason=sent.text("reason") or None,
        disqualified=bool(sent.text("disqualified")),
        key=sent.key,
    )


def _rename(sent: Sent) -> Any:
    player = Player.objects.filter(pk=sent.player).first() if len(sent.player) == 36 else None
    if player is None:
        raise BadInput("player", _("there is no such player"))
    return commands.rename_player(sent.who, player, name=sent.text("name"), club=sent.text("club"))


def _award(sent: Sent) -> Any:
    """`award` names kind and winner: `no_show:alliance`, `double_loss:`."""
    kind, _colon, winner = sent.text("award").partition(":")
    if not kind:
        raise BadInput("award", _("choose what happened"))
    data = {"round": sent.round, "table": sent.table, "kind": kind, "winner": winner}
    return _log(sent, "table_awarded", {**data, "reason": sent.text("reason")})


def _lift(sent: Sent) -> Any:
    data = {"round": sent.round, "table": sent.table, "reason": sent.text("reason")}
    return _log(sent, "award_lifted", data)


def _pair(type_: str) -> Callable[[Sent], Any]:
    def run(sent: Sent) -> Any:
        one, other = sent.text("one"), sent.text("other")
        if not one or not other:
            raise BadInput("one", _("choose two players"))
        data: Data = {"players": [one, other]}
        if type_ == "pair_allowed":
            return _log(sent, type_, data)
        return _log(sent, type_, {**data, "reason": sent.text("reason"), "wish": sent.text("wish") == "yes"})

    return run


def _from(sent: Sent) -> Any:
    data = {"player": sent.player, "club": sent.text("club"), "town": sent.text("town")}
    return _log(sent, "player_described", data)


def _fixed(sent: Sent) -> Any:
    return _log(sent, "table_fixed", {"player": sent.player, "table": sent.table or None})


def _rated(sent: Sent) -> Any:
    if sent.text("rating") and not sent.number("rating"):
        raise BadInput("rating", _("a whole number from 1 to 5000"))
    return _log(sent, "players_rated", {"ratings": {sent.player: sent.number("rating") or None}})


def _clock(do: commands.Ticking) -> Callable[[Sent], Any]:
    def run(sent: Sent) -> Any:
        return commands.run_clock(
            sent.who,
            sent.event,
            do=do,
            minutes=sent.number("minutes"),
            table=sent.table or None,
            reason=sent.text("reason") or None,
            key=sent.key,
        )

    return run


def _came(sent: Sent) -> Any:
    return commands.answer_judge(sent.who, sent.event, table=sent.table, key=sent.key)


def _settle(sent: Sent) -> Any:
    return commands.settle_sheet(sent.who, sent.event, round=sent.round, table=sent.table, key=sent.key)


def _swap(sent: Sent) -> Any:
    return commands.swap_players(
        sent.who,
        sent.event,
        one=sent.text("one"),
        other=sent.text("other"),
        because=sent.because,
    )


def _swap_tables(sent: Sent) -> Any:
    return commands.swap_tables(
        sent.who,
        sent.event,
        one=sent.number("one"),
        other=sent.number("other"),
        because=sent.because,
    )


def _describe(sent: Sent) -> Any:
    told = event_of(sent.text)
    return _log(sent, told["type"], told["data"])


def _settings(sent: Sent) -> Any:
    state = selectors.current_state(sent.event).state
    told = changed_settings(state, sent)
    if not told:
        raise BadInput("settings", _("nothing is changed"))
    return _log(sent, "settings_changed", {**told, "reason": sent.text("reason")})


def _open(sent: Sent) -> Any:
    return _log(
        sent, "registration_opened", {"places": sent.number("places") or None, "code": sent.text("code")}
    )


def _due(sent: Sent) -> Any:
    return _log(
        sent, "lists_due", {"lock_at": _utc(sent.text("lock_at")), "reveal_at": _utc(sent.text("reveal_at"))}
    )


def _utc(text: str) -> str | None:
    """A moment of the hall's clock as events tell it."""
    if not text:
        return None
    try:
        found = timezone.make_aware(datetime.fromisoformat(text)).astimezone(UTC)
    except (ValueError, OverflowError):
        raise BadInput("moment", _("there is no such moment")) from None
    return found.strftime("%Y-%m-%dT%H:%M:%SZ")


def _leave(sent: Sent) -> Any:
    return _log(sent, "sanction_left", {"reason": sent.why()})


def _remark(sent: Sent) -> Any:
    data = {"round": sent.round, "table": sent.table or None, "text": sent.why()}
    return _log(sent, "correction_noted", data)


def _order(sent: Sent) -> Any:
    """`place-<player>` is the place that each of those who are level gets among them."""
    players = [name.removeprefix("place-") for name in sent.data if name.startswith("place-")]
    places = {player: sent.number(f"place-{player}") for player in players}
    if not players or sorted(places.values()) != list(range(1, len(players) + 1)):
        raise BadInput("place", _("give each of them a different place"))
    data = {"round": sent.round, "players": sorted(players, key=places.__getitem__)}
    return _log(sent, "tie_ordered", {**data, "reason": sent.why()})


def _undo(sent: Sent) -> Any:
    """Takes back one decision, as long as nothing depends on it."""
    reason, seqs = sent.text("reason") or _("undone"), seqs_of(sent.event, sent.number("seq"))
    return commands.void(sent.who, sent.event, seqs, reason, expected_version=sent.version)


DESK: dict[str, Action] = {
    "admit": Action(_of_player("player_admitted"), lambda: _("The player has a place now."), "player"),
    "paid": Action(_of_player("fee_marked", paid=True), lambda: _("Marked as paid."), "player"),
    "unpaid": Action(_of_player("fee_marked", paid=False), lambda: _("Marked as not paid."), "player"),
    "ringer": Action(
        _of_player("ringer_marked", ringer=True),
        lambda: _("Plays only where somebody would be without an opponent."),
        "player",
    ),
    "no-ringer": Action(
        _of_player("ringer_marked", ringer=False), lambda: _("Plays like everybody."), "player"
    ),
    "bye": Action(_bye, lambda: _("The bye is noted; the draw leaves the player out."), "player"),
    "bye-back": Action(_bye_back, lambda: _("The player plays that round after all."), "player"),
    "note": Action(_note, lambda: _("Noted, with its reason."), "player"),
    "drop-with-reason": Action(_drop, lambda: _("Dropped; results stay."), "player"),
    "rename": Action(_rename, lambda: _("Renamed."), "player"),
    "award": Action(_award, lambda: _("The table is settled."), "now", "table"),
    "lift": Action(_lift, lambda: _("The table counts as it was played."), "table"),
    "apart": Action(_pair("pair_kept_apart"), lambda: _("They are not drawn against each other."), "round"),
    "describe-player": Action(_from, lambda: _("Noted; the next draw knows it."), "player"),
    "fix-table": Action(_fixed, lambda: _("Noted; the next draw knows it."), "player"),
    "rate": Action(_rated, lambda: _("Noted; the next draw knows it."), "player"),
    "allow": Action(_pair("pair_allowed"), lambda: _("They may meet again."), "round"),
    "clock-start": Action(_clock("start"), lambda: _("The clock runs."), "now"),
    "clock-pause": Action(_clock("pause"), lambda: _("The clock stands still."), "now"),
    "clock-resume": Action(_clock("resume"), lambda: _("The clock runs."), "now"),
    "clock-extend": Action(_clock("extend"), lambda: _("The time is changed."), "now", "table"),
    "sheet-settled": Action(_settle, lambda: _("Settled: the sheet stands as it is now."), "now"),
    "came": Action(_came, lambda: _("The call is answered."), "now"),
    "swap": Action(_swap, lambda: _("Swapped; the draw is now made by hand."), "round"),
    "swap-tables": Action(_swap_tables, lambda: _("Swapped; the draw is now made by hand."), "round"),
    "describe": Action(_describe, lambda: _("Saved; everybody can read it."), "settings"),
    "settings": Action(_settings, lambda: _("The settings are changed."), "settings"),
    "open-registration": Action(_open, lambda: _("Registration is open."), "settings"),
    "close-registration": Action(
        lambda sent: _log(sent, "registration_closed", {}), lambda: _("Registration is closed."), "settings"
    ),
    "lists-due": Action(_due, lambda: _("The server keeps these times."), "settings"),
    "reveal-lists": Action(
        lambda sent: _log(sent, "lists_revealed", {}), lambda: _("Everybody can see the lists."), "settings"
    ),
    "leave-rules": Action(_leave, lambda: _("Noted on every page of the event."), "settings"),
    "remark": Action(_remark, lambda: _("Noted for the report; nothing else changes."), "table"),
    "order": Action(_order, lambda: _("They stand in this order now, with its reason."), "ties"),
    "undo": Action(_undo, lambda: _("Undone; it stays in the log with its reason."), "now"),
    "undo-of-many": Action(_undo, lambda: _("Undone; it stays in the log with its reason."), "players"),
}
