"""A player for Overtrick in plain Python, without any package: copy it and make it better.

    overtrick eval --game hearts --player "external:python3 examples/external_player.py" --opponent easy --games 20

Overtrick starts the program, writes one JSON object per line to its stdin and reads one per line from its stdout.
Whatever you want to print for yourself goes to stderr. See docs/external-players.md for all fields.
"""

import json
import random
import sys
from typing import Any

RANKS = "23456789TJQKA"


def rank(card: str) -> int:
    return RANKS.index(card[0])


def choose_bid(view: dict[str, Any]) -> int:
    """One trick for every ace, and for every trump from the jack up; then the nearest bid that is allowed."""
    sure = [card for card in view["hand"] if card[0] == "A" or (card[1] == view["trump"] and rank(card) >= 9)]
    bids: list[int] = view["legal"]
    return min(bids, key=lambda bid: abs(bid - len(sure)))


def choose_pass(view: dict[str, Any]) -> list[str]:
    """The queen of spades and the highest cards."""
    return sorted(view["hand"], key=lambda card: (card == "QS", rank(card)))[-3:]


def choose_card(view: dict[str, Any]) -> str:
    """Win with the highest card while tricks are wanted, else stay as low as possible."""
    seat, cards = view["seat"], list[str](view["legal"])
    wants_tricks = "bids" in view and view["tricks"][seat] < view["bids"][seat]
    if wants_tricks:
        return max(cards, key=lambda card: (card[1] == view["trump"], rank(card)))
    led = view["trick"][0]["card"][1] if view["trick"] else None
    if led is not None and cards[0][1] != led:
        return max(cards, key=lambda card: (card == "QS", card[1] == "H", rank(card)))
    return min(cards, key=rank)


def main() -> None:
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            answer = {"type": "hello", "protocol": 1, "name": "sample"}
        elif message["type"] == "decide":
            random.seed(message["seed"])  # repeatable, should you ever draw
            choose = {"bid": choose_bid, "pass": choose_pass, "play": choose_card}[message["view"]["phase"]]
            answer = {"id": message["id"], "action": choose(message["view"])}
        else:
            continue
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
