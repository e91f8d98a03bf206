#!/usr/bin/env python3
"""Typechecks the code for Apple's systems on Linux, once for each of them.

usage: darwin.py [--scratch FOLDER] [--system NAME]...

The sources are copied for each system. In the copy every condition on a system (`os(iOS)`) has the value that it has there,
and modules that do not exist there cannot be imported. The compiler then checks the copy against the modules of
Tests/AppleStubs: `Darwin` with the types that Swift gives Apple's C library, and the frameworks that this system has. So every
branch of every condition is checked for each system, except the branches for Linux, Android and other C libraries. headers.py
checks the use of Apple's frameworks once more, against Objective-C headers.

Errors of kinds that were once in this code are planted then: the check fails if the compiler accepts one. It also
fails if a condition on Apple's systems is in a file that nothing typechecks; the `#else` of a condition on Linux or on its C library
is not looked for.
"""
import concurrent.futures
import os
import pathlib
import re
import shutil
import sys
import tempfile

import headers
from systems import (FEATURES, OTHERS, ROOT, STUBS, SYSTEMS, WITHOUT_FUNCTIONS, Planted, conditions, copy, darwin, emit, plant, scoped,
                     swiftc)

# The modules, in the order of their dependencies, and their folders.
MODULES = {"Cairn": "Sources/Cairn", "CairnContent": "Sources/CairnContent", "CairnExperiments": "Sources/CairnExperiments",
           "CairnUI": "Sources/CairnUI", "CairnPrivacy": "Sources/CairnPrivacy", "CairnMigration": "Sources/CairnMigration"}
# Without a condition: its functions are checked for macOS.
SAME = ["CairnExperiments"]
OPTIONS = ["-package-name", "cairn", *FEATURES, "-Xcc", f"-fmodule-map-file={ROOT}/Sources/CZlib/module.modulemap",
           "-Xcc", f"-fmodule-map-file={ROOT}/Sources/CairnSQLite/module.modulemap"]
# These are the same on all of Apple's systems, or are for macOS alone.
MACOS = {"CairnTesting": "Sources/CairnTesting", "CairnCloudEvents": "Sources/Destinations/CloudEvents",
         "CrashSupport": "Tests/CrashSupport", "CairnConvert": "Sources/Destinations/Convert", "Workload": "Tests/Workload",
         "ToolSupport": "Server/Sources/ToolSupport"}
# Files for macOS of modules that need more than the SDK; those of a list are typechecked together.
PARTS = [["Tests/CairnTests/Storage/VolumeWithoutLocksTests.swift", "Tests/CairnTests/Storage/FileModeTests.swift",
          "Tests/CairnTests/Storage/FolderTrustTests.swift", "Tests/CairnTests/Support/RealFolder.swift"],
         ["Tests/CairnTests/Platform/PrivacyManifestSyntaxTests.swift", "Tests/CairnTests/Platform/PrivacyManifestTests.swift"],
         ["Tests/CairnTestingTests/TestStorageTests.swift"], ["Tests/CairnTestingTests/FailureCollectingTestCase.swift"],
         ["Tests/CairnExperimentsTests/Liveness/PeakMemory.swift"], ["Tests/CrashTests/Support/Process+Kill.swift"],
         ["Server/Sources/CairnCollector/Connect/UnreadBytes.swift"], ["Server/Sources/cairnlab/Bench/ProcessUsage.swift"],
         ["Server/Sources/cairnlab/Demo/Proxy/Linger+Reset.swift"],
         ["Server/Tests/CairnCollectorTests/Support/RawConnection.swift"],
         ["Examples/Tests/ExampleTests/Support/UnfinishedRequest.swift"],
         ["Fuzzing/InputMeter.swift", "Fuzzing/AllocatedBytes.swift"], ["Fuzzing/FuzzName.swift"]]
# The modules of Tests/AppleStubs, in folders by who has them, and their folders there.
COMMON = {"Network": "Network", "Security": "Security", "AppleURLSession": "AppleURLSession", "CryptoKit": "CryptoKit",
          "os": "os"}
UIKIT = {"UIKit": "UIKit", "SwiftUI": "SwiftUI"}
# watchOS has a UIKit without an application.
WATCHKIT = {"WatchKit": "WatchKit", "SwiftUI": "SwiftUI", "UIKit": "UIKit/ProcessInfo+PowerState.swift"}
APPKIT = {"AppKit": "AppKit", "SwiftUI": "SwiftUI"}
SETS = {"common": COMMON, "uikit": UIKIT, "watchkit": WATCHKIT, "appkit": APPKIT,
        "catalyst": {**UIKIT, "AppKit": "AppKit"},
        # For tests, which are checked for macOS alone.
        "tests": {"XCTest": "XCTest"}}

PLANTED = [
    Planted("getentropy, which only the SDK of macOS declares", "iOS", "Cairn", "Platform/Randomness.swift",
            "arc4random_buf(", "_ = getentropy(", "getentropy"),
    Planted("a public type with the name of one of SwiftUI", "iOS", "CairnUI",
            "SwiftUI/GeometryProxy+ContentVisibility.swift", "-> ContentVisibility", "-> Visibility", "Visibility"),
    Planted("a call of Linux", "iOS", "Cairn", "Storage/PosixFileSystem.swift", "fcntl(file.rawValue, command)",
            "fdatasync(file.rawValue)", "fdatasync"),
    Planted("a name that is wrong on one system", "tvOS", "Cairn", "Storage/StorageDefaults.swift", ".cachesDirectory",
            ".cacheDirectory", "cacheDirectory"),
    Planted("a pointer of Apple's C library that is not optional", "macOS", "CrashSupport", "Child.swift",
            "posix_spawn_file_actions_t?", "posix_spawn_file_actions_t", "'nil' cannot initialize"),
]


MACOS_SYSTEM = next(system for system in SYSTEMS if system.os == "macOS")


def modules(system):
    return {**MODULES, **MACOS} if system.os == "macOS" else MODULES


def stubs(name, scratch):
    """Builds the modules of a set, the C library of all systems or of macOS, or what the Objective-C headers need."""
    if name == "headers":
        return headers.stubs(scratch)
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


def paths(system, scratch):
    return [system.folder(scratch) / "modules", *[scratch / "stubs" / name for name in (
        "Darwin-macOS" if system.os == "macOS" else "Darwin", "common", system.frameworks)]]


def check_system(system, scratch):
    """Returns the problems of the code on a system, and the planted errors that were not found."""
    folder = system.folder(scratch)
    copy(modules(system), system, folder, {"Cairn": ["Overlays/Foundation"]})
    for module in modules(system):
        options = OPTIONS + (WITHOUT_FUNCTIONS if module in SAME and system.os != "macOS" else [])
        problems = emit(module, sorted((folder / module).rglob("*.swift")), folder / "modules", paths(system, scratch), options)
        if problems:
            return [f"{problem} [{system.name}]" for problem in problems]
    return [problem for module in modules(system) for problem in plant(
        [error for error in PLANTED if (error.system, error.module) == (system.name, module)], folder / module, module,
        paths(system, scratch), OPTIONS)]


def check_parts(system, scratch):
    """Typechecks single files of other modules."""
    names, problems, folders = darwin(), [], [*paths(system, scratch), scratch / "stubs/tests"]
    for number, part in enumerate(PARTS):
        folder = scratch / "parts" / str(number)
        folder.mkdir(parents=True, exist_ok=True)
        files = [folder / pathlib.Path(name).name for name in part]
        for name, file in zip(part, files):
            file.write_text(scoped(conditions((ROOT / name).read_text(), system, OTHERS), names))
        problems += swiftc("-typecheck", "-wmo", "-module-name", f"Part{number}", "-parse-as-library", *files,
                           *[word for path in folders for word in ("-I", path)], *OPTIONS)
    return problems


def unchecked(modules):
    """Returns an error for each file with a condition on Apple's systems that nothing typechecks."""
    pattern = re.compile(r"^\s*#(?:else)?if [^\n]*\b(?:canImport\((?:Darwin|UIKit|AppKit|WatchKit|Network|Security|SwiftUI|CryptoKit|"
                         r"CoreGraphics|os)\)|os\((?:iOS|macOS|tvOS|watchOS|visionOS)\))", re.M)
    # Other conditions of tests and tools are for modules that are compiled on Linux too.
    elsewhere = re.compile(r"^\s*#(?:else)?if [^\n]*\b(?:canImport\(Darwin\)|os\((?:iOS|macOS|tvOS|watchOS|visionOS)\))", re.M)
    # The stubs, and the tests that run on them.
    checked = [*[ROOT / place for place in modules], STUBS, ROOT / "Tests/AppleTests"]
    checked += [ROOT / name for part in PARTS for name in part]
    for place, wanted in [("Sources", pattern), *[(place, elsewhere) for place in ("Tests", "Server", "Fuzzing", "Examples", "Snippets")]]:
        for file in sorted((ROOT / place).rglob("*.swift")):
            if ".build" not in file.parts and not {file, *file.parents} & {*checked}:
                if number := len(wanted.findall(file.read_text())):
                    yield f"{file.relative_to(ROOT)}:1: error: nothing typechecks {number} conditions on Apple's systems"


def run(task, items):
    """Returns the problems of all items."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return [problem for problems in pool.map(lambda item: task(*item), items) for problem in problems]


def main():
    arguments = sys.argv[1:]
    scratch = pathlib.Path(arguments[arguments.index("--scratch") + 1]) if "--scratch" in arguments else None
    scratch = (scratch or pathlib.Path(tempfile.mkdtemp())).absolute()
    named = [arguments[place + 1] for place, word in enumerate(arguments) if word == "--system"]
    systems = [system for system in SYSTEMS if not named or system.name in named]
    frameworks = sorted({system.frameworks for system in systems})
    problems = run(stubs, [(name, scratch) for name in ["headers", "Darwin", "Darwin-macOS", "common", "tests", *frameworks]])
    problems = problems or run(headers.interface, [(name, scratch) for name in frameworks])
    problems = problems or run(lambda part, system: part.check_system(system, scratch),
                               [(part, system) for system in systems for part in (sys.modules[__name__], headers)])
    if MACOS_SYSTEM in systems:
        problems = problems or check_parts(MACOS_SYSTEM, scratch)
    problems += unchecked([*MODULES.values(), *MACOS.values()])
    if not any("CairnTesting" in problem for problem in unchecked(MODULES.values())):
        problems.append(f"{__file__}:1: error: a module that nothing typechecks was not found")
    if problems:
        sys.exit("\n".join(problems))
    planted = sum(error.system in {system.name for system in systems} for error in [*PLANTED, *headers.PLANTED])
    files = sum(map(len, PARTS))
    alone = f", {len(MACOS)} more and {files} files of tests and tools for macOS alone" if MACOS_SYSTEM in systems else ""
    print(f"{len(MODULES)} modules typechecked for {', '.join(system.name for system in systems)}{alone}; "
          f"{planted} planted errors found; no condition on Apple's systems is left out")


if __name__ == "__main__":
    main()
