import Cairn
import CairnTesting
import Testing

/// A process that dies before each write to the file, the keychain and the user defaults.
@Suite final class DeviceIDKillTests: Sendable {
  let made = Locked<UInt64>(0)

  func start(_ device: MemoryDevice, survives: Bool = false) -> IdentityStore {
    let seed = made.withLock { made in
      made += 1
      return made
    }
    return IdentityStore(
      "/identity", files: device.files, randomness: SeededRandomness(seed: seed),
      keeper: AnonymousIDStorage(
        device.places, installation: .own, survivesReinstall: survives))
  }

  /// Returns the identifier of the next starts; both have the same, and all three places agree.
  func settled(_ device: MemoryDevice, survives: Bool = false) -> Identity {
    device.dieAfter(writes: .max)
    let identity = start(device, survives: survives).current
    #expect(device.kept == identity.anonymousID)
    #expect(device.mirror == identity.anonymousID)
    #expect(start(device, survives: survives).current == identity)
    return identity
  }

  static let mostWrites = 8

  @Test(
    "after a kill at the first start, the next start has one identifier", arguments: 0...mostWrites)
  func first(writes: Int) {
    let device = MemoryDevice()
    device.dieAfter(writes: writes)
    let died = start(device).current
    let identity = settled(device)
    // The file is created with one write, and contains the identifier after the second.
    if writes >= 2 { #expect(identity == died) }
  }

  @Test(
    "after a kill at the first start after a reinstall, the next start has one identifier",
    arguments: 0...mostWrites)
  func reinstalled(writes: Int) {
    for survives in [false, true] {
      let device = MemoryDevice()
      let old = start(device, survives: survives).current.anonymousID
      let later = device.deletingApp()
      later.dieAfter(writes: writes)
      let died = start(later, survives: survives).current
      let identity = settled(later, survives: survives)
      #expect((identity.anonymousID == old) == survives)
      if writes >= 2 { #expect(identity == died) }
    }
  }

  @Test("a reset is complete or has no effect after a kill", arguments: 0...mostWrites)
  func reset(writes: Int) throws {
    let device = MemoryDevice()
    let store = start(device)
    try store.update { $0.userID = "one" }
    let before = store.current
    let after = Identity(anonymousID: DeviceIDTests.other)
    device.dieAfter(writes: writes)
    try? store.update { $0 = after }
    #expect(settled(device) == (writes == 0 ? before : after))
  }

  @Test(
    "identify keeps the identifier after a kill, and the user is the one before or after",
    arguments: 0...mostWrites)
  func identify(writes: Int) throws {
    let device = MemoryDevice()
    let store = start(device)
    try store.update { $0.userID = "one" }
    let id = store.current.anonymousID
    device.dieAfter(writes: writes)
    try? store.update { $0.userID = "two" }
    #expect(
      settled(device) == Identity(anonymousID: id, userID: writes == 0 ? "one" : "two"))
  }

  @Test("when a start resolves differences, no user is lost", arguments: 0...mostWrites)
  func mended(writes: Int) throws {
    let device = MemoryDevice()
    device.fail()
    let store = start(device)
    try store.update { $0.userID = "one" }
    let identity = store.current
    device.fail(false)
    device.dieAfter(writes: writes)
    _ = start(device)
    #expect(settled(device) == identity)
  }
}
