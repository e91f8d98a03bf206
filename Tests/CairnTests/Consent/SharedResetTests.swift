import Cairn
import CairnTesting
import Testing

/// Two processes in one folder: the other process does not restore data that one has reset.
@Suite struct SharedResetTests {
  let scene = ContextFixture()

  @Test("another process's reset is detected within a second of recording")
  func heard() async {
    let (one, two) = (scene.start(), scene.start())
    two.identify("bob")
    two.superProperties.register(["email": "bob@example.com"])
    two.track("Of bob")
    one.reset()
    one.identify("alice")
    scene.clock.advance(bySeconds: 1)
    two.track("Of alice")
    #expect(two.anonymousID == one.anonymousID)
    #expect(two.userID == "alice")
    await one.flush()
    let events = await scene.delivered(by: two)
    let last = zip(events, scene.server.events).first { $0.0.name == "Of alice" }
    #expect(last?.1.fields?["anonymousId"] as? String == one.anonymousID)
    #expect(last?.0.properties["email"] == nil)
    let old = events.named("Of bob").first?.session
    #expect(old != nil && last?.0.session != old)
    await one.close()
    await two.close()
  }

  @Test("properties that the next user registers in one process are in another one's events")
  func properties() async {
    let (one, two) = (scene.start(), scene.start())
    two.superProperties.register(["email": "bob@example.com"])
    one.reset()
    one.superProperties.register(["email": "alice@example.com"])
    scene.clock.advance(bySeconds: 1)
    two.track("Of alice")
    let events = await scene.delivered(by: two)
    #expect(events.named("Of alice").first?.properties["email"] == "alice@example.com")
    await one.close()
    await two.close()
  }

  @Test("a write of one process does not replace a later one of another process")
  func generations() {
    let files = scene.storage.files
    func open() -> PersistedValue {
      var file = PersistedValue("/kept", magic: 7, slotSize: 1_024, files: files)
      _ = file.open()
      return file
    }
    var (one, two) = (open(), open())
    for number in 1...5 { _ = one.store(number) }
    _ = two.store(99)
    var later = open()
    later.close()
    #expect(later.open(Int.self) == 99)
    _ = one.store(6)
    later.close()
    #expect(later.open(Int.self) == 6)
  }
}
