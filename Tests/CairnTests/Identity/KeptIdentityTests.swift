import Cairn
import CairnTesting
import Testing

/// The identity after a reinstallation, a keychain failure, and a change by another process.
@Suite struct KeptIdentityTests {
  @Test(
    "consent that is granted in a new installation does not restore the previous identifier",
    arguments: [true, false])
  func reinstalled(survives: Bool) async {
    let device = MemoryDevice()
    let first = await grant(device, MemoryInstallRecord(), survives, as: "bob")
    let again = device.deletingApp()
    let installs = MemoryInstallRecord()
    let second = await grant(again, installs, survives, as: "alice")
    let storage = TestStorage(again.memory, installs: installs, launches: 70_000)
    let third = ConsentFixture(storage)
    let later = await third.launch(.denied) {
      $0.anonymousIDSurvivesReinstall = survives
      $0.seams.deviceID = again.places
    }
    #expect(later.anonymousID == second.id)
    #expect(later.userID == "alice")
    #expect((second.id == first.id) == survives)
    await later.close()
  }

  private func grant(
    _ device: MemoryDevice, _ installs: MemoryInstallRecord, _ survives: Bool, as user: String
  ) async -> (id: String, user: String?) {
    let scene = ConsentFixture(
      TestStorage(device.memory, installs: installs, launches: device.seed))
    let analytics = await scene.launch(.denied) {
      $0.anonymousIDSurvivesReinstall = survives
      $0.seams.deviceID = device.places
    }
    analytics.setConsent(.granted)
    analytics.identify(user)
    let found = (analytics.anonymousID, analytics.userID)
    await analytics.close()
    return found
  }

  @Test(
    "an identifier that the keychain could not erase does not return", arguments: [true, false])
  func stubborn(survives: Bool) async {
    let device = MemoryDevice()
    let scene = ConsentFixture(TestStorage(device.memory))
    func launch() async -> Analytics {
      await scene.launch {
        $0.anonymousIDSurvivesReinstall = survives
        $0.seams.deviceID = device.places
      }
    }
    let first = await launch()
    let erased = first.anonymousID
    device.fail()
    first.setConsent(.denied)
    await first.close()
    device.fail(false)
    let second = await launch()
    #expect(device.kept != erased)
    second.setConsent(.granted)
    second.identify("carol")
    let id = second.anonymousID
    #expect(id != erased)
    await second.close()
    let third = await launch()
    #expect(third.anonymousID == id)
    #expect(third.userID == "carol")
    await third.close()
  }

  @Test("the last change of the identity by two processes applies, also after a reset")
  func processes() throws {
    for seed in 1...UInt64(Effort.of(300)) {
      var dice = Dice(seed: seed)
      let memory = InMemoryFileSystem()
      let randomness = SeededRandomness(seed: seed)
      func open() -> IdentityStore {
        IdentityStore("/identity", files: memory, randomness: randomness)
      }
      let stores = [open(), open()]
      var expected = Identity(anonymousID: stores[0].current.anonymousID)
      for step in 0..<8 {
        let store = stores[dice.below(2)]
        if dice.below(3) == 0 {
          expected = Identity(anonymousID: IdentityStore.anonymousID(randomness))
          try store.update { [expected] in $0 = expected }
        } else {
          expected.userID = "user \(step)"
          try store.update { $0.userID = "user \(step)" }
        }
      }
      let found = open().current
      #expect(found == expected, "seed \(seed)")
      guard found == expected else { return }
    }
  }
}
