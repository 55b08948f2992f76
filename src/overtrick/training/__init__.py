"""Learning to play: self-play, teachers, and the runs that keep what was learned."""
