"""One event of a tournament as one sentence, for its log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.ruleset import DRAW
from tracker.messages import language, reason_for_reader
from tracker.pages.event.formats import FORMATS
from tracker.pages.event.tables import awards
from tracker.pages.lines.described import described
from tracker.pages.match_forms.frame import voided
from tracker.pages.match_forms.names import Names
from tracker.rulesets.tournament.links import CORRECTED
from tracker.standings.words import tiebreak_words

Data = Mapping[str, Any]
Say = Callable[[Data, Names], str]


def sentence(words: Any, type_: str, data: Data, names: Names) -> str:
    """The event in words, `words` being the pages of the event's game. A type without a sentence shows its name."""
    if type_ == "result_recorded":
        return _result(data, words)
    say = SENTENCES.get(type_)
    return say(data, names) if say else type_.replace("_", " ")


def _created(data: Data, names: Names) -> str:
    rounds = data["options"]["rounds"]
    told = ngettext("%(name)s is created: %(count)d round.", "%(name)s is created: %(count)d rounds.", rounds)
    return told % {"name": data["name"], "count": rounds}


def _player(template: Callable[[], str]) -> Say:
    """A sentence about one player."""
    return lambda data, names: _with_reason(template() % {"player": names.player(data["player"])}, data)


def _round(template: Callable[[], str]) -> Say:
    """A sentence about one round."""
    return lambda data, names: _with_reason(template() % {"round": data["round"]}, data)


def _plain(template: Callable[[], str]) -> Say:
    return lambda data, names: _with_reason(template(), data)


def _with_reason(text: str, data: Data) -> str:
    return f"{text} {reason_for_reader(data['reason'])}" if data.get("reason") else text


def _list(data: Data, names: Names) -> str:
    words = {"player": names.player(data["player"])}
    if data["ok"]:
        return _("%(player)s hands in a list; the rules find no fault.") % words
    return _("%(player)s hands in a list that breaks rules.") % words


def _drawn(data: Data, names: Names) -> str:
    tables = len(data.get("pairings") or data.get("teams") or ())
    told = ngettext(
        "Round %(round)s drawn: %(count)d table.", "Round %(round)s drawn: %(count)d tables.", tables
    )
    text = told % {"round": data["round"], "count": tables}
    if data.get("bye"):
        text += " " + _("Bye: %(player)s.") % {"player": names.player(data["bye"])}
    text += " " + _("Seed %(seed)s.") % {"seed": data["seed"]}
    if data.get("secret"):
        return text + " " + _("Nobody chose the seed.")
    if data.get("reason") and data.get("method", "swiss") == "swiss":
        return text + " " + _("The seed was chosen by hand: %(reason)s") % {"reason": data["reason"]}
    return text


def _rated(data: Data, names: Names) -> str:
    told = [
        f"{names.player(player)} {rating}"
        if rating
        else _("%(player)s none") % {"player": names.player(player)}
        for player, rating in data["ratings"].items()
    ]
    words = {"ratings": ", ".join(told)}
    if data.get("shown"):
        return _("Ratings as the list shows them now: %(ratings)s.") % words
    return _("Ratings: %(ratings)s.") % words


def _stage_begun(data: Data, names: Names) -> str:
    players = ", ".join(names.player(one) for one in data["field"])
    told = {"number": data["number"], "format": FORMATS[data["stage"]["format"]], "players": players}
    return _with_reason(_("Stage %(number)s begins, %(format)s: %(players)s.") % told, data)


def _stage_withdrawn(data: Data, names: Names) -> str:
    return _with_reason(_("Stage %(number)s is taken back.") % data, data)


def _published(data: Data, names: Names) -> str:
    text = _("Round %(round)s is published.") % {"round": data["round"]}
    draws = data.get("draws") or 1
    return (
        text
        if draws == 1
        else text
        + " "
        + ngettext("It was drawn %(count)d time.", "It was drawn %(count)d times.", draws) % {"count": draws}
    )


def _opened(data: Data, names: Names) -> str:
    return _("Round %(round)s, table %(table)s: the match is open.") % data


def _result(data: Data, words: Any) -> str:
    """The score; who has won where no score says so."""
    told = {**data, "result": words.result_words(data["winner"], language())}
    if not words.POINTS:
        if not data.get("reason"):
            return _("Round %(round)s, table %(table)s: %(result)s.") % told
        return _("Round %(round)s, table %(table)s, corrected: %(result)s. Reason: %(reason)s") % told
    told["points"] = " : ".join(str(vp) for vp in data["vp"].values())
    if data["winner"] != _ahead(data["vp"]):
        told["points"] += f" ({told['result']})"
    if not data.get("reason"):
        return _("Round %(round)s, table %(table)s: result %(points)s.") % told
    return _("Round %(round)s, table %(table)s: result corrected to %(points)s. Reason: %(reason)s") % told


def _ahead(vp: Mapping[str, int]) -> str:
    """The winner as far as the points alone decide."""
    best = [side for side, points in vp.items() if points == max(vp.values())]
    return best[0] if len(best) == 1 else DRAW


def _brought(data: Data, names: Names) -> str:
    """The score as the other tool told it, if it told one."""
    vp = data.get("vp") or {}
    text = _("Round %(round)s, table %(table)s: result %(points)s, from %(source)s.")
    if not vp:
        text = _("Round %(round)s, table %(table)s: a result without a score, from %(source)s.")
    return _with_reason(text % {**data, "points": " : ".join(map(str, vp.values()))}, data)


def _withdrawn(data: Data, names: Names) -> str:
    reason = _("the match is being corrected") if data["reason"] == CORRECTED else data["reason"]
    told = {**data, "reason": reason}
    return _("Round %(round)s, table %(table)s: the result is being corrected. Reason: %(reason)s") % told


def _changed(data: Data, names: Names) -> str:
    words = settings()
    found = [f"{words[name]}: {_shown(value)}" for name, value in data.items() if name in words]
    return _with_reason(_("Settings change. %(changes)s.") % {"changes": "; ".join(found)}, data)


def settings() -> dict[str, str]:
    """The settings of an event that can change, in words."""
    return {
        "name": _("name"),
        "rounds": _("rounds"),
        "tp": _("points for a win, draw, loss"),
        "bye": _("points for a bye"),
        "tiebreaks": _("tie-breakers"),
        "scenarios": _("battlefields"),
        "detail": _("how tables are logged"),
        "check_in": _("check-in"),
        "list_required": _("lists"),
        "lists_revealed": _("lists are shown"),
        "weights": _("weights of the draw's wishes"),
        "fresh_tables": _("tables not played at twice"),
        "table_scenarios": _("battlefields of the tables"),
        "round_weights": _("how many times the points of rounds 1, 2, … count"),
    }


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list | tuple):
        words = tiebreak_words()
        return ", ".join(words[one].title.to(language()) if one in words else str(one) for one in value)
    if isinstance(value, Mapping):
        return " / ".join(str(one) for one in value.values() if isinstance(one, int))
    return str(value)


def _asked_bye(data: Data, names: Names) -> str:
    told = {"player": names.player(data["player"]), "round": data["round"], "worth": worths()[data["worth"]]}
    return _("%(player)s does not play round %(round)s: %(worth)s.") % told


def worths() -> dict[str, str]:
    """What a bye that was asked for counts as."""
    return {"full": _("counts as a win"), "half": _("counts as a draw"), "zero": _("counts as nothing")}


def _note(data: Data, names: Names) -> str:
    told = {"player": names.player(data["player"]), "points": data.get("tp", 0)}
    templates = {
        "warning": _("%(player)s is warned."),
        "penalty": _("Penalty for %(player)s, tournament points: %(points)s."),
        "bonus": _("Bonus for %(player)s, tournament points: %(points)s."),
    }
    return _with_reason(templates[data["kind"]] % told, data)


def _awarded(data: Data, names: Names) -> str:
    text = _("Round %(round)s, table %(table)s is given by the staff: %(kind)s.")
    return _with_reason(text % {**data, "kind": awards()[data["kind"]]}, data)


def _table(template: Callable[[], str]) -> Say:
    """A sentence about one table."""
    return lambda data, names: _with_reason(template() % data, data)


def _pair(template: Callable[[], str]) -> Say:
    """A sentence about two players."""

    def say(data: Data, names: Names) -> str:
        one, other = (names.player(player) for player in data["players"])
        return _with_reason(template() % {"one": one, "other": other}, data)

    return say


def _extended(data: Data, names: Names) -> str:
    if data.get("table"):
        text = _("Round %(round)s, table %(table)s: time changes by %(minutes)s min.") % data
    else:
        text = _("Round %(round)s: time changes by %(minutes)s min.") % data
    return _with_reason(text, data)


def _called(data: Data, names: Names) -> str:
    text = _("%(player)s calls a judge to table %(table)s.")
    told = text % {"player": names.player(data["player"]), "table": data["table"]}
    return f"{told} {data['about']}" if data.get("about") else told


def _due(data: Data, names: Names) -> str:
    lock, reveal = data.get("lock_at") or "–", data.get("reveal_at") or "–"
    return _("Lists: locked at %(lock)s, shown at %(reveal)s (UTC).") % {"lock": lock, "reveal": reveal}


def _remark(data: Data, names: Names) -> str:
    text = _("For the report, round %(round)s: %(text)s") % data
    return (
        text
        if not data.get("table")
        else _("For the report, round %(round)s, table %(table)s: %(text)s") % data
    )


def _fee(data: Data, names: Names) -> str:
    told = {"player": names.player(data["player"])}
    return (_("%(player)s has paid.") if data["paid"] else _("%(player)s has not paid.")) % told


def _ringer(data: Data, names: Names) -> str:
    told = {"player": names.player(data["player"])}
    if data["ringer"]:
        return _("%(player)s steps in where somebody has no opponent.") % told
    return _("%(player)s plays like everybody.") % told


def _registration(data: Data, names: Names) -> str:
    text = _("Registration is open.")
    return f"{text} {_('Places: %(places)s.') % data}" if data.get("places") else text


def _team(template: Callable[[], str]) -> Say:
    """A sentence about one team."""
    return lambda data, names: _with_reason(template() % {"team": names.player(data["team"])}, data)


def _team_entered(data: Data, names: Names) -> str:
    members = ", ".join(names.player(player) for player in data["members"])
    return _("Team %(team)s: %(players)s.") % {"team": data["name"], "players": members}


def _team_changed(data: Data, names: Names) -> str:
    told = [data["name"]] if data.get("name") else []
    told += [names.player(player) for player in data.get("members") or ()]
    if data.get("captain"):
        told.append(_("captain %(player)s") % {"player": names.player(data["captain"])})
    return _("A team changes: %(told)s.") % {"told": ", ".join(told)}


def told_by_captain(data: Data, names: Names) -> str:
    """What a captain told; whom, as soon as it is open."""
    steps = {
        "defender": _("%(player)s puts a defender forward, round %(round)s."),
        "attackers": _("%(player)s puts attackers forward, round %(round)s."),
        "choice": _("%(player)s chooses an attacker, round %(round)s."),
    }
    template = (
        steps[data["step"]] if "step" in data else _("%(player)s states the line-up of round %(round)s.")
    )
    text = template % {"player": names.player(data["player"]), "round": data["round"]}
    players = ", ".join(names.player(player) for player in data.get("players") or ())
    return f"{text.removesuffix('.')}: {players}." if players else text


def _sheet(data: Data, names: Names) -> str:
    text = _("%(player)s says that the sheet of match %(table)s in round %(round)s is wrong.")
    return _with_reason(text % {**data, "player": names.player(data["player"])}, data)


_apart = _pair(lambda: _("%(one)s and %(other)s are kept apart."))
_friends = _pair(lambda: _("%(one)s and %(other)s wish not to meet."))


def _from(data: Data, names: Names) -> str:
    told = ", ".join(data[name] for name in ("club", "town") if data.get(name)) or "–"
    return _("%(player)s is of: %(told)s.") % {"player": names.player(data["player"]), "told": told}


def _fixed(data: Data, names: Names) -> str:
    told = {"player": names.player(data["player"]), "table": data.get("table")}
    if data.get("table"):
        return _("%(player)s keeps table %(table)s.") % told
    return _("%(player)s sits where the draw says.") % told


def _ordered(data: Data, names: Names) -> str:
    players = ", ".join(map(names.player, data["players"]))
    told = _("After round %(round)s those who are level stand in this order: %(players)s.")
    return _with_reason(told % {"round": data["round"], "players": players}, data)


def _dropped(data: Data, names: Names) -> str:
    out = _("%(player)s is disqualified.") if data.get("disqualified") else _("%(player)s leaves the event.")
    return _with_reason(out % {"player": names.player(data["player"])}, data)


SENTENCES: dict[str, Say] = {
    "tournament_created": _created,
    "player_registered": _player(lambda: _("%(player)s is registered.")),
    "player_checked_in": _player(lambda: _("%(player)s is in the hall.")),
    "player_check_in_withdrawn": _player(lambda: _("%(player)s is not in the hall after all.")),
    "player_dropped": _dropped,
    "player_reinstated": _player(lambda: _("%(player)s is back.")),
    "list_submitted": _list,
    "list_withdrawn": _player(lambda: _("%(player)s takes the list back.")),
    "lists_locked": _plain(lambda: _("Lists are locked.")),
    "lists_unlocked": _plain(lambda: _("Lists are open again.")),
    "stage_begun": _stage_begun,
    "stage_withdrawn": _stage_withdrawn,
    "round_drawn": _drawn,
    "round_discarded": _round(lambda: _("The draw of round %(round)s is discarded.")),
    "round_published": _published,
    "round_started": _round(lambda: _("Round %(round)s starts.")),
    "match_opened": _opened,
    "result_brought": _brought,
    "result_withdrawn": _withdrawn,
    "round_closed": _round(lambda: _("Round %(round)s is closed.")),
    "tournament_finished": _plain(lambda: _("The event is over; the final ranking is set.")),
    "settings_changed": _changed,
    "event_described": lambda data, names: described(data),
    "sanction_left": _plain(lambda: _("The event is no longer run by the letter of its rules.")),
    "registration_opened": _registration,
    "registration_closed": _plain(lambda: _("Registration is closed.")),
    "player_admitted": _player(lambda: _("%(player)s has a place now.")),
    "fee_marked": _fee,
    "ringer_marked": _ringer,
    "bye_granted": _asked_bye,
    "bye_withdrawn": lambda data, names: (
        _("%(player)s plays round %(round)s after all.")
        % {"player": names.player(data["player"]), "round": data["round"]}
    ),
    "note_given": _note,
    "table_awarded": _awarded,
    "award_lifted": _table(lambda: _("Round %(round)s, table %(table)s counts again as it was played.")),
    "pair_kept_apart": lambda data, names: (_friends if data.get("wish") else _apart)(data, names),
    "player_described": _from,
    "table_fixed": _fixed,
    "players_rated": _rated,
    "pair_allowed": _pair(lambda: _("%(one)s and %(other)s may meet again.")),
    "clock_started": _table(lambda: _("The clock of round %(round)s starts: %(minutes)s min.")),
    "clock_paused": _round(lambda: _("The clock of round %(round)s is paused.")),
    "clock_resumed": _round(lambda: _("The clock of round %(round)s runs on.")),
    "clock_extended": _extended,
    "judge_called": _called,
    "judge_came": _table(lambda: _("A judge is at table %(table)s.")),
    "lists_due": _due,
    "lists_revealed": _plain(lambda: _("Everybody can see the lists.")),
    "correction_noted": _remark,
    "tie_ordered": _ordered,
    "team_entered": _team_entered,
    "team_changed": _team_changed,
    "team_dropped": _team(lambda: _("A team leaves the event.")),
    "team_reinstated": _team(lambda: _("A team is back.")),
    "lineup_told": told_by_captain,
    "put_forward": told_by_captain,
    "sheet_disputed": _sheet,
    "sheet_settled": _table(
        lambda: _("The dispute about the sheet of match %(table)s in round %(round)s is settled.")
    ),
    "event_voided": lambda data, _names: voided(data),
}
