#!/usr/bin/env python3
"""The documentation of all products as one static site: a landing page, every catalogue with its tutorials, every public symbol.

usage: docs.py [--output FOLDER] [--base-path NAME]     after a debug build with all traits

Fails on a warning of DocC, on a public symbol without documentation, on a link within the site that leads nowhere,
and on tutorials that the landing page does not list.
CairnUI is on the site where its modules were built: on Linux on the stubs, as Scripts/check apple does.
"""
import argparse
import concurrent.futures
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile

import symbols

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILT = os.path.join(ROOT, ".build/debug/Modules")
STUBBED = os.path.join(ROOT, ".build-apple/uikit/debug/Modules")


def modules():
    """Name: (catalogue, where it was built); Cairn first, because the others link to it."""
    found = {}
    for catalogue in glob.glob(os.path.join(ROOT, "Sources/**/*.docc"), recursive=True):
        name = os.path.basename(catalogue)[:-len(".docc")]
        built = STUBBED if name == "CairnUI" and sys.platform != "darwin" else BUILT
        if os.path.exists(os.path.join(built, name + ".swiftmodule")):
            found[name] = (catalogue, built)
        elif name != "CairnUI":
            sys.exit(f"error: {name} is not built: swift build --build-tests --traits Crypto,Server")
    return dict(sorted(found.items(), key=lambda item: (item[0] != "Cairn", item[0])))


def tool():
    swiftc = os.path.realpath(shutil.which("swiftc"))
    return os.path.join(os.path.dirname(swiftc), "docc")


def undocumented(folder):
    """Public symbols without a comment, as lines to print."""
    for path in sorted(glob.glob(os.path.join(folder, "*.symbols.json"))):
        with open(path, encoding="utf8") as file:
            symbols = json.load(file)["symbols"]
        for symbol in symbols:
            # What the compiler made has no place of its own; an extension is documented by what is in it.
            if symbol["kind"]["identifier"] == "swift.extension" or "location" not in symbol or "docComment" in symbol:
                continue
            place = os.path.relpath(symbol["location"]["uri"][len("file://"):], ROOT)
            line = symbol["location"]["position"]["line"] + 1
            yield f"{place}:{line}: error: {'.'.join(symbol['pathComponents'])} has no documentation"


def convert(name, catalogue, graphs, archive, base_path, dependencies):
    command = [tool(), "convert", catalogue, "--warnings-as-errors", "--fallback-display-name", name,
               "--fallback-bundle-identifier", name, "--additional-symbol-graph-dir", graphs, "--output-path", archive,
               "--transform-for-static-hosting", "--hosting-base-path", base_path,
               "--enable-experimental-external-link-support"]
    for dependency in dependencies:
        command += ["--dependency", dependency]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def dead_links(site):
    """(page, link) for each link to a page of the site that is not there."""
    data = os.path.join(site, "data")
    for path in glob.glob(os.path.join(data, "**/*.json"), recursive=True):
        with open(path, encoding="utf8") as file:
            page = json.load(file)
        # A page shows a chapter of tutorials as a heading, never as a link, and DocC makes no page of it.
        chapters = {chapter["reference"] for chapter in page.get("hierarchy", {}).get("modules", [])}
        for identifier, reference in page.get("references", {}).items():
            link = reference.get("url", "")
            if identifier in chapters:
                continue
            # A symbol of another module, such as a protocol of the standard library, has no page here.
            if not link.startswith(("/documentation/", "/tutorials/")):
                continue
            if not os.path.exists(os.path.join(data, link.split("#")[0].strip("/").lower() + ".json")):
                yield os.path.relpath(path, data), link


def unlisted(site):
    """(page, link) for each table of contents of tutorials that the landing page does not list."""
    data = os.path.join(site, "data")
    with open(os.path.join(data, "documentation.json"), encoding="utf8") as file:
        listed = {reference.get("url", "") for reference in json.load(file).get("references", {}).values()}
    for path in sorted(glob.glob(os.path.join(data, "tutorials/*.json"))):
        link = "/tutorials/" + os.path.basename(path)[:-len(".json")]
        if link not in listed:
            yield "documentation.json", link


def put_tutorials_first(site):
    """On the landing page, `docc merge` lists them after all modules."""
    path = os.path.join(site, "data/documentation.json")
    with open(path, encoding="utf8") as file:
        page = json.load(file)
    page["topicSections"].sort(key=lambda section: section["title"] != "Tutorials")
    with open(path, "w", encoding="utf8") as file:
        json.dump(page, file)


def build(found, folder, base_path):
    """The archives, and what is wrong, as text."""
    errors, archives, graphs = [], {}, {}
    for name, (_, built) in found.items():
        graphs[name] = os.path.join(folder, "graphs", name)
        archives[name] = os.path.join(folder, name + ".doccarchive")
        os.makedirs(graphs[name])
        symbols.extract(name, built, graphs[name])
        errors += undocumented(graphs[name])

    def run(name):
        others = [archives["Cairn"]] if name != "Cairn" else []
        return convert(name, found[name][0], graphs[name], archives[name], base_path, others)

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = [run("Cairn"), *pool.map(run, [name for name in found if name != "Cairn"])]
    errors += [done.stdout + done.stderr for done in results if done.returncode]
    return list(archives.values()), errors


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--output", default=os.path.join(ROOT, "docs"))
    parser.add_argument("--base-path", default="cairn")
    options = parser.parse_args()
    found = modules()
    with tempfile.TemporaryDirectory() as folder:
        archives, errors = build(found, folder, options.base_path)
        if not errors:
            shutil.rmtree(options.output, ignore_errors=True)
            subprocess.run(
                [tool(), "merge", *archives, "--synthesized-landing-page-name", "Cairn", "--synthesized-landing-page-kind",
                 "Swift analytics with a crash-safe journal", "--output-path", options.output], check=True)
            put_tutorials_first(options.output)
            errors = [f"{page}: error: {link} is no page" for page, link in dead_links(options.output)]
            errors += [f"{page}: error: {link} is not on the landing page" for page, link in unlisted(options.output)]
    if errors:
        sys.exit("\n".join(errors))
    pages = len(glob.glob(os.path.join(options.output, "data/**/*.json"), recursive=True))
    print(f"{len(found)} products, {pages} pages: {os.path.relpath(options.output)}, at /{options.base_path}/documentation,"
          f" tutorials at /{options.base_path}/tutorials/learn-cairn")
    return 0


if __name__ == "__main__":
    sys.exit(main())
