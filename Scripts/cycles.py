#!/usr/bin/env python3
"""Checks that types do not depend on each other in large cycles.

A type depends on the types of its module that its declaration names: what it stores, inherits, takes, returns and calls.
Extensions do not count. A nested type is a part of the type around it, and whoever names it (`Outer.Inner`) does not depend on
that type. A cycle is a set of types of which each depends on each other one, directly or through others (a strongly connected
component).

usage: cycles.py           checks
       cycles.py --list    prints every cycle
"""
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LARGEST = 3
DECLARATION = re.compile(r"\b(struct|class|enum|actor|protocol|extension)\s+([A-Z]\w*)")


def code(text):
    """The code without texts, comments and conditions."""
    for pattern, value in ((r'"""(?:.|\n)*?"""', '""'), (r'#?"(?:\\.|[^"\\\n])*"#?', '""'), (r"//[^\n]*", ""),
                           (r"^\s*#(?:if|else|elseif|endif)\b.*$", "")):
        text = re.sub(pattern, value, text, flags=re.M)
    return text


def declarations(text):
    """The outermost declarations of a file: (kind, name, text)."""
    depth = start = body = 0
    for place, character in enumerate(text):
        if character == "{":
            if depth == 0:
                body = place
            depth += 1
        elif character == "}":
            depth -= 1
            if depth == 0:
                if found := DECLARATION.search(text, start, body):
                    yield found[1], found[2], text[found.end():place]
                start = place + 1


def dependencies(folder):
    """The types of a module, each with those that it depends on."""
    texts = collections.defaultdict(str)
    for file in sorted(folder.rglob("*.swift")):
        # The code of a tutorial belongs to its reader.
        if not any(part.endswith(".docc") for part in file.parts):
            for kind, name, text in declarations(code(file.read_text(encoding="utf8"))):
                if kind != "extension":
                    texts[name] += text
    return {name: {word for word in re.findall(r"(?<![.\w])[A-Z]\w*+(?!\.[A-Z])", text) if word in texts and word != name}
            for name, text in texts.items()}


def cycles(graph):
    """The strongly connected components with several members (Tarjan's algorithm), the largest first."""
    number, lowest, stack, found = {}, {}, [], []

    def visit(name):
        number[name] = lowest[name] = len(number)
        stack.append(name)
        for other in sorted(graph[name]):
            if other not in number:
                visit(other)
                lowest[name] = min(lowest[name], lowest[other])
            elif other in stack:
                lowest[name] = min(lowest[name], number[other])
        if lowest[name] == number[name]:
            place = stack.index(name)
            if len(stack) - place > 1:
                found.append(sorted(stack[place:]))
            del stack[place:]

    for name in sorted(graph):
        if name not in number:
            visit(name)
    return sorted(found, key=len, reverse=True)


def modules():
    yield from sorted((ROOT / "Sources/Destinations").iterdir())
    yield from sorted(place for place in [*(ROOT / "Sources").iterdir(), *(ROOT / "Server/Sources").iterdir()]
                      if place.is_dir() and place.name != "Destinations")


def main():
    if sys.argv[1:] not in ([], ["--list"]):
        print(__doc__)
        return 2
    sys.setrecursionlimit(10_000)
    if cycles({"A": {"B"}, "B": {"C"}, "C": {"A", "D"}, "D": set()}) != [["A", "B", "C"]]:
        sys.exit("Scripts/cycles.py:1: error: a cycle of three types was not found")
    count, largest, failures = 0, [], 0
    for place in modules():
        graph = dependencies(place)
        count += len(graph)
        for cycle in cycles(graph):
            if sys.argv[1:]:
                print(f"{place.name}: {', '.join(cycle)}")
            if len(cycle) > LARGEST:
                failures += 1
                print(f"{place.relative_to(ROOT)}:1: error: {len(cycle)} types depend on each other: {', '.join(cycle)}")
            largest = max(largest, cycle, key=len)
    print(f"{count} types; the largest cycle has {len(largest)}: {', '.join(largest)}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
