import Cairn
import CairnTesting
import Foundation

/// The files of format version 1 in the folder `Version1`, which must remain readable.
enum GoldenFile: String, CaseIterable {
  /// A segment that was closed normally.
  case closed
  /// A segment whose writer was killed in the middle of its last record.
  case torn
  /// The dead letters of a destination.
  case deadLetters
  /// A destination's cursor, with both slots.
  case cursor
  case identity
  /// A sealed, compressed body, which belongs to the cursor's batch in flight.
  case body

  private var url: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Version1/\(rawValue).hex")
  }

  /// Returns the file as the first version of the format wrote it.
  func stored() throws -> HexFile {
    guard let file = HexFile(try String(contentsOf: url, encoding: .utf8)) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    return file
  }

  func store(_ file: HexFile) throws {
    try file.text.write(to: url, atomically: true, encoding: .utf8)
  }

  /// Returns a disk with only this file.
  func disk() throws -> InMemoryFileSystem {
    let files = InMemoryFileSystem()
    let stored = try stored()
    try OpenFile(stored.path, .create, in: files).write(stored.bytes, at: 0)
    return files
  }
}
