#!/usr/bin/env python3
"""Type checks all files of a module together, as a release build does: names may then belong to other modules.

usage: whole_module.py MODULE...      after a debug build of the package that has them
"""
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# What makes the compiler write files, and how many words follow it.
WRITING = {"-emit-module": 0, "-c": 0, "-incremental": 0, "-enable-batch-mode": 0, "-parseable-output": 0,
           "-emit-dependencies": 0, "-emit-objc-header": 0, "-serialize-diagnostics": 0, "-output-file-map": 1,
           "-emit-module-path": 1, "-emit-objc-header-path": 1, "-index-store-path": 1}


def arguments(plan, module):
    command = re.search(rf'^  "C\.{module}-[^"]*\.module":\n(?:    .*\n)*?    args: (.*)$', plan, re.M)
    if not command:
        sys.exit(f"error: there is no debug build of {module}")
    words = iter(json.loads(command[1]))
    for word in words:
        if word in WRITING:
            for _ in range(WRITING[word]):
                next(words)
        else:
            yield word


def main():
    modules = sys.argv[1:]
    if not modules or modules[0].startswith("-"):
        print(__doc__)
        return 2
    with open(os.path.join(ROOT, ".build/debug.yaml"), encoding="utf8") as file:
        plan = file.read()
    commands = [[*arguments(plan, module), "-typecheck", "-whole-module-optimization"] for module in modules]
    # Each has one thread.
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        codes = list(pool.map(lambda command: subprocess.run(command, cwd=ROOT, check=False).returncode, commands))
    return 1 if any(codes) else 0


if __name__ == "__main__":
    sys.exit(main())
