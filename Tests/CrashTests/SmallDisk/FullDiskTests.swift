import Cairn
import CairnTesting
import CrashSupport
import Foundation
import Testing

/// P2, P5, P7: a disk that is really full, including short writes.
@Suite(.enabled(if: SmallDisk.isDue, "\(SmallDisk.obstacle ?? "")"))
struct FullDiskTests {
  @Test(
    "the receipt of each event is correct on a full disk, and delivery makes space",
    arguments: [512, 768, 1_024])
  func full(kilobytes: Int) async throws {
    let disk = try SmallDisk(kilobytes: kilobytes)
    defer { disk.remove() }
    let server = RecordingDestination()
    let analytics = launch(on: disk.url, server)
    var book = Bookkeeper()
    await book.record(2_500, with: analytics)
    let ledger = analytics.ledger()
    #expect(!ledger.isInMemory)
    #expect(ledger.storageProblem == .noSpace)
    #expect(!book.stored.isEmpty && !book.buffered.isEmpty && !book.dropped.isEmpty)
    #expect(ledger.recorded == UInt64(book.stored.count + book.buffered.count))
    #expect(ledger.buffered == book.buffered.count)
    #expect(ledger.refused == [.storageFailed: UInt64(book.dropped.count)])
    #expect(ledger.balances)
    #expect(ledger.destinations[0].accepted == UInt64(book.stored.count))
    // The journal alone fills the disk: only the ballast permits sealing the first batch.
    await finish(analytics, server, book)
  }

  @Test(
    "events on a disk filled by others are delivered, and new ones are stored after space is freed"
  )
  func filledByOthers() async throws {
    let disk = try SmallDisk(kilobytes: 768)
    defer { disk.remove() }
    let server = RecordingDestination()
    let analytics = launch(on: disk.url, server)
    var book = Bookkeeper()
    await book.record(100, with: analytics)
    let filler = disk.url.appendingPathComponent("filler")
    try fill(filler)
    await book.record(200, with: analytics)
    #expect(analytics.ledger().storageProblem == .noSpace)
    let before = book.stored.count
    #expect(before >= 100)
    // The disk stays full; delivered events make space for buffered ones.
    await finish(analytics, server, book)
    try fill(filler)
    try FileManager.default.removeItem(at: filler)
    await book.record(100, with: analytics)
    await finish(analytics, server, book)
    await analytics.close()
  }

  @Test("events that were stored on a full disk are delivered by the next run, on the full disk")
  func nextRun() async throws {
    let disk = try SmallDisk(kilobytes: 512)
    defer { disk.remove() }
    var book = Bookkeeper()
    let absent = RecordingDestination(answer: { _ in .later(afterSeconds: nil, reason: "down") })
    let first = launch(on: disk.url, absent)
    await book.record(2_000, with: first)
    await first.close(flushingForSeconds: 0)
    let server = RecordingDestination()
    let second = launch(on: disk.url, server)
    #expect(!second.ledger().isInMemory)
    for _ in 0..<20 where !(await second.flush().isComplete) {}
    let numbers = Bookkeeper.numbers(server)
    #expect(Set(numbers).isSuperset(of: book.stored))
    #expect(book.dropped.isDisjoint(with: numbers))
    #expect(numbers == numbers.sorted())
    #expect(second.ledger().balances)
    await second.close()
  }

  /// Delivers everything, and compares it with the record.
  private func finish(
    _ analytics: Analytics, _ server: RecordingDestination, _ book: Bookkeeper
  ) async {
    for _ in 0..<50 {
      await analytics.flush()
      // Both are read at one time: buffered events may have reached the journal after the flush.
      let ledger = analytics.ledger()
      if ledger.buffered == 0, ledger.destinations[0].pending == 0 { break }
    }
    let numbers = Bookkeeper.numbers(server)
    #expect(Set(numbers) == book.stored.union(book.buffered))
    #expect(numbers == numbers.sorted())
    #expect(Set(server.batches.map(\.key)).count == server.batches.count)
    let ledger = analytics.ledger()
    #expect(ledger.balances)
    #expect(ledger.storageProblem == nil)
    #expect(ledger.destinations[0].delivered == UInt64(numbers.count))
    #expect(ledger.destinations[0].accepted == UInt64(numbers.count))
  }

  /// Uses up the free space.
  private func fill(_ file: URL) throws {
    _ = FileManager.default.createFile(atPath: file.path, contents: nil)
    let handle = try FileHandle(forWritingTo: file)
    defer { try? handle.close() }
    try handle.seekToEnd()
    for size in [4_096, 512, 1] {
      while (try? handle.write(contentsOf: Data(count: size))) != nil {}
    }
  }
}
