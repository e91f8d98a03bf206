import Cairn
import CairnTesting
import Testing

/// The same on a disk that refuses to write, to make files and to sync as well.
extension OverloadTests {
  static let policies: [SyncPolicy] = [.never, .everyEvent, .interval(seconds: 2)]

  @Test(
    "at every call the disk holds no more than it may, also while nothing can be written for sure",
    arguments: 1...12)
  func failingWrites(seed: UInt64) async throws {
    var dice = Dice(seed: seed &* 31)
    let server = RecordingDestination(name: "server")
    let policy = Self.policies[Int(seed % 3)]
    let analytics = await start([server], disk.makeProcess(), seed, syncs: policy)
    let before = Locked(0)
    disk.observe { [self] image, _ in expectNoGrowth(image, before) }
    var tracked = 0
    for _ in 1...25 {
      switch dice.below(8) {
      case 0: server.isOffline.toggle()
      case 1: await analytics.flush()
      case 2: await analytics.engine?.pruner.prune()
      case 3: disk.faults = DiskFaults()
      case 4: disk.faults = Self.failing(&dice)
      default:
        let count = 10 + dice.below(40)
        track(count, analytics, looking: false)
        tracked += count
      }
      clock.advance(bySeconds: Double(dice.below(8)))
      #expect(analytics.ledger().balances)
    }
    disk.faults = DiskFaults()
    server.isOffline = false
    #expect(
      await eventually {
        clock.advance(bySeconds: 5)
        return await analytics.flush().isComplete && analytics.ledger().buffered == 0
      })
    let ledger = analytics.ledger()
    let row = try #require(ledger["server"])
    #expect(ledger.recorded + ledger.refused.values.reduce(0, +) == UInt64(tracked))
    #expect(row.accepted == ledger.recorded && row.damaged == 0)
    #expect(row.delivered + (row.dropped[.capacity] ?? 0) == row.accepted)
    await analytics.close()
  }

  /// Nothing is added to what is beyond the bound, but for what is written again: an eighth, for a moment.
  ///
  /// A batch that is done lies beyond it until its segments are removed.
  private func expectNoGrowth(_ image: DiskImage, _ before: borrowing Locked<Int>) {
    let bytes = bytes(image)
    let grows = before.withLock { before in
      defer { before = bytes }
      return bytes > before
    }
    let bound = 65_536 * 11 / 8
    guard grows, bytes > bound else { return }
    #expect(bytes <= bound + underWay(image).bytes)
  }

  static func failing(_ dice: inout Dice) -> DiskFaults {
    var faults = DiskFaults(seed: UInt64(dice.below(1_000)))
    let kinds: [DiskCall.Kind] = [.write, .create, .sync, .remove, .list, .syncDirectory]
    faults.random = kinds.filter { _ in dice.hits(600) }
      .map { ($0, 100 + dice.below(900), .fail(FileError.inputOutput)) }
    return faults
  }
}
