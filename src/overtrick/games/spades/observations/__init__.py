"""What a Spades seat sees as numbers."""
