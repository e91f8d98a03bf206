// swift-tools-version: 6.2
import PackageDescription

// On a Mac pkg-config finds Homebrew's zlib, whose paths have no place in a build for iOS; there the system's is linked by
// its name alone.
#if os(Linux)
let zlib = Target.systemLibrary(
  name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])])
#else
let zlib = Target.systemLibrary(name: "CZlib")
#endif

let package = Package(
  name: "cairn",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "Cairn", targets: ["Cairn"]),
    .library(name: "CairnUI", targets: ["CairnUI"]),
    .library(name: "CairnTesting", targets: ["CairnTesting"]),
    .library(name: "CairnExpectations", targets: ["CairnExpectations"]),
    .library(name: "CairnPrivacy", targets: ["CairnPrivacy"]),
    .library(name: "CairnContent", targets: ["CairnContent"]),
    .library(name: "CairnAdobe", targets: ["CairnAdobe"]),
    .library(name: "CairnExperiments", targets: ["CairnExperiments"]),
    .library(name: "CairnPlan", targets: ["CairnPlan"]),
    .library(name: "CairnServer", targets: ["CairnServer"]),
    .library(name: "CairnCollector", targets: ["CairnCollector"]),
    .executable(name: "cairnctl", targets: ["cairnctl"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
  ],
  targets: [
    zlib,
    .target(name: "Cairn", dependencies: ["CZlib"]),
    .target(name: "CairnUI", dependencies: ["Cairn", "CairnContent", "CairnExperiments"]),
    .target(name: "CairnTesting", dependencies: ["CZlib", "Cairn"]),
    // Apart, because it links the test frameworks, which an executable must not.
    .target(name: "CairnExpectations", dependencies: ["Cairn", "CairnTesting"]),
    .target(name: "CairnContent", dependencies: ["Cairn"]),
    .target(
      name: "CairnAdobe", dependencies: ["Cairn", "CairnContent"],
      path: "Sources/Destinations/Adobe"),
    .target(name: "CairnExperiments", dependencies: ["Cairn"]),
    // Apart, because the tests and cairnctl need it, and no app does.
    .target(name: "CairnExperimentVectors", dependencies: ["Cairn", "CairnExperiments"]),
    .target(name: "CairnPlan", dependencies: ["Cairn"]),
    // Apart, because the tests and cairnctl need it, and no app does.
    .target(name: "CairnPlanTypes", dependencies: ["Cairn", "CairnPlan"]),
    .target(
      name: "CairnPrivacy",
      dependencies: ["Cairn", .product(name: "Crypto", package: "swift-crypto")]),
    .target(
      name: "CairnServer",
      dependencies: [
        "Cairn",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]),
    .target(name: "CAllocations"),
    // What tests run that we did not write: the vendors' clients and schemas, real servers.
    .target(name: "Counterparts", path: "Tests/Counterparts", exclude: ["Scripts"]),
    .target(
      name: "CairnCollector",
      dependencies: [
        "CZlib",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]),
    .executableTarget(
      name: "cairnctl",
      dependencies: [
        "CAllocations", "Cairn", "CairnAdobe", "CairnCollector", "CairnContent",
        "CairnExperimentVectors", "CairnExperiments", "CairnPlan", "CairnPlanTypes",
        "CairnPrivacy",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "HeapModule", package: "swift-collections"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Yams", package: "Yams"),
      ]),
    .testTarget(
      name: "CairnTests", dependencies: ["CZlib", "Cairn", "CairnTesting"],
      exclude: ["Golden/Version1", "Golden/README.md"]),
    .testTarget(
      name: "CairnTestingTests", dependencies: ["Cairn", "CairnExpectations", "CairnTesting"]),
    .testTarget(
      name: "CairnContentTests",
      dependencies: ["Cairn", "CairnContent", "CairnMixpanel", "CairnPostHog", "CairnTesting"]),
    .testTarget(
      name: "CairnAdobeTests",
      dependencies: [
        "Cairn", "CairnAdobe", "CairnContent", "CairnExpectations", "CairnTesting", "Counterparts",
        "VendorAnswers",
      ], exclude: ["Golden"]),
    .testTarget(
      name: "CairnExperimentsTests",
      dependencies: ["Cairn", "CairnExperimentVectors", "CairnExperiments", "CairnTesting"],
      exclude: ["Vectors"]),
    .testTarget(
      name: "CairnPlanTests",
      dependencies: ["Cairn", "CairnPlan", "CairnPlanTypes", "CairnTesting"],
      exclude: ["Plans"]),
    .executableTarget(
      name: "journalworkload",
      dependencies: ["Cairn", "CairnConvert", "CairnExperiments", "CairnTesting"],
      path: "Tests/Workload"),
    // Processes, small disks and failing system calls, for the tests that crash on purpose.
    .target(name: "CrashSupport", path: "Tests/CrashSupport"),
    .executableTarget(
      name: "jepsen", dependencies: ["Cairn", "CairnTesting", "CrashSupport"], path: "Tests/Jepsen"),
    .testTarget(
      name: "CrashTests",
      dependencies: [
        "Cairn", "CairnAdobe", "CairnContent", "CairnExperiments", "CairnTesting", "CrashSupport",
        "jepsen", "journalworkload",
      ]),
    .testTarget(
      name: "SimulationTests",
      dependencies: ["Cairn", "CairnAdobe", "CairnContent", "CairnTesting"],
      exclude: ["mutants.json"]),
    .testTarget(
      name: "CairnPrivacyTests",
      dependencies: ["Cairn", "CairnContent", "CairnExperiments", "CairnPrivacy", "CairnTesting"]),
    .testTarget(
      name: "CairnServerTests",
      dependencies: [
        "Cairn", "CairnServer", "CairnTesting",
        .product(name: "InMemoryLogging", package: "swift-log"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ]),
    .testTarget(
      name: "CairnCollectorTests",
      dependencies: [
        "Cairn", "CairnCollector", "CairnExperiments", "Counterparts",
        .product(name: "InMemoryLogging", package: "swift-log"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]),
    .testTarget(
      name: "cairnctlTests",
      dependencies: [
        "Cairn", "CairnCollector", "CairnPrivacy", "CairnTesting", "Counterparts", "VendorAnswers",
        "cairnctl", "journalworkload",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ]),
    // Examples are targets of this package, so that its dependencies are not built twice. Nobody who uses it sees them.
    .executableTarget(
      name: "shopserver",
      dependencies: [
        "Cairn", "CairnServer",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      path: "Examples/Server", exclude: ["README.md", "plan.yaml"]),
    .executableTarget(
      name: "wordcount",
      dependencies: [
        "Cairn", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Examples/Tool", exclude: ["README.md"]),
    .testTarget(
      name: "ExampleTests",
      dependencies: [
        "CairnCollector", "shopserver", "wordcount",
        .product(name: "Logging", package: "swift-log"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// Back ends, each a product: a folder of Sources/Destinations, on the public API of Cairn alone, and one of Tests.
let destinations: [(name: String, dependencies: [Target.Dependency])] = [
  ("Amplitude", []),
  ("CloudEvents", [.product(name: "Crypto", package: "swift-crypto")]),
  ("Convert", ["CairnExperiments"]),
  ("Firebase", []),
  ("Mixpanel", []),
  ("OTLP", []),
  ("PostHog", []),
  ("Snowplow", []),
]
for (name, dependencies) in destinations {
  let module = "Cairn\(name)"
  package.products.append(.library(name: module, targets: [module]))
  package.targets += [
    .target(
      name: module, dependencies: ["Cairn"] + dependencies, path: "Sources/Destinations/\(name)",
      packageAccess: false),
    .testTarget(
      name: module + "Tests",
      dependencies: [
        "Cairn", "CairnExpectations", "CairnTesting", "Counterparts", "VendorAnswers",
        .target(name: module),
      ] + dependencies),
  ]
}
// What each of them may be answered.
package.targets.append(
  .target(
    name: "VendorAnswers",
    dependencies: ["Cairn", "CairnAdobe", "CairnContent", "CairnTesting"]
      + destinations.map { .target(name: "Cairn\($0.name)") },
    path: "Tests/Answers"))
for target in package.targets where target.name == "CairnConvertTests" {
  target.exclude = ["Fixtures"]
}

// The interface whose stubs are used, if any.
let interface = Context.environment["APPLE_STUBS"].map {
  ["appkit": "AppKit", "watchkit": "WatchKit"][$0] ?? "UIKit"
}
let hasUIKit = interface == "UIKit"

// CAIRN_CORE_ONLY=1 leaves out every dependency and what needs one, so that a sanitizer build of the SDK takes seconds.
// With the stubs of UIKit there is also what keeps keys in the keychain. Scripts/check uses it.
if Context.environment["CAIRN_CORE_ONLY"] != nil {
  func isCore(_ dependency: Target.Dependency) -> Bool {
    switch dependency {
    case .productItem(let name, _, _, _): hasUIKit && name == "Crypto"
    case .targetItem(let name, _), .byNameItem(let name, _):
      package.targets.first { $0.name == name }?.dependencies.allSatisfy(isCore) ?? true
    @unknown default: false
    }
  }
  // It has the answers of those that are left.
  for target in package.targets where target.name == "VendorAnswers" {
    target.dependencies.removeAll { !isCore($0) }
  }
  let core = Set(
    package.targets.filter { $0.dependencies.allSatisfy(isCore) }.map(\.name))
  package.targets.removeAll { !core.contains($0.name) }
  package.products.removeAll { !core.contains($0.name) }
  package.dependencies.removeAll { dependency in
    guard hasUIKit, case .sourceControl(_, let location, _) = dependency.kind else { return true }
    return !location.hasSuffix("/swift-crypto")
  }
}

// APPLE_STUBS puts modules with the names of Apple's, and just what Cairn uses of them, behind the code for Apple
// platforms, so that it is compiled and run on Linux. Its value says which platform's: appkit, watchkit, or else UIKit's,
// since what can be imported decides what is compiled. No other tests are built then. Scripts/check uses it.
if let interface {
  let stubs = ["AppleURLSession", "Network", "Security", interface]
  for target in package.targets where ["Cairn", "CairnPrivacy"].contains(target.name) {
    target.dependencies += stubs.map { .target(name: $0) }
  }
  for target in package.targets where target.name == "CairnUI" {
    target.dependencies += ["SwiftUI"] + (hasUIKit ? ["UIKit"] : [])
  }
  package.targets.removeAll { $0.type == .test }
  package.targets += stubs.map { .target(name: $0, path: "Tests/AppleStubs/\($0)") }
  package.targets.append(
    .target(
      name: "SwiftUI", dependencies: hasUIKit ? ["UIKit"] : [], path: "Tests/AppleStubs/SwiftUI"))
  if hasUIKit {
    for target in package.targets where target.name == "CairnFirebase" {
      target.dependencies.append("FirebaseAnalytics")
    }
    package.targets.append(
      .target(name: "FirebaseAnalytics", path: "Tests/AppleStubs/FirebaseAnalytics"))
    package.targets.append(
      .executableTarget(
        name: "Shop",
        dependencies: ["Cairn", "CairnContent", "CairnExperiments", "CairnUI", "SwiftUI", "UIKit"],
        path: "Examples/iOSApp/Shop.swiftpm/Sources"))
  }
  package.targets.append(
    .testTarget(
      name: "AppleTests",
      dependencies: [
        "Cairn", "CairnContent", "CairnExperiments", "CairnTesting", "CairnUI", "SwiftUI",
      ] + (hasUIKit ? ["CairnFirebase", "CairnPrivacy", "FirebaseAnalytics", "Shop"] : [])
        + stubs.map { .target(name: $0) },
      // Otherwise the compiler looks for what the frameworks add to Testing, which stubs do not have.
      swiftSettings: [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])]))
}

// CAIRN_TESTS=CairnContentTests,CairnAdobeTests leaves out all other tests, and all that these do not need.
let wanted =
  interface == nil
  ? Context.environment["CAIRN_TESTS"]?.split(separator: ",").map(String.init) : ["AppleTests"]
if let wanted {
  var kept: Set<String> = []
  func keep(_ name: String) {
    guard kept.insert(name).inserted else { return }
    for dependency in package.targets.first(where: { $0.name == name })?.dependencies ?? [] {
      switch dependency {
      case .targetItem(let name, _), .byNameItem(let name, _): keep(name)
      default: break
      }
    }
  }
  for name in wanted { keep(name) }
  package.targets.removeAll { !kept.contains($0.name) }
  package.products.removeAll { !kept.contains($0.name) }
}

// The privacy manifest is for apps, which are built on a Mac. Elsewhere it would put a bundle beside each program that
// nobody opens, and code that looks for it into the module.
for target in package.targets where target.name == "Cairn" {
  #if canImport(Darwin)
  target.resources = [.process("PrivacyInfo.xcprivacy")]
  #else
  target.exclude = ["PrivacyInfo.xcprivacy"]
  #endif
}

// A package that depends on this one is built with warnings suppressed, which excludes that they are errors. So they are
// only where CAIRN_STRICT=1 asks for it, as Scripts/check and .ci/run do.
let strict: [SwiftSetting] =
  Context.environment["CAIRN_STRICT"] == nil
  ? [] : [.treatAllWarnings(as: .error), .treatWarning("ExplicitSendable", as: .error)]

for target in package.targets where target.type != .system && target.name != "CAllocations" {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("ImmutableWeakCaptures"),
      .enableUpcomingFeature("InferIsolatedConformances"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ] + strict
}
