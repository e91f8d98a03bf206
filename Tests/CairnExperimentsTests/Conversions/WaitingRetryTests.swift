import Cairn
import CairnExperiments
import CairnTesting
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
    #expect(await next.resolve(device.clock))
    await next.analytics.flush()
    device.expect([1, 2, 3], "after the lock")
    await next.analytics.close()
  }

  @Test("a disk that fails while conversions are recorded, and works again")
  func healed() async throws {
    for mode in [WaitingFaultTests.Mode.full, .failing] {
      let device = FaultyDevice()
      let first = device.launch(isOnline: false)
      await first.settle()
      for amount in 1...4 { first.track(amount) }
      await first.kill()
      // The journal is open by then.
      device.begin(mode, at: 30)
      let next = device.launch(isOnline: true)
      await next.settle()
      #expect(device.end())
      #expect(await next.resolve(device.clock))
      await next.analytics.flush()
      device.expect([1, 2, 3, 4], "\(mode)")
      await next.analytics.close()
    }
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
