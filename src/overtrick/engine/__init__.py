"""What no game owns: rounds, matches, views, worlds and records, for whichever game a record is a round of."""
