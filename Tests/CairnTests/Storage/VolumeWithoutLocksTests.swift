import Cairn
import CairnTesting
import Foundation
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A volume without `flock`: one process stores and delivers there as on other volumes.
@Suite struct VolumeWithoutLocksTests {
  static let codes = [ENOLCK, EOPNOTSUPP, ENOSYS]
  let storage = TestStorage()
  let said = Log<Diagnostic>()

  func launch(
    _ code: Int32, _ folder: String, _ server: RecordingDestination, clock: ManualClock
  ) -> Analytics {
    let disk = FaultyFileSystem(storage.files) { $0.name == "lock" ? .fail(code) : .none }
    var configuration = Configuration(destinations: [server]).testing(
      clock: clock, storage: storage)
    configuration.directory = URL(fileURLWithPath: "/without-locks/\(folder)")
    configuration.instance = "shop"
    configuration.flushAt = 1_000
    configuration.diagnostics = { [said] in said.append($0) }
    configuration.seams.files = disk
    return Analytics(configuration)
  }

  /// Returns the names of the events that arrived; a request that the close has cancelled is sent
  /// again under the same key.
  func names(_ server: RecordingDestination) -> [String] {
    let batches = Dictionary(server.batches.map { ($0.key, $0.events) }) { first, _ in first }
    return batches.values.joined().compactMap { $0.fields?["event"] as? String }
  }

  @Test(
    "events are stored, delivered once, and survive a restart, and it is logged once",
    arguments: codes)
  func lifeCycle(code: Int32) async throws {
    let clock = ManualClock()
    let server = RecordingDestination(name: "server")
    let first = launch(code, "life-\(code)", server, clock: clock)
    for number in 1...5 { first.track("Event \(number)") }
    #expect(first.ledger().buffered == 0)
    #expect(first.ledger().refused.isEmpty)
    #expect(!first.ledger().isInMemory)
    await first.flush()
    first.track("Event 6")
    first.setConsent(.granted)
    try await first.record("Event 7")
    await first.close(flushingForSeconds: 0)
    #expect(said.items.count { $0.code == "journal.noLocks" } == 1)
    let second = launch(code, "life-\(code)", server, clock: clock)
    await second.flush()
    #expect(names(server).sorted() == (1...7).map { "Event \($0)" })
    #expect(second.ledger().destinations.allSatisfy { $0.pending == 0 })
    await second.close()
    #expect(said.items.allSatisfy { $0.level < .error })
  }

  @Test("two instances of one process on one folder do not deliver the same event twice")
  func twoInstances() async throws {
    let clock = ManualClock()
    let (one, two) = (RecordingDestination(name: "server"), RecordingDestination(name: "server"))
    let first = launch(ENOLCK, "two", one, clock: clock)
    let second = launch(ENOLCK, "two", two, clock: clock)
    for number in 1...10 {
      first.track("First \(number)")
      second.track("Second \(number)")
    }
    await first.flush()
    await second.flush()
    await first.close()
    await second.flush()
    await second.close()
    let wanted = (1...10).flatMap { ["First \($0)", "Second \($0)"] }
    #expect((names(one) + names(two)).sorted() == wanted.sorted())
  }
}
