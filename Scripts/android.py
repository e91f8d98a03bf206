#!/usr/bin/env python3
"""Typechecks the SDK for Android on Linux.

usage: android.py [--scratch FOLDER]

The sources are copied, and in the copy every condition on a system has the value that it has on Android. `Android`, the module
with its C library, stands for the one of Linux here: a declaration that the C library of Android lacks or has with another type is
not found. The workflow builds with the Swift SDK for Android. Errors are planted: the check fails if the compiler accepts one.
"""
import pathlib
import shutil
import sys
import tempfile

from systems import FEATURES, ROOT, Planted, System, conditions, emit, plant

ANDROID = System("Android", "Android", "")
# What Android does not have.
OTHERS = ["Darwin", "Glibc", "Musl", "WinSDK", "UIKit", "AppKit", "WatchKit", "Network", "Security", "SwiftUI", "CryptoKit", "os",
          "CoreGraphics", "AppleURLSession", "FirebaseAnalytics"]
# In the order of their dependencies.
MODULES = {"Cairn": "Sources/Cairn", "CairnContent": "Sources/CairnContent", "CairnExperiments": "Sources/CairnExperiments",
           "CairnCommerce": "Sources/CairnCommerce", "CairnPlan": "Sources/CairnPlan", "CairnTesting": "Sources/CairnTesting",
           **{f"Cairn{place.name}": f"Sources/Destinations/{place.name}" for place in sorted((ROOT / "Sources/Destinations").iterdir())}}
OPTIONS = ["-package-name", "cairn", "-Xcc", f"-fmodule-map-file={ROOT}/Sources/CZlib/module.modulemap", *FEATURES]
# Its `sigaction` has an anonymous union, whose members belong to the struct, and its SOCK_STREAM is a macro.
LIBRARY = """
@_exported public import Glibc

extension sigaction {
  public var sa_handler: (@convention(c) (Int32) -> Void)? {
    get { __sigaction_handler.sa_handler }
    set { __sigaction_handler.sa_handler = newValue }
  }
}

public let SOCK_STREAM: Int32 = 1
"""
PLANTED = [
    Planted("a C library that is not imported", "Android", "Cairn", "Storage/PosixFileSystem.swift", "import Android", "",
            "cannot find 'mkdir'"),
    Planted("an observer of Linux alone", "Android", "Cairn", "Platform/Host/PlatformHost+Parts.swift",
            "#else\n    []\n    #endif\n  }\n\n  private static var power",
            "#else\n    [NetlinkMonitor(diagnostics: diagnostics)]\n    #endif\n  }\n\n  private static var power",
            "cannot find 'NetlinkMonitor'"),
    Planted("a default folder that Android does not have", "Android", "Cairn", "Storage/StorageDefaults.swift",
            "#elseif true\n    return nil", "#elseif true\n    return 1", "cannot convert return expression"),
]


def copy(module, place, folder):
    shutil.rmtree(folder / module, ignore_errors=True)
    shutil.copytree(ROOT / place, folder / module, ignore=shutil.ignore_patterns("*.docc", "*.xcprivacy"))
    for file in (folder / module).rglob("*.swift"):
        file.write_text(conditions(file.read_text(), ANDROID, OTHERS))


def main():
    arguments = sys.argv[1:]
    scratch = pathlib.Path(arguments[arguments.index("--scratch") + 1]) if "--scratch" in arguments else pathlib.Path(tempfile.mkdtemp())
    folder = scratch.absolute()
    folder.mkdir(parents=True, exist_ok=True)
    library = folder / "Android.swift"
    library.write_text(LIBRARY)
    modules = folder / "modules"
    problems = emit("Android", [library], modules)
    for module, place in MODULES.items():
        copy(module, place, folder)
        problems = problems or emit(module, sorted((folder / module).rglob("*.swift")), modules, [modules], OPTIONS)
    for module in MODULES:
        problems = problems or plant([error for error in PLANTED if error.module == module], folder / module, module, [modules], OPTIONS)
    if problems:
        sys.exit("\n".join(f"{problem} [Android]" for problem in problems))
    print(f"{len(MODULES)} modules typechecked for Android; {len(PLANTED)} planted errors found")


if __name__ == "__main__":
    main()
