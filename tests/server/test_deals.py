"""Fair deals: fixed vectors, even shuffles, commitments that bind, records that are checked without the server."""

from __future__ import annotations

import hashlib
import json
from collections import Counter

import pytest
from typer.testing import CliRunner

from overtrick.cards.card import card_code
from overtrick.cli.replay import app as replay_app
from overtrick.cli.verify import app as verify_app
from overtrick.engine.match import Match, seeded_decks
from overtrick.engine.records.log import match_lines, replay_all
from overtrick.errors import NewerFormat, RecordError
from overtrick.server.deals import commitment_of, deck_of, new_seed
from overtrick.server.replays import record_of
from overtrick.server.table import Entry, table_of
from overtrick.server.verification import check_record
from tests.server.secrecy import BlobRules, HeartsRules, created_body, make_rng, new_table, random_step

runner = CliRunner()


def test_a_deck_is_all_cards_and_depends_on_every_bit():
    seed = "00" * 32
    assert sorted(deck_of(seed)) == list(range(52))
    assert deck_of(seed) == deck_of(seed) != deck_of("01" + "00" * 31)
    assert len(new_seed()) == 64
    assert new_seed() != new_seed()


def test_the_deck_of_a_seed_never_changes():
    deck = " ".join(card_code(card) for card in deck_of("00" * 32))
    assert hashlib.sha256(deck.encode()).hexdigest()[:16] == DECK_OF_ZEROS


DECK_OF_ZEROS = "8530deca1ed24e8a"


def test_every_card_comes_first_about_as_often():
    firsts = Counter(deck_of(f"{number:064x}")[0] for number in range(5_200))
    chi_squared = sum((firsts[card] - 100) ** 2 / 100 for card in range(52))
    assert chi_squared < 88  # 51 degrees of freedom, p = 0.001


def test_a_commitment_binds_table_round_and_seed():
    told = commitment_of("table", 1, "ab" * 32)
    others = {
        commitment_of("other", 1, "ab" * 32),
        commitment_of("table", 2, "ab" * 32),
        commitment_of("table", 1, "ac" * 32),
    }
    assert len({told, *others}) == 4


def finished(rules, players):
    table = new_table(rules, players, 7)
    rng = make_rng(8)
    while table.status == "playing":
        if table.is_between_rounds():
            table.apply(Entry("dealt", body={"seed": f"{len(table.seeds):064x}"}))
        for entry in random_step(table, rng):
            table.apply(entry)
    return table


@pytest.fixture(scope="module", params=["blob", "hearts"])
def record(request):
    if request.param == "blob":
        return record_of(finished(BlobRules(round_cards=(3, 1, 2)), 3))
    return record_of(finished(HeartsRules(target=30), 4))


def test_a_good_record_is_verified(record):
    (report,) = check_record(record)
    assert report["is_open"]
    assert report["scores"] == json.loads(record.splitlines()[-1])["scores"]


def test_other_commands_read_what_the_server_exports(record, tmp_path):
    file = tmp_path / "record.jsonl"
    file.write_text(record, "utf-8")
    shown = runner.invoke(replay_app, [str(file), "--all"])
    assert "won by" in shown.output
    checked = runner.invoke(verify_app, [str(file)])
    assert "every deal matches its commitment" in checked.output
    (recorded,) = replay_all(record.splitlines())
    assert recorded.match.is_finished
    assert recorded.names == [f"Seat {seat}" for seat in range(recorded.match.players)]


def test_records_without_commitments_are_checked_by_the_rules():
    match = Match(BlobRules(round_cards=(2,)), 3, seeded_decks(5))
    (report,) = check_record("\n".join(match_lines(match, seed=5)))
    assert (report["id"], report["is_open"], report["rounds"]) == (None, False, 0)


def test_an_unfinished_record_shows_no_seed():
    table = new_table(BlobRules(round_cards=(1, 2)), 3, 9)
    rng = make_rng(9)
    while not table.is_between_rounds():
        for entry in random_step(table, rng):
            table.apply(entry)
    table.apply(Entry("dealt", body={"seed": "cd" * 32}))
    text = record_of(table)
    assert table.seeds[0] not in text
    assert table.seeds[1] not in text
    (report,) = check_record(text)
    assert not report["is_open"]
    assert report["rounds"] == 1
    assert text.count('"deal"') == 1


def test_before_the_first_round_is_over_a_record_is_its_head():
    table = table_of("t", [Entry("created", body=created_body(BlobRules(), 3))])
    assert json.loads(record_of(table))["about"]["table"] == "t"
    assert len(record_of(new_table(BlobRules(), 3, 9)).splitlines()) == 1


def test_tampering_is_found_with_its_line(record):
    lines = record.splitlines()
    deal = json.loads(lines[1])
    changed_seed = {**deal, "about": {**deal["about"], "seed": "ff" * 32}}
    short_seed = {**deal, "about": {**deal["about"], "seed": "ff"}}
    other_commitment = {**deal, "about": {**deal["about"], "commitment": "ff" * 32}}
    for number, event in ((2, changed_seed), (2, short_seed), (2, other_commitment), (3, {"event": "fly"})):
        damaged = [*lines[: number - 1], json.dumps(event), *lines[number:]]
        with pytest.raises(RecordError, match=f"line {number}"):
            check_record("\n".join(damaged))
    cards = deal["deck"]
    swapped = {**deal, "deck": cards[-2:] + cards[2:-2] + cards[:2]}
    with pytest.raises(RecordError):
        check_record("\n".join([lines[0], json.dumps(swapped), *lines[2:]]))
    with pytest.raises(RecordError, match="deck"):
        check_record("\n".join([lines[0], json.dumps(swapped)]))
    last = json.loads(lines[-1])
    last["scores"][0] += 1
    with pytest.raises(RecordError, match="scores"):
        check_record("\n".join([*lines[:-1], json.dumps(last)]))
    with pytest.raises(NewerFormat):
        check_record(lines[0].replace('"version": 1', '"version": 99'))
    with pytest.raises(RecordError):
        check_record("")
