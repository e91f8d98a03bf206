import Cairn
import CairnTesting
import Testing

/// The same on a disk that also fails to write, to create files and to sync.
extension OverloadTests {
  static let policies: [SyncPolicy] = [.never, .everyEvent, .interval(seconds: 2)]

  @Test(
    "at every call the disk is within its limit, even while no write succeeds for certain",
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
      case 2: await analytics.engine?.retention.prune()
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

  /// Expects that the journal does not grow beyond the bound, except for records that are written
  /// again: an eighth, or a file that grew because no next one could be created.
  private func expectNoGrowth(_ image: DiskImage, _ before: borrowing Locked<Int>) {
    let bytes = bytes(image)
    let grows = before.withLock { before in
      defer { before = bytes }
      return bytes > before
    }
    let bound = 65_536 * 5 / 4 + max(65_536 / 8, segments(image).map(\.bytes.count).max() ?? 0)
    guard grows, bytes > bound else { return }
    #expect(bytes <= bound + underWay(image).bytes + answered(image))
  }

  /// Returns the bytes of the segments whose batch has its response, but could perhaps not be
  /// synced: they remain until they are synced and the disk removes them, and events that were
  /// buffered meanwhile are written.
  private func answered(_ image: DiskImage) -> Int {
    let process = SimulatedDisk(image).makeProcess()
    let cursor = try? CursorFile.read(Self.folder + "/dest/server/state", files: process)
    guard let settled = cursor?.settled else { return 0 }
    let journal = try? openJournal(process)
    let done = (journal?.segments() ?? []).filter { segment in
      segment.events > 0
        && settled.unsettled(
          in: PositionRange(
            lane: segment.lane, first: segment.firstIndex, last: segment.lastIndex)
        ).isEmpty
    }
    return bytes(of: done, image)
  }

  static func failing(_ dice: inout Dice) -> DiskFaults {
    var faults = DiskFaults(seed: UInt64(dice.below(1_000)))
    let kinds: [DiskCall.Kind] = [.write, .create, .sync, .remove, .list, .syncDirectory]
    faults.random = kinds.filter { _ in dice.hits(600) }
      .map { ($0, 100 + dice.below(900), .fail(FileError.inputOutput)) }
    return faults
  }
}
