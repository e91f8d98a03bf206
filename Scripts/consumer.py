#!/usr/bin/env python3
"""Builds apps that depend on this package by URL, as its users do, with both build systems; runs them, and counts what they
resolved.

usage: consumer.py [CASE...]     alone, products or traits; all of them by default

The tree as it is, committed or not, gets a tag in a clone. An app without traits may resolve this package and no other;
one with them what Dependencies/Cairn.resolved lists. In CI two builds are left out that add nothing there: the app
alone with the newer build system, since the products contain it, and the one with traits with the older, with which the
packages of this repository build the same graph.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

import retried

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SYSTEMS = ("native", "swiftbuild")
NOT_IN_CI = (("alone", "swiftbuild"), ("traits", "native"))
FOR_RELEASE = (("products", "swiftbuild"),)
# For the test target: they link the test frameworks, which a program must not.
FOR_TESTS = ("CairnExpectations", "CairnTesting")
TRAITS = ("Crypto", "Server")

MANIFEST = """// swift-tools-version: {tools}
import PackageDescription

let package = Package(
  name: "consumer",
  platforms: [.macOS(.v14)],
  dependencies: [.package(url: "{url}", from: "1.0.0"{traits})],
  targets: [
    .executableTarget(name: "app", dependencies: [{products}]),
    .testTarget(name: "AppTests", dependencies: [{tested}]),
  ]
)
"""
PROGRAM = """import Cairn
{imports}import Foundation

let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
defer {{ try? FileManager.default.removeItem(at: folder) }}
var configuration = Configuration(destinations: [ConsoleDestination()])
configuration.directory = folder
{settings}let analytics = Analytics(configuration)
analytics.track("Consumed", ["case": "{case}"])
_ = await analytics.flush()
print(analytics.ledger())
await analytics.close()
"""
TEST = """{imports}import Testing

@Test func linked() {{}}
"""


def environment():
    """Without the switches of this project's own checks, which a user does not have."""
    return {name: value for name, value in os.environ.items() if not name.startswith("CAIRN_")}


def run(command, folder, **options):
    return subprocess.run(command, cwd=folder, env=environment(), text=True, **options)


def swift(command, folder, **options):
    return retried.run(["swift", *command], cwd=folder, env=environment(), text=True, **options)


def publish(folder):
    """A repository with the tree as it is, and a tag."""
    clone = os.path.join(folder, "cairn")
    names = run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], ROOT, capture_output=True, check=True)
    for name in filter(None, names.stdout.split("\0")):
        source, target = os.path.join(ROOT, name), os.path.join(clone, name)
        if os.path.lexists(source):
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copy2(source, target, follow_symlinks=False)
    git = ["git", "-c", "user.name=check", "-c", "user.email=check@localhost"]
    for command in (["init", "--quiet"], ["add", "--all"], ["commit", "--quiet", "--message", "x"], ["tag", "1.0.0"]):
        run([*git, *command], clone, check=True)
    return "file://" + clone


def products():
    dump = swift(["package", "dump-package"], ROOT, capture_output=True, check=True).stdout
    return sorted(product["name"] for product in json.loads(dump)["products"]
                  if "library" in product["type"] and not product["name"].startswith("_"))


def cases(url):
    """Name: (manifest, program, test, the packages that it may resolve)."""
    everything = [name for name in products() if name not in FOR_TESTS]
    with open(os.path.join(ROOT, "Dependencies/Cairn.resolved"), encoding="utf8") as file:
        behind_traits = {pin["identity"] for pin in json.load(file)["pins"]}
    traits = ", traits: [" + ", ".join(f'"{name}"' for name in TRAITS) + "]"
    encrypted = "configuration.encryption = .chaChaPoly(FileKeyStore(directory: folder))\n"
    plan = {"alone": ("6.0", "", ["Cairn"], [], "", {"cairn"}),
            "products": ("6.2", "", everything, FOR_TESTS, "", {"cairn"}),
            "traits": ("6.2", traits, ["Cairn", "CairnCloudEvents", "CairnPrivacy", "CairnServer"], [], encrypted,
                       {"cairn"} | behind_traits)}
    for name, (tools, traits, linked, tested, settings, allowed) in plan.items():
        def listed(names):
            return ", ".join(f'.product(name: "{name}", package: "cairn")' for name in names)

        imports = "".join(f"import {module}\n" for module in linked if module != "Cairn")
        manifest = MANIFEST.format(tools=tools, url=url, traits=traits, products=listed(linked), tested=listed(tested))
        program = PROGRAM.format(imports=imports, settings=settings, case=name)
        yield name, (manifest, program, TEST.format(imports="".join(f"import {module}\n" for module in tested)), allowed)


def write(folder, case):
    manifest, program, test, _ = case
    for path, text in (("Package.swift", manifest), ("Sources/app/main.swift", program), ("Tests/AppTests/Test.swift", test)):
        path = os.path.join(folder, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf8") as file:
            file.write(text)


def attempt(folder, name, case, system, scratch):
    """What is wrong, or None."""
    # Nobody debugs it, and without debug information it is built faster.
    options = ["--build-system", system, "--scratch-path", os.path.join(scratch, system), "-debug-info-format", "none",
               "--configuration", "release" if (name, system) in FOR_RELEASE else "debug"]
    built = swift(["build", "--build-tests", "--quiet", *options], folder, capture_output=True)
    if built.returncode:
        errors = [line for line in (built.stdout + built.stderr).splitlines() if "error" in line]
        return "does not build: " + "\n".join(errors[:5] or [built.stderr[-1000:]])
    place = swift(["build", "--show-bin-path", *options], folder, capture_output=True, check=True).stdout.strip()
    # What the package manager writes beside it is no concern of an app that has no dependency.
    with open(os.path.join(folder, "Package.resolved"), encoding="utf8") as file:
        resolved = {pin["identity"] for pin in json.load(file)["pins"]}
    if resolved != case[3]:
        return f"resolved {len(resolved)} packages and not {len(case[3])}: {', '.join(sorted(resolved ^ case[3]))}"
    ran = run([os.path.join(place, "app")], folder, capture_output=True)
    if ran.returncode or "Consumed" not in ran.stdout + ran.stderr or "delivered" not in ran.stdout.lower():
        return f"ran with status {ran.returncode}: {ran.stdout}{ran.stderr}"
    return None


def main():
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        url = publish(folder)
        for name, case in cases(url):
            if sys.argv[1:] and name not in sys.argv[1:]:
                continue
            for system in SYSTEMS:
                if os.environ.get("CI") == "true" and (name, system) in NOT_IN_CI:
                    continue
                package = os.path.join(folder, name)
                write(package, case)
                started = time.monotonic()
                trouble = attempt(package, name, case, system, folder)
                failures += trouble is not None
                verdict = trouble or f"{len(case[3])} packages"
                print(f"{name:9} {system:10} {time.monotonic() - started:4.0f} s  {verdict}", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
