"""Typechecks what uses Apple's Objective-C frameworks against Objective-C headers, with the compiler's own importer.

The headers in Tests/AppleStubs/Headers declare what the SDK uses of UIKit, AppKit, WatchKit, NSURLSession and CoreGraphics, with
Apple's attributes: main actor, nonisolated, Sendable, optional requirements, nullability. Foundation for Linux stands for the
rest of Foundation. Unlike darwin.py this does not go beyond the typechecker, because Linux lacks a part of the standard library
that the later stages of the compiler need for Objective-C. For darwin.py.
"""
import shutil

from systems import FEATURES, ROOT, STUBS, WITHOUT_FUNCTIONS, Planted, copy, emit, plant, swiftc

# Objective-C headers are read by the compiler's importer, as on Apple's systems.
OBJECTIVE_C = ["-Xfrontend", "-enable-objc-interop", "-Xfrontend", "-disable-objc-attr-requires-foundation-module",
               "-Xcc", "-fblocks"]


def implicit(*modules):
    """Options that import modules into every file."""
    return [word for module in modules for word in ("-Xfrontend", "-import-module", "-Xfrontend", module)]


# Foundation for Linux does not export its declarations from Objective-C headers, as Apple's does.
FOUNDATION = implicit("ObjectiveC", "AppleFoundation", "FoundationTypes")
# Linux has no AutoreleasingUnsafeMutablePointer, without which this is said of each `&` in a call of C.
KNOWN = ["broken standard library: cannot find intrinsic operations on UnsafeMutablePointer",
         # On Apple's systems Foundation exports CGRect too.
         "CairnContent/Measure/ContentVisibility.swift:4:8: warning: public import of 'Foundation' was not used"]
# What Apple's systems do not have.
OTHERS = ["FoundationNetworking", "AppleURLSession"]
MODULES = {"Cairn": "Sources/Cairn", "CairnContent": "Sources/CairnContent", "CairnExperiments": "Sources/CairnExperiments",
           "CairnUI": "Sources/CairnUI"}
# These have nothing of Apple's frameworks; what they declare is needed.
UNCHECKED = ["CairnExperiments"]
ADDED = {"Cairn": ["Overlays/Foundation", "Overlays/System", "Overlays/Objects"], "CairnContent": ["Overlays/Geometry"],
         "CairnUI": ["Overlays/Geometry", "Overlays/Objects"]}
# The headers of a system's user interface.
HEADERS = {"uikit": ["UIKit"], "appkit": ["AppKit"], "watchkit": ["WatchKit", "UIKitOfWatch"], "catalyst": ["UIKit", "AppKit"]}

PLANTED = [
    Planted("a member of CGRect without CoreGraphics", "iOS", "CairnContent", "Measure/ContentVisibility.swift",
            "#if canImport(CoreGraphics)\npublic import CoreGraphics\n#endif", "",
            "instance method 'intersection' is not available due to missing import of defining module 'CoreGraphics'"),
    Planted("a constant of NSApplication on any thread", "macOS", "Cairn", "Platform/Host/AppKitLifecycle.swift",
            'Notification.Name("NSApplicationDidBecomeActiveNotification")', "NSApplication.didBecomeActiveNotification",
            "main actor-isolated default value"),
    Planted("a constant of WKApplication on any thread", "watchOS", "Cairn", "Platform/Host/WatchKitLifecycle.swift",
            "  @MainActor private func observe(_ handle", "  private func observe(_ handle",
            "main actor-isolated class property 'didBecomeActiveNotification'"),
    Planted("the screen on any thread", "iOS", "Cairn", "Platform/Screen.swift", "Task { @MainActor in", "Task {",
            "main actor-isolated class property 'main'"),
    Planted("the screen on visionOS", "visionOS", "Cairn", "Platform/Screen.swift", "&& !false && !true", "", "'UIScreen' is unavailable"),
    Planted("AppKit's application in an app of Mac Catalyst", "Mac Catalyst", "Cairn", "Platform/Host/AppKitLifecycle.swift",
            "#if canImport(AppKit) && !canImport(UIKit)\nimport AppKit",
            "#if canImport(AppKit)\nimport AppKit\nlet stub = NSApplication.self", "'NSApplication' is unavailable"),
    Planted("an optional method of a delegate with another type", "iOS", "Cairn", "Platform/BackgroundUploads/BackgroundSession.swift",
            "didReceive data: Data)", "didReceive data: [UInt8])", "nearly matches optional requirement"),
    Planted("a delegate of a session that is not Sendable", "iOS", "Cairn", "Platform/BackgroundUploads/BackgroundSession.swift",
            "private let state = Locked(State())", "private let state = Locked(State())\n  private var number = 0",
            "stored property 'number' of 'Sendable'-conforming class"),
    Planted("an optional method of an app's delegate with another name", "iOS", "Shop", "AppDelegate.swift",
            "handleEventsForBackgroundURLSession identifier: String,", "handleEventsForBackgroundSession identifier: String,",
            "nearly matches optional requirement"),
]


def options(system):
    macros = {"VISION": system.os == "visionOS", "MACCATALYST": system.environment == "macCatalyst"}
    return [*OBJECTIVE_C, *FOUNDATION, *FEATURES, "-package-name", "cairn", "-Xcc",
            f"-fmodule-map-file={ROOT}/Sources/CZlib/module.modulemap",
            *[word for macro, holds in macros.items() if holds for word in ("-Xcc", f"-DTARGET_OS_{macro}=1")]]


def headers(frameworks):
    return [STUBS / "Headers" / name for name in ["Foundation", *HEADERS[frameworks]]]


def stubs(scratch):
    """Builds the Swift modules that the headers need, and those that all systems have."""
    folder = scratch / "headers/common"
    problems = []
    for module, place, more in [("FoundationTypes", "Overlays/Types", []), ("Network", "Network", []), ("Security", "Security", []),
                                ("os", "os", []),
                                ("CoreGraphics", "Overlays/CoreGraphics", ["-import-underlying-module"])]:
        problems += emit(module, sorted((STUBS / place).rglob("*.swift")), folder, [folder, STUBS / "Headers/Foundation"],
                         [*OBJECTIVE_C, *more])
    return problems


def interface(frameworks, scratch):
    """Builds SwiftUI for systems with these frameworks."""
    files = [file for place in ("SwiftUI", "Overlays/Geometry", "Overlays/Objects") for file in sorted((STUBS / place).rglob("*.swift"))]
    # SwiftUI for watchOS has nothing of UIKit.
    paths = [path for path in headers(frameworks) if path.name != "UIKitOfWatch"]
    return emit("SwiftUI", files, scratch / "headers" / frameworks, [scratch / "headers/common", *paths],
                [*OBJECTIVE_C, *FOUNDATION, *implicit("CoreGraphics")])


def paths(system, scratch):
    return [system.folder(scratch / "headers") / "modules", scratch / "headers/common", scratch / "headers" / system.frameworks,
            scratch / "stubs" / ("Darwin-macOS" if system.os == "macOS" else "Darwin"), *headers(system.frameworks)]


def check(module, system, scratch):
    """Typechecks a module."""
    folder = system.folder(scratch / "headers")
    found = paths(system, scratch)
    sources = sorted((folder / module).rglob("*.swift"))
    problems = []
    if module not in UNCHECKED:
        problems = swiftc("-typecheck", "-wmo", "-module-name", module, "-parse-as-library", *sources,
                          *[word for path in found for word in ("-I", path)], *options(system))
    problems = [problem for problem in problems if not any(known in problem for known in KNOWN)]
    return problems or emit(module, sources, folder / "modules", found, [*options(system), *WITHOUT_FUNCTIONS])


def check_system(system, scratch):
    """Returns the problems of the code on a system, and the planted errors that were not found."""
    folder = system.folder(scratch / "headers")
    copy(MODULES, system, folder, ADDED, OTHERS)
    for module in MODULES:
        problems = check(module, system, scratch)
        if problems:
            return [f"{problem} [{system.name}]" for problem in problems]
    if system.name == "iOS":
        (folder / "Shop").mkdir(exist_ok=True)
        shutil.copy(ROOT / "Examples/iOSApp/Shop.swiftpm/Sources/AppDelegate.swift", folder / "Shop")
        shutil.copytree(STUBS / "Overlays/Objects", folder / "Shop/Objects", dirs_exist_ok=True)
        if problems := check("Shop", system, scratch):
            return problems
    return [problem for module in [*MODULES, "Shop"] for problem in plant(
        [error for error in PLANTED if (error.system, error.module) == (system.name, module)], folder / module, module,
        paths(system, scratch), options(system))]
