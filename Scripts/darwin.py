#!/usr/bin/env python3
"""Typechecks the code for Apple's systems on Linux, once for each of them.

usage: darwin.py [--scratch FOLDER] [--system NAME]...

The sources are copied for each system. In the copy every condition on a system (`os(iOS)`) has the value that it has there,
and modules that do not exist there cannot be imported. The compiler then checks the copy against the modules of
Tests/AppleStubs: `Darwin` with the types that Swift gives Apple's C library, and the frameworks that this system has. So every
branch of every condition is checked for each system, except the branches for Linux, Android and other C libraries.

Errors of kinds that were once in this code are planted then, one at a time: the check fails if the compiler accepts one.
"""
import concurrent.futures
import dataclasses
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
STUBS = ROOT / "Tests/AppleStubs"
FEATURES = ["ExistentialAny", "ImmutableWeakCaptures", "InferIsolatedConformances", "InternalImportsByDefault",
            "MemberImportVisibility", "NonisolatedNonsendingByDefault"]
# The modules, in the order of their dependencies, and their folders in Sources.
MODULES = {"Cairn": "Cairn", "CairnContent": "CairnContent", "CairnExperiments": "CairnExperiments", "CairnUI": "CairnUI"}
OTHERS = ["Glibc", "Musl", "Android", "WinSDK"]
# The modules of Tests/AppleStubs, in folders by who has them, and their folders there.
COMMON = {"Network": "Network", "Security": "Security", "AppleURLSession": "AppleURLSession"}
UIKIT = {"UIKit": "UIKit", "SwiftUI": "SwiftUI"}
# watchOS has a UIKit without an application.
WATCHKIT = {"WatchKit": "WatchKit", "SwiftUI": "SwiftUI", "UIKit": "UIKit/ProcessInfo+PowerState.swift"}
APPKIT = {"AppKit": "AppKit", "SwiftUI": "SwiftUI"}
SETS = {"common": COMMON, "uikit": UIKIT, "watchkit": WATCHKIT, "appkit": APPKIT, "catalyst": {**UIKIT, "AppKit": "AppKit"}}


@dataclasses.dataclass(frozen=True)
class System:
    name: str
    os: str
    frameworks: str
    environment: str = ""


SYSTEMS = [System("iOS", "iOS", "uikit"), System("macOS", "macOS", "appkit"), System("tvOS", "tvOS", "uikit"),
           System("watchOS", "watchOS", "watchkit"), System("visionOS", "visionOS", "uikit"),
           System("Mac Catalyst", "iOS", "catalyst", "macCatalyst")]


@dataclasses.dataclass(frozen=True)
class Planted:
    """An error that the compiler must find on a system."""
    what: str
    system: str
    module: str
    file: str
    old: str
    new: str
    message: str


PLANTED = [
    Planted("getentropy, which only the SDK of macOS declares", "iOS", "Cairn", "Platform/Randomness.swift",
            "arc4random_buf(", "_ = getentropy(", "getentropy"),
    Planted("a public type with the name of one of SwiftUI", "iOS", "CairnUI",
            "SwiftUI/GeometryProxy+ContentVisibility.swift", "-> ContentVisibility", "-> Visibility", "Visibility"),
    Planted("a constant of NSApplication on any thread", "macOS", "Cairn", "Platform/Host/AppKitLifecycle.swift",
            'Notification.Name("NSApplicationDidBecomeActiveNotification")', "NSApplication.didBecomeActiveNotification",
            "main actor-isolated"),
    Planted("a call of Linux", "watchOS", "Cairn", "Storage/PosixFileSystem.swift", "fcntl(file.rawValue, command)",
            "fdatasync(file.rawValue)", "fdatasync"),
    Planted("a name that is wrong on one system", "tvOS", "Cairn", "Storage/StorageDefaults.swift", ".cachesDirectory",
            ".cacheDirectory", "cacheDirectory"),
]


def swiftc(*arguments):
    """Runs the compiler; returns its errors and warnings."""
    run = subprocess.run(["swiftc", "-swift-version", "6", *map(str, arguments)], capture_output=True, text=True)
    lines = [line for line in run.stderr.splitlines() if re.match(r"\S+:\d+:\d+: (error|warning): ", line)]
    if run.returncode and not lines:
        sys.exit(run.stderr)
    return sorted(set(lines))


def conditions(text, system):
    """Gives the conditions of #if lines the values that they have on a system."""
    def value(holds):
        return "true" if holds else "false"

    def line(match):
        condition = match[0]
        condition = re.sub(r"\bos\((\w+)\)", lambda found: value(found[1] == system.os), condition)
        condition = re.sub(r"\btargetEnvironment\((\w+)\)", lambda found: value(found[1] == system.environment), condition)
        return re.sub(r"\bcanImport\((\w+)\)", lambda found: "false" if found[1] in OTHERS else found[0], condition)

    return re.sub(r"^[ \t]*#(?:else)?if .*$", line, text, flags=re.M)


def copy(system, folder):
    """Copies the sources of the modules, with the conditions of a system."""
    for module, place in MODULES.items():
        target = folder / module
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(ROOT / "Sources" / place, target, ignore=shutil.ignore_patterns("*.docc", "*.xcprivacy"))
        for file in target.rglob("*.swift"):
            file.write_text(conditions(file.read_text(), system))
    shutil.copy(STUBS / "Darwin/Foundation/Foundation+Apple.swift", folder / "Cairn")


def emit(name, sources, folder, paths=(), options=()):
    folder.mkdir(parents=True, exist_ok=True)
    # One process for all files: several read the same modules again and again.
    return swiftc("-emit-module", "-wmo", "-module-name", name, "-parse-as-library", *sources, "-o", folder / f"{name}.swiftmodule",
                  *[word for path in paths for word in ("-I", path)], *options)


def stubs(name, scratch):
    """Builds the modules of a set, or the C library of all systems or of macOS."""
    folder = scratch / "stubs" / name
    shutil.rmtree(folder, ignore_errors=True)
    if name.startswith("Darwin"):
        files = [file for file in sorted((STUBS / "Darwin").glob("*.swift"))
                 if file.name != "Entropy.swift" or name == "Darwin-macOS"]
        return emit("Darwin", files, folder)
    problems = []
    for module, place in SETS[name].items():
        place = STUBS / place
        problems += emit(module, sorted(place.rglob("*.swift")) if place.is_dir() else [place], folder, [folder])
    return problems


def check(module, system, scratch):
    folder = scratch / system.name.replace(" ", "")
    paths = [folder / "modules"] + [scratch / "stubs" / name for name in (
        "Darwin-macOS" if system.os == "macOS" else "Darwin", "common", system.frameworks)]
    features = [word for feature in FEATURES for word in ("-enable-upcoming-feature", feature)]
    options = ["-package-name", "cairn", "-Xcc", f"-fmodule-map-file={ROOT}/Sources/CZlib/module.modulemap", *features]
    return emit(module, sorted((folder / module).rglob("*.swift")), folder / "modules", paths, options)


def check_system(system, scratch):
    """Returns the problems of the code on a system, and the planted errors that were not found."""
    folder = scratch / system.name.replace(" ", "")
    shutil.rmtree(folder, ignore_errors=True)
    copy(system, folder)
    for module in MODULES:
        problems = check(module, system, scratch)
        if problems:
            return [f"{problem} [{system.name}]" for problem in problems]
    return [problem for module in MODULES for problem in plant(module, system, scratch)]


def plant(module, system, scratch):
    """Plants the errors of a module together; returns those that the compiler accepts."""
    wanted = [planted for planted in PLANTED if (planted.system, planted.module) == (system.name, module)]
    if not wanted:
        return []
    for planted in wanted:
        file = scratch / system.name.replace(" ", "") / module / planted.file
        text = file.read_text()
        if planted.old not in text:
            return [f"{__file__}:1: error: {planted.file} has no {planted.old}"]
        file.write_text(text.replace(planted.old, planted.new))
    found = check(module, system, scratch)
    return [f"{__file__}:1: error: the planted error was not found on {system.name}: {planted.what}"
            for planted in wanted if not any(planted.message in line for line in found)]


def unchecked():
    """Returns the conditions in modules that are not checked."""
    checked = {ROOT / "Sources" / place for place in MODULES.values()}
    pattern = re.compile(r"#(?:else)?if [^\n]*\b(?:canImport\((?:Darwin|UIKit|AppKit|WatchKit|Network|Security|SwiftUI)\)"
                         r"|os\((?:iOS|macOS|tvOS|watchOS|visionOS)\))")
    counts = {}
    for file in (ROOT / "Sources").rglob("*.swift"):
        number = len(pattern.findall(file.read_text()))
        if number and not any(folder in file.parents for folder in checked):
            module = file.relative_to(ROOT / "Sources").parts[0]
            counts[module] = counts.get(module, 0) + number
    return counts


def main():
    arguments = sys.argv[1:]
    scratch = pathlib.Path(arguments[arguments.index("--scratch") + 1]) if "--scratch" in arguments else None
    scratch = scratch or pathlib.Path(tempfile.mkdtemp())
    named = [arguments[place + 1] for place, word in enumerate(arguments) if word == "--system"]
    systems = [system for system in SYSTEMS if not named or system.name in named]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda name: stubs(name, scratch), ["Darwin", "Darwin-macOS", *SETS]))
        if not any(results):
            results = list(pool.map(lambda system: check_system(system, scratch), systems))
    problems = [problem for result in results for problem in result]
    if problems:
        sys.exit("\n".join(problems))
    planted = sum(planted.system in {system.name for system in systems} for planted in PLANTED)
    print(f"{len(MODULES)} modules typechecked for {', '.join(system.name for system in systems)}; {planted} planted errors found; "
          f"not typechecked: {unchecked() or 'nothing'}")


main()
