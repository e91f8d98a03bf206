// swift-tools-version: 6.2
import PackageDescription

// The library that an Android app in Kotlin loads: Cairn, and the functions that Kotlin calls.

let package = Package(
  name: "cairn-android",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "CairnAndroid", type: .dynamic, targets: ["CairnAndroid"])
  ],
  dependencies: [.package(name: "cairn", path: "../..")],
  targets: [
    .target(name: "CairnJNI"),
    .target(
      name: "CairnAndroid",
      dependencies: ["CairnJNI", .product(name: "Cairn", package: "cairn")]),
  ]
)
