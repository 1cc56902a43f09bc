"""Every write that a page, a REST request or a job may ask for: who, what, on which stream.

Each function takes the `Identity` first and raises `NotAllowed`, `BadInput`, `MalformedEvent`, `UnknownStream`,
`CommandRejected`, `StaleVersion` or `KeyReused`; nothing is written when it raises.
"""

from tracker.commands.campaigns import (
    add_table,
    create_arcanum,
    create_campaign,
    finish_day,
    grant_arcanum,
    publish_fates,
    remove_table,
    start_day,
)
from tracker.commands.corrections import answered, edit_result, plan_result
from tracker.commands.ladders import change_season, close_season, create_season, log_run, reopen_season
from tracker.commands.matches import create_match, report_match
from tracker.commands.people import (
    ImportReport,
    NewPlayer,
    PasteProblem,
    create_player,
    import_edition,
    parse_pasted_players,
    register_players,
    reset_claim_code,
)
from tracker.commands.rosters import check_roster, enter_list, save_roster, submit_list, withdraw_list
from tracker.commands.rounds import close_round, discard_round, draw_round, publish_round, start_round
from tracker.commands.streams import BadInput, append, void
from tracker.commands.tables import Asked, invited, open_match, tables_of
from tracker.commands.tournaments import (
    PRESETS,
    check_in,
    create_tournament,
    drop,
    finish,
    lock_lists,
    reinstate,
    undo_check_in,
    unlock_lists,
)

__all__ = [
    "PRESETS",
    "Asked",
    "BadInput",
    "ImportReport",
    "NewPlayer",
    "PasteProblem",
    "add_table",
    "answered",
    "append",
    "change_season",
    "check_in",
    "check_roster",
    "close_round",
    "close_season",
    "create_arcanum",
    "create_campaign",
    "create_match",
    "create_player",
    "create_season",
    "create_tournament",
    "discard_round",
    "draw_round",
    "drop",
    "edit_result",
    "enter_list",
    "finish",
    "finish_day",
    "grant_arcanum",
    "import_edition",
    "invited",
    "lock_lists",
    "log_run",
    "open_match",
    "parse_pasted_players",
    "plan_result",
    "publish_fates",
    "publish_round",
    "register_players",
    "reinstate",
    "remove_table",
    "reopen_season",
    "report_match",
    "reset_claim_code",
    "save_roster",
    "start_day",
    "start_round",
    "submit_list",
    "tables_of",
    "undo_check_in",
    "unlock_lists",
    "void",
    "withdraw_list",
]
