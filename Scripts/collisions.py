#!/usr/bin/env python3
"""Checks that no public name of a product is also one of Apple's, Swift's or Firebase's.

An app that imports both modules must write the module before such a name. What is ours is read from API/, what is theirs
from the lists in Scripts/names/: a name on a line, of a type, a macro or a global constant. Neither may a type have the name
of a module of ours: with a type Cairn, `Cairn.Analytics` would be a part of that type.

A name stays with a reason, in ALLOWED. An entry without a reason, or one that nothing needs, is an error too.

usage: collisions.py
"""
import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# (our module and name, whose name it is as well): why it stays.
ALLOWED = {
    ("Cairn.Analytics", "FirebaseAnalytics"):
        "Segment and Firebase call it so too: apps that come from there look for it, and one that imports both can write"
        " Cairn.Analytics",
}


def lines(pattern):
    """(module, path, line number, line) of each line of the text files, which are named after modules."""
    for path in sorted(glob.glob(pattern, root_dir=ROOT)):
        with open(os.path.join(ROOT, path), encoding="utf8") as file:
            for number, line in enumerate(file.read().splitlines(), 1):
                yield os.path.basename(path)[:-len(".txt")], path, number, line


def ours():
    """(module, name, path, line number) of each top-level declaration in API/."""
    for module, path, number, line in lines("API/*.txt"):
        # A member has a dot before the colon. An extension declares no name.
        if match := re.match(r"(\w+)(?:\([^)]*\))?: (?!extension )", line):
            yield module, match[1], path, number


def theirs():
    """Name -> the modules that have it."""
    names = {}
    for module, _, _, line in lines("Scripts/names/*.txt"):
        if not line.startswith("#"):
            names.setdefault(line, set()).add(module)
    return names


def entry(key):
    """Where ALLOWED has it, as path:line."""
    with open(__file__, encoding="utf8") as file:
        text = file.read().splitlines()
    number = next(number for number, line in enumerate(text, 1) if f'("{key[0]}", "{key[1]}"):' in line)
    return f"Scripts/collisions.py:{number}"


def main():
    modules = {os.path.basename(path)[:-len(".txt")] for path in glob.glob("API/*.txt", root_dir=ROOT)}
    known, declared, findings, used = theirs(), list(ours()), [], set()
    if not declared or not known:
        sys.exit("error: API/ or Scripts/names/ has no names")
    for module, name, path, number in declared:
        if name in modules:
            findings.append(f"{path}:{number}: error: {name} is the name of a module; it would hide the module")
        for other in sorted(known.get(name, ())):
            key = f"{module}.{name}", other
            used.add(key)
            if key not in ALLOWED:
                findings.append(f"{path}:{number}: error: {name} is a name of {other} too; rename it, or say in"
                                " Scripts/collisions.py why it stays")
    for key, reason in ALLOWED.items():
        if key not in used:
            findings.append(f"{entry(key)}: error: {key[0]} is not public, or no name of {key[1]}: remove the exception")
        if not reason.strip():
            findings.append(f"{entry(key)}: error: say why {key[0]} stays")
    print("\n".join(findings + [f"{len(declared)} names of {len(modules)} modules, {len(known)} of others;"
                                f" {len(findings)} findings"]))
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
