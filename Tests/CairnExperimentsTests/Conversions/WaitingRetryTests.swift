import Cairn
import CairnExperiments
import CairnTesting
import Foundation
import Testing

/// Conversions that could not be recorded when the document came are tried again without another
/// document.
@Suite struct WaitingRetryTests {
  @Test("a conversion whose file another process has locked is recorded when the lock is free")
  func locked() async throws {
    let device = FaultyDevice()
    let first = device.launch(isOnline: false)
    await first.settle()
    for amount in 1...3 { first.track(amount) }
    let folder = try #require(first.analytics.engine?.userFolder(named: "conversions"))
    await first.kill()
    let memory = device.storage.memory
    let name = try #require(try memory.list(folder.path).sorted().first)
    let next = try await device.locking("\(folder.path)/\(name)") {
      let next = device.launch(isOnline: true)
      await next.settle()
      #expect(next.waiting == 1)
      // The pauses become longer.
      for seconds in [1.0, 2, 4] {
        await device.clock.waitForSleeper(forSeconds: seconds...seconds)
        device.clock.advance(bySeconds: seconds)
      }
      await device.clock.waitForSleeper(forSeconds: 8...8)
      #expect(next.waiting == 1)
      return next
    }
    await device.finish(next, expecting: [1, 2, 3], "after the lock")
  }

  @Test("conversions are recorded when a disk works again that failed during recording")
  func healed() async throws {
    for mode in [WaitingFaultTests.Mode.full, .failing] {
      let device = FaultyDevice()
      await device.trackOffline(Array(1...4))
      // The journal is open by then.
      device.begin(mode, at: 30)
      let next = device.launch(isOnline: true)
      await next.settle()
      #expect(device.end())
      await device.finish(next, expecting: [1, 2, 3, 4], "\(mode)")
    }
  }

  @Test(
    "attempts while the disk cannot be synced record nothing twice, and notify no listener twice")
  func unsynced() async {
    let device = FaultyDevice()
    await device.trackOffline(Array(1...3))
    device.begin(.unsynced, at: 1)
    let next = device.launch(isOnline: true)
    let told = Locked(0)
    let listener = Task { [experiments = next.experiments] in
      for await event in experiments.events where event.name == "conversion" {
        told.withLock { $0 += 1 }
      }
    }
    await next.settle()
    for seconds in [1.0, 2, 4, 8] {
      await device.clock.waitForSleeper(forSeconds: seconds...seconds)
      device.clock.advance(bySeconds: seconds)
    }
    await device.clock.waitForSleeper(forSeconds: 16...16)
    #expect(next.waiting == 3)
    #expect(device.end())
    #expect(await next.resolve(device.clock))
    await next.analytics.flush()
    device.expect([1, 2, 3], "after the syncs")
    #expect(device.arrived == 6)
    await next.analytics.close()
    listener.cancel()
    #expect(told.withLock { $0 } <= 3)
  }

  @Test("data that are too large now are refused once, and the conversion waits no longer")
  func tooLarge() async {
    let device = FaultyDevice()
    await device.trackOffline([1], transaction: String(repeating: "t", count: 3_000))
    let next = device.launch(isOnline: true) { $0.maximumEventBytes = 2_048 }
    await next.settle()
    #expect(await next.resolve(device.clock))
    await next.analytics.flush()
    #expect(device.arrived == 1)
    #expect(next.analytics.ledger().refused[.tooLarge] == 1)
    await next.analytics.close()
  }

  @Test("after the end nothing is tried again, and nothing is counted")
  func closed() async throws {
    let device = FaultyDevice()
    await device.trackOffline(Array(1...3))
    device.begin(.unsynced, at: 1)
    let next = device.launch(isOnline: true)
    await next.settle()
    await device.clock.waitForSleeper(forSeconds: 1...1)
    await next.analytics.close()
    let refused = next.analytics.ledger().refused
    for _ in 0..<20 {
      device.clock.advance(bySeconds: 300)
      await next.experiments.resolved()
    }
    #expect(next.analytics.ledger().refused == refused)
    #expect(device.end())
    let third = device.launch(isOnline: true)
    await third.settle()
    await device.finish(third, expecting: [1, 2, 3], "after the end")
  }

  @Test("while the server has switched the events off, a conversion waits, and is not counted")
  func switchedOff() async throws {
    let settings = RecordingTransport(otherwise: { _ in .status(200, body: #"{"enabled":false}"#) })
    let device = FaultyDevice()
    await device.trackOffline([1])
    let remote = RemoteSettings(url: URL(filePath: "/settings"), transport: settings)
    // The settings are stored, and apply from the beginning of the next launch.
    let middle = device.launch(isOnline: false) { $0.remoteSettings = remote }
    #expect(await eventually { middle.analytics.track("Probe") == nil })
    await middle.kill()
    let next = device.launch(isOnline: true) { $0.remoteSettings = remote }
    #expect(next.analytics.track("Probe") == nil)
    let refused = next.analytics.ledger().refused
    await next.settle()
    for _ in 0..<10 {
      next.experiments.resolveInBackground()
      await next.experiments.resolved()
    }
    #expect(next.waiting == 1)
    #expect(next.analytics.ledger().refused == refused)
    await next.kill()
    let third = device.launch(isOnline: true)
    await third.settle()
    await device.finish(third, expecting: [1], "after the switch")
  }
}

extension FaultyDevice {
  /// Does the work while another process has locked the file.
  fileprivate func locking<Result>(
    _ path: String, _ work: () async throws -> Result
  ) async throws -> Result {
    let file = try OpenFile(path, .readWrite, in: storage.memory)
    #expect(try file.tryLock())
    let result = try await work()
    withExtendedLifetime(file) {}
    return result
  }
}
