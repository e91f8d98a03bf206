import Cairn
import CairnTesting
import Testing

/// Data that was encrypted with a missing key waits for it, as in a container that was recreated
/// without its home folder.
@Suite struct OtherKeyTests {
  /// A cipher that distinguishes keys and protects nothing.
  private struct Turning: RecordCipher {
    let key: UInt8

    func seal(
      _ text: UnsafeRawBufferPointer, authenticating header: [UInt8]
    ) throws -> [UInt8] { text.map { $0 ^ key } + [key] }

    func open(
      _ sealed: UnsafeRawBufferPointer, authenticating header: [UInt8]
    ) -> OpenedText {
      guard sealed.last == key else { return .otherKey }
      return .text(sealed.dropLast().map { $0 ^ key })
    }
  }

  let storage = TestStorage()
  let clock = ManualClock()

  private func launch(_ key: UInt8, _ server: RecordingDestination) -> Analytics {
    var configuration = Configuration(destinations: [server]).testing(
      clock: clock, storage: storage)
    configuration.flushAt = 1_000
    configuration.diagnostics = { _ in }
    configuration.encryption = Encryption(
      cipher: { _ in Turning(key: key) }, destroyKey: { _ in })
    return Analytics(configuration)
  }

  private func names(_ server: RecordingDestination) -> [String] {
    server.events.compactMap { $0.fields?["event"] as? String }
  }

  @Test(
    "events under another key wait for it, and those under this one are delivered meanwhile",
    arguments: [false, true])
  func waits(isSealedAsBatch: Bool) async throws {
    let down = RecordingDestination(name: "server")
    down.isOffline = true
    let first = launch(7, down)
    first.track("Old 1")
    first.track("Old 2")
    if isSealedAsBatch { await first.flush() }
    await first.close(flushingForSeconds: 0)
    clock.advance(bySeconds: 3_600)

    let withOther = RecordingDestination(name: "server")
    let second = launch(9, withOther)
    second.track("New")
    await second.flush()
    await second.flush()
    let row = try #require(second.ledger().destinations.first)
    #expect(row.damaged == 0 && row.pending == 2 && row.delivered == 1)
    await second.close()
    #expect(names(withOther) == ["New"])

    clock.advance(bySeconds: 3_600)
    let withFirst = RecordingDestination(name: "server")
    let third = launch(7, withFirst)
    await third.flush()
    await third.flush()
    #expect(names(withFirst) == ["Old 1", "Old 2"])
    #expect(third.ledger().destinations.first?.pending == 0)
    await third.close()
  }
}
