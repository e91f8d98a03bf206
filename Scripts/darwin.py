#!/usr/bin/env python3
"""Typechecks the code behind canImport(Darwin) on Linux.

usage: darwin.py [--scratch FOLDER]

Tests/AppleStubs/Darwin declares what the SDK uses of Apple's C library, with the types that Swift gives it on Apple
platforms. With that module on the search path, canImport(Darwin) holds, and the compiler checks those branches of the
module Cairn instead of the branches for Linux. Branches for one of Apple's systems (os(iOS) and the like) stay unchecked,
because they need a compiler target whose standard library is not here: they are counted.

The check also plants a known error, the use of getentropy(2), which only the SDK of macOS declares, and fails if the
compiler accepts it.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
STUBS = ROOT / "Tests/AppleStubs/Darwin"
SOURCES = ROOT / "Sources/Cairn"
FEATURES = ["ExistentialAny", "ImmutableWeakCaptures", "InferIsolatedConformances", "InternalImportsByDefault",
            "MemberImportVisibility", "NonisolatedNonsendingByDefault"]
PLANTED = ("Platform/Randomness.swift", "arc4random_buf(", "_ = getentropy(")


def swiftc(*arguments):
    """Runs the compiler; returns its errors and warnings."""
    run = subprocess.run(["swiftc", "-swift-version", "6", *map(str, arguments)], capture_output=True, text=True)
    lines = [line for line in run.stderr.splitlines() if re.match(r"\S+:\d+:\d+: (error|warning): ", line)]
    if run.returncode and not lines:
        sys.exit(run.stderr)
    return sorted(set(lines))


def typecheck(sources, scratch):
    features = [word for feature in FEATURES for word in ("-enable-upcoming-feature", feature)]
    return swiftc("-typecheck", "-module-name", "Cairn", "-package-name", "cairn", "-I", scratch, "-Xcc",
                  f"-fmodule-map-file={ROOT}/Sources/CZlib/module.modulemap", *features, *sorted(sources.rglob("*.swift")))


def count(pattern, folder):
    return sum(len(re.findall(pattern, file.read_text())) for file in folder.rglob("*.swift"))


def main():
    scratch = pathlib.Path(sys.argv[2]) if "--scratch" in sys.argv else pathlib.Path(tempfile.mkdtemp())
    scratch.mkdir(parents=True, exist_ok=True)
    problems = swiftc("-emit-module", "-module-name", "Darwin", "-parse-as-library", *sorted(STUBS.glob("*.swift")), "-o",
                      scratch / "Darwin.swiftmodule")
    problems = problems or typecheck(SOURCES, scratch)
    if problems:
        sys.exit("\n".join(problems))
    copy = scratch / "planted"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(SOURCES, copy, ignore=shutil.ignore_patterns("*.docc", "*.xcprivacy"))
    name, right, wrong = PLANTED
    text = (copy / name).read_text()
    assert right in text, f"{name} does not call {right}"
    (copy / name).write_text(text.replace(right, wrong))
    if not any("getentropy" in line for line in typecheck(copy, scratch)):
        sys.exit(f"{__file__}:1: error: the planted use of getentropy was not found")
    systems = count(r"#(?:else)?if [^\n]*\bos\((?:iOS|macOS|tvOS|watchOS|visionOS)\)", SOURCES)
    others = {folder.name: count(r"canImport\(Darwin\)", folder) for folder in sorted((ROOT / "Sources").iterdir())
              if folder.is_dir() and folder != SOURCES}
    others = {name: number for name, number in others.items() if number}
    print(f"{count(r'canImport.Darwin.', SOURCES)} conditions on Darwin in Cairn typechecked; "
          f"{systems} on one of Apple's systems are not; not typechecked in other modules: {others}")


main()
