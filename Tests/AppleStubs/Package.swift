// swift-tools-version: 6.2
import PackageDescription

// The SDK on modules that have the names of Apple's and just what Cairn uses of them, so that its
// code for Apple's platforms is compiled and run on Linux. What can be imported decides what is
// compiled: APPLE_STUBS=appkit, watchkit or uikit says which platform's interface there is.
// Scripts/check uses it.

let interface =
  ["appkit": "AppKit", "watchkit": "WatchKit"][Context.environment["APPLE_STUBS"] ?? ""] ?? "UIKit"
let hasUIKit = interface == "UIKit"
let hasProbe = interface != "AppKit"

let zlib = Target.systemLibrary(
  name: "CZlib", path: "Sources/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])])

let package = Package(
  name: "cairn-apple-stubs",
  targets: [
    zlib,
    .stub("AppleURLSession"), .stub("Network"), .stub("Security"), .stub("os"), .stub(interface),
    .stub("SwiftUI", hasUIKit ? ["UIKit"] : []),
    .target(
      name: "Cairn", dependencies: ["CZlib"] + stubs, path: "Sources/Cairn",
      exclude: ["PrivacyInfo.xcprivacy"]),
    .target(name: "CairnContent", dependencies: ["Cairn"]),
    .target(name: "CairnExperiments", dependencies: ["Cairn"]),
    .target(name: "CairnTesting", dependencies: ["CZlib", "Cairn"]),
    .target(
      name: "CairnUI",
      dependencies: ["Cairn", "CairnContent", "CairnExperiments", "SwiftUI"]
        + (hasUIKit ? ["UIKit"] : [])),
  ] + (hasProbe ? [probe] : []) + [
    .testTarget(
      name: "AppleTests",
      dependencies: (hasProbe ? ["BundleProbe"] : []) + [
        "Cairn", "CairnContent", "CairnExperiments", "CairnTesting", "CairnUI", "SwiftUI",
      ] + stubs
        + (hasUIKit ? ["CairnFirebase", "CairnPrivacy", "FirebaseAnalytics", "Shop"] : []),
      path: "AppleTests", exclude: ["mutants.json"],
      // Otherwise the compiler looks for what the frameworks add to Testing, which stubs do not
      // have.
      swiftSettings: [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])])
  ] + (hasUIKit ? withUIKit : []),
  swiftLanguageModes: [.v6]
)

/// A program that tests run in bundles; an app of macOS has a bundle of another layout.
var probe: Target {
  .executableTarget(
    name: "BundleProbe", dependencies: ["Cairn", "CairnTesting", .byName(name: interface)],
    path: "BundleProbe")
}

var stubs: [Target.Dependency] {
  ["AppleURLSession", "Network", "Security", "os", .byName(name: interface)]
}

var withUIKit: [Target] {
  [
    .stub("FirebaseAnalytics"),
    .target(
      name: "CairnFirebase", dependencies: ["Cairn", "FirebaseAnalytics"],
      path: "Sources/Destinations/Firebase"),
    .stub("CryptoKit"),
    .target(name: "CairnPrivacy", dependencies: ["Cairn", "CryptoKit"] + stubs),
    .stub("WidgetKit", ["SwiftUI"]),
    .executableTarget(
      name: "ShopWidget", dependencies: ["Cairn", "SwiftUI", "WidgetKit"], path: "Extensions",
      sources: ["Shared", "Widget"]),
    .target(
      name: "ShopShare", dependencies: ["Cairn", "UIKit"], path: "ShareExtension",
      sources: ["Shared", "Share"]),
    .executableTarget(
      name: "Shop",
      dependencies: ["Cairn", "CairnContent", "CairnExperiments", "CairnUI", "SwiftUI", "UIKit"],
      path: "Shop"),
  ]
}

extension Target {
  static func stub(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: name)
  }
}

for target in package.targets where target.type != .system {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .treatAllWarnings(as: .error),
      .treatWarning("ExplicitSendable", as: .error),
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("ImmutableWeakCaptures"),
      .enableUpcomingFeature("InferIsolatedConformances"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
