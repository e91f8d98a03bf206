#!/usr/bin/env python3
"""Runs a command of the package manager, and runs it again, at most twice, when a signal of a bad address ended it.

On Linux Dispatch now and then stops the package manager itself, while it reads the output of the compilers
(https://github.com/swiftlang/swift-corelibs-foundation/issues/3276). An error in what it builds or tests ends it with a
status, and is not repeated.

usage: Scripts/retried.py COMMAND...
"""
import signal
import subprocess
import sys

ADDRESS_SIGNALS = (-signal.SIGSEGV, -signal.SIGBUS)
ATTEMPTS = 3


def run(command, **options):
    """As `subprocess.run`; of several attempts the last one."""
    check = options.pop("check", False)
    for attempt in range(1, ATTEMPTS + 1):
        done = subprocess.run(command, **options, check=False)
        if done.returncode not in ADDRESS_SIGNALS:
            break
        name = signal.Signals(-done.returncode).name
        print(f"warning: {name} ended attempt {attempt} of {ATTEMPTS}: {' '.join(command)}", file=sys.stderr, flush=True)
    if check:
        done.check_returncode()
    return done


if __name__ == "__main__":
    status = run(sys.argv[1:]).returncode
    # A shell says the same of a process that a signal ended.
    sys.exit(status if status >= 0 else 128 - status)
