"""Games on paper: event logs of matches, snapshots and one-line strings of positions, PTN."""
