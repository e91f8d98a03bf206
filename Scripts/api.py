#!/usr/bin/env python3
"""The public surface of each product as text, in API/: a change of it shows in a review, and is not made by accident.

usage: api.py [--write] [--modules FOLDER] [MODULE...]     after a debug build; without names, all of API/ but CairnUI

Without --write, says what is not as in API/, and fails. A line is a symbol: its path, its declaration, and what it
conforms to. CairnUI is built on stubs alone here: api.py --modules .build-apple/uikit/debug/Modules CairnUI
"""
import argparse
import difflib
import json
import os
import sys
import tempfile

import symbols

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PLACE = os.path.join(ROOT, "API")
# What the compiler says of nearly every type.
USUAL = {"Copyable", "Escapable", "SendableMetatype"}


def graphs(module, modules):
    """The symbols that a module has, and those that it adds to types of others."""
    with tempfile.TemporaryDirectory() as folder:
        symbols.extract(module, modules, folder)
        for name in sorted(os.listdir(folder)):
            with open(os.path.join(folder, name), encoding="utf8") as file:
                yield json.load(file)


def declaration(symbol):
    text = "".join(part["spelling"] for part in symbol.get("declarationFragments", []))
    return " ".join(text.split())


def surface(module, modules):
    lines = {}
    for graph in graphs(module, modules):
        conforms = {}
        for relation in graph["relationships"]:
            if relation["kind"] == "conformsTo":
                name = relation.get("targetFallback", relation["target"]).split(".")[-1]
                conforms.setdefault(relation["source"], set()).add(name)
        names = {symbol["identifier"]["precise"]: symbol["pathComponents"][-1] for symbol in graph["symbols"]}
        for symbol in graph["symbols"]:
            kinds = sorted({names.get(kind, kind) for kind in conforms.get(symbol["identifier"]["precise"], ())} - USUAL)
            line = f"{'.'.join(symbol['pathComponents'])}: {declaration(symbol)}"
            lines[line + (f" [{', '.join(kinds)}]" if kinds else "")] = symbol["pathComponents"]
    return sorted(lines, key=lambda line: (lines[line], line))


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--modules", default=os.path.join(ROOT, ".build/debug/Modules"))
    parser.add_argument("module", nargs="*")
    options = parser.parse_args()
    os.makedirs(PLACE, exist_ok=True)
    known = sorted(name[:-len(".txt")] for name in os.listdir(PLACE))
    options.module = options.module or [name for name in known if name != "CairnUI"]
    differ = 0
    for module in options.module:
        now, path = surface(module, options.modules), os.path.join(PLACE, module + ".txt")
        if options.write:
            with open(path, "w", encoding="utf8") as file:
                file.write("\n".join(now) + "\n")
            continue
        before = []
        if os.path.exists(path):
            with open(path, encoding="utf8") as file:
                before = file.read().splitlines()
        for line in difflib.unified_diff(before, now, f"API/{module}.txt", "the code", "", "", 0, ""):
            differ += 1
            print(line)
    if differ:
        sys.exit("error: the public surface is not what API/ says; if that is meant: Scripts/api.py --write")
    return 0


if __name__ == "__main__":
    sys.exit(main())
