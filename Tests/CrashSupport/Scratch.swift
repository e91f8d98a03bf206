package import Foundation

/// A folder on the real disk, and what tests do with one.
package struct Scratch: Sendable {
  package let path: String

  package init() throws {
    path = NSTemporaryDirectory() + "cairn-crash-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  package init(at path: String) { self.path = path }

  package var url: URL { URL(fileURLWithPath: path) }

  package func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// A copy beside it, so that one start can be tried in many ways.
  package func copy(_ name: String) throws -> Scratch {
    try FileManager.default.copyItem(atPath: path, toPath: "\(path)-\(name)")
    return Scratch(at: "\(path)-\(name)")
  }
}
