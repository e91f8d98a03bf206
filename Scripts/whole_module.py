#!/usr/bin/env python3
"""Type checks all files of a module together, as a release build does: names may then belong to other modules.

usage: whole_module.py [--package FOLDER] MODULE      after a debug build
"""
import argparse
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# What makes the compiler write files, and the word that follows it.
WRITING = {"-emit-module": 0, "-c": 0, "-incremental": 0, "-enable-batch-mode": 0, "-parseable-output": 0,
           "-emit-dependencies": 0, "-emit-objc-header": 0, "-serialize-diagnostics": 0, "-output-file-map": 1,
           "-emit-module-path": 1, "-emit-objc-header-path": 1, "-index-store-path": 1}


def arguments(package, module):
    with open(os.path.join(package, ".build/debug.yaml"), encoding="utf8") as file:
        command = re.search(rf'^  "C\.{module}-[^"]*\.module":\n(?:    .*\n)*?    args: (.*)$', file.read(), re.M)
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
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--package", default=".")
    parser.add_argument("module")
    options = parser.parse_args()
    package = os.path.join(ROOT, options.package)
    command = [*arguments(package, options.module), "-typecheck", "-whole-module-optimization"]
    return subprocess.run(command, cwd=package, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
