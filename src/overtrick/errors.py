"""Everything that can go wrong, as one tree. Each message says what was wrong, with what, and what would be right.

OvertrickError
├── NotACard             a text or number that names no card
├── RulesError           a table that cannot be set up: players, hand sizes, house rules
│   └── UnknownGame
├── IllegalAction        a real card or bid that is not allowed now; the state is untouched
│   ├── OutOfTurn
│   ├── WrongPhase
│   ├── CardNotInHand
│   ├── Revoke           the suit led could have been followed
│   ├── CardBarred       a rule of the game keeps the card back: a suit that is not broken yet, the first trick
│   ├── BidOutOfRange
│   ├── ForbiddenBid     a rule of the game takes the bid from the seat
│   └── BadPass          not three different cards, or passed already
├── RecordError          a record, snapshot or position that cannot be read
│   └── NewerFormat      written by a later version
├── PlayerError          a player that cannot be seated or failed at the table
│   └── UnknownPlayer
├── DatabaseError        a database that cannot be opened, used, migrated or saved
│   ├── DatabaseInUse    another server owns it
│   ├── LostDatabase     its file was deleted or replaced while the server was using it
│   └── DatabaseTooSlow  it has not answered in time; whether it did what it was asked is not known
├── ModelError           a model file that is damaged, unsafe or made for something else
└── TrainingError        a run that cannot start, or that stopped before it spoiled what was learned
"""

from __future__ import annotations


class OvertrickError(Exception):
    """Anything this package refuses, with a message for people."""


class NotACard(OvertrickError, ValueError):
    """A text or number that names no card."""


class RulesError(OvertrickError, ValueError):
    """A table that cannot be set up."""


class UnknownGame(RulesError):
    """No game of that name or number."""


class IllegalAction(OvertrickError):
    """A card or bid that is not allowed now."""


class OutOfTurn(IllegalAction):
    """Another seat is to act."""


class WrongPhase(IllegalAction):
    """A bid while cards are played, a card while bids are made, anything after the end."""


class CardNotInHand(IllegalAction):
    """The seat does not hold the card."""


class Revoke(IllegalAction):
    """The seat could have followed suit."""


class CardBarred(IllegalAction):
    """A rule of the game keeps the card back for now."""


class BidOutOfRange(IllegalAction):
    """Less than nothing or more than the cards dealt."""


class ForbiddenBid(IllegalAction):
    """A rule of the game takes the bid from the seat, such as the hook from the dealer."""


class BadPass(IllegalAction):
    """A pass is three different cards of the hand, once."""


class RecordError(OvertrickError, ValueError):
    """A record, snapshot or position that cannot be read."""


class NewerFormat(RecordError):
    """Written by a later version of Overtrick."""


class PlayerError(OvertrickError):
    """A player that cannot be seated or failed at the table."""


class UnknownPlayer(PlayerError, ValueError):
    """No player or option of that name."""


class DatabaseError(OvertrickError):
    """A database that cannot be opened, used, migrated or saved."""


class DatabaseInUse(DatabaseError):
    """Another server owns the database."""


class LostDatabase(DatabaseError):
    """The file at the address is not the one that was opened: what is written now would be gone after a restart."""


class DatabaseTooSlow(DatabaseError):
    """A database that has not answered in time. Whether it will still do what it was asked is not known."""


class ModelError(OvertrickError, ValueError):
    """A model file that is damaged, unsafe or made for something else."""


class TrainingError(OvertrickError):
    """A run that cannot start, or that stopped before it spoiled what was learned."""
