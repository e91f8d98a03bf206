import Cairn
import CairnTesting
import Foundation
import Testing

/// I19 on a disk that stops at any call and loses power there.
@Suite struct SimulatedErasureTests {
  static let needle = "needle-c41d"
  static let events = 12

  /// The contents of the disk before each call that changes it.
  final class History: Sendable {
    private let moments = Locked<[(image: DiskImage, call: DiskCall)]>([])
    func keep(_ image: DiskImage, _ call: DiskCall) {
      moments.withLock { $0.append((image, call)) }
    }
    var all: [(image: DiskImage, call: DiskCall)] { moments.withLock { $0 } }
  }

  func launch(
    _ disk: SimulatedDisk, _ server: RecordingDestination = RecordingDestination(), seed: UInt64
  ) -> Analytics {
    var configuration = Configuration(destinations: [SealingDestination(), server])
    configuration.instance = "app"
    configuration.directory = URL(fileURLWithPath: "/test")
    configuration.flushAt = 100_000
    configuration.flushInterval = 86_400
    configuration.diagnostics = { _ in }
    configuration.seams.clock = ManualClock()
    configuration.seams.randomness = SeededRandomness(seed: seed)
    configuration.seams.files = disk.makeProcess()
    configuration.seams.segmentBytes = 4_096
    return Analytics(configuration)
  }

  /// Creates a disk with waiting events, a sealed body, a dead letter and a user; closed normally.
  func prepare() async -> DiskImage {
    let disk = SimulatedDisk()
    let analytics = launch(
      disk, RecordingDestination(answer: { _ in .later(afterSeconds: nil, reason: "") }), seed: 1)
    analytics.track("Poison " + Self.needle)
    await analytics.flush()
    analytics.identify(Self.needle)
    for _ in 2..<Self.events { analytics.track(Self.needle) }
    await analytics.flush()
    await analytics.close(flushingForSeconds: 0)
    return disk.image
  }

  /// Erases, and records the disk's history from the call on.
  func erase(_ image: DiskImage, byDenial: Bool) async throws -> (History, DiskImage) {
    let history = History()
    let disk = SimulatedDisk(image)
    let analytics = launch(disk, seed: 2)
    disk.observe { history.keep($0, $1) }
    if byDenial { analytics.setConsent(.denied) } else { try await analytics.erase() }
    await analytics.close(flushingForSeconds: 0)
    disk.observe(nil)
    return (history, disk.image)
  }

  func files(_ image: DiskImage) -> [String] {
    image.paths.filter {
      String(decoding: image.contents($0) ?? [], as: UTF8.self).contains(Self.needle)
    }
  }

  /// Checks the next start: all data is gone, or the erasure was not requested yet.
  func check(_ image: DiskImage, mustBeGone: Bool, _ what: String, seed: UInt64) async {
    let disk = SimulatedDisk(image)
    let server = RecordingDestination(name: "other")
    let analytics = launch(disk, server, seed: seed)
    let wasHeard = analytics.engine?.consents.record.erasures ?? 0 > 0
    if wasHeard || mustBeGone {
      #expect(files(disk.image) == [], "\(what)")
      #expect(wasHeard, "\(what)")
      #expect(analytics.userID == nil, "\(what)")
    }
    await analytics.flush()
    if wasHeard { #expect(server.batches.isEmpty, "\(what)") }
    #expect(analytics.ledger().balances, "\(what)")
    let row = analytics.ledger().destinations[0]
    if wasHeard, row.accepted > 0 {
      #expect(row.dropped == [.erased: UInt64(Self.events - 1)], "\(what)")
    }
    await analytics.close(flushingForSeconds: 0)
    #expect(analytics.ledger().balances, "\(what)")
  }

  @Test(
    "an erasure that is killed at any call to the disk is completed by the next start",
    arguments: [true, false])
  func kill(byDenial: Bool) async throws {
    let (history, last) = try await erase(await prepare(), byDenial: byDenial)
    #expect(history.all.count > 20)
    #expect(files(last) == [])
    for (number, moment) in history.all.enumerated() {
      await check(
        moment.image, mustBeGone: false, "before \(moment.call)", seed: UInt64(number) + 10)
      guard moment.call.kind == .write, moment.call.bytes.count > 1 else { continue }
      var torn = moment.image
      torn.tear(moment.call, at: moment.call.bytes.count / 2)
      await check(torn, mustBeGone: false, "in \(moment.call)", seed: UInt64(number) + 10)
    }
    await check(last, mustBeGone: true, "at the end", seed: 5)
  }

  @Test(
    "a loss of power at any call of an erasure restores no erased data", arguments: [true, false])
  func power(byDenial: Bool) async throws {
    let (history, last) = try await erase(await prepare(), byDenial: byDenial)
    var dice = Dice(seed: byDenial ? 71 : 72)
    for (number, moment) in history.all.enumerated() {
      for _ in 0..<2 {
        let image = moment.image.afterPowerLoss(moment.image.powerPicks(&dice))
        await check(image, mustBeGone: false, "power at \(moment.call)", seed: UInt64(number) + 10)
      }
    }
    for _ in 0..<20 {
      await check(
        last.afterPowerLoss(last.powerPicks(&dice)), mustBeGone: true, "after it", seed: 6)
    }
  }

  @Test(
    "an erasure whose completion is killed, too, is completed by the start after that",
    arguments: [true, false])
  func twice(byDenial: Bool) async throws {
    let (history, _) = try await erase(await prepare(), byDenial: byDenial)
    let moments = history.all
    for moment in stride(from: 1, to: moments.count, by: 12).map({ moments[$0] }) {
      let second = History()
      let disk = SimulatedDisk(moment.image)
      disk.observe { second.keep($0, $1) }
      let analytics = launch(disk, seed: 3)
      await analytics.close(flushingForSeconds: 0)
      disk.observe(nil)
      for again in second.all {
        await check(again.image, mustBeGone: false, "\(moment.call), then \(again.call)", seed: 9)
      }
    }
  }
}
