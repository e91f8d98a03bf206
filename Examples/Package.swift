// swift-tools-version: 6.2
import PackageDescription

// A server, a tool, and what the tutorials make, which use Cairn as any other package does.

let package = Package(
  name: "cairn-examples",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(name: "cairn", path: "..", traits: ["Crypto", "Server"]),
    .package(name: "cairn-server", path: "../Server"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    .executableTarget(
      name: "shopserver",
      dependencies: [
        .product(name: "Cairn", package: "cairn"),
        .product(name: "CairnServer", package: "cairn"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      path: "Server", exclude: ["README.md", "plan.yaml"]),
    .executableTarget(
      name: "wordcount",
      dependencies: [
        .product(name: "Cairn", package: "cairn"),
        .product(name: "CairnServer", package: "cairn", condition: .when(platforms: [.linux])),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tool", exclude: ["README.md"]),
    // The code that each tutorial ends with. Scripts/tutorials.py compares it.
    .executableTarget(
      name: "notes",
      dependencies: [
        .product(name: "Cairn", package: "cairn"),
        .product(name: "CairnServer", package: "cairn", condition: .when(platforms: [.linux])),
      ],
      path: "Tutorials/Notes"),
    .target(
      name: "Acme", dependencies: [.product(name: "Cairn", package: "cairn")],
      path: "Tutorials/Acme"),
    .testTarget(
      name: "AcmeTests",
      dependencies: ["Acme", .product(name: "CairnExpectations", package: "cairn")],
      path: "Tutorials/AcmeTests"),
    .target(
      name: "Shop", dependencies: [.product(name: "Cairn", package: "cairn")],
      path: "Tutorials/Shop"),
    .testTarget(
      name: "ShopTests",
      dependencies: ["Shop", .product(name: "CairnExpectations", package: "cairn")],
      path: "Tutorials/ShopTests"),
    // Against the collector that is beside them.
    .testTarget(
      name: "ExampleTests",
      dependencies: [
        .product(name: "CairnCollector", package: "cairn-server"), "notes", "shopserver",
        "wordcount",
        .product(name: "Logging", package: "swift-log"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// As in the package above.
let strict: [SwiftSetting] =
  Context.environment["CAIRN_STRICT"] == nil
  ? [] : [.treatAllWarnings(as: .error), .treatWarning("ExplicitSendable", as: .error)]

for target in package.targets {
  target.swiftSettings =
    [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("ImmutableWeakCaptures"),
      .enableUpcomingFeature("InferIsolatedConformances"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ] + strict
}
