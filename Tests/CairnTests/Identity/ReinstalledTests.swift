import Cairn
import CairnTesting
import Testing

/// The device id from the point of view of an app.
@Suite struct ReinstalledTests {
  let clock = ManualClock()

  func start(
    _ device: MemoryDevice, _ storage: TestStorage, survives: Bool = false
  ) async -> Analytics {
    var configuration = Configuration(destinations: [RecordingDestination()])
    configuration.instance = "shop"
    configuration.syncPolicy = .never
    configuration.anonymousIDSurvivesReinstall = survives
    configuration.diagnostics = { _ in }
    configuration = configuration.testing(clock: clock, storage: storage, seed: device.seed)
    configuration.seams.deviceID = device.places
    return Analytics(configuration)
  }

  @Test(
    "each installation gets a new identifier, unless it is to survive", arguments: [false, true])
  func reinstalled(survives: Bool) async {
    let device = MemoryDevice()
    let first = await start(device, TestStorage(), survives: survives)
    let old = first.anonymousID
    await first.close()
    let later = device.deletingApp()
    let second = await start(later, TestStorage(), survives: survives)
    #expect((second.anonymousID == old) == survives)
    #expect(later.kept == second.anonymousID)
    await second.close()
  }

  @Test("the identifier on events is that of the keychain, and reset changes both")
  func events() async {
    let device = MemoryDevice()
    let server = RecordingDestination()
    let analytics = await start(device, TestStorage())
    await analytics.addDestination(server)
    #expect(device.kept == analytics.anonymousID)
    let before = analytics.anonymousID
    analytics.track("One")
    analytics.reset()
    analytics.track("Two")
    await analytics.flush()
    #expect(device.kept == analytics.anonymousID)
    let ids = server.events.compactMap { $0.fields?["anonymousId"] as? String }
    #expect(ids == [before, analytics.anonymousID])
    #expect(before != analytics.anonymousID)
    await analytics.close()
  }

  @Test("no event reads the keychain")
  func unasked() async {
    let device = MemoryDevice()
    let analytics = await start(device, TestStorage())
    analytics.identify("one")
    _ = device.calls
    for _ in 1...100 { analytics.track("One") }
    analytics.screen("Two")
    analytics.identify("two")
    analytics.group("three")
    analytics.alias("four")
    #expect(device.calls == [])
    await analytics.close()
  }

  @Test("a keychain that works again is updated when the app enters the foreground")
  func foreground() async throws {
    let device = MemoryDevice()
    device.fail()
    let analytics = await start(device, TestStorage())
    #expect(device.kept == nil)
    device.fail(false)
    try #require(analytics.engine).handle(.foreground)
    #expect(device.kept == analytics.anonymousID)
    await analytics.close()
  }

  @Test("a copied journal begins a new identifier in keychain and user defaults")
  func copied() async {
    let phone = (MemoryDevice(), TestStorage())
    let first = await start(phone.0, phone.1)
    await first.close()
    let other = phone.0.restoredElsewhere()
    let second = await start(other, phone.1.copyOnAnotherDevice())
    #expect(second.anonymousID != first.anonymousID)
    #expect(other.kept == second.anonymousID)
    #expect(other.mirror == second.anonymousID)
    await second.close()
  }
}
