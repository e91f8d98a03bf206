#!/usr/bin/env python3
"""Plants the bugs of Tests/SimulationTests/mutants.json in a copy of the SDK, one at a time: every one must be caught.
With --server: those of Server/Tests/mutants.json in the collector, which has no simulation.
With --apple: those of Tests/AppleTests/mutants.json in the code for Apple's systems, on stubs of their modules.

The suites that the list names are tried first, since they take seconds; where they say nothing, the simulation. What
nobody catches survives, and that is an error, as is a bug whose place in the code is no longer there. The copy lies in
.build/mutants and stays there, so that each bug compiles one file.

usage: mutants.py [--server | --apple]      all of them; of those for Apple, those for the stubs of APPLE_STUBS
       mutants.py WORD...         those whose name holds one of the words
       mutants.py --from N        the Nth of the list and those after it (to go on with a run that was ended)
       mutants.py --check         only whether each still has its place in the code
       CAIRN_STATES=N             how many crash states each must survive to survive (default 60000)
"""
import json
import os
import re
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SERVER = "--server" in sys.argv[1:]
APPLE = "--apple" in sys.argv[1:]
LIST = os.path.join(ROOT, "Server/Tests/mutants.json" if SERVER else
                    "Tests/AppleTests/mutants.json" if APPLE else "Tests/SimulationTests/mutants.json")
PLACE = os.path.join(ROOT, ".build/mutants-server" if SERVER else ".build/mutants-apple" if APPLE else ".build/mutants")
COPY = os.path.join(PLACE, "tree")
# The stubs of one platform; a bug says whose it is, and is planted with those of UIKit otherwise.
STUBS = os.environ.get("APPLE_STUBS", "uikit")
PARTS = re.compile(r"((Server/)?Package\.(swift|resolved)|(Server/)?Sources/.*|(Server/)?Tests/(?!AppleStubs/|AppleTests/).*)$"
                   if SERVER else r"(Sources/.*|Tests/(AppleStubs|AppleTests|CairnTests)/.*|Examples/.*\.swift)$"
                   if APPLE else r"(Package\.swift|Sources/.*|Tests/(?!AppleStubs/|AppleTests/).*)$")
TESTS = ("CairnTests,CairnTestingTests,CairnContentTests,CairnAdobeTests,CairnAmplitudeTests,CairnConvertTests,"
         "CairnExperimentsTests,CairnFirebaseTests,CairnMixpanelTests,CairnPlanTests,CairnPrivacyTests,CairnSnowplowTests,"
         "CrashTests,SimulationTests")
# Debug builds compile only what changed; -O makes them fast enough.
PACKAGE = (["--package-path", "Server"] if SERVER else
           ["--package-path", "Tests/AppleStubs", "--disable-xctest"] if APPLE else ["--traits", "Crypto"])
OPTIONS = [*PACKAGE, *([] if APPLE else ["-Xswiftc", "-O"]), "--scratch-path",
           os.path.join(PLACE, f"build-{STUBS}" if APPLE else "build")]
BUILD = ["swift", "build", *(option for option in OPTIONS if option != "--disable-xctest"), "--build-tests", "--quiet"]
TEST = ["swift", "test", *OPTIONS, "--skip-build"]
SIMULATION = None if SERVER or APPLE else r"SimulationTests\.Simulated"
# A bug in what the collector is built on compiles all of it again.
SECONDS = 900 if SERVER else 300
# The suites that a bug names take seconds, and a bug can make them wait without end.
SECONDS_OF_A_SUITE = 120
# A bug is one file; the tree is all of them.
SECONDS_OF_THE_TREE = 3_600


def environment():
    # Some bugs are plain to the compiler: without CAIRN_STRICT it says so and goes on.
    outer = {name: value for name, value in os.environ.items() if name != "CAIRN_STRICT"}
    # The server's package needs more of the SDK than these tests.
    tests = {} if SERVER or APPLE else {"CAIRN_TESTS": TESTS}
    return {**outer, **tests, "CAIRN_STOP": "1", "APPLE_STUBS": STUBS,
            "CAIRN_STATES": os.environ.get("CAIRN_STATES", "60000")}


def run(command, seconds=SECONDS):
    process = subprocess.Popen(command, cwd=COPY, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               text=True, errors="replace")
    try:
        output, _ = process.communicate(timeout=seconds)
        return process.returncode, output
    except subprocess.TimeoutExpired:
        # The package manager gives the tests a process group of their own, and they would go on without it.
        process.kill()
        subprocess.run(["pkill", "-KILL", "-f", os.path.join(PLACE, "build")], check=False)
        output, _ = process.communicate()
        return 124, f"{output}\nFAILED no end within {seconds} s"


def refresh():
    """Makes the copy like the tree; files that are the same are not touched, so that they are not built again."""
    names = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
                           capture_output=True, text=True, check=True).stdout.split("\0")
    links = {name for name in names if PARTS.match(name) and os.path.islink(os.path.join(ROOT, name))}
    names = {name for name in names if PARTS.match(name) and os.path.isfile(os.path.join(ROOT, name))} - links
    for name in names:
        write(name, read(os.path.join(ROOT, name)))
    for name in links:
        link(name, os.readlink(os.path.join(ROOT, name)))
    for folder, _, files in os.walk(COPY):
        for file in files:
            if os.path.relpath(os.path.join(folder, file), COPY) not in names | links:
                os.remove(os.path.join(folder, file))
    if not APPLE:
        write("Package.swift", read(os.path.join(ROOT, "Package.swift")))


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(name, data):
    path = os.path.join(COPY, name)
    if os.path.isfile(path) and read(path) == data:
        return
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


def link(name, target):
    path = os.path.join(COPY, name)
    if os.path.islink(path) and os.readlink(path) == target:
        return
    os.makedirs(os.path.dirname(path), exist_ok=True)
    os.symlink(target, path)


def planted(mutant):
    """The file with the bug, or None when its place is gone or not the only one."""
    text = read(os.path.join(ROOT, mutant["file"])).decode()
    if text.count(mutant["old"]) != 1:
        return None
    return text.replace(mutant["old"], mutant["new"]).encode()


def verdict(seconds=SECONDS):
    """Why the copy does not build; None when it does."""
    status, output = run(BUILD, seconds)
    if status:
        errors = [line for line in output.splitlines() if " error: " in line] or output.splitlines()[-3:]
        return "NOT BUILT", errors[0] if errors else ""
    return None


def sentence(output):
    for pattern in (r"FAILED (.*)", r"✘ Test (\".*?\")", r"Fatal error: (.*)", r"(crashed.*|signal code \d+)"):
        found = re.search(pattern, output)
        if found:
            return found[1]
    return "the tests failed"


def caught(mutant):
    broken = verdict()
    if broken:
        return broken
    for suite in filter(None, [mutant.get("tests"), SIMULATION]):
        status, output = run([*TEST, "--filter", suite], SECONDS if suite == SIMULATION else SECONDS_OF_A_SUITE)
        if status:
            name = "simulation" if suite == SIMULATION else "tests"
            return name, sentence(output)
    return "SURVIVED", mutant.get("equivalent", "")


def main():
    arguments = [argument for argument in sys.argv[1:] if argument not in ("--server", "--apple")]
    if any(argument in ("-h", "--help") for argument in arguments):
        print(__doc__)
        return 0
    with open(LIST, encoding="utf8") as file:
        mutants = json.load(file)
    lost = [mutant["name"] for mutant in mutants if planted(mutant) is None]
    for name in lost:
        print(f"{LIST}:1: error: the place of \"{name}\" is not in the code, or more than once")
    if lost or "--check" in arguments:
        return 1 if lost else 0
    first = 1
    if arguments[:1] == ["--from"]:
        first = int(arguments[1])
        mutants = mutants[first - 1:]
    elif arguments:
        mutants = [mutant for mutant in mutants if any(word in mutant["name"] for word in arguments)]
    if APPLE:
        mutants = [mutant for mutant in mutants if mutant.get("stubs", "uikit") == STUBS]
    if not mutants:
        return 0
    os.makedirs(COPY, exist_ok=True)
    refresh()
    broken = verdict(SECONDS_OF_THE_TREE)
    if broken:
        sys.exit(f"the tree does not build: {broken[1]}")
    sound = SIMULATION or "|".join(sorted({mutant["tests"] for mutant in mutants}))
    status, output = run([*TEST, "--filter", sound], SECONDS_OF_THE_TREE)
    if status:
        sys.exit(f"the tests fail without a bug: {sentence(output)}")
    return plant(mutants, first)


def plant(mutants, first):
    survivors = 0
    width = max(len(mutant["name"]) for mutant in mutants)
    for number, mutant in enumerate(mutants, first):
        started = time.monotonic()
        original = read(os.path.join(ROOT, mutant["file"]))
        write(mutant["file"], planted(mutant))
        try:
            by, how = caught(mutant)
        finally:
            write(mutant["file"], original)
        if by in ("SURVIVED", "NOT BUILT") and "equivalent" not in mutant:
            survivors += 1
        elif by == "SURVIVED":
            by = "equivalent"
        seconds = time.monotonic() - started
        print(f"{number:3} {mutant['name']:{width}}  {by:10} {seconds:4.0f} s  {how[:110]}", flush=True)
    print(f"{len(mutants) - survivors} of {len(mutants)} caught")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
