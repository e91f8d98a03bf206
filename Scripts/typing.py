#!/usr/bin/env python3
"""Times the typecheck of calls with thirty properties: a call that the compiler needs long for stops its author.

The fastest of three runs counts, because other processes slow each of them down.

usage: typing.py        exits with 1 when one call takes longer than LIMIT milliseconds
"""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FILE = "Tests/CairnTests/API/Properties/ThirtyProperties.swift"
LIMIT = 100
RUNS = 3
# A warning names an expression or a body that took longer than this number of milliseconds; 1 names all that count.
COMMAND = ["swiftc", "-typecheck", "-swift-version", "6", "-I", ".build/debug/Modules", "-I", "Sources/CZlib",
           "-Xfrontend", "-warn-long-expression-type-checking=1", FILE]
SLOW = re.compile(r":(\d+):\d+: warning: expression took (\d+)ms to type-check")


def times():
    """Returns the milliseconds of each call, by its line."""
    done = subprocess.run(COMMAND, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    return {int(line): int(took) for line, took in SLOW.findall(done.stderr)}


def main():
    fastest = {}
    for _ in range(RUNS):
        for line, took in times().items():
            fastest[line] = min(took, fastest.get(line, took))
    for line, took in sorted(fastest.items()):
        print(f"{FILE}:{line}: {took} ms of at most {LIMIT}")
    if not fastest:
        print(f"{FILE}: every call takes less than 1 ms")
    return any(took > LIMIT for took in fastest.values())


if __name__ == "__main__":
    sys.exit(main())
