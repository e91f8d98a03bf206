import Cairn
import CairnTesting
import Testing

/// Another process has the lock of `consent`, and was stopped.
@Suite struct HeldLockTests {
  @Test("a thread that records asks for the lock once a look, and does not wait for it")
  func recording() throws {
    let locks = Log<String>()
    let memory = VolatileFileSystem()
    let files = FaultyFileSystem(memory) { call in
      if call.name == "lock" { locks.append(call.name) }
      return .none
    }
    let store = ConsentStore(
      "/i", files: files, standard: .granted, diagnostics: Diagnostics { _ in })
    store.change { $0.consent = .granted }
    let holder = try OpenFile("/i/consent", .readWrite, in: memory)
    #expect(try holder.tryLock())
    store.change { $0.isTracking = true }
    let before = locks.items.count
    let clock = ManualClock()
    for _ in 1...3 {
      store.look(at: clock.now())
      clock.advance(bySeconds: 1)
    }
    #expect(locks.items.count - before <= 6)
  }
}
