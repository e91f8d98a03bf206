import Cairn
import CairnTesting
import Testing

/// Another process has the lock of `consent`, and was stopped.
@Suite struct HeldLockTests {
  /// What an app says by a call that does not await.
  enum Word: String, CaseIterable, Sendable {
    case granted, denied, category, trackingOff

    func say(to analytics: Analytics) {
      switch self {
      case .granted: analytics.setConsent(.granted)
      case .denied: analytics.setConsent(.denied)
      case .category: analytics.setConsent([.advertising: .granted])
      case .trackingOff: analytics.setTrackingEnabled(false)
      }
    }

    func holds(in analytics: Analytics) -> Bool {
      switch self {
      case .granted: analytics.consent == .granted
      case .denied: analytics.consent == .denied
      case .category: analytics.consent(for: .advertising) == .granted
      case .trackingOff: !analytics.isTrackingEnabled
      }
    }
  }

  let clock = ManualClock()
  let storage = TestStorage()
  let requests = LockRequests(of: "/consent")
  let said = Log<Diagnostic>()

  func start() -> Analytics {
    var configuration = Configuration(destinations: [RecordingDestination()])
    configuration.instance = "i"
    configuration.defaultConsent = .pending
    configuration.diagnostics = { [said] line in said.append(line) }
    configuration = configuration.testing(clock: clock, storage: storage)
    configuration.seams.files = requests.files(storage.files)
    return Analytics(configuration)
  }

  @Test("a thread that records asks for the lock once a look, and does not wait for it")
  func recording() throws {
    let memory = InMemoryFileSystem()
    let store = ConsentStore(
      "/i", files: requests.files(memory), standard: .granted,
      diagnostics: Diagnostics { _ in })
    store.change { $0.consent = .granted }
    let holder = try OpenFile("/i/consent", .readWrite, in: memory)
    #expect(try holder.tryLock())
    store.change { $0.isTracking = true }
    let asked = requests.count {
      for _ in 1...3 {
        store.look(at: clock.now())
        clock.advance(bySeconds: 1)
      }
    }
    #expect((1...6).contains(asked))
  }

  @Test(
    "what the app says holds at once, is waited for no longer than the patience, and is kept later",
    arguments: Word.allCases)
  func appsOwnCall(_ word: Word) async throws {
    let analytics = start()
    analytics.setConsent(.pending)
    var holder: OpenFile? = try OpenFile("/test/i/consent", .readWrite, in: storage.memory)
    #expect(try holder?.tryLock() == true)
    let asked = requests.count { word.say(to: analytics) }
    // Once more for the destination, which is asked whether it may go on, and does not wait.
    #expect((1...ConsentStore.patience + 2).contains(asked), "\(asked)")
    #expect(word.holds(in: analytics))
    #expect(said.items.contains { $0.code == "consent.storage" })
    // Another launch does not know it yet.
    let meanwhile = start()
    #expect(!word.holds(in: meanwhile))
    await meanwhile.close(flushingForSeconds: 0)
    withExtendedLifetime(holder) {}
    holder = nil
    // Whoever records next writes it down.
    clock.advance(bySeconds: 2)
    analytics.track("Later")
    let later = start()
    #expect(word.holds(in: later))
    for launch in [later, analytics] { await launch.close(flushingForSeconds: 0) }
  }
}
