import Cairn
import CairnExperiments
import CairnTesting
import Testing

/// The state of visitors is user data: it is erased, and not written without consent.
@Suite struct VisitorConsentTests {
  static let needle = "needle-7a21"
  let scene = KeeperFixture()

  @Test("erased state is removed at once and from the disk, and later state is stored")
  func erased() async throws {
    let analytics = scene.launch()
    let store = VisitorStore(analytics.engine)
    store.put(Self.needle, "old")
    store.put("\(Self.needle)-2", "old")
    #expect(!scene.files(holding: Self.needle).isEmpty)
    try await analytics.erase()
    #expect(scene.files(holding: Self.needle) == [])
    #expect(store.state(of: Self.needle) == VisitorState())
    store.put(Self.needle, "new")
    #expect(!scene.files(holding: Self.needle).isEmpty)
    await analytics.close()
    let next = VisitorStore(scene.launch().engine)
    #expect(next.variation(Self.needle) == "new")
    #expect(next.state(of: "\(Self.needle)-2") == VisitorState())
  }

  @Test(
    "without consent nothing is written; changes apply, and are stored with consent")
  func denied() async {
    let analytics = scene.launch()
    let store = VisitorStore(analytics.engine)
    store.put(Self.needle, "before")
    analytics.setConsent(.denied)
    #expect(store.state(of: Self.needle) == VisitorState())
    store.put(Self.needle, "denied")
    #expect(store.variation(Self.needle) == "denied")
    await analytics.close()
    #expect(scene.files(holding: Self.needle) == [])
    let second = scene.launch()
    let later = VisitorStore(second.engine)
    #expect(later.state(of: Self.needle) == VisitorState())
    later.put(Self.needle, "denied")
    #expect(scene.files(holding: Self.needle) == [])
    second.setConsent(.granted)
    later.put("other", "granted")
    await second.close()
    let third = VisitorStore(scene.launch().engine)
    #expect(third.variation(Self.needle) == "denied")
    #expect(third.variation("other") == "granted")
    #expect(scene.lines.isEmpty)
  }

  @Test("an erasure during changes leaves no earlier state")
  func during() async throws {
    let analytics = scene.launch()
    let store = VisitorStore(analytics.engine)
    for number in 0..<200 { store.put("\(Self.needle)-\(number)", "old") }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { for number in 0..<200 { store.put("new-\(number)", "new") } }
      group.addTask { try await analytics.erase() }
      try await group.waitForAll()
    }
    #expect(scene.files(holding: Self.needle) == [])
    #expect((0..<200).allSatisfy { store.state(of: "\(Self.needle)-\($0)") == VisitorState() })
    let next = VisitorStore(scene.launch().engine)
    #expect(
      (0..<200).allSatisfy { next.variation("new-\($0)") == store.variation("new-\($0)") })
  }

  @Test("a reset of the user does not affect visitors with their own names")
  func reset() async {
    let analytics = scene.launch()
    let store = VisitorStore(analytics.engine)
    let anonymous = analytics.anonymousID
    store.put(anonymous, "a")
    store.put("named", "a")
    analytics.reset()
    store.forget(anonymous)
    #expect(store.state(of: anonymous) == VisitorState())
    #expect(store.variation("named") == "a")
  }

  @Test("without a folder visitors are remembered for this run")
  func memory() {
    let store = VisitorStore(nil)
    store.put("a", "1")
    #expect(store.variation("a") == "1")
  }
}
