import Foundation

/// A folder on the real disk that is removed after the test.
final class RealFolder: Sendable {
  let path: String

  init() {
    path = NSTemporaryDirectory() + "cairn-\(UUID().uuidString)"
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var url: URL { URL(fileURLWithPath: path, isDirectory: true) }
}
