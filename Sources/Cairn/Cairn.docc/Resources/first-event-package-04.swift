// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "notes",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "cairn", path: "../cairn", traits: ["Server"])
  ],
  targets: [
    .executableTarget(
      name: "notes",
      dependencies: [
        .product(name: "Cairn", package: "cairn")
      ])
  ]
)
