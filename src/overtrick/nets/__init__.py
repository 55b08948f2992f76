"""Networks, the files they travel in, and the evaluators that run them. Only what trains or builds imports torch."""
