"""Fair deals: fixed vectors, even shuffles, commitments that bind, records that are checked without the server."""

from __future__ import annotations

import hashlib
import json
from collections import Counter

import pytest

from overtrick.cards.card import card_code
from overtrick.errors import NewerFormat, RecordError
from overtrick.server.deals import commitment_of, deck_of, new_seed
from overtrick.server.replays import record_of
from overtrick.server.table import Entry
from overtrick.server.verification import check_record
from tests.server.secrecy import BlobRules, HeartsRules, make_rng, new_table, random_step


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
    report = check_record(record)
    assert report["is_open"]
    assert report["scores"] == json.loads(record.splitlines()[-1])["scores"]


def test_an_unfinished_record_shows_no_seed():
    table = new_table(BlobRules(round_cards=(1, 2)), 3, 9)
    rng = make_rng(9)
    while not table.is_between_rounds():
        for entry in random_step(table, rng):
            table.apply(entry)
    table.apply(Entry("dealt", body={"seed": "cd" * 32}))
    text = record_of(table)
    assert "seed" not in text
    assert "deck" not in text
    assert not check_record(text)["is_open"]
    assert check_record(text)["rounds"] == 1


def test_tampering_is_found_with_its_line(record):
    lines = record.splitlines()
    deal = json.loads(lines[1])
    changed_seed = json.dumps({**deal, "seed": "ff" * 32})
    swapped_hands = json.dumps({**deal, "hands": deal["hands"][::-1]})
    for number, line in ((2, changed_seed), (2, swapped_hands), (3, "{"), (3, '{"type":"fly"}')):
        damaged = [*lines[: number - 1], line, *lines[number:]]
        with pytest.raises(RecordError, match=f"line {number}"):
            check_record("\n".join(damaged))
    last = json.loads(lines[-1])
    last["scores"][0] += 1
    with pytest.raises(RecordError, match="final scores"):
        check_record("\n".join([*lines[:-1], json.dumps(last)]))
    with pytest.raises(NewerFormat):
        check_record(lines[0].replace('"format":1', '"format":99'))
    with pytest.raises(RecordError):
        check_record("")
