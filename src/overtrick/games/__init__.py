"""The games, a folder each. A game imports cards and core, never another game nor what is built on games."""
