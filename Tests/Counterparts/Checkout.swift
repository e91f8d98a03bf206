import Foundation

/// The folder of this package.
enum Checkout {
  // This file is in Tests/Counterparts.
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static func path(_ path: String) -> String { root.appending(path: path).path() }
}
