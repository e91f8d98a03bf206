package import Foundation

/// A folder on the real disk, with operations for tests.
package struct Scratch: Sendable {
  package let path: String

  package init() throws {
    path = NSTemporaryDirectory() + "cairn-crash-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  package init(at path: String) { self.path = path }

  package var url: URL { URL(fileURLWithPath: path) }

  package func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// Returns a copy beside it, so that one state can be tried in several ways.
  package func copy(_ name: String) throws -> Scratch {
    try FileManager.default.copyItem(atPath: path, toPath: "\(path)-\(name)")
    return Scratch(at: "\(path)-\(name)")
  }
}
