import Cairn
import CairnTesting
import Testing

/// The identifiers of an app's former SDK, with which Cairn begins.
@Suite struct InitialIdentityTests {
  let scene = ContextFixture()
  static let former = InitialIdentity(anonymousID: "former-device", userID: "ann")

  func start(
    _ initial: InitialIdentity? = former, _ change: (inout Configuration) -> Void = { _ in }
  ) -> Analytics {
    scene.start {
      $0.sessionTimeout = nil
      $0.lifecycleEvents = [.installed, .updated]
      $0.initialIdentity = initial
      change(&$0)
    }
  }

  func ids(_ analytics: Analytics) -> [String?] { [analytics.anonymousID, analytics.userID] }

  @Test("the first launch uses the initial identifiers, without reporting an installation")
  func first() async {
    let first = start()
    #expect(ids(first) == ["former-device", "ann"])
    first.track("One")
    let events = await scene.delivered(by: first)
    #expect(events.names == ["One"])
    #expect(scene.server.events[0].fields?["anonymousId"] as? String == "former-device")
    #expect(scene.server.events[0].fields?["userId"] as? String == "ann")
    await first.close()
    let later = start(nil)
    #expect(ids(later) == ["former-device", "ann"])
    #expect(await scene.delivered(by: later).names == ["One"])
    await later.close()
    let updated = start {
      $0.seams.release = AppRelease(version: "2.0", build: "8")
    }
    #expect(await scene.delivered(by: updated).names == ["One", "Application Updated"])
    await updated.close()
  }

  @Test(
    "one initial identifier is enough, and without any the launch is reported as an installation")
  func parts() async {
    let user = ContextFixture()
    let named = user.start { $0.initialIdentity = InitialIdentity(userID: "ann") }
    #expect(named.userID == "ann" && named.anonymousID.count == 36)
    await named.close()
    let device = ContextFixture()
    let anonymous = device.start { $0.initialIdentity = InitialIdentity(anonymousID: "device") }
    #expect(ids(anonymous) == ["device", nil])
    await anonymous.close()
    let plain = start(nil)
    #expect(await scene.delivered(by: plain).names == ["Application Installed"])
    await plain.close()
  }

  @Test("an installation that has an identity ignores the initial identifiers")
  func later() async {
    let first = start(nil)
    let before = ids(first)
    await first.close()
    let second = start()
    #expect(ids(second) == before)
    await second.close()
  }

  @Test("the initial identifiers are not used again after a reset, a relaunch or an erasure")
  func gone() async throws {
    let first = start()
    first.reset()
    #expect(first.userID == nil && first.anonymousID != "former-device")
    let new = ids(first)
    await first.close()
    let second = start()
    #expect(ids(second) == new)
    try await second.erase()
    #expect(second.anonymousID != "former-device")
    await second.close()
    let third = start()
    #expect(third.userID == nil && third.anonymousID != "former-device")
    await third.close()
  }

  @Test("the initial identifiers are not used again after the file of later ones was damaged")
  func damaged() async throws {
    for resets in 1...2 {
      let scene = ContextFixture()
      func start() -> Analytics { scene.start { $0.initialIdentity = Self.former } }
      let first = start()
      for _ in 0..<resets { first.reset() }
      await first.close()
      let path = ContextFixture.folder + "/identity"
      let file = try OpenFile(path, .readWrite, in: scene.storage.files)
      for slot in [0, IdentityStore.slotSize] { try file.write([0xFF], at: slot + 40) }
      let second = start()
      #expect(second.userID == nil && second.anonymousID != "former-device")
      await second.close()
    }
  }

  @Test("the initial identifiers are not used again after a denial and a grant in a later launch")
  func denied() async {
    let first = start()
    first.setConsent(.denied)
    await first.close()
    let second = start()
    second.setConsent(.granted)
    #expect(second.userID == nil && second.anonymousID != "former-device")
    await second.close()
  }

  @Test(
    "the initial identifiers apply when denied consent is granted, unless the user was reset before"
  )
  func consent() async {
    let analytics = start { $0.defaultConsent = .denied }
    analytics.setConsent(.granted)
    #expect(ids(analytics) == ["former-device", "ann"])
    await analytics.close()
    let other = ContextFixture()
    let reset = other.start {
      $0.defaultConsent = .denied
      $0.initialIdentity = Self.former
    }
    reset.reset()
    let new = ids(reset)
    reset.setConsent(.granted)
    #expect(ids(reset) == new)
    await reset.close()
  }

  @Test("identifiers that are empty or too long are ignored, the latter with a line in the log")
  func unusable() async {
    let long = String(repeating: "x", count: 1_023)
    let analytics = start(InitialIdentity(anonymousID: "", userID: long))
    #expect(analytics.anonymousID.count == 36)
    #expect(analytics.userID == nil)
    #expect(scene.said.withLock { $0 } == ["identity.initial"])
    await analytics.close()
  }

  @Test("redaction applies to the initial user, on the disk too")
  func redacted() async {
    let analytics = start { $0.redaction = [.keys("userId", action: .transform { "#\($0)" })] }
    #expect(ids(analytics) == ["former-device", "#ann"])
    await analytics.close()
    let again = start { $0.redaction = [.keys("userId", action: .transform { "#\($0)" })] }
    #expect(ids(again) == ["former-device", "#ann"])
    await again.close()
  }

  func store(_ device: MemoryDevice, _ installation: Installation = .own) -> IdentityStore {
    IdentityStore(
      "/identity", files: device.files, randomness: SeededRandomness(seed: 7),
      initial: Self.former,
      keeper: AnonymousIDStorage(
        device.places, installation: installation, survivesReinstall: false, isInMemory: false))
  }

  @Test("the initial identifiers are not used after a restored backup or a reinstall")
  func devices() {
    let device = MemoryDevice()
    #expect(store(device).current.anonymousID == "former-device")
    #expect(device.kept == "former-device")
    #expect(store(device).current.anonymousID == "former-device")
    #expect(store(device.restoredElsewhere()).current.anonymousID != "former-device")
    #expect(store(device.deletingApp()).current.anonymousID != "former-device")
    #expect(store(MemoryDevice(), .unknown).current.anonymousID != "former-device")
  }
}
