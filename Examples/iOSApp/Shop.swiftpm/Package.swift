// swift-tools-version: 6.2
import AppleProductTypes
import PackageDescription

// For Xcode: an app needs no project file. On Linux, `Tests/AppleStubs` compiles and tests the same
// sources. `Info.plist` allows HTTP to the collector on the Mac.
let package = Package(
  name: "Shop",
  platforms: [.iOS("16.0")],
  products: [
    .iOSApplication(
      name: "Shop", targets: ["Shop"], bundleIdentifier: "dev.cairn.shop", teamIdentifier: "",
      displayVersion: "1.0", bundleVersion: "1", supportedDeviceFamilies: [.pad, .phone],
      supportedInterfaceOrientations: [.portrait, .landscapeRight, .landscapeLeft],
      additionalInfoPlistContentFilePath: "Info.plist")
  ],
  dependencies: [.package(name: "cairn", path: "../../..")],
  targets: [
    .executableTarget(
      name: "Shop",
      dependencies: [
        .product(name: "Cairn", package: "cairn"),
        .product(name: "CairnContent", package: "cairn"),
        .product(name: "CairnExperiments", package: "cairn"),
        .product(name: "CairnUI", package: "cairn"),
      ],
      path: "Sources")
  ]
)
