"""Portable logs: written in one form, read with clear errors, and no byte changes unnoticed."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import strategies as st

from games import portable
from games.portable import (
    BadLog,
    Header,
    actor_from,
    actor_text,
    hidden,
    log_of,
    read_log,
    verify,
    write_log,
)
from games.ruleset import SYSTEM, Actor, Setup
from games.secrets import check_commitment, secret_of
from games.tests.made_up import anything
from games.tests.toy import PLAYED, TOY, find_toy

SETUP = Setup(edition="2026", options={"seed": 7})
LOG = write_log(*log_of(TOY, "match", SETUP, PLAYED))
HEADER = b'{"warledger":1,"kind":"match","system":"toy","ruleset":"1"}\n'


def untouched(content: bytes) -> bool:
    """Whether a file reads as a log, is well linked, and every event of it can be decoded."""
    try:
        log = read_log(content, find_toy)
        log.entries()
    except BadLog as error:
        assert error.problem.line >= 1
        assert error.problem.what
        return False
    problems = verify(log)
    assert all(problem.line >= 1 and problem.what for problem in problems)
    return not problems


def test_a_written_log_reads_back_whole() -> None:
    log = read_log(LOG, find_toy)
    assert log.setup == SETUP
    assert [(entry.event, entry.actor) for entry in log.entries()] == PLAYED
    assert verify(log) == []
    assert write_log(log.header, log.lines) == LOG


def test_the_same_match_gives_the_same_bytes() -> None:
    assert write_log(*log_of(TOY, "match", SETUP, PLAYED)) == LOG


def test_changing_any_byte_shows() -> None:
    for place in range(len(LOG)):
        for flipped in (LOG[place] ^ 1, LOG[place] ^ 0x20, 0x0A, 0x20):
            if flipped != LOG[place]:
                changed = LOG[:place] + bytes([flipped]) + LOG[place + 1 :]
                assert not untouched(changed), f"byte {place}: {LOG[place]:#x} became {flipped:#x}"


def test_removing_any_byte_shows() -> None:
    for place in range(len(LOG)):
        assert not untouched(LOG[:place] + LOG[place + 1 :]), f"byte {place}"


@anything(st.integers(0, len(LOG)), st.binary(min_size=1, max_size=3))
def test_inserting_bytes_shows(place: int, extra: bytes) -> None:
    changed = LOG[:place] + extra + LOG[place:]
    assert changed == LOG or not untouched(changed)


@pytest.mark.parametrize(
    "order", [(0, 1, 2, 4, 3, 5), (0, 1, 2, 4, 5), (0, 1, 2, 3, 4), (0, 1, 2, 2, 3, 4, 5)]
)
def test_swapped_removed_cut_and_doubled_lines_show(order: tuple[int, ...]) -> None:
    lines = LOG.splitlines(keepends=True)
    assert not untouched(b"".join(lines[number] for number in order))


def test_a_problem_names_the_line_and_the_event() -> None:
    changed = LOG.replace(b'"points":2', b'"points":3')
    problems = verify(read_log(changed, find_toy))
    assert [(problem.line, problem.seq) for problem in problems] == [(4, 3)]


def test_a_relinked_secret_still_has_to_keep_its_commitment() -> None:
    log = read_log(LOG, find_toy)
    lines = [msgspec.structs.replace(line, hash=None) for line in log.lines]
    assert lines[1].secret is not None
    lie = msgspec.structs.replace(lines[1].secret, value={"number": 8})
    lines[1] = msgspec.structs.replace(lines[1], secret=lie)
    forged = write_log(*portable.chained(log.header, lines))
    problems = verify(read_log(forged, find_toy))
    assert [(problem.seq, problem.what) for problem in problems] == [
        (2, "the secret does not match its seal")
    ]


def test_a_copy_without_secrets_carries_the_same_hashes() -> None:
    log = read_log(LOG, find_toy)
    bare = [msgspec.structs.replace(line, secret=None) for line in log.lines]
    copy = read_log(write_log(log.header, bare), find_toy)
    assert verify(copy) == []
    assert copy.header.head == log.header.head
    assert b'"number":7' not in copy.content


def test_a_copy_may_hide_an_event_and_still_verifies() -> None:
    log = read_log(LOG, find_toy)
    lines = [hidden(3, line.hash) if line.seq == 3 else line for line in log.lines]
    copy = write_log(log.header, lines)
    assert verify(read_log(copy, find_toy)) == []
    with pytest.raises(BadLog, match="line 4: an entry is hidden"):
        read_log(copy, find_toy).entries()
    for place in range(len(copy)):
        changed = read_if_log(copy[:place] + bytes([copy[place] ^ 1]) + copy[place + 1 :])
        assert changed is None or verify(changed)


def read_if_log(content: bytes) -> portable.PortableLog | None:
    try:
        return read_log(content, find_toy)
    except BadLog:
        return None


def test_a_copy_that_leaves_something_out_says_so() -> None:
    log = read_log(LOG, find_toy)
    lines = [msgspec.structs.replace(line, secret=None) for line in log.lines]
    copy = write_log(msgspec.structs.replace(log.header, complete=False), lines)
    assert b'"complete":false' in copy.splitlines()[0]
    assert verify(read_log(copy, find_toy)) == []
    for place in range(len(copy.splitlines()[0])):
        assert not untouched(copy[:place] + bytes([copy[place] ^ 1]) + copy[place + 1 :])


def test_a_hand_written_log_reads_but_does_not_verify() -> None:
    text = (
        HEADER
        + b'{"seq":1,"type":"table_opened","data":{"sides":{"red":["anna"]}}}\r\n{"seq": 2, "type": "game_ended"}'
    )
    log = read_log(b"\xef\xbb\xbf" + text, find_toy)
    assert [entry.actor for entry in log.entries()] == [SYSTEM, SYSTEM]
    assert "carries no hash chain" in verify(log)[0].what


@pytest.mark.parametrize(
    ("content", "line", "what"),
    [
        (b"", 1, "the file is empty"),
        (b"\n", 1, "the file is empty"),
        (b"PK\x03\x04 not text", 1, "malformed"),
        (b"\xff\xfe\x00", 1, "malformed"),
        (b"[]\n", 1, "Expected `object`"),
        (HEADER.replace(b":1,", b":2,"), 1, "version 1 is known"),
        (HEADER.replace(b"toy", b"chess"), 1, "unknown system 'chess' of kind 'match'"),
        (HEADER.replace(b'"match"', b'"league"'), 1, "unknown system 'toy' of kind 'league'"),
        (HEADER.replace(b'"1"', b'"2"'), 1, "version 1.1 is known"),
        (HEADER.replace(b'"1"', b'"new"'), 1, "'new' is no version"),
        (HEADER.replace(b"}", b',"setup":{"dice":1}}'), 1, "setup: Object contains unknown field `dice`"),
        (HEADER.replace(b"}", b',"judge":"me"}'), 1, "unknown field `judge`"),
        (HEADER + b'{"seq":1}\n', 2, "missing required field `type`"),
        (HEADER + b'{"seq":1,"type":"sneezed"}\n', 2, "unknown event type 'sneezed'"),
        (HEADER + b'{"seq":1,"type":"game_ended","actor":"cat"}\n', 2, "Invalid enum value 'cat'"),
        (HEADER + b'{"seq":1,"type":"game_ended"}\n\n{"seq":2,"type":"game_ended"}\n', 3, "truncated"),
        (
            HEADER + b'{"seq":1,"type":"number_hidden","secret":{"salt":"x"}}\n',
            2,
            "missing required field `value`",
        ),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line(content: bytes, line: int, what: str) -> None:
    with pytest.raises(BadLog) as error:
        read_log(content, find_toy).entries()
    assert error.value.problem.line == line
    assert what in error.value.problem.what


@anything(st.binary(max_size=200))
def test_no_file_at_all_breaks_the_reader(content: bytes) -> None:
    for text in (content, HEADER + content):
        try:
            verify(read_log(text, find_toy))
        except BadLog as error:
            assert error.problem.line >= 1


@pytest.mark.parametrize(
    "actor", [SYSTEM, Actor("player", "anna"), Actor("organiser", "o:1"), Actor("judge")]
)
def test_actors_have_one_form_as_text(actor: Actor) -> None:
    assert actor_from(actor_text(actor)) == actor


def test_a_header_says_what_it_must() -> None:
    header = Header(warledger=1, kind="match", system="toy", ruleset="1.1")
    assert write_log(header, []) == b'{"kind":"match","ruleset":"1.1","system":"toy","warledger":1}\n'


def test_a_hand_written_log_may_tell_its_secrets_openly() -> None:
    told = b'{"seq":1,"type":"number_hidden","data":{"side":"left","number":7}}\n'
    (entry,) = read_log(HEADER + told, find_toy).entries()
    assert secret_of(entry.event) == {"number": 7} and not check_commitment(entry.event)
