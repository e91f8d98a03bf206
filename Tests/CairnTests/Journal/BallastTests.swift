import CairnTesting
import Testing

@testable import Cairn

/// P3: the space that delivery needs on a full disk.
@Suite struct BallastTests {
  private let files = InMemoryFileSystem(capacity: 300_000)

  /// Fills the disk; returns the number of bytes that this took.
  private func fill() throws -> Int {
    let file = try OpenFile("/filler", .create, in: files)
    var size = 0
    for step in [4_096, 64, 1] {
      while (try? file.write([UInt8](repeating: 1, count: step), at: size)) != nil { size += step }
    }
    return size
  }

  private func fill(_ size: Int) throws {
    try OpenFile("/filler", .create, in: files).write([UInt8](repeating: 1, count: size), at: 0)
  }

  @Test("events in memory are written when the reserve is there again, and not before")
  func reserved() throws {
    var fixture = JournalFixture(files)
    let ballast = Ballast("/ballast", files: files)
    (fixture.options.ballast, fixture.options.segmentBytes) = (ballast, 16_384)
    let journal = try fixture.open()
    #expect(ballast.take())
    // A full disk makes the delivery give up the reserve, and uses it.
    #expect(ballast.giveUp())
    let size = try fill()
    #expect(size > 100_000)
    var texts: [String] = []
    func append() throws -> AppendResult.Outcome? {
      texts.append("event \(texts.count) " + String(repeating: "x", count: 200))
      do {
        try fixture.append(texts[texts.count - 1], to: journal)
        return nil
      } catch let error as JournalFixture.NotStored {
        return error.outcome
      }
    }
    for _ in 0..<200 where try append() != nil { break }
    let stored = try fixture.read(journal).texts.count
    #expect(stored < texts.count)
    try files.remove("/filler")
    try fill(size - 12_000)
    for _ in 0..<5 {
      fixture.clock.advance(bySeconds: 600)
      #expect(try append() != nil)
      #expect(try fixture.read(journal).texts.count == stored)
    }
    try files.remove("/filler")
    fixture.clock.advance(bySeconds: 600)
    #expect(try append() == nil)
    #expect(try fixture.read(journal).texts == texts)
  }
}
