import Foundation

/// A folder on the real disk, and what tests do with one.
struct Scratch {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "cairn-crash-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  init(at path: String) { self.path = path }

  var url: URL { URL(fileURLWithPath: path) }

  func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// A copy beside it, so that one start can be tried in many ways.
  func copy(_ name: String) throws -> Scratch {
    try FileManager.default.copyItem(atPath: path, toPath: "\(path)-\(name)")
    return Scratch(at: "\(path)-\(name)")
  }
}
