#if canImport(CryptoKit) || Crypto
import Foundation

/// A folder on the real disk that is removed after the test.
final class Folder: Sendable {
  let path: String

  init() {
    path = NSTemporaryDirectory() + "cairn-\(UUID().uuidString)"
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var url: URL { URL(fileURLWithPath: path, isDirectory: true) }

  /// Returns the files in it by path.
  func files() throws -> [String: [UInt8]] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: path)
    var files: [String: [UInt8]] = [:]
    for name in names {
      if let data = FileManager.default.contents(atPath: "\(path)/\(name)") {
        files[name] = Array(data)
      }
    }
    return files
  }

  /// Returns the files that contain a text.
  func files(with text: String) throws -> [String] {
    try files().filter { $0.value.contains(Array(text.utf8)) }.keys.sorted()
  }
}
#endif
