// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Shop",
  platforms: [.macOS(.v13), .iOS(.v16)],
  dependencies: [
    .package(name: "cairn", path: "../cairn")
  ],
  targets: [
    .target(
      name: "Shop",
      dependencies: [.product(name: "Cairn", package: "cairn")]),
    .testTarget(
      name: "ShopTests",
      dependencies: ["Shop", .product(name: "CairnExpectations", package: "cairn")]),
  ]
)
