// swift-tools-version: 6.2
import PackageDescription

// What serves and looks into what the SDK has written: the collector, the command-line tool, the
// laboratory. A package of its own, so that no app that uses the SDK resolves what only these need.

let package = Package(
  name: "cairn-server",
  platforms: [.macOS(.v14)],
  products: [
    .library(name: "CairnCollector", targets: ["CairnCollector"]),
    .executable(name: "cairnctl", targets: ["cairnctl"]),
    .executable(name: "cairnlab", targets: ["cairnlab"]),
  ],
  dependencies: [
    .package(name: "cairn", path: "..", traits: ["Crypto", "Server"]),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    .target(name: "CAllocations"),
    .systemLibrary(
      name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    // Connections to PostgreSQL, on the systems that have its library.
    .target(name: "PostgreSQLClient", dependencies: ["CLibPQ"], packageAccess: false),
    .target(
      name: "CairnCollector",
      dependencies: [
        .target(name: "PostgreSQLClient", condition: .when(platforms: [.linux, .macOS])),
        .cairn("_CZlib"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "HummingbirdTLS", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      // The style and the script of the pages are a part of the program, not files beside it.
      resources: [.embedInCode("Pages/Assets")], packageAccess: false),
    // What both tools use: the terminal, JSON, numbers for people.
    .target(name: "ToolSupport", dependencies: [.cairn("Cairn")], packageAccess: false),
    // Journals as they lie on a disk, looked into without changing them.
    .target(
      name: "JournalInspection",
      dependencies: [
        .cairn("Cairn"), "ToolSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      packageAccess: false),
    // Events from PostgreSQL to ClickHouse.
    .target(
      name: "Shipping",
      dependencies: [
        .target(name: "PostgreSQLClient", condition: .when(platforms: [.linux, .macOS])),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ], packageAccess: false),
    .executableTarget(
      name: "cairnctl",
      dependencies: [
        .cairn("Cairn"), "CairnCollector", .cairn("CairnExperiments"), .cairn("CairnMigration"),
        .cairn("CairnPlan"), .cairn("CairnPrivacy"), .cairn("CairnServer"), .cairn("_CairnTools"),
        "JournalInspection", "Shipping", "ToolSupport",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Yams", package: "Yams"),
      ], packageAccess: false),
    .executableTarget(
      name: "cairnlab",
      dependencies: [
        .target(name: "PostgreSQLClient", condition: .when(platforms: [.linux, .macOS])),
        "CAllocations", .cairn("Cairn"), .cairn("CairnAdobe"), "CairnCollector",
        .cairn("CairnContent"), .cairn("CairnExperiments"), .cairn("CairnPrivacy"),
        .cairn("CairnServer"), .cairn("_CairnTools"), "JournalInspection", "Shipping",
        "ToolSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "HeapModule", package: "swift-collections"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ], packageAccess: false),
    .testTarget(
      name: "CairnCollectorTests",
      dependencies: [
        .cairn("Cairn"), "CairnCollector", .cairn("CairnExperiments"), .cairn("CairnServer"),
        .cairn("CairnTesting"), .cairn("_CairnTestSupport"), "Shipping", "ToolTestSupport",
        "cairnctl",
        .target(name: "PostgreSQLClient", condition: .when(platforms: [.linux, .macOS])),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "InMemoryLogging", package: "swift-log"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ], packageAccess: false),
    .testTarget(
      name: "ShippingTests",
      dependencies: ["Shipping", .product(name: "NIOCore", package: "swift-nio")],
      packageAccess: false),
    // The tools as processes.
    .target(name: "ToolTestSupport", path: "Tests/ToolTestSupport", packageAccess: false),
    .testTarget(
      name: "cairnctlTests",
      dependencies: [
        .cairn("Cairn"), "CairnCollector", .cairn("CairnPrivacy"), .cairn("CairnServer"),
        .cairn("CairnTesting"),
        .cairn("_CairnTestSupport"), "JournalInspection", "ToolSupport", "ToolTestSupport",
        "cairnctl", .cairn("journalworkload"),
      ], packageAccess: false),
    .testTarget(
      name: "cairnlabTests",
      dependencies: [
        .cairn("Cairn"), "CairnCollector", .cairn("CairnServer"), .cairn("CairnTesting"),
        .cairn("_CairnTestSupport"), "ToolSupport", "ToolTestSupport", "cairnlab",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ], packageAccess: false),
  ],
  swiftLanguageModes: [.v6]
)

extension Target.Dependency {
  static func cairn(_ product: String) -> Target.Dependency {
    .product(name: product, package: "cairn")
  }
}

// These targets use what the SDK shares inside its package, of which they are a part that nobody
// depends on: they come from the same commit. The package manager names a package after its folder.
let folders = Context.packageDirectory.split(separator: "/")
let sdk = String(
  folders[folders.count - 2].lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })

// As in the package above.
let strict: [SwiftSetting] =
  Context.environment["CAIRN_STRICT"] == nil
  ? [] : [.treatAllWarnings(as: .error), .treatWarning("ExplicitSendable", as: .error)]

for target in package.targets where target.name != "CAllocations" && target.type != .system {
  target.swiftSettings =
    [
      .unsafeFlags(["-package-name", sdk]),
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("ImmutableWeakCaptures"),
      .enableUpcomingFeature("InferIsolatedConformances"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ] + strict
}
