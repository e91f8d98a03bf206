#!/usr/bin/env python3
"""Finds uses of Apple APIs newer than the deployment floor, on a machine without Apple's SDK.

The compiler on Linux never checks `@available(iOS ...)`, but its own modules still carry those attributes. So: take
each symbol's "introduced" version from `swift symbolgraph-extract`, take every reference the sources make from their
syntax tree, and join the two on the USR. `@available` on declarations and `#available` in `if` and `guard` count.

It sees what compiles here. A file under `#if canImport(UIKit)` does with the stubs in Tests/AppleStubs: their `@available`
copies Apple's, as far as it says more than the floor.

usage: availability.py TARGET... --floor iOS=16.0 --floor macOS=13.0 ...
                       [--package Tests/AppleStubs --scratch FOLDER --stub UIKit ...]
"""
import argparse
import functools
import json
import os
import subprocess
import sys

import layers

PLACE = os.path.join(layers.ROOT, ".build")
MODULES = ["Swift", "_Concurrency", "_StringProcessing", "Synchronization", "Observation", "Dispatch",
           "FoundationEssentials", "FoundationInternationalization", "Foundation"]

# Declared newer than they need, so a call by hand is not found:
# - `for await` calls AsyncIteratorProtocol.next(isolation:); the compiler falls back to next() on older systems.
# - `&*` became a requirement of FixedWidthInteger with Swift 6.0; on concrete integers it is inlined, as it always was.
BACK_DEPLOYED = ("4next9isolation", "s17FixedWidthIntegerP2amoi")


def version(text):
    parts = [int(part) for part in str(text).split(".")] + [0, 0]
    return tuple(parts[:2])


def extracted(modules, folder, include=()):
    """USR -> {platform: version} for everything these modules declare."""
    compiler = json.loads(subprocess.run(["swiftc", "-print-target-info"], capture_output=True, check=True).stdout)
    os.makedirs(folder, exist_ok=True)
    for module in modules:
        subprocess.run(["swift", "symbolgraph-extract", "-module-name", module, "-target", compiler["target"]["triple"],
                        "-output-dir", folder, "-minimum-access-level", "public", *include],
                       capture_output=True, check=True)
    symbols = {}
    for name in os.listdir(folder):
        if not name.endswith(".symbols.json"):
            continue
        with open(os.path.join(folder, name), encoding="utf8") as file:
            graph = json.load(file)
        os.remove(os.path.join(folder, name))
        for symbol in graph["symbols"]:
            since = {a["domain"]: (a["introduced"]["major"], a["introduced"].get("minor", 0))
                     for a in symbol.get("availability", []) if "introduced" in a and "domain" in a}
            if since:
                symbols[symbol["identifier"]["precise"]] = since
    return symbols


def introduced():
    """The same of the toolchain's modules; kept in .build/availability."""
    compiler = subprocess.run(["swiftc", "-print-target-info"], capture_output=True, text=True, check=True).stdout
    version = json.loads(compiler)["compilerVersion"]
    cache = os.path.join(PLACE, "availability")
    path = os.path.join(cache, "introduced.json")
    if os.path.exists(path):
        with open(path, encoding="utf8") as file:
            saved = json.load(file)
        if saved["compiler"] == version:
            return {usr: {p: tuple(v) for p, v in since.items()} for usr, since in saved["symbols"].items()}
    symbols = extracted(MODULES, cache)
    with open(path, "w", encoding="utf8") as file:
        json.dump({"compiler": version, "symbols": symbols}, file)
    return symbols


def narrowed(guard, conditions):
    """The versions known to be there, after these `@available` or `#available` conditions."""
    guard = dict(guard)
    for condition in conditions:
        since = condition.get("introduced") or condition.get("version")
        if condition.get("domain") and since:
            guard[condition["domain"]] = max(guard.get(condition["domain"], (0, 0)), version(since))
    return guard


class Checker:
    def __init__(self, floors, stubs):
        self.floors = floors
        include = ["-I", os.path.join(layers.ROOT, layers.SCRATCH, "debug", "Modules")]
        self.symbols = introduced() | extracted(stubs, os.path.join(PLACE, "availability.stubs"), include)
        self.types = {usr[2:]: usr for usr in self.symbols if usr.endswith(("V", "C", "O", "P")) and len(usr) > 8}
        self.types_in = functools.lru_cache(maxsize=None)(
            lambda mangled: [usr for name, usr in self.types.items() if name in mangled])
        self.findings = set()

    def check(self, path, tree):
        self.path, self.line = path, layers.line_finder(path)
        self.visit(tree.get("items", []), 0, {})

    def report(self, usr, where, guard):
        if any(name in usr for name in BACK_DEPLOYED):
            return
        for platform, floor in self.floors.items():
            since = self.symbols.get(usr, {}).get(platform)
            if since and since > max(floor, guard.get(platform, floor)):
                self.findings.add((self.path, self.line(where), usr, platform, since))

    def visit(self, node, where, guard):
        if isinstance(node, list):
            for child in node:
                self.visit(child, where, guard)
                if isinstance(child, dict) and child.get("_kind") == "guard_stmt":
                    for condition in child.get("conditions", []):
                        guard = narrowed(guard, condition.get("queries", []))
        elif isinstance(node, dict):
            where = (node.get("range") or {}).get("start", where)
            guard = narrowed(guard, [a for a in node.get("attrs", []) if a.get("_kind") == "available_attr"])
            inside = guard
            if node.get("_kind") == "if_stmt":
                for condition in node.get("conditions", []):
                    inside = narrowed(inside, condition.get("queries", []))
            for key, child in node.items():
                if key == "decl_usr":
                    self.report(child, where, guard)
                elif key in ("type_usr", "interface_type", "type") and isinstance(child, str):
                    for usr in self.types_in(child):
                        self.report(usr, where, guard)
                else:
                    self.visit(child, where, inside if key == "then_stmt" else guard)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="+")
    parser.add_argument("--floor", action="append", required=True, metavar="PLATFORM=VERSION")
    parser.add_argument("--package", default=layers.ROOT, metavar="FOLDER", help="what they are targets of")
    parser.add_argument("--scratch", default=layers.SCRATCH, metavar="FOLDER", help="where it was built")
    parser.add_argument("--stub", action="append", default=[], metavar="MODULE", help="one of Tests/AppleStubs")
    options = parser.parse_args()
    layers.ROOT, layers.SCRATCH = os.path.abspath(options.package), options.scratch
    floors = {name: version(text) for name, text in (floor.split("=") for floor in options.floor)}
    checker = Checker(floors, options.stub)
    files = 0
    for target in options.targets:
        for path, tree in layers.trees_of(target):
            checker.check(path, tree)
            files += 1
    lines = {}
    for path, line, usr, platform, since in sorted(checker.findings):
        lines.setdefault((path, line, usr), []).append(f"{platform} {since[0]}.{since[1]}")
    for (path, line, usr), needs in lines.items():
        print(f"{path}:{line}: error: needs {', '.join(needs)}: {usr}")
    print(f"{files} files, {len(lines)} findings")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
