import Cairn
import CairnTesting
import Testing

/// The lock of `consent` is held by another process that was stopped.
@Suite struct HeldLockTests {
  /// The decisions that an app makes with a synchronous call.
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

  @Test("a recording thread tries the lock once per check, and does not wait for it")
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

  @Test("an erasure of another process that the retry of a write adopts is reported")
  func adoptedErasure() throws {
    let memory = InMemoryFileSystem()
    let silent = Diagnostics { _ in }
    let one = ConsentStore("/i", files: memory, standard: .granted, diagnostics: silent)
    let other = ConsentStore("/i", files: memory, standard: .granted, diagnostics: silent)
    one.change { $0.consent = .granted }
    let reports = Locked(0)
    one.listen { reports.withLock { $0 += 1 } }
    var holder: OpenFile? = try OpenFile("/i/consent", .readWrite, in: memory)
    #expect(try holder?.tryLock() == true)
    one.change(waitingForMilliseconds: 0) { $0.isTracking = true }
    withExtendedLifetime(holder) {}
    holder = nil
    other.change { $0.erasures += 1 }
    clock.advance(bySeconds: 1)
    one.look(at: clock.now())
    #expect(one.record.erasures == 1)
    #expect(reports.withLock { $0 } == 1)
  }

  @Test(
    "a decision of the app applies immediately, waits for a limited time, and is stored later",
    arguments: Word.allCases)
  func appsOwnCall(_ word: Word) async throws {
    let analytics = start()
    analytics.setConsent(.pending)
    var holder: OpenFile? = try OpenFile("/test/i/consent", .readWrite, in: storage.memory)
    #expect(try holder?.tryLock() == true)
    let asked = requests.count { word.say(to: analytics) }
    // One more check is for the destination, which is asked whether it may continue, and does not
    // wait.
    #expect((1...ConsentStore.patience + 2).contains(asked), "\(asked)")
    #expect(word.holds(in: analytics))
    #expect(said.items.contains { $0.code == "consent.storage" })
    // Another launch does not know the decision yet.
    let meanwhile = start()
    #expect(!word.holds(in: meanwhile))
    await meanwhile.close(flushingForSeconds: 0)
    withExtendedLifetime(holder) {}
    holder = nil
    // The next call that records stores it.
    clock.advance(bySeconds: 2)
    analytics.track("Later")
    let later = start()
    #expect(word.holds(in: later))
    for launch in [later, analytics] { await launch.close(flushingForSeconds: 0) }
  }
}
