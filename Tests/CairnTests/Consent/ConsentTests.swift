import Cairn
import CairnTesting
import Testing

/// The effect of consent and of the tracking switch on recording and on each destination.
@Suite struct ConsentTests {
  let scene = ConsentFixture()

  @Test(
    "granted consent records and sends, pending consent records, and denied consent does neither",
    arguments: Consent.allCases, [true, false])
  func table(consent: Consent, isSaid: Bool) async {
    let analytics = await scene.launch(isSaid ? .granted : consent)
    if isSaid { analytics.setConsent(consent) }
    #expect(analytics.consent == consent)
    let ids = [
      analytics.track("Seen"), analytics.screen("Home"), analytics.identify("somebody"),
      analytics.group("company"), analytics.alias("other"),
    ]
    let result = await analytics.flush()
    let ledger = analytics.ledger()
    #expect(ledger.balances)
    switch consent {
    case .granted:
      #expect(scene.server.events.count == 5 && scene.ads.events.count == 5)
      #expect(analytics.userID == "other")
    case .pending:
      #expect(scene.server.batches.isEmpty && scene.ads.batches.isEmpty)
      #expect(result.pending == 10)
      #expect(result.destinations[0].problem == "waits for consent")
      #expect(result.destinations[1].problem == "waits for consent: advertising, analytics")
      #expect(ledger.destinations.map(\.problem) == result.destinations.map(\.problem))
    case .denied:
      #expect(ids.allSatisfy { $0 == nil })
      #expect(ledger.refused == [.consentDenied: 5] && ledger.recorded == 0)
      #expect(analytics.userID == nil)
      #expect(result.isComplete)
      await #expect(throws: AnalyticsError.self) { try await analytics.record("Seen") }
    }
    await analytics.close()
  }

  @Test("a decision applies to later launches, also with another default")
  func persisted() async {
    let first = await scene.launch(.granted)
    first.setConsent(.pending)
    first.setConsent([.advertising: .denied])
    first.setTrackingEnabled(false)
    await first.close()
    let second = await scene.launch(.granted)
    #expect(second.consent == .pending)
    #expect(second.consent(for: .advertising) == .denied)
    #expect(second.consent(for: .analytics) == .pending)
    #expect(!second.isTrackingEnabled)
    await second.close()
  }

  @Test("events that waited for consent are sent as soon as it is granted, without a flush")
  func grantedLater() async {
    let analytics = await scene.launch(.pending)
    analytics.track("Before")
    await analytics.flush()
    #expect(scene.server.batches.isEmpty)
    analytics.setConsent(.granted)
    while scene.server.events.isEmpty || scene.ads.events.isEmpty { await Task.yield() }
    await analytics.close()
  }

  @Test(
    "a batch that is under way when consent is withdrawn is cancelled, and sent when it is granted")
  func withdrawn() async {
    let gate = Gate()
    let slow = HeldDestination(gate)
    let analytics = await scene.launch { $0.destinations = [slow] }
    analytics.track("Seen")
    let flush = Task { await analytics.flush() }
    await gate.untilEntered(1)
    analytics.setConsent(.pending)
    #expect(await flush.value.destinations[0].problem == "waits for consent")
    #expect(gate.cancelled == 1)
    gate.open()
    analytics.setConsent(.granted)
    await gate.untilEntered(2)
    #expect(await analytics.flush().isComplete)
    #expect(analytics.ledger().destinations[0].delivered == 1)
    await analytics.close()
  }

  @Test(
    "a destination is delivered to when all of its categories are granted",
    arguments: Consent.allCases, Consent.allCases)
  func categories(advertising: Consent, analytic: Consent) async {
    let analytics = await scene.launch()
    analytics.setConsent([.advertising: advertising, .analytics: analytic])
    for _ in 0..<3 { analytics.track("Seen") }
    await analytics.flush()
    let row = analytics.ledger()["ads"]
    #expect(analytics.ledger().balances)
    #expect(analytics.ledger()["server"]?.delivered == 3)
    if advertising == .denied || analytic == .denied {
      #expect(row?.dropped == [.consentDenied: 3] && row?.delivered == 0)
    } else if advertising == .granted, analytic == .granted {
      #expect(row?.delivered == 3)
    } else {
      #expect(row?.pending == 3 && row?.delivered == 0)
    }
    await analytics.close()
  }

  @Test(
    "an event recorded while a destination was denied is never delivered to it, as the ledger shows"
  )
  func grantedAfterDenial() async {
    let analytics = await scene.launch()
    analytics.setConsent([.advertising: .denied])
    for _ in 0..<4 { analytics.track("Denied") }
    analytics.setConsent([.advertising: .granted])
    analytics.track("Granted")
    await analytics.flush()
    #expect(scene.ads.events.compactMap { $0.fields?["event"] as? String } == ["Granted"])
    await analytics.close()
    let later = await scene.launch()
    #expect(later.ledger()["ads"]?.dropped == [.consentDenied: 4])
    #expect(later.ledger().balances)
    await later.close()
  }

  @Test("a sealed batch of a destination that is denied is discarded")
  func sealedBatch() async {
    scene.ads.isOffline = true
    let analytics = await scene.launch()
    analytics.track("Seen")
    await analytics.flush()
    #expect(scene.ads.batches.count == 1)
    scene.ads.isOffline = false
    analytics.setConsent([.advertising: .denied])
    await analytics.flush()
    #expect(scene.ads.batches.count == 1)
    #expect(analytics.ledger()["ads"]?.dropped == [.consentDenied: 1])
    #expect(analytics.ledger().balances)
    await analytics.close()
  }

  @Test(
    "disabled tracking refuses every call, stores nothing for later, and delivers earlier events"
  )
  func tracking() async {
    let analytics = await scene.launch()
    analytics.track("Before")
    analytics.setTrackingEnabled(false)
    #expect(analytics.track("Off") == nil)
    #expect(analytics.identify("nobody") == nil)
    #expect(analytics.userID == nil)
    analytics.setTrackingEnabled(true)
    analytics.track("After")
    #expect(await analytics.flush().isComplete)
    let names = scene.server.events.compactMap { $0.fields?["event"] as? String }
    #expect(names == ["Before", "After"])
    #expect(analytics.ledger().refused == [.trackingDisabled: 2])
    #expect(analytics.ledger().balances)
    await analytics.close()
  }

  @Test("unreadable consent counts as pending, which is logged")
  func unreadable() async throws {
    let first = await scene.launch()
    first.setConsent(.denied)
    await first.close()
    let file = try OpenFile(
      ConsentFixture.instance + "/consent", .readWrite, in: scene.storage.memory)
    try file.write([UInt8](repeating: 0xA7, count: 2 * ConsentStore.slotSize), at: 0)
    let second = await scene.launch()
    second.track("Seen")
    await second.flush()
    #expect(second.consent == .pending)
    #expect(scene.server.batches.isEmpty)
    #expect(scene.said.withLock { $0.contains { $0.code == "consent.storage" } })
    second.setConsent(.granted)
    #expect(await second.flush().isComplete)
    await second.close()
  }

  @Test("a decision that cannot be stored applies to this run, and is stored when the disk works")
  func storedLater() async {
    let first = await scene.launch()
    scene.storage.isFull = true
    first.setConsent(.pending)
    #expect(first.consent == .pending)
    scene.storage.isFull = false
    scene.clock.advance(bySeconds: 2)
    first.track("Seen")
    await first.close()
    let second = await scene.launch()
    #expect(second.consent == .pending)
    await second.close()
  }
}
