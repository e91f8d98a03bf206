import Cairn
import Testing

@testable import CairnMigration

/// A database's file, of which SQLite sees what it has written and the file does not.
@Suite struct VirtualFileTests {
  private func write(_ count: Int, at offset: Int, to file: VirtualFile) throws -> Bool {
    try [UInt8](repeating: 7, count: count).withUnsafeBytes { try file.write($0, at: offset) }
  }

  @Test("a write far behind the end is refused, and the file seems no larger")
  func far() throws {
    let files = InMemoryFileSystem()
    let stored = try OpenFile("/events.sqlite", .create, in: files)
    try stored.write([UInt8](repeating: 1, count: 4_096), at: 0)
    let file = try VirtualFile(stored)
    for offset in [40 << 20, 1 << 40, Int.max - 1, Int.max] {
      #expect(try !write(1, at: offset, to: file))
    }
    #expect(file.size == 4_096)
    // As a log with a page behind the end does.
    #expect(try write(512, at: 8_192, to: file))
    #expect(file.size == 8_704)
    #expect(try stored.status().size == 4_096)
  }
}
