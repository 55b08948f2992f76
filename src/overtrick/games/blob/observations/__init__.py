"""What a Blob seat sees as numbers."""
