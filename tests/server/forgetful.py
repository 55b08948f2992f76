"""`overtrick serve` that puts tables away seconds after everybody has gone, so that a short test sees it happen."""

from __future__ import annotations

import sys

from overtrick.cli.main import main
from overtrick.server import hub

IDLE_SECONDS = 5.0
SWEEP_SECONDS = 2.0

if __name__ == "__main__":
    hub.IDLE_SECONDS, hub.SWEEP_SECONDS = IDLE_SECONDS, SWEEP_SECONDS
    sys.argv[1:1] = ["serve"]
    main()
