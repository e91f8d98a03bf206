import Foundation

/// Counts the acknowledged numbers in a growing witness file; for the display, not for the proof.
struct WitnessMeter {
  private(set) var count = 0
  private let path: String
  private var offset: UInt64 = 0

  init(path: String) { self.path = path }

  /// Reads the lines that were added since the last time.
  mutating func refresh() {
    guard let file = FileHandle(forReadingAtPath: path) else { return }
    defer { try? file.close() }
    try? file.seek(toOffset: offset)
    guard let added = try? file.readToEnd() else { return }
    offset += UInt64(added.count)
    for byte in added {
      if byte == UInt8(ascii: "\n") { count += 1 }
      // The line at the beginning of a life acknowledges nothing.
      if byte == UInt8(ascii: "f") { count -= 1 }
    }
  }
}
