"""What every game's kernels build on: the record of a round, tricks, random numbers, observations as numbers."""
