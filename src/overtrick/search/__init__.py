"""Search: what to do, found by playing sampled worlds on."""
