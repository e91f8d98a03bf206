"""Apple's systems, and copies of the sources with the conditions of one of them. For darwin.py and headers.py."""
import dataclasses
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
STUBS = ROOT / "Tests/AppleStubs"
FEATURES = [word for feature in ("ExistentialAny", "ImmutableWeakCaptures", "InferIsolatedConformances", "InternalImportsByDefault",
                                 "MemberImportVisibility", "NonisolatedNonsendingByDefault")
            for word in ("-enable-upcoming-feature", feature)]
# For a module whose functions do not matter to those that import it.
WITHOUT_FUNCTIONS = ["-Xfrontend", "-experimental-skip-all-function-bodies"]
# Modules that Apple's systems do not have.
OTHERS = ["Glibc", "Musl", "Android", "WinSDK"]


@dataclasses.dataclass(frozen=True)
class System:
    name: str
    os: str
    frameworks: str
    environment: str = ""

    def folder(self, scratch):
        return scratch / self.name.replace(" ", "")


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


def swiftc(*arguments):
    """Runs the compiler; returns its errors and warnings."""
    run = subprocess.run(["swiftc", *map(str, arguments), "-swift-version", "6"], capture_output=True, text=True)
    lines = [line for line in run.stderr.splitlines() if re.match(r"\S+:\d+:\d+: (error|warning): ", line)]
    if run.returncode and not lines:
        sys.exit(run.stderr)
    return sorted(set(lines))


def emit(name, sources, folder, paths=(), options=()):
    """Builds a module; returns the errors and warnings."""
    folder.mkdir(parents=True, exist_ok=True)
    # One process for all files: several read the same modules again and again.
    return swiftc("-emit-module", "-wmo", "-module-name", name, "-parse-as-library", *sources, "-o", folder / f"{name}.swiftmodule",
                  *[word for path in paths for word in ("-I", path)], *options)


def conditions(text, system, others):
    """Gives the conditions of #if lines the values that they have on a system."""
    def value(holds):
        return "true" if holds else "false"

    def line(match):
        condition = match[0]
        condition = re.sub(r"\bos\((\w+)\)", lambda found: value(found[1] == system.os), condition)
        condition = re.sub(r"\btargetEnvironment\((\w+)\)", lambda found: value(found[1] == system.environment), condition)
        return re.sub(r"\bcanImport\((\w+)\)", lambda found: "false" if found[1] in others else found[0], condition)

    return re.sub(r"^[ \t]*#(?:else)?if .*$", line, text, flags=re.M)


def darwin():
    """Returns the kind and the name of each declaration of the C library."""
    names = set()
    for file in (STUBS / "Darwin").glob("*.swift"):
        names |= set(re.findall(r"^(?:@discardableResult )?public (func|struct|typealias|let|var) (\w+)", file.read_text(), re.M))
    return sorted(names)


def scoped(text, names):
    """Imports Darwin's declarations one by one into a file that also imports Foundation.

    Foundation for Linux exports another C library, whose declarations would be ambiguous with Darwin's.
    """
    found = re.search(r"^(\w+ )?import Darwin$", text, re.M)
    if not found or not re.search(r"^(?:\w+ )?import (?:Foundation|XCTest)$", text, re.M):
        return text
    imports = [f"{found[1] or ''}import {'var' if kind == 'let' else kind} Darwin.{name}" for kind, name in names
               if re.search(rf"\b{name}\b", text)]
    # Its arguments are nil, which fits both libraries.
    text = re.sub(r"(?<![.\w])accept\(", "Darwin.accept(", text)
    return text.replace(found[0], "; ".join([found[0], *imports]), 1)


def copy(modules, system, folder, added, others=()):
    """Copies modules with the conditions of a system, and adds folders of Tests/AppleStubs to them."""
    names = darwin()
    for module, place in modules.items():
        target = folder / module
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(ROOT / place, target, ignore=shutil.ignore_patterns("*.docc", "*.xcprivacy"))
        for name in added.get(module, []):
            shutil.copytree(STUBS / name, target / pathlib.Path(name).name)
        for file in target.rglob("*.swift"):
            file.write_text(scoped(conditions(file.read_text(), system, [*OTHERS, *others]), names))


def plant(planted, folder, name, paths, options):
    """Plants errors of a module together; returns those that the typechecker accepts."""
    if not planted:
        return []
    files = sorted({folder / error.file for error in planted})
    for error in planted:
        text = (folder / error.file).read_text()
        if error.old not in text:
            return [f"{ROOT}/Scripts/systems.py:1: error: {error.file} has no {error.old}"]
        (folder / error.file).write_text(text.replace(error.old, error.new))
    # Only the files with errors are checked.
    arguments = ["-frontend", "-typecheck", "-module-name", name, "-parse-as-library"]
    for file in sorted(folder.rglob("*.swift")):
        arguments += ["-primary-file", file] if file in files else [file]
    found = swiftc(*arguments, *[word for path in paths for word in ("-I", path)], *[word for word in options if word != "-Xfrontend"])
    return [f"{ROOT}/Scripts/systems.py:1: error: the planted error was not found on {error.system}: {error.what}"
            for error in planted if not any(error.message in line for line in found)]
