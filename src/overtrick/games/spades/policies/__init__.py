"""Rule policies for Spades: how to bid, make and set contracts, mind bags, and play for and against a nil."""
