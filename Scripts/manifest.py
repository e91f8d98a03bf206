#!/usr/bin/env python3
"""Checks what Package.swift is for a user's build on Apple's systems. It is evaluated here as it is on a Mac.

- No setting of a target excludes the package as a dependency: warnings are suppressed there, so they cannot be errors.
- zlib comes without pkg-config, which finds the one of Homebrew.
- No library that apps link needs another package on iOS, or a program, or what only macOS and Linux have: the targets that it
  depends on are searched for it, without the branches of #if for other systems. The workflows and .spi.yml build single
  products: the whole package would contain programs that run on macOS alone.

Errors of each kind are planted then: the check fails if one is not found.

usage: manifest.py
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
# What an app on iOS cannot use.
FOREIGN = re.compile(r"\b(Process\(\)|homeDirectoryForCurrentUser\b|posix_spawnp?\(|fork\(\)|import Hummingbird\b)")
HERE = {"canImport": {"Darwin", "Foundation", "UIKit", "SwiftUI", "Network", "Security", "CryptoKit", "CoreGraphics", "os", "Testing", "XCTest"},
        "os": {"iOS"}, "targetEnvironment": set()}


def holds(condition):
    """Returns whether the condition of an #if holds on iOS, without traits; unknown ones hold."""
    words = re.sub(r"\b(canImport|os|targetEnvironment)\((\w+)\)", lambda found: str(found[2] in HERE[found[1]]), condition.split("//")[0])
    words = re.sub(r"\b(?:Crypto|Server|DEBUG)\b", "False", words)
    words = words.replace("&&", " and ").replace("||", " or ").replace("!", " not ")
    try:
        return bool(eval(words, {"__builtins__": {}}))
    except (SyntaxError, NameError, TypeError):
        return True


def on_ios(text):
    """Returns the numbered lines that are compiled for iOS, without comments."""
    # For each #if: whether the branch holds, whether one before it did.
    branches = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.strip()
        if words.startswith("#if "):
            branches.append([holds(words[4:]), False])
        elif words.startswith("#elseif ") or words == "#else":
            taken = any(branches[-1])
            branches[-1] = [not taken and (words == "#else" or holds(words[8:])), taken]
        elif words.startswith("#endif"):
            branches.pop()
        elif all(holds_here for holds_here, _ in branches):
            yield number, line.split("//")[0]


def dump(manifest):
    """Evaluates a manifest as a Mac does."""
    manifest = manifest.replace("#if os(Linux)", "#if false").replace("#if canImport(Darwin)", "#if true")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CAIRN_")}
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "Package.swift").write_text(manifest)
        run = subprocess.run(["swift", "package", "dump-package", "--package-path", folder], capture_output=True, text=True, env=environment)
    if run.returncode:
        sys.exit(run.stderr)
    return json.loads(run.stdout)


def folder(target):
    return ROOT / (target.get("path") or f"Sources/{target['name']}")


def needed(name, targets, found):
    """Adds the targets that a target needs on iOS; returns the products of other packages."""
    products = set()
    if name in found:
        return products
    found.add(name)
    for dependency in targets[name]["dependencies"]:
        (kind, value), = dependency.items()
        condition = value[-1] or {}
        if condition.get("traits") or condition.get("platformNames") and "ios" not in condition["platformNames"]:
            continue
        if kind == "product":
            products.add(value[0])
        else:
            products |= needed(value[0], targets, found)
    return products


def problems(package):
    targets = {target["name"]: target for target in package["targets"]}
    for target in targets.values():
        kinds = [kind for setting in target.get("settings", []) for kind in setting["kind"]]
        if {"treatAllWarnings", "treatWarning", "unsafeFlags"} & set(kinds):
            yield f"Package.swift:1: error: {target['name']} has settings with which no app can depend on it"
        if target.get("pkgConfig"):
            yield f"Package.swift:1: error: {target['name']} asks pkg-config on a Mac"
    for product in package["products"]:
        if "library" not in product["type"] or product["name"].startswith("_"):
            continue
        found = set()
        for name in product["targets"]:
            for other in sorted(needed(name, targets, found)):
                yield f"Package.swift:1: error: {product['name']} needs {other}, of another package, on iOS"
        for target in sorted(found):
            if targets[target]["type"] == "executable":
                yield f"Package.swift:1: error: {product['name']} needs the program {target}"
            for file in sorted(folder(targets[target]).rglob("*.swift")):
                if any(part.endswith(".docc") for part in file.parts):
                    continue
                for number, line in on_ios(file.read_text()):
                    if match := FOREIGN.search(line):
                        yield (f"{file.relative_to(ROOT)}:{number}: error: {match[1]} does not exist on iOS,"
                               f" where {product['name']} needs {target}")


def schemes():
    """The whole package cannot be built for iOS: its products can."""
    for name in [".spi.yml", *sorted(map(str, (ROOT / ".github/workflows").glob("*.yml")))]:
        for number, line in enumerate((ROOT / name).read_text().splitlines(), 1):
            if re.search(r"scheme:? '?[Cc]airn-Package", line):
                yield f"{name}:{number}: error: the scheme of the whole package has programs for macOS"


CONTENT = '.target(name: "CairnContent", dependencies: ["Cairn"]),'
# What is planted: the old text of the manifest, the new one, and what must be found.
PLANTED = [
    ("a tool of the tests in a library", CONTENT, CONTENT.replace('"]', '", "Counterparts"]'), "Process() does not exist on iOS"),
    ("a program in a library", CONTENT, CONTENT.replace('"]', '", "journalworkload"]'), "needs the program journalworkload"),
    ("a server framework in a library", CONTENT, CONTENT.replace('"]', '", .product(name: "NIOCore", package: "swift-nio")]'),
     "CairnContent needs NIOCore"),
    ("pkg-config on a Mac", "#if os(Linux)", "#if true", "CZlib asks pkg-config on a Mac"),
    ("warnings as errors for users", "? []", '? [.treatAllWarnings(as: .error)]', "Cairn has settings with which no app can depend on it"),
]


def main():
    manifest = (ROOT / "Package.swift").read_text()
    package = dump(manifest)
    found = [*problems(package), *schemes()]
    if not found:
        for what, old, new, message in PLANTED:
            if old not in manifest:
                found.append(f"Scripts/manifest.py:1: error: Package.swift has no {old}")
            elif not any(message in problem for problem in problems(dump(manifest.replace(old, new, 1)))):
                found.append(f"Scripts/manifest.py:1: error: the planted error was not found: {what}")
    print("\n".join(dict.fromkeys(found)) or f"{len(package['products'])} products; {len(PLANTED)} planted errors found")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
