import Cairn
import CairnTesting
import Testing

/// An identity file that temporarily cannot be opened or written.
@Suite final class IdentityStoreTests: Sendable {
  let clock = ManualClock()
  let storage = TestStorage()
  let refused = Locked<String?>(nil)
  let said = Locked<[Diagnostic]>([])

  /// Starts on a disk on which one call for the identity fails.
  func start() -> Analytics {
    var configuration = Configuration(destinations: [RecordingDestination()])
    configuration.instance = "shop"
    configuration.syncPolicy = .never
    configuration.diagnostics = { [self] line in said.withLock { $0.append(line) } }
    configuration = configuration.testing(clock: clock, storage: storage)
    configuration.seams.files = FaultyFileSystem(storage.files) { [self] call in
      let isRefused = refused.withLock { $0 == call.name }
      return isRefused && (call.path.hasSuffix("/identity") || call.name == "write")
        ? .fail(FileError.inputOutput) : .none
    }
    return Analytics(configuration)
  }

  func refuse(_ call: String?) { refused.withLock { $0 = call } }

  /// The warnings and errors.
  var lines: [String] { said.withLock { $0.filter { $0.level >= .warning }.map(\.code) } }

  @Test("with a file that cannot be opened the journal is used nevertheless, which is logged once")
  func unopened() async {
    let first = start()
    let stored = first.anonymousID
    await first.close()
    refuse("open")
    let second = start()
    #expect(second.anonymousID != stored)
    #expect(!second.ledger().isInMemory)
    second.identify("one")
    second.identify("two")
    #expect(second.userID == "two")
    #expect(lines == ["identity.storage"])
    await second.close()
  }

  @Test("the file is read again at the next change, and its contents apply")
  func opened() async {
    let first = start()
    let stored = first.anonymousID
    await first.close()
    refuse("open")
    let second = start()
    refuse(nil)
    second.identify("one")
    #expect(second.anonymousID == stored)
    await second.close()
    let third = start()
    #expect(third.anonymousID == stored)
    #expect(third.userID == "one")
    #expect(lines == ["identity.storage"])
    await third.close()
  }

  @Test("an identity that could not be made on the disk at the start is stored by the next change")
  func unmade() async {
    refuse("create")
    let first = start()
    let made = first.anonymousID
    refuse(nil)
    first.identify("one")
    await first.close()
    let second = start()
    #expect(second.anonymousID == made)
    #expect(second.userID == "one")
    await second.close()
  }

  @Test(
    "a change that was not written applies, is logged once, and is written with the next change"
  )
  func unwritten() async {
    let first = start()
    refuse("write")
    first.identify("one")
    first.identify("two")
    #expect(first.userID == "two")
    #expect(lines.filter { $0 == "identity.storage" }.count == 1)
    refuse(nil)
    first.identify("three")
    refuse("write")
    first.reset()
    #expect(lines.filter { $0 == "identity.storage" }.count == 2)
    await first.close(flushingForSeconds: 0)
    refuse(nil)
    let second = start()
    #expect(second.userID == "three")
    await second.close()
  }

  @Test("the user of events is read without waiting for a pending store")
  func reading() {
    let held = HeldCalls()
    let store = IdentityStore(
      "/identity", files: held.files(InMemoryFileSystem()), randomness: SeededRandomness(seed: 1))
    let calls = held.holdEach { number in
      try? store.update { $0.userID = "user \(number)" }
    } while: { number in
      #expect(store.current.userID == (number > 0 ? "user \(number - 1)" : nil))
    }
    #expect(calls ?? 0 > 0)
    #expect(store.current.userID == calls.map { "user \($0)" })
  }
}
