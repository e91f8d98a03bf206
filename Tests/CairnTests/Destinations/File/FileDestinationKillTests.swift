import Cairn
import CairnTesting
import Foundation
import Testing

/// A process that dies at any disk call.
@Suite struct FileDestinationKillTests {
  /// Permits a number of calls; the last one, if it writes, writes only a part.
  ///
  /// All later calls fail.
  private final class Life: Sendable {
    private let left: Locked<Int>

    init(calls: Int) { left = Locked(calls) }

    var isOver: Bool { left.withLock { $0 <= 0 } }

    func fault(_ call: FaultyFileSystem.Call, tears part: Int) -> FaultyFileSystem.Fault {
      left.withLock { left in
        left -= 1
        if left < 0 { return .fail(EIO) }
        return left == 0 && call.bytes > 0 ? .short(call.bytes * part / 4) : .none
      }
    }
  }

  func deliver(_ batch: Batch, _ files: any FileSystem) async -> Outcome {
    await FileDestination(
      directory: "/events", maximumFileBytes: 2_000, maximumFiles: nil, files: files
    ).deliver(batch)
  }

  func ids(_ disk: InMemoryFileSystem) throws -> [String?] {
    let names = try disk.list("/events").filter { $0.hasSuffix(".ndjson") }.sorted()
    return try names.flatMap { name -> [String?] in
      let file = try OpenFile("/events/" + name, .read, in: disk)
      let lines = try file.read(file.status().size, at: 0).split(separator: UInt8(ascii: "\n"))
      return lines.map { Value(json: $0)?["messageId"]?.stringValue }
    }
  }

  func batches() async -> [Batch] {
    let captured = await CapturedEvents.recording { analytics in
      for number in 1...24 { analytics.track("Event", ["n": .int(number)]) }
    }
    let encryptor = FileDestination(directory: "/", files: InMemoryFileSystem())
    return stride(from: 0, to: 24, by: 8).map { start in
      let events = Array(captured.events[start..<start + 8])
      return Batch(
        key: UUID(), events: events, body: encryptor.seal(events, context: captured.context),
        attempt: 0, milliseconds: 0)
    }
  }

  @Test(
    "killed at any call, with a write torn anywhere: each event is in the files once, in order",
    arguments: 0..<4)
  func killed(part: Int) async throws {
    let batches = await batches()
    var calls = 1
    while true {
      let disk = InMemoryFileSystem()
      let life = Life(calls: calls)
      let mortal = FaultyFileSystem(disk) { life.fault($0, tears: part) }
      for batch in batches {
        let isDelivered = await deliver(batch, mortal) == .accepted
        // An event that was written before a death is perhaps not settled: then the next process
        // gets it too.
        if life.isOver || !isDelivered { #expect(await deliver(batch, disk) == .accepted) }
      }
      #expect(try ids(disk) == batches.flatMap { $0.events.map(\.id.description) })
      guard life.isOver else { break }
      calls += 1
    }
    #expect(calls > 20)
  }
}
