"""Rule policies for Blob."""
