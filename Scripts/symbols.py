"""The symbol graphs of modules that were built."""
import glob
import json
import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def target():
    info = subprocess.run(["swiftc", "-print-target-info"], capture_output=True, text=True, check=True).stdout
    return json.loads(info)["target"]["triple"]


def module_maps(modules):
    """Those of the C modules that dependencies have: their own, or those that the build has made."""
    scratch = os.path.dirname(os.path.dirname(os.path.realpath(modules)))
    made = glob.glob(os.path.join(os.path.dirname(modules), "*.build", "module.modulemap"))
    checkouts = os.path.join(os.path.dirname(scratch), "checkouts")
    return sorted(made + glob.glob(os.path.join(checkouts, "*", "Sources", "*", "include", "module.modulemap")))


def extract(module, modules, folder):
    """Writes the graphs of a module, whose interface lies in the folder `modules`, to a folder."""
    command = ["swift", "symbolgraph-extract", "-module-name", module, "-target", target(), "-I", modules, "-I",
               os.path.join(ROOT, "Sources/CZlib"), "-I", os.path.join(ROOT, "Sources/CairnSQLite"), "-output-dir", folder, "-minimum-access-level", "public",
               "-skip-synthesized-members", "-emit-extension-block-symbols"]
    for path in module_maps(modules):
        command += ["-Xcc", f"-fmodule-map-file={path}"]
    subprocess.run(command, check=True)
