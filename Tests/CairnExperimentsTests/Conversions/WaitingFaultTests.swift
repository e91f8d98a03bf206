import Cairn
import CairnExperiments
import CairnTesting
import Foundation
import Testing

/// Every call to the disk fails once, or from then on, while conversions are tracked and while they
/// are recorded.
@Suite struct WaitingFaultTests {
  enum Mode: CaseIterable {
    case once, busy, missing, full, failing, unsynced

    func fault(_ call: FaultyFileSystem.Call, at distance: Int) -> FaultyFileSystem.Fault {
      switch self {
      case .once: distance == 0 ? .fail(FileError.inputOutput) : .none
      case .busy: distance == 0 ? .fail(FileError.busy) : .none
      case .missing: distance == 0 ? .fail(FileError.missing) : .none
      case .full: ["create", "write"].contains(call.name) ? .fail(FileError.noSpace) : .none
      case .failing: .fail(FileError.inputOutput)
      case .unsynced: call.name == "sync" ? .fail(FileError.inputOutput) : .none
      }
    }
  }

  @Test(
    "a conversion is lost by no call that fails while conversions are tracked",
    arguments: Mode.allCases)
  func tracking(mode: Mode) async {
    var number = 0
    var wasHit = true
    while wasHit {
      number += 1
      let device = FaultyDevice()
      let first = device.launch(isOnline: false)
      await first.settle()
      device.begin(mode, at: number)
      for amount in 1...3 { first.track(amount) }
      wasHit = device.end()
      // The disk works again.
      first.track(4)
      #expect(first.waiting == 4)
      await first.kill()
      let next = device.launch(isOnline: true)
      await next.settle()
      await next.analytics.flush()
      device.expect([1, 2, 3, 4], "\(mode), call \(number)")
      #expect(next.waiting == 0)
      await next.analytics.close()
    }
    #expect(number > 10)
  }

  @Test(
    "a conversion is neither lost nor gets another key by a call that fails while it is recorded",
    arguments: Mode.allCases)
  func recording(mode: Mode) async {
    var number = 0
    var wasHit = true
    while wasHit {
      number += 3
      let device = FaultyDevice()
      await device.trackOffline(Array(1...4))
      device.begin(mode, at: number)
      let second = device.launch(isOnline: true)
      await second.settle()
      wasHit = device.end()
      await second.kill()
      let third = device.launch(isOnline: true)
      await third.settle()
      await third.analytics.flush()
      device.expect([1, 2, 3, 4], "\(mode), call \(number)")
      #expect(third.waiting == 0)
      #expect(third.analytics.ledger().balances)
      await third.analytics.close()
    }
    #expect(number > 60)
  }

  @Test("a conversion is not lost when the analytics are closed while it is recorded")
  func closing() async {
    for round in 0..<60 {
      let device = FaultyDevice()
      await device.trackOffline(Array(1...20))
      let second = device.launch(isOnline: true)
      async let settled: Void = second.settle()
      for _ in 0..<round * 20 { await Task.yield() }
      await second.analytics.close()
      await settled
      let third = device.launch(isOnline: true)
      await third.settle()
      // The closed instance may still hold the lock of a file for a moment.
      await device.finish(third, expecting: Array(1...20), "round \(round)")
    }
  }

  @Test("a process that reads the folder removes nothing that another one is storing")
  func reader() async throws {
    let device = FaultyDevice()
    let first = device.launch(isOnline: false)
    await first.settle()
    let folder = try #require(first.analytics.engine?.userFolder(named: "conversions"))
    let plain = UserDataFolder(
      folder.path, files: device.storage.memory, clock: folder.clock,
      randomness: folder.randomness,
      consents: ConsentStore(
        "/other", files: InMemoryFileSystem(), standard: .granted,
        diagnostics: folder.diagnostics), diagnostics: folder.diagnostics)
    let amounts = Array(1...12)
    for amount in amounts {
      // The other process starts before the nth call of this one.
      let number = Locked(0)
      device.before { call in
        let isTime = number.withLock { number in
          number += 1
          return number == amount
        }
        if isTime { _ = ConversionStore(plain).count }
      }
      first.track(amount)
    }
    device.before { _ in }
    let names = try device.storage.memory.list(folder.path)
    #expect(names.count == amounts.count)
    #expect(names.allSatisfy { !$0.hasSuffix(".new") })
    await first.kill()
    let next = device.launch(isOnline: true)
    await next.settle()
    await next.analytics.flush()
    device.expect(amounts, "")
    await next.analytics.close()
  }

  @Test("the draft of a process that was killed is removed at the next launch")
  func draft() async throws {
    let device = FaultyDevice()
    let first = device.launch(isOnline: false)
    await first.settle()
    device.die(atWriteTo: "/conversions/")
    first.track(1)
    let folder = try #require(first.analytics.engine?.userFolder(named: "conversions"))
    #expect(try device.storage.memory.list(folder.path).count == 1)
    await first.kill()
    device.die(atWriteTo: nil)
    let next = device.launch(isOnline: false)
    await next.settle()
    #expect(next.waiting == 0)
    #expect(try device.storage.memory.list(folder.path) == [])
    await next.analytics.close()
  }
}
