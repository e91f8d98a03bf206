import Cairn
import CairnTesting
import Testing

/// The device id across launches, reinstalls, backups and kills.
@Suite final class DeviceIDTests: Sendable {
  let said = Locked<[String]>([])
  let seeds = Locked<UInt64>(0)

  func start(
    _ device: MemoryDevice, _ installation: Installation = .own, survives: Bool = false,
    isInMemory: Bool = false
  ) -> IdentityStore {
    let seed = seeds.withLock { seeds in
      seeds += 1
      return seeds
    }
    let keeper = AnonymousIDStorage(
      device.places, installation: installation, survivesReinstall: survives,
      isInMemory: isInMemory)
    return IdentityStore(
      "/identity", files: isInMemory ? InMemoryFileSystem() : device.files,
      randomness: SeededRandomness(seed: seed), keeper: keeper,
      diagnostics: Diagnostics { [self] line in said.withLock { $0.append(line.code) } })
  }

  func id(_ device: MemoryDevice, survives: Bool = false) -> String {
    start(device, survives: survives).current.anonymousID
  }

  @Test("an identifier is created at the first start, and stored in keychain and user defaults")
  func first() {
    let device = MemoryDevice()
    let id = id(device)
    #expect(device.kept == id)
    #expect(device.mirror == id)
    #expect(device.calls == ["read", "keep"])
    #expect(said.withLock { $0 } == [])
  }

  @Test("the identifier stays across starts, which do not read the keychain again")
  func again() {
    let device = MemoryDevice()
    let first = id(device)
    _ = device.calls
    for _ in 1...3 { #expect(id(device) == first) }
    #expect(device.calls == [])
  }

  @Test(
    "after a reinstall the identifier is a new one, or the old one if configured",
    arguments: [false, true])
  func reinstalled(survives: Bool) {
    let device = MemoryDevice()
    let first = id(device)
    let later = device.deletingApp()
    let second = id(later, survives: survives)
    #expect((second == first) == survives)
    #expect(later.kept == second)
    #expect(later.mirror == second)
    #expect(id(later) == second)
    #expect(said.withLock { $0 } == ["identity.reinstalled"])
  }

  @Test(
    "the identifier is never that of the device whose backup was restored",
    arguments: [false, true])
  func restored(survives: Bool) {
    let device = MemoryDevice()
    let first = id(device, survives: survives)
    let other = device.restoredElsewhere()
    let second = id(other, survives: survives)
    #expect(second != first)
    #expect(other.mirror == second)
    #expect(id(other, survives: survives) == second)
    #expect(said.withLock { $0 } == ["identity.restored"])
  }

  @Test("reset creates an identifier, which keychain and user defaults have when it returns")
  func reset() throws {
    let device = MemoryDevice()
    let store = start(device)
    try store.update { $0 = Identity(anonymousID: Self.other) }
    #expect(device.kept == Self.other)
    #expect(device.mirror == Self.other)
    #expect(id(device) == Self.other)
  }

  @Test(
    "a failing keychain is logged once per run; the identifier is stable, and stored when it works"
  )
  func failing() throws {
    let device = MemoryDevice()
    device.fail()
    let first = start(device)
    try first.update { $0.userID = "one" }
    first.keep()
    #expect(said.withLock { $0 } == ["identity.keychain"])
    let second = start(device)
    #expect(second.current == first.current)
    #expect(said.withLock { $0 } == ["identity.keychain", "identity.keychain"])
    device.fail(false)
    second.keep()
    #expect(device.kept == first.current.anonymousID)
    #expect(device.mirror == first.current.anonymousID)
    #expect(start(device).current == first.current)
  }

  @Test(
    "an identifier that was reset while the keychain failed does not return when it works again")
  func resetWhileFailing() throws {
    let device = MemoryDevice()
    let store = start(device)
    device.fail()
    try store.update { $0 = Identity(anonymousID: Self.other) }
    device.fail(false)
    let next = start(device)
    #expect(next.current.anonymousID == Self.other)
    #expect(device.kept == Self.other)
  }

  @Test(
    "the identifier that survives a reinstall replaces a temporary one after a keychain failure"
  )
  func failingAfterReinstall() throws {
    let device = MemoryDevice()
    let first = id(device, survives: true)
    let later = device.deletingApp()
    later.fail()
    let store = start(later, survives: true)
    try store.update { $0.userID = "one" }
    later.fail(false)
    store.keep()
    #expect(store.current.anonymousID != first)
    #expect(start(later, survives: true).current == Identity(anonymousID: first, userID: "one"))
  }

  @Test("a journal in memory uses the keychain's identifier, and changes it only by reset")
  func inMemory() throws {
    let device = MemoryDevice()
    let first = id(device)
    let store = start(device, .unknown, isInMemory: true)
    #expect(store.current.anonymousID == first)
    try store.update { $0.userID = "one" }
    #expect(device.kept == first)
    try store.update { $0 = Identity(anonymousID: Self.other) }
    #expect(device.kept == Self.other)
    #expect(start(device).current == Identity(anonymousID: Self.other))
  }

  @Test("a user that a reset has removed does not return with a file that missed the reset")
  func missedReset() throws {
    let device = MemoryDevice()
    try start(device).update { $0.userID = "one" }
    device.state.withLock {
      $0.kept = Self.other
      $0.settings["cairn.shop.anonymousID"] = Self.other
    }
    #expect(start(device).current == Identity(anonymousID: Self.other))
  }

  @Test("processes that start at the same moment use the identifier that was stored first")
  func simultaneous() {
    let device = MemoryDevice()
    device.intruder.withLock { $0 = Self.other }
    #expect(id(device) == Self.other)
    #expect(device.mirror == Self.other)
    #expect(id(device) == Self.other)
  }

  @Test("the identifier can be read while the keychain is being written")
  func concurrent() async throws {
    let device = MemoryDevice()
    let store = start(device)
    let seen = Locked<[String]>([])
    device.onWrite.withLock {
      $0 = ClosureBox { seen.withLock { $0.append(store.current.anonymousID) } }
    }
    try store.update { $0 = Identity(anonymousID: Self.other) }
    #expect(seen.withLock { $0 } == [Self.other])
    device.onWrite.withLock { $0 = ClosureBox {} }
  }

  static let other = "00000000-0000-4000-8000-000000000001"
}
