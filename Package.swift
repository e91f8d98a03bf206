// swift-tools-version: 6.2
import PackageDescription

// The SDK: an app that uses it resolves this package and no other. What needs others is behind a
// trait that is off unless it is asked for. The collector and the tools are in Server, the examples
// in Examples: packages of their own.
let package = Package(
  name: "cairn",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: libraries + [
    // For the packages in Server and Examples. No promise to anybody else.
    .library(name: "_CZlib", targets: ["CZlib"]),
    .library(name: "_CairnTools", targets: ["CairnExperimentVectors", "CairnPlanTypes"]),
    .library(name: "_CairnTestSupport", targets: ["Counterparts", "VendorAnswers"]),
    .executable(name: "journalworkload", targets: ["journalworkload"]),
  ],
  traits: [
    .trait(name: "Crypto", description: "Encryption and signatures where there is no CryptoKit."),
    .trait(name: "Server", description: "CairnServer, with async-http-client and swift-log."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    zlib, sqlite,
    .target(
      name: "Cairn", dependencies: ["CZlib"], exclude: privacyManifest.exclude,
      resources: privacyManifest.resources),
    .target(name: "CairnCommerce", dependencies: ["Cairn"]),
    .target(name: "CairnContent", dependencies: ["Cairn"]),
    .target(name: "CairnExperiments", dependencies: ["Cairn"]),
    .target(name: "CairnMigration", dependencies: ["Cairn", "CairnSQLite"]),
    .target(name: "CairnPlan", dependencies: ["Cairn"]),
    .target(name: "CairnUI", dependencies: ["Cairn", "CairnContent", "CairnExperiments"]),
    .target(name: "CairnPrivacy", dependencies: ["Cairn", crypto]),
    .target(
      name: "CairnServer",
      dependencies: [
        "Cairn", .server("AsyncHTTPClient", "async-http-client"), .server("Logging", "swift-log"),
        .server("Metrics", "swift-metrics"), .server("NIOCore", "swift-nio"),
        .server("NIOHTTP1", "swift-nio"), .server("NIOHTTPCompression", "swift-nio-extras"),
        .server("NIOPosix", "swift-nio"),
        .server("NIOSSL", "swift-nio-ssl"), .server("ServiceLifecycle", "swift-service-lifecycle"),
      ]),
    .target(name: "CairnTesting", dependencies: ["CZlib", "Cairn"]),
    // Apart, because it links the test frameworks, which an executable must not.
    .target(name: "CairnExpectations", dependencies: ["Cairn", "CairnTesting"]),
    .target(
      name: "CairnAdobe", dependencies: ["Cairn", "CairnContent"],
      path: "Sources/Destinations/Adobe"),
    .destination("Amplitude"),
    .destination("CloudEvents", [crypto]),
    .destination("Convert", ["CairnExperiments"]),
    .destination("Firebase"),
    .destination("Mixpanel"),
    .destination("OTLP"),
    .destination("PostHog"),
    .destination("Snowplow"),
    // What the tests and the tools need, and no app does.
    .target(name: "CairnExperimentVectors", dependencies: ["Cairn", "CairnExperiments"]),
    .target(name: "CairnPlanTypes", dependencies: ["Cairn", "CairnPlan"]),
    // What tests run that we did not write: the vendors' clients and schemas, real servers.
    .target(name: "Counterparts", path: "Tests/Counterparts", exclude: ["Scripts"]),
    // What each destination may be answered.
    .target(
      name: "VendorAnswers",
      dependencies: [
        "Cairn", "CairnAdobe", "CairnAmplitude", "CairnCloudEvents", "CairnContent", "CairnConvert",
        "CairnFirebase", "CairnMixpanel", "CairnOTLP", "CairnPostHog", "CairnSnowplow",
        "CairnTesting",
      ], path: "Tests/Answers"),
    // Processes, small disks and failing system calls, for the tests that crash on purpose.
    .target(name: "CrashSupport", path: "Tests/CrashSupport"),
    .executableTarget(
      name: "jepsen", dependencies: ["Cairn", "CairnTesting", "CrashSupport"], path: "Tests/Jepsen"),
    .executableTarget(
      name: "journalworkload",
      dependencies: ["Cairn", "CairnConvert", "CairnExperiments", "CairnTesting"],
      path: "Tests/Workload"),
  ] + tests,
  swiftLanguageModes: [.v6]
)

/// What apps link, each a target.
var libraries: [Product] {
  [
    "Cairn", "CairnCommerce", "CairnContent", "CairnExperiments", "CairnMigration", "CairnPlan",
    "CairnUI", "CairnPrivacy", "CairnServer", "CairnTesting", "CairnExpectations", "CairnAdobe",
    "CairnAmplitude", "CairnCloudEvents", "CairnConvert", "CairnFirebase", "CairnMixpanel",
    "CairnOTLP", "CairnPostHog", "CairnSnowplow",
  ].map { .library(name: $0, targets: [$0]) }
}

var tests: [Target] {
  let all: [Target] = [
    .tests("Cairn", ["CZlib"], exclude: ["Golden/Version1", "Golden/README.md"]),
    .tests("CairnTesting", ["CairnExpectations"]),
    .tests(
      "CairnCommerce",
      [
        "CairnAmplitude", "CairnCloudEvents", "CairnExpectations", "CairnFirebase", "CairnMixpanel",
        "CairnOTLP", "CairnPostHog", "CairnSnowplow", "Counterparts",
      ]),
    .tests("CairnContent", ["CairnMixpanel", "CairnPostHog"]),
    .tests("CairnExperiments", ["CairnExperimentVectors"], exclude: ["Vectors"]),
    .tests(
      "CairnMigration",
      [
        "CairnAdobe", "CairnAmplitude", "CairnCloudEvents", "CairnContent", "CairnConvert",
        "CairnExperiments", "CairnFirebase", "CairnMixpanel", "CairnOTLP", "CairnPostHog",
        "CairnSQLite", "CairnSnowplow", "Counterparts",
      ], exclude: ["Samples/Before"]),
    .tests("CairnPlan", ["CairnPlanTypes"], exclude: ["Plans"]),
    .tests("CairnPrivacy", ["CairnContent", "CairnExperiments"]),
    .tests(
      "CairnServer",
      [
        .server("InMemoryLogging", "swift-log"), .server("Logging", "swift-log"),
        .server("Metrics", "swift-metrics"), .server("MetricsTestKit", "swift-metrics"),
        .server("ServiceLifecycle", "swift-service-lifecycle"),
        .server("UnixSignals", "swift-service-lifecycle"),
      ]),
    .destinationTests("Adobe", ["CairnContent"], exclude: ["Golden"]),
    .destinationTests("Amplitude"),
    .destinationTests("CloudEvents", [crypto]),
    .destinationTests("Convert", ["CairnExperiments"], exclude: ["Fixtures"]),
    .destinationTests("Firebase"),
    .destinationTests("Mixpanel"),
    .destinationTests("OTLP"),
    .destinationTests("PostHog"),
    .destinationTests("Snowplow"),
    .testTarget(
      name: "CrashTests",
      dependencies: [
        "Cairn", "CairnAdobe", "CairnContent", "CairnExperiments", "CairnMigration", "CairnTesting",
        "CrashSupport", "jepsen", "journalworkload",
      ]),
    .testTarget(
      name: "SimulationTests",
      dependencies: ["Cairn", "CairnAdobe", "CairnContent", "CairnTesting"],
      exclude: ["mutants.json"]),
  ]
  // CAIRN_TESTS=CrashTests,SimulationTests builds no other tests.
  guard let wanted = Context.environment["CAIRN_TESTS"]?.split(separator: ",") else { return all }
  return all.filter { wanted.contains(Substring($0.name)) }
}

// CAIRN_ONLY_NEEDED leaves out what these tests do not need. For a build of this package alone:
// others depend on targets that are then missing.
if Context.environment["CAIRN_ONLY_NEEDED"] != nil {
  var needed: Set<String> = []
  var next = tests.map(\.name)
  while let name = next.popLast() {
    guard needed.insert(name).inserted, let target = package.targets.first(named: name) else {
      continue
    }
    next += target.dependencies.compactMap(\.targetName)
  }
  package.targets.removeAll { !needed.contains($0.name) }
  package.products.removeAll { product in
    !product.targetNames.allSatisfy(needed.contains)
  }
}

// On a Mac pkg-config finds Homebrew's libraries, whose paths have no place in a build for iOS.
// There the system's are linked by their names alone. The privacy manifest is for apps, which are built on a
// Mac.
#if os(Linux)
var zlib: Target {
  .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])])
}
/// Reads the stores of SDKs that keep their events in SQLite.
var sqlite: Target {
  .systemLibrary(name: "CairnSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])])
}
#else
var zlib: Target { .systemLibrary(name: "CZlib") }
var sqlite: Target { .systemLibrary(name: "CairnSQLite") }
#endif
#if canImport(Darwin)
var privacyManifest: (exclude: [String], resources: [Resource]) {
  ([], [.process("PrivacyInfo.xcprivacy")])
}
#else
var privacyManifest: (exclude: [String], resources: [Resource]) { (["PrivacyInfo.xcprivacy"], []) }
#endif

/// Apple's platforms have CryptoKit.
var crypto: Target.Dependency {
  .product(
    name: "Crypto", package: "swift-crypto",
    condition: .when(platforms: [.android, .linux, .windows], traits: ["Crypto"]))
}

extension [Target] {
  func first(named name: String) -> Target? { first { $0.name == name } }
}

extension Product {
  var targetNames: [String] {
    switch self {
    case let library as Library: library.targets
    case let executable as Executable: executable.targets
    default: []
    }
  }
}

extension Target.Dependency {
  /// The name of a target of this package; nil for a product of another one.
  var targetName: String? {
    switch self {
    case .targetItem(let name, _), .byNameItem(let name, _): name
    default: nil
    }
  }

  static func server(_ product: String, _ package: String) -> Target.Dependency {
    .product(name: product, package: package, condition: .when(traits: ["Server"]))
  }
}

extension Target {
  /// A back end: a folder of Sources/Destinations, on the public API of Cairn alone.
  static func destination(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(
      name: "Cairn\(name)", dependencies: ["Cairn"] + dependencies,
      path: "Sources/Destinations/\(name)", packageAccess: false)
  }

  static func tests(
    _ target: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []
  ) -> Target {
    let own = Set(["Cairn", "CairnTesting", target]).sorted().map {
      Target.Dependency.target(name: $0)
    }
    return .testTarget(name: target + "Tests", dependencies: own + dependencies, exclude: exclude)
  }

  static func destinationTests(
    _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []
  ) -> Target {
    .tests(
      "Cairn\(name)", ["CairnExpectations", "Counterparts", "VendorAnswers"] + dependencies,
      exclude: exclude)
  }
}

// A package that depends on this one is built with warnings suppressed, which excludes that they
// are errors.
let strict: [SwiftSetting] =
  Context.environment["CAIRN_STRICT"] == nil
  ? [] : [.treatAllWarnings(as: .error), .treatWarning("ExplicitSendable", as: .error)]

for target in package.targets where target.type != .system {
  target.swiftSettings =
    [
      "ExistentialAny", "ImmutableWeakCaptures", "InferIsolatedConformances",
      "InternalImportsByDefault", "MemberImportVisibility", "NonisolatedNonsendingByDefault",
    ].map { .enableUpcomingFeature($0) } + strict
}
