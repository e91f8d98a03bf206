#!/usr/bin/env python3
"""Checks the code in the articles and the tutorials: it compiles, and the tests run it.

usage: articles.py      after a debug build of the tests with all traits

- Each block of code of the articles below is in a file of Tests/*/Article, line for line.
- Each step of a tutorial compiles: the Swift files that the reader has after this step, and the manifest. The products in a
  manifest are products of this package.
- The Swift files that the reader has after the last step are files of Examples/Tutorials, which Examples/Package.swift
  builds and tests.
- Each file in Resources of the catalogue is in a tutorial.
"""
import concurrent.futures
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import symbols

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ARTICLES = (
    "Sources/CairnTesting/CairnTesting.docc/TestingYourAnalytics.md",
    "Sources/CairnTesting/CairnTesting.docc/WriteYourOwnDestination.md",
    "Sources/Cairn/Cairn.docc/GettingStarted.md",
    "Sources/Cairn/Cairn.docc/Recipes.md",
    "Sources/Cairn/Cairn.docc/ReplacingAnotherSDK.md",
    "Sources/CairnMigration/CairnMigration.docc/CairnMigration.md",
    "Sources/CairnMigration/CairnMigration.docc/MovingFromAnotherSDK.md",
    *sorted(glob.glob("Sources/CairnMigration/CairnMigration.docc/From*.md", root_dir=ROOT)),
)
CATALOGUE = "Sources/Cairn/Cairn.docc"
RESOURCES = f"{CATALOGUE}/Resources"
RUN = "Examples/Tutorials"
MODULES = ".build/debug/Modules"
CODE = re.compile(r'@Code\(name: "([^"]+)", file: "([^"]+)"(?:, previousFile: "([^"]+)")?')
PICTURE = re.compile(r'@(?:Image|Video)\(source: "?([^",)]+)')


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf8") as file:
        return file.read()


def plain(text):
    return [line.strip() for line in text.strip().splitlines()]


def articles():
    """Yields an error for each block of code that no test contains."""
    names = glob.glob("Tests/*/Article/**/*.swift", root_dir=ROOT, recursive=True)
    tests = [plain(read(name)) for name in names]
    for path in ARTICLES:
        article = read(path)
        blocks = list(re.finditer(r"(?ms)^```(?:swift|text)\n(.*?)^```$", article))
        if not blocks:
            yield f"{path}:1: error: the article has no code"
        for block in blocks:
            shown = plain(block[1])
            # An app and a manifest: those of Examples/iOSApp and of Scripts/consumer.py are built.
            if "@main" in shown or shown[0].startswith("platforms:"):
                continue
            if not any(shown == test[at:at + len(shown)] for test in tests for at in range(len(test))):
                line = article.count("\n", 0, block.start()) + 1
                yield f"{path}:{line}: error: this code is in no file of Tests/*/Article"


def steps(path):
    """Yields the line, the file that is shown, and all files that the reader has, as {name: resource}, of each step."""
    text, files = read(path), {}
    if text.count("@Code(") != len(CODE.findall(text)):
        sys.exit(f'{path}:1: error: not every step has the form @Code(name: "…", file: "…")')
    for match in CODE.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        if match[3] and match[3] != files.get(match[1]):
            sys.exit(f"{path}:{line}: error: before this step {match[1]} is {files.get(match[1])}, not {match[3]}")
        files = {**files, match[1]: match[2]}
        yield line, match[1], files


def compiler(folder, *arguments):
    command = ["swiftc", "-swift-version", "6", "-warnings-as-errors", "-parse-as-library", "-I", MODULES, "-I",
               "Sources/CZlib", "-I", "Sources/CairnSQLite", "-I", folder, *arguments]
    for place in symbols.module_maps(os.path.join(ROOT, MODULES)):
        command += ["-Xcc", f"-fmodule-map-file={place}"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def typecheck(sources, tests):
    """What the compiler says about the sources, as one module, and about the tests, which import it."""
    with tempfile.TemporaryDirectory() as folder:
        module = re.search(r"(?m)^@testable import (\w+)$", "".join(read(test) for test in tests))
        output = ["-emit-module", "-enable-testing", "-o", os.path.join(folder, f"{module[1]}.swiftmodule")] if module \
            else ["-typecheck"]
        done = compiler(folder, *output, "-module-name", module[1] if module else "tutorial", *sources)
        if done.returncode == 0 and tests:
            done = compiler(folder, "-typecheck", "-module-name", "tests", *tests)
        return done.stderr if done.returncode else ""


def describe(manifest):
    """The manifest as JSON, or what is wrong with it."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(os.path.join(ROOT, manifest), os.path.join(folder, "Package.swift"))
        done = subprocess.run(["swift", "package", "--package-path", folder, "dump-package"], capture_output=True,
                              text=True, check=False)
        return (None, done.stderr) if done.returncode else (json.loads(done.stdout), "")


def check_manifest(manifest, products):
    described, problem = describe(manifest)
    if problem:
        return problem
    used = [dependency["product"][0] for target in described["targets"] for dependency in target["dependencies"]
            if "product" in dependency]
    return "".join(f"{name} is no product of this package\n" for name in used if name not in products)


def check_step(place, shown, files, products):
    """The errors of one step."""
    present = {name: f"{RESOURCES}/{file}" for name, file in files.items()}
    missing = [name for name, path in present.items() if not os.path.exists(os.path.join(ROOT, path))]
    if missing:
        return f"{place}: error: {present[shown]} does not exist" if shown in missing else ""
    if shown == "Package.swift":
        problem = check_manifest(present[shown], products)
    elif shown.endswith(".swift"):
        code = [(name, path) for name, path in present.items() if name.endswith(".swift") and name != "Package.swift"]
        problem = typecheck([path for name, path in code if not name.endswith("Tests.swift")],
                            [path for name, path in code if name.endswith("Tests.swift")])
    else:
        problem = ""
    return f"{place}: error: this step does not compile\n{problem.rstrip()}" if problem else ""


def unlike(path, files):
    """Yields an error for each file of the last step that is not the one that is built and tested."""
    for name, file in files.items():
        if not name.endswith(".swift") or name == "Package.swift":
            continue
        text = read(f"{RESOURCES}/{file}")
        built = glob.glob(f"{RUN}/*/{name}", root_dir=ROOT)
        if not any(read(other) == text for other in built):
            yield f"{path}:1: error: {file}, the last {name}, differs from {' and '.join(built) or f'{RUN}/*/{name}'}"


def unused(paths):
    """Yields an error for each file in the folder of resources that no tutorial shows."""
    text = "".join(read(path) for path in paths)
    shown = {file for _, file, _ in CODE.findall(text)} | set(PICTURE.findall(text))
    for name in sorted(os.listdir(os.path.join(ROOT, RESOURCES))):
        if name not in shown and re.sub(r"(~dark)?\.\w+$", "", name) not in shown:
            yield f"{RESOURCES}/{name}:1: error: no tutorial shows this file"


def tutorials():
    """Yields the errors of all tutorials."""
    paths = sorted(glob.glob(f"{CATALOGUE}/**/*.tutorial", root_dir=ROOT, recursive=True))
    described, problem = describe("Package.swift")
    if problem:
        sys.exit(problem)
    products = {product["name"] for product in described["products"]}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        checked = [pool.submit(check_step, f"{path}:{line}", shown, files, products)
                   for path in paths for line, shown, files in steps(path)]
        errors = [error for error in (each.result() for each in checked) if error]
    yield from errors
    for path in paths:
        if not errors and (last := [files for _, _, files in steps(path)][-1:]):
            yield from unlike(path, last[0])
    yield from unused(paths)
    if not errors:
        print(f"{len(checked)} steps of {len(paths)} files of tutorials")


def main():
    errors = [*articles(), *tutorials()]
    if errors:
        sys.exit("\n".join(errors))


if __name__ == "__main__":
    main()
