"""Search over sampled worlds: flat, by trees, and exact endings."""
