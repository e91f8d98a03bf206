#!/usr/bin/env python3
"""Runs a command, and ends it with all that it began when it takes too long: what hangs has to say so by itself.

usage: Scripts/limited.py MINUTES COMMAND...
"""

import os
import signal
import subprocess
import sys

minutes, command = float(sys.argv[1]), sys.argv[2:]
# Of its own group, so that the test processes end as well.
process = subprocess.Popen(command, start_new_session=True)


def end(number, frame):
    os.killpg(process.pid, signal.SIGKILL)
    sys.exit(128 + number)


for number in (signal.SIGINT, signal.SIGTERM):
    signal.signal(number, end)
try:
    status = process.wait(timeout=minutes * 60)
except subprocess.TimeoutExpired:
    os.killpg(process.pid, signal.SIGKILL)
    sys.exit(f"error: ended after {minutes:g} minutes: {' '.join(command)}")
# A shell says the same of a process that a signal ended.
sys.exit(status if status >= 0 else 128 - status)
