"""One Hypothesis profile for all tests: the same examples every time, and no deadline, for kernels compile on first use."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("overtrick", deadline=None, derandomize=True)
settings.load_profile("overtrick")
