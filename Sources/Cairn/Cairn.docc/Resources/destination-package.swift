// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Acme",
  platforms: [.macOS(.v13), .iOS(.v16)],
  dependencies: [
    .package(name: "cairn", path: "../cairn")
  ],
  targets: [
    .target(
      name: "Acme",
      dependencies: [.product(name: "Cairn", package: "cairn")]),
    .testTarget(
      name: "AcmeTests",
      dependencies: ["Acme", .product(name: "CairnExpectations", package: "cairn")]),
  ]
)
