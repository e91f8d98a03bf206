#!/usr/bin/env python3
"""Checks that the folders of the module Cairn use only the folders that layers.json lists for them.

Swift has no sub-modules, so a folder is no wall: any file can call any other. This maps each declaration to the folder
that declares it and each reference to the folder that makes it, and reports what the rules do not allow. A folder
without a rule is an error too. Folders inside a listed folder belong to it. A rule may name only folders that come after it,
so folders never use each other in a circle.

The compiler says what refers to what: `swiftc -dump-ast -dump-ast-format json` resolves each reference to a USR, the
symbol's unique name. Its flags come from Package.swift, so nothing is said twice. availability.py uses this part too.

usage: layers.py            checks
       layers.py --graph    prints who uses whom, and how often
"""
import bisect
import collections
import functools
import glob
import json
import os
import platform
import re
import subprocess
import sys

TARGET = "Cairn"
SCRATCH = ".build"
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TRAITS = ("Crypto", "Server")
TYPES = ("struct_decl", "class_decl", "enum_decl", "protocol_decl", "actor_decl", "type_alias_decl")


@functools.lru_cache(maxsize=None)
def manifest():
    done = subprocess.run(["swift", "package", "dump-package"], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    return json.loads(done.stdout)


def sources(target):
    paths = {entry["name"]: entry.get("path") for entry in manifest()["targets"]}
    folder = paths.get(target) or f"Sources/{target}"
    found = glob.glob(f"{folder}/**/*.swift", root_dir=ROOT, recursive=True)
    # The code of a tutorial belongs to its reader.
    return sorted(path for path in found if ".docc/" not in path)


def arguments(target):
    """What the package manager would pass to the compiler, without warnings and without code generation."""
    settings = next(t["settings"] for t in manifest()["targets"] if t["name"] == target)
    features = [s["kind"]["enableUpcomingFeature"]["_0"] for s in settings if "enableUpcomingFeature" in s["kind"]]
    # The package manager names a package after its folder.
    identity = re.sub(r"\W", "_", os.path.basename(ROOT).lower())
    result = ["-swift-version", "6", "-module-name", target, "-package-name", identity, "-suppress-warnings"]
    result += ["-D", "SWIFT_PACKAGE", "-D", "DEBUG", "-I", f"{SCRATCH}/debug/Modules"]
    for feature in features:
        result += ["-enable-upcoming-feature", feature]
    for trait in TRAITS:
        result += ["-D", trait]
    for module_map in glob.glob("Sources/*/module.modulemap", root_dir=ROOT):
        result += ["-I", os.path.dirname(module_map)]
    if platform.system() == "Darwin":
        sdk = subprocess.run(["xcrun", "--show-sdk-path"], capture_output=True, text=True, check=True)
        result += ["-sdk", sdk.stdout.strip()]
    return result


def trees_of(target):
    """One (path, tree) for each source file of the target; paths are relative to the package."""
    files = [part for path in sources(target) for part in ("-primary-file", path)]
    command = ["swiftc", "-frontend", "-dump-ast", "-dump-ast-format", "json", *arguments(target), *files]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{target} does not compile:\n{done.stderr}")
    decoder, position, result = json.JSONDecoder(), 0, []
    while (position := done.stdout.find('{"_kind":"source_file"', position)) >= 0:
        tree, position = decoder.raw_decode(done.stdout, position)
        result.append((os.path.relpath(os.path.join(ROOT, tree["filename"]), ROOT), tree))
    if len(result) != len(sources(target)):
        sys.exit(f"{target}: {len(sources(target))} files, but {len(result)} syntax trees")
    return result


def line_finder(path):
    """A function from a byte offset in the file to its line number."""
    with open(os.path.join(ROOT, path), "rb") as file:
        starts = [0] + [i + 1 for i, byte in enumerate(file.read()) if byte == 10]
    return lambda offset: bisect.bisect_right(starts, offset)


def layer_finder(rules):
    """A function from a path to its layer: the nearest folder above it that has a rule, or its own folder."""
    def layer(path):
        folder = os.path.dirname(os.path.relpath(path, f"Sources/{TARGET}")) or "."
        above = folder
        while above not in rules and os.path.dirname(above):
            above = os.path.dirname(above)
        return above if above in rules else folder
    return layer


def declarations(trees, layer):
    """USR -> layer for every declaration, and mangled name -> USR for the types among them."""
    home, types = {}, {}

    def visit(node, place):
        if isinstance(node, list):
            for child in node:
                visit(child, place)
        elif isinstance(node, dict):
            usr, kind = node.get("usr"), node.get("_kind", "")
            if usr and kind.endswith("_decl") and "accessor" not in kind and not kind.startswith("extension"):
                home.setdefault(usr, place)
                if kind in TYPES:
                    types[usr[2:]] = usr
            for child in node.values():
                visit(child, place)

    for path, tree in trees:
        visit(tree.get("items", []), layer(path))
    return home, types


def references(trees, layer, home, types):
    """(from layer, to layer) -> {(file, line, USR)}."""
    # Longest first, so that a nested type is not taken for the type that holds it.
    names = "|".join(re.escape(name) for name in sorted(types, key=len, reverse=True))
    pattern = re.compile(names or r"(?!)")
    edges = collections.defaultdict(set)
    for path, tree in trees:
        here, line = layer(path), line_finder(path)

        def visit(node, where):
            if isinstance(node, list):
                for child in node:
                    visit(child, where)
            elif isinstance(node, dict):
                where = (node.get("range") or {}).get("start", where)
                for key, child in node.items():
                    used = []
                    if key == "decl_usr" and child in home:
                        used = [child]
                    elif key in ("type_usr", "type", "interface_type") and isinstance(child, str):
                        used = [types[name] for name in pattern.findall(child)]
                    for usr in used:
                        if home[usr] != here:
                            edges[here, home[usr]].add((path, line(where), usr))
                    visit(child, where)

        visit(tree.get("items", []), 0)
    return edges


def main():
    with open(os.path.join(ROOT, "Scripts", "layers.json"), encoding="utf8") as file:
        rules = json.load(file)
    layer = layer_finder(rules)
    order = {folder: place for place, folder in enumerate(rules)}
    upward = [(folder, other) for folder in rules for other in rules[folder] if order.get(other, -1) <= order[folder]]
    for folder, other in upward:
        print(f"Scripts/layers.json: error: {folder} names {other}, which does not come after it")
    unknown = {}
    for path in sources(TARGET):
        if layer(path) not in rules:
            unknown.setdefault(layer(path), path)
    for folder, path in sorted(unknown.items()):
        print(f"{path}:1: error: the folder {folder} has no rule in Scripts/layers.json")
    trees = trees_of(TARGET)
    edges = references(trees, layer, *declarations(trees, layer))
    errors = len(unknown) + len(upward)
    for (source, target), uses in sorted(edges.items()):
        if "--graph" in sys.argv:
            print(f"{source} -> {target}  ({len(uses)} uses)")
        elif source in rules and target not in rules[source]:
            errors += 1
            first = {(file, line): usr for file, line, usr in sorted(uses, reverse=True)}
            for (file, line), usr in sorted(first.items())[:5]:
                print(f"{file}:{line}: error: {source} may not use {target} ({usr})")
    print(f"{len(trees)} files, {len(edges)} edges, {errors} not allowed")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
