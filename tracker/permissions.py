"""Who may do what: every page, every address of the API and every command, as data.

The test `tracker/tests/test_permissions.py` asks for each of them as each role, and fails where one has no row or
answers otherwise; `docs/security.md` prints it; `tracker.web.middleware` reads which pages are somebody's own. What
decides is `tracker.roles` and, for what is legal at a table, the rules of the game.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Role(StrEnum):
    """Who asks. `SEATED` plays in the match, owns the list, ran the run; `ELSEWHERE` organises another event.

    The last three are programs of the organiser of the event, each with one scope.
    """

    VISITOR = "visitor"
    DEVICE = "device of another player"
    SEATED = "device of the player"
    ACCOUNT = "account"
    JUDGE = "judge"
    ORGANISER = "organiser"
    ELSEWHERE = "organiser elsewhere"
    ADMINISTRATOR = "administrator"
    TOKEN_READ = "token: read"
    TOKEN_PLAY = "token: play"
    TOKEN_ORGANISE = "token: organise"


class Need(StrEnum):
    """What somebody must be."""

    ANYONE = "anyone"
    KNOWN = "a player or an account"
    OWNER = "the player"
    OWNER_OR_STAFF = "the player or staff"
    ACCOUNT = "an account"
    STAFF = "staff of the event"
    ORGANISER = "organiser of the event"
    KEEPER = "whoever may open seasons"
    ADMINISTRATOR = "administrator"


PEOPLE = frozenset(role for role in Role if not role.startswith("token"))
SIGNED_IN = PEOPLE - {Role.VISITOR, Role.DEVICE, Role.SEATED}
STAFF = frozenset({Role.JUDGE, Role.ORGANISER, Role.ADMINISTRATOR})
MEETS: dict[Need, frozenset[Role]] = {
    Need.ANYONE: PEOPLE,
    Need.KNOWN: PEOPLE - {Role.VISITOR},
    Need.OWNER: frozenset({Role.SEATED}),
    Need.OWNER_OR_STAFF: STAFF | {Role.SEATED},
    Need.ACCOUNT: SIGNED_IN,
    Need.STAFF: STAFF,
    Need.ORGANISER: frozenset({Role.ORGANISER, Role.ADMINISTRATOR}),
    Need.KEEPER: frozenset({Role.ORGANISER, Role.ADMINISTRATOR}),
    Need.ADMINISTRATOR: frozenset({Role.ADMINISTRATOR}),
}
"""Which people meet a need. In the test's world the organiser was let open seasons."""
READ, PLAY, ORGANISE = "read", "play", "organise"
WRITING = "play or organise"
"""Any scope but `read` alone."""
SCOPED = {Role.TOKEN_READ: READ, Role.TOKEN_PLAY: PLAY, Role.TOKEN_ORGANISE: ORGANISE}


class Right(NamedTuple):
    """What one address or command wants: of the person, and of a token (its scope; None: any)."""

    need: Need
    scope: str | None = None

    def allows(self, role: Role) -> bool:
        if role in SCOPED:
            wide_enough = self.scope in (None, SCOPED[role]) or (
                self.scope == WRITING and role is not Role.TOKEN_READ
            )
            return wide_enough and Role.ORGANISER in MEETS[self.need]
        return role in MEETS[self.need]


class Page(NamedTuple):
    """A page: who reads it, and who sends its form (None: it has none)."""

    get: Need | None
    post: Need | None = None


def _pages(names: str, get: Need | None, post: Need | None = None) -> dict[str, Page]:
    return dict.fromkeys(names.split(), Page(get, post))


PAGES: dict[str, Page] = {
    **_pages("healthz", Need.ANYONE),
    # and a program that shows WARLEDGER_METRICS
    **_pages("metrics", Need.ADMINISTRATOR),
    **_pages("home archive event pairings hall standings explain players log download", Need.ANYONE),
    **_pages("bracket bracket-hall why rules event-teams teams-csv", Need.ANYONE),
    **_pages("day day-hall day-log ladders ladder ladder-hall runner run run-logged", Need.ANYONE),
    **_pages("ratings rating statistics statistics-csv statistics-json", Need.ANYONE),
    **_pages("player player-story match match-board overlay new-match service-worker my-day", Need.ANYONE),
    # which list is seen by whom: its owner and staff, everybody once the event reveals it
    **_pages("list tools references", Need.ANYONE),
    # a map is stored by an account alone, which the command asks for
    **_pages("zone-map", Need.ANYONE, Need.ANYONE),
    **_pages("verify sign-in sign-in-code claim claim-code", Need.ANYONE, Need.ANYONE),
    **_pages("sign-out", None, Need.ANYONE),
    # as far as the server lets strangers in (WARLEDGER_DOOR)
    **_pages("play sign-up", Need.ANYONE, Need.ANYONE),
    # whoever holds the link of the message
    **_pages("password-reset password-set", Need.ANYONE, Need.ANYONE),
    **_pages("keep-players", None, Need.ACCOUNT),
    # the log decides by seat what may be written, and only own players are offered
    **_pages("score-pad", Need.OWNER_OR_STAFF, Need.OWNER_OR_STAFF),
    **_pages("run-new", Need.ANYONE, Need.ANYONE),
    **_pages("account password second-factor organise import people", Need.ACCOUNT, Need.ACCOUNT),
    **_pages("webhooks webhook", Need.ACCOUNT, Need.ACCOUNT),
    **_pages("revoke-token", None, Need.ACCOUNT),
    **_pages("accounts rule-fixes rule-fix", Need.ADMINISTRATOR, Need.ADMINISTRATOR),
    **_pages("console console-players console-round console-codes console-archive", Need.STAFF),
    **_pages("console-settings console-brought console-ties console-player console-table arrive", Need.STAFF),
    **_pages("console-elsewhere", Need.STAFF, Need.STAFF),
    **_pages("place-cards slips poster", Need.STAFF),
    **_pages("join", Need.ANYONE, Need.ANYONE),
    # one's own players alone are offered; the button is `my-check-in`
    **_pages("check-in day-check-in", Need.ANYONE),
    **_pages("calendar day-calendar standings-csv pairings-csv", Need.ANYONE),
    **_pages("call-judge captain", None, Need.OWNER),
    **_pages(
        "console-add console-preview teams-preview day-add day-preview day-act season-act", None, Need.STAFF
    ),
    **_pages("begin-again", None, Need.STAFF),
    **_pages("console-act enter-list type-result edit-result correct replace-entry", Need.STAFF, Need.STAFF),
    **_pages("day-console day-players day-codes day-settings season", Need.STAFF),
    **_pages("console-stage console-rehearsal console-teams paper-lists", Need.STAFF, Need.STAFF),
    **_pages("staff", Need.STAFF, Need.ORGANISER),
    # a private campaign and its matches are there for its club alone, whatever stands here (`tracker.audience`)
    **_pages("chronicles chronicle chronicle-roster chronicle-story chronicle-fighter", Need.ANYONE),
    **_pages("chronicle-aftermath", Need.ANYONE, Need.OWNER_OR_STAFF),
    # a player of one's own alone is offered and taken
    **_pages("chronicle-join", None, Need.OWNER_OR_STAFF),
    **_pages("chronicle-act", None, Need.OWNER_OR_STAFF),
    **_pages("chronicle-new", Need.ACCOUNT, Need.ACCOUNT),
    **_pages("chronicle-desk", Need.STAFF),
    **_pages("chronicle-decide", None, Need.STAFF),
    # one's own alone: of anybody else there is none
    **_pages("chronicle-what-ifs", Need.ACCOUNT, Need.ACCOUNT),
    **_pages("chronicle-what-if", Need.ACCOUNT, Need.ACCOUNT),
    **_pages("chronicle-amend", Need.STAFF, Need.STAFF),
    **_pages("leagues league", Need.ANYONE),
    **_pages("league-desk", Need.STAFF, Need.STAFF),
    **_pages("seasons", Need.ACCOUNT, Need.KEEPER),
    **_pages("my-check-in", None, Need.OWNER),
    **_pages("devices", Need.OWNER_OR_STAFF, Need.OWNER_OR_STAFF),
    # whoever opened the match, on that device
    **_pages("match-codes", Need.STAFF),
    **_pages("new-match-of", Need.KNOWN, Need.KNOWN),
    **_pages("warbands decks teams rosters", Need.KNOWN),
    **_pages("warband-new deck-new team-new roster-new", Need.KNOWN, Need.KNOWN),
    **_pages("warband-check deck-check team-check roster-check", None, Need.KNOWN),
    **_pages("warband deck team roster", Need.OWNER, Need.OWNER),
    **_pages("warband-text deck-text team-text roster-text", Need.OWNER),
    **_pages("warband-submit deck-submit team-submit roster-submit", None, Need.OWNER),
}


def _api(names: str, method: str, need: Need, scope: str | None) -> dict[tuple[str, str], Right]:
    return {(name, method): Right(need, scope) for name in names.split()}


ROSTERS = ("warband", "deck", "team")
STREAMS = ("match", "tournament", "campaign")
API: dict[tuple[str, str], Right] = {
    **_api("systems system system-rules system-catalogue edition system-schemas", "get", Need.ANYONE, None),
    **_api("scenarios schema docs seal seals", "get", Need.ANYONE, None),
    **_api(" ".join(f"{kind}s" for kind in ROSTERS), "get", Need.ANYONE, READ),
    **_api(" ".join(f"{kind}s" for kind in ROSTERS), "post", Need.KNOWN, PLAY),
    **_api(" ".join(f"{kind}-validate" for kind in ROSTERS), "post", Need.ANYONE, None),
    **_api(" ".join(f"{kind} {kind}-revisions" for kind in ROSTERS), "get", Need.OWNER, READ),
    **_api(" ".join(f"{kind}-revisions" for kind in ROSTERS), "post", Need.OWNER, PLAY),
    **_api(" ".join((*STREAMS, "matches", "tournaments", "campaigns")), "get", Need.ANYONE, READ),
    **_api(
        " ".join(f"{kind}-{part}" for kind in STREAMS for part in ("events", "state", "next", "verify")),
        "get",
        Need.ANYONE,
        READ,
    ),
    **_api("root", "get", Need.ANYONE, None),
    **_api("match-score match-audit live feed feed-live runs run", "get", Need.ANYONE, READ),
    **_api(
        "tournament-players tournament-rounds tournament-round tournament-pairings", "get", Need.ANYONE, READ
    ),
    **_api("tournament-standings tournament-standings-csv tournament-explain", "get", Need.ANYONE, READ),
    **_api("tournament-stages tournament-teams", "get", Need.ANYONE, READ),
    **_api("campaign-players campaign-tables campaign-arcana campaign-fallen", "get", Need.ANYONE, READ),
    **_api("ratings player-ratings statistics", "get", Need.ANYONE, READ),
    **_api("campaign-result ladders ladder ladder-csv", "get", Need.ANYONE, READ),
    **_api("season-league", "get", Need.ANYONE, READ),
    **_api("seasons season season-events season-verify players player tokens", "get", Need.ANYONE, READ),
    **_api("chronicles chronicle chronicle-world chronicle-events", "get", Need.ANYONE, READ),
    **_api("chronicle-state chronicle-next chronicle-verify", "get", Need.ANYONE, READ),
    # a player of the campaign logs for their own rosters, with the scope `play`
    **_api("chronicle-rosters chronicle-matches", "post", Need.OWNER_OR_STAFF, ORGANISE),
    **_api("chronicle-rolls chronicle-events", "post", Need.OWNER_OR_STAFF, ORGANISE),
    **_api("chronicle-challenges chronicle-challenge", "post", Need.OWNER_OR_STAFF, ORGANISE),
    # an account's own
    **_api("chronicle-what-ifs chronicle-what-if", "get", Need.ACCOUNT, READ),
    **_api(
        "chronicle-what-ifs chronicle-what-if-events chronicle-what-if-matches",
        "post",
        Need.ACCOUNT,
        ORGANISE,
    ),
    **_api("chronicle-what-if", "delete", Need.ACCOUNT, ORGANISE),
    **_api("chronicle-amendments", "post", Need.STAFF, ORGANISE),
    **_api("chronicles", "post", Need.ACCOUNT, ORGANISE),
    **_api("matches", "post", Need.ACCOUNT, PLAY),
    **_api("tournaments campaigns players", "post", Need.ACCOUNT, ORGANISE),
    **_api("seasons", "post", Need.KEEPER, ORGANISE),
    # an account's own
    **_api("webhooks webhook webhook-deliveries", "get", Need.ACCOUNT, READ),
    **_api("webhooks webhook", "post", Need.ACCOUNT, ORGANISE),
    **_api("rule-fixes rule-fix rule-fix-matches", "get", Need.ADMINISTRATOR, READ),
    **_api("rule-fixes rule-fix", "post", Need.ADMINISTRATOR, ORGANISE),
    **_api("webhook", "delete", Need.ACCOUNT, ORGANISE),
    # of an API token's own: what it may see of one stream
    **_api("live-token", "post", Need.KNOWN, READ),
    # for no more than the asking token may do itself
    **_api("tokens", "post", Need.ACCOUNT, WRITING),
    **_api("token", "delete", Need.KNOWN, None),
    **_api("claim", "post", Need.ANYONE, None),
    # a player logs for their own seat, with the scope `play`
    **_api("match-events tournament-events", "post", Need.OWNER_OR_STAFF, ORGANISE),
    **_api("tournament-player campaign-player campaign-events", "post", Need.OWNER_OR_STAFF, ORGANISE),
    **_api("season-league", "post", Need.STAFF, ORGANISE),
    **_api("season-events season", "post", Need.STAFF, ORGANISE),
    **_api("tournament tournament-players tournament-rounds tournament-round", "post", Need.STAFF, ORGANISE),
    **_api("tournament-results", "post", Need.STAFF, ORGANISE),
    **_api("tournament-stages tournament-teams", "post", Need.STAFF, ORGANISE),
    **_api(
        "campaign campaign-players campaign-tables campaign-arcana campaign-fallen",
        "post",
        Need.STAFF,
        ORGANISE,
    ),
    # by the player; staff of a season for players of theirs
    **_api("runs", "post", Need.OWNER_OR_STAFF, ORGANISE),
}


def _commands(names: str, need: Need, scope: str | None) -> dict[str, Right]:
    return dict.fromkeys(names.split(), Right(need, scope))


COMMANDS: dict[str, Right] = {
    # as far as the server lets strangers in
    **_commands("start_match sign_up", Need.ANYONE, None),
    **_commands("keep_players", Need.ACCOUNT, None),
    **_commands("claim token_of_code check_roster end_session signed_in leave", Need.ANYONE, None),
    # reads only, for a page that has asked who it is: what was pasted, what was asked before, who is new at a table
    **_commands(
        "parse_pasted_teams parse_pasted_players plan_of tables_of invited answered", Need.ANYONE, None
    ),
    # say nothing to whoever is not staff
    **_commands("warned warned_of_draw", Need.ANYONE, None),
    # a program of the player's own wants `play`
    **_commands(
        "append last_of take_back_last check_in drop submit_list withdraw_list log_run end_claim",
        Need.OWNER_OR_STAFF,
        ORGANISE,
    ),
    **_commands("code_for_another_device hide_name show_name forget_player", Need.OWNER, PLAY),
    **_commands("open_match save_roster", Need.KNOWN, PLAY),
    **_commands("create_match", Need.ACCOUNT, PLAY),
    **_commands("create_tournament create_filled create_campaign create_player", Need.ACCOUNT, ORGANISE),
    **_commands(
        "create_webhook pause_webhook resume_webhook skip_webhook try_webhook remove_webhook",
        Need.ACCOUNT,
        ORGANISE,
    ),
    **_commands("import_edition", Need.ACCOUNT, None),
    # staff of the event that entered both
    **_commands("merge_players part_player", Need.STAFF, ORGANISE),
    **_commands("create_chronicle", Need.ACCOUNT, ORGANISE),
    # a player of the campaign, with the scope `play`; arbitrators for anybody
    **_commands(
        "join_chronicle leave_chronicle link_match roll_dice type_die choose_row state_facts sign_aftermath",
        Need.OWNER_OR_STAFF,
        ORGANISE,
    ),
    **_commands("challenge_roster answer_challenge play_challenge", Need.OWNER_OR_STAFF, ORGANISE),
    **_commands("fork_chronicle assume assume_result play_what_if throw_away", Need.ACCOUNT, ORGANISE),
    **_commands("amend_definition begin_again", Need.STAFF, ORGANISE),
    **_commands("buy_item write_note", Need.OWNER_OR_STAFF, ORGANISE),
    **_commands("adjust close_cycle accept_correction enter_roster", Need.STAFF, ORGANISE),
    **_commands("shape_league count_tournament leave_out", Need.STAFF, ORGANISE),
    # who is staff of the season before, too
    **_commands("follow_season", Need.KEEPER, ORGANISE),
    **_commands("create_season", Need.KEEPER, ORGANISE),
    **_commands("appoint dismiss", Need.ORGANISER, ORGANISE),
    **_commands("create_account renew_password close_account reopen_account", Need.ADMINISTRATOR, None),
    **_commands("start_rule_fix decide_rule_fix", Need.ADMINISTRATOR, ORGANISE),
    **_commands("let_keep_seasons", Need.ADMINISTRATOR, None),
    **_commands(
        "register_players enter reset_claim_code enter_list lock_lists unlock_lists", Need.STAFF, ORGANISE
    ),
    **_commands(
        "draw_round draw_until discard_round discard_drawn publish_round publish_and_start_round start_round "
        "close_round finish",
        Need.STAFF,
        ORGANISE,
    ),
    **_commands(
        "reinstate undo_check_in check_in_all drop_absent report_match report_round bring_round void",
        Need.STAFF,
        ORGANISE,
    ),
    **_commands("begin_stage withdraw_stage start_rehearsal enter_teams change_team", Need.STAFF, ORGANISE),
    **_commands(
        "redraw_round run_clock answer_judge settle_sheet plan_swap swap_players swap_tables rename_player",
        Need.STAFF,
        ORGANISE,
    ),
    # a player's own, with the scope `play`; staff for anybody
    **_commands("call_judge tell_lineup put_forward dispute_sheet", Need.OWNER_OR_STAFF, ORGANISE),
    # whoever knows the code of the event, if it has one
    **_commands("enter_event", Need.ANYONE, None),
    **_commands(
        "add_table add_tables remove_table start_day finish_day create_arcanum grant_arcanum",
        Need.STAFF,
        ORGANISE,
    ),
    **_commands("publish_fates change_season close_season reopen_season", Need.STAFF, ORGANISE),
    **_commands("edit_result plan_result plan_entry replace_entry", Need.STAFF, ORGANISE),
}


PRIVATE = (
    *("sign-in", "sign-up", "password-reset", "password-set", "play", "claim", "claim-code"),
    *("check-in", "day-check-in"),
)
"""Open to everybody, and nobody's business but whoever's fills them in."""


def is_personal(page: str) -> bool:
    """Whether the page is somebody's own, so that nothing on the way may store it."""
    right = PAGES.get(page)
    return right is None or page in PRIVATE or right.get is not Need.ANYONE


def as_markdown() -> str:
    """The section of `docs/security.md`."""
    roles = [role for role in Role if role not in SCOPED]
    out = ["| what is wanted | " + " | ".join(roles) + " |", "|---" * (len(roles) + 1) + "|"]
    out += [
        f"| {need} | " + " | ".join("yes" if role in MEETS[need] else "" for role in roles) + " |"
        for need in Need
    ]
    out += ["", "| page | reads | sends |", "|---|---|---|"]
    out += [f"| `{name}` | {page.get or '-'} | {page.post or '-'} |" for name, page in sorted(PAGES.items())]
    out += ["", "| REST | method | who | scope of a token |", "|---|---|---|---|"]
    out += [
        f"| `{name}` | {method.upper()} | {right.need} | {right.scope or 'any'} |"
        for (name, method), right in sorted(API.items())
    ]
    out += ["", "| command | who | scope of a token |", "|---|---|---|"]
    out += [
        f"| `{name}` | {right.need} | {right.scope or 'any'} |" for name, right in sorted(COMMANDS.items())
    ]
    return "\n".join(out) + "\n"
