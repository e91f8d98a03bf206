// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "notes",
  platforms: [.macOS(.v13)],
  targets: [
    .executableTarget(name: "notes")
  ]
)
