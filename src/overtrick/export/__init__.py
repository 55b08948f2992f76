"""Files that carry networks: from a checkpoint to a checked model bundle."""
