"""What a Hearts seat sees as numbers."""
