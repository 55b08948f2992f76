"""Positions with answers beyond doubt: what every player worth playing against gets right."""
