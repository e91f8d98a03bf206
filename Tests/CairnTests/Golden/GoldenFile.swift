import Cairn
import CairnTesting
import Foundation

/// The files of format version 1 that are kept in the folder `Version1`: what was written once is read for ever.
enum GoldenFile: String, CaseIterable {
  /// A segment that was closed in order.
  case closed
  /// A segment whose writer was killed in the middle of its last record.
  case torn
  /// What a destination refused.
  case deadLetters
  /// A destination's cursor, with both slots.
  case cursor
  case identity
  /// A sealed body, compressed; the cursor's batch in flight.
  case body

  private var url: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Version1/\(rawValue).hex")
  }

  /// The file as it was written by the version that began the format.
  func stored() throws -> HexFile {
    guard let file = HexFile(try String(contentsOf: url, encoding: .utf8)) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    return file
  }

  func store(_ file: HexFile) throws {
    try file.text.write(to: url, atomically: true, encoding: .utf8)
  }

  /// A disk that holds this file alone.
  func disk() throws -> InMemoryFileSystem {
    let files = InMemoryFileSystem()
    let stored = try stored()
    try OpenFile(stored.path, .create, in: files).write(stored.bytes, at: 0)
    return files
  }
}
