import Cairn
import CairnTesting
import CrashSupport
import Foundation
import Testing

/// P2, P5: a folder that is read-only, is removed, or contains unreadable files.
@Suite struct ChangingFolderTests {
  @Test(
    "a read-only disk keeps its contents; all events are delivered when it is writable again",
    .enabled(if: SmallDisk.isDue, "\(SmallDisk.obstacle ?? "")"))
  func readOnly() async throws {
    let disk = try SmallDisk(kilobytes: 1_024)
    defer { disk.remove() }
    let scratch = try Scratch()
    defer { scratch.remove() }
    // Another process: while this process has a file open for writing, the disk cannot be made
    // read-only.
    try recordElsewhere(disk.url, scratch)
    try disk.remount("ro")
    let server = RecordingDestination()
    let analytics = launch(on: disk.url, server)
    var book = Bookkeeper()
    await book.record(20, with: analytics)
    #expect(book.stored.isEmpty && book.dropped.isEmpty)
    #expect(analytics.ledger().balances)
    #expect(analytics.ledger().storageProblem == .readOnly)
    try disk.remount("rw")
    await analytics.flush()
    await book.record(20, with: analytics)
    await analytics.flush()
    #expect(book.stored.count == 20)
    #expect(Bookkeeper.numbers(server) == Array(1...40))
    #expect(Set(server.events.map(\.id)).count == 80)
    #expect(analytics.ledger().balances)
    await analytics.close()
  }

  @Test(
    "a folder that is removed under a running SDK is created again, and later events are stored")
  func removed() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let server = RecordingDestination(answer: { _ in .later(afterSeconds: nil, reason: "down") })
    let analytics = launch(on: scratch.url.appendingPathComponent("journal"), server)
    var book = Bookkeeper()
    await book.record(50, with: analytics)
    try FileManager.default.removeItem(atPath: scratch.path + "/journal")
    await book.record(200, with: analytics)
    #expect(book.stored.count == 250)
    #expect(analytics.ledger().balances)
    await analytics.close(flushingForSeconds: 0)
    let second = RecordingDestination()
    try await book.run(10, on: scratch.url.appendingPathComponent("journal"), second)
    // The first fifty are gone, and are counted as such if the cursor knew of them.
    #expect(Set(Bookkeeper.numbers(second)).isSuperset(of: 52...260))
  }

  @Test(
    "a segment that may not be read waits until it may",
    .enabled(if: geteuid() != 0, "root may read everything"))
  func forbidden() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let journal = scratch.url.appendingPathComponent("journal")
    try recordElsewhere(journal, scratch)
    let files = FileManager.default
    let segments = try files.subpathsOfDirectory(atPath: scratch.path).filter {
      $0.hasSuffix(".seg")
    }
    let first = scratch.path + "/" + (segments.min() ?? "")
    try files.setAttributes([.posixPermissions: 0], ofItemAtPath: first)
    let server = RecordingDestination()
    var book = Bookkeeper()
    try await book.run(50, on: journal, server)
    #expect(Bookkeeper.numbers(server) == Array(1...50))
    #expect(server.events.count == 50)
    try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: first)
    try await book.run(0, on: journal, server)
    #expect(server.events.count == 90)
    #expect(Set(server.events.map(\.id)).count == 90)
  }

  /// Runs a process that records forty events without a server.
  private func recordElsewhere(_ directory: URL, _ scratch: Scratch) throws {
    let (ending, _) = try Child(
      Workload.program,
      [
        "write", "--directory", directory.path, "--acks", scratch.path + "/acks", "--threads", "2",
        "--events", "20", "--segment-bytes", "4096",
      ]
    ).wait()
    #expect(ending == .exit(0))
  }
}

extension Bookkeeper {
  /// Runs the SDK once: opens, records, delivers, closes.
  fileprivate mutating func run(
    _ number: Int, on directory: URL, _ destination: RecordingDestination
  ) async throws {
    let analytics = launch(on: directory, destination)
    #expect(!analytics.ledger().isInMemory)
    await record(number, with: analytics)
    for _ in 0..<10 where !(await analytics.flush().isComplete) {}
    #expect(analytics.ledger().balances)
    await analytics.close(flushingForSeconds: 0)
  }
}
