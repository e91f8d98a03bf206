import Cairn
import CairnTesting
import Testing

/// An erasure while another process has the lock of the consent file, so that the erasure cannot be
/// recorded there.
@Suite struct BusyErasureTests {
  let scene = ConsentFixture()

  /// The way in which the erasure is requested.
  enum Word: CaseIterable, Sendable {
    case denial, erasure

    func say(to analytics: Analytics) async {
      switch self {
      case .denial: analytics.setConsent(.denied)
      case .erasure: try? await analytics.erase()
      }
    }
  }

  @Test(
    "an unmarked erasure by another process does not count as damage; later events are kept",
    arguments: Word.allCases)
  func uncounted(_ word: Word) async throws {
    let one = await scene.launch()
    let two = await scene.launch()
    scene.leave(one, events: 5)
    scene.leave(two, events: 5)
    one.setConsent(.granted)
    var holder = Self.lock(scene)
    #expect(holder != nil)
    await word.say(to: one)
    await two.flush()
    for row in two.ledger().destinations { #expect(row.damaged == 0, "\(row)") }
    withExtendedLifetime(holder) {}
    holder = nil
    // The next call that records detects the erasure; the first process retries.
    for second in 1...12 {
      scene.clock.advance(bySeconds: 1)
      two.track("After \(second)")
    }
    await two.flush()
    for analytics in [one, two] {
      for row in analytics.ledger().destinations { #expect(row.damaged == 0, "\(row)") }
      #expect(analytics.ledger().balances)
      await analytics.close()
    }
    #expect(scene.files() == [])
    #expect(scene.server.events.allSatisfy { !$0.text.contains("needle") })
    guard word == .erasure else { return }
    let names = scene.server.events.compactMap { $0.fields?["event"] as? String }
    #expect(Set((1...12).map { "After \($0)" }).isSubset(of: names), "\(names)")
  }

  @Test("a consent that could not be written does not repeat another process's erasure")
  func completed() async throws {
    let one = await scene.launch()
    let two = await scene.launch()
    scene.leave(one, events: 3)
    one.setConsent(.granted)
    var holder = Self.lock(scene)
    #expect(holder != nil)
    two.setConsent([.advertising: .granted])
    #expect(scene.said.withLock { $0.contains { $0.code == "consent.storage" } })
    withExtendedLifetime(holder) {}
    holder = nil
    try await one.erase()
    one.track("After the erasure")
    // The second process writes its consent now, and reads that the erasure is complete.
    scene.clock.advance(bySeconds: 1)
    two.track("Beside")
    for analytics in [two, one] { await analytics.flush() }
    #expect(two.consent(for: .advertising) == .granted)
    let names = scene.server.events.compactMap { $0.fields?["event"] as? String }
    #expect(Set(names).isSuperset(of: ["After the erasure", "Beside"]), "\(names)")
    for analytics in [one, two] { await analytics.close() }
  }

  @Test("a consent that could not be written keeps the end of another process's erasure")
  func completedRecord() throws {
    func store() -> ConsentStore {
      ConsentStore(
        ConsentFixture.instance, files: scene.storage.files, standard: .granted,
        diagnostics: Diagnostics { _ in })
    }
    let (one, two) = (store(), store())
    one.change { $0.consent = .granted }
    var holder = Self.lock(scene)
    #expect(holder != nil)
    two.change(waitingForMilliseconds: 0) { $0.categories["ads"] = .granted }
    withExtendedLifetime(holder) {}
    holder = nil
    one.change { $0.erasures = 1 }
    try one.finish { (_) throws(FileError) in }
    two.look(at: scene.clock.now())
    #expect(two.record.erasures == 1 && two.record.erasuresSetAside == 1)
    #expect(two.record.categories == ["ads": .granted])
    #expect(store().record == two.record)
  }

  /// A number of calls greater than that of a delivery.
  private static let most = 600

  @Test(
    "an erasure by another process between any two calls of a delivery is not counted as damage",
    arguments: [false, true])
  func duringDelivery(isBusy: Bool) async throws {
    for number in stride(from: 0, to: Self.most, by: Effort.isWhole ? 1 : 23) {
      let scene = ConsentFixture()
      let one = await scene.launch()
      let pause = CallPause(number)
      let two = await scene.launch { $0.seams.files = pause.files(scene.storage.files) }
      for analytics in [one, two] { scene.leave(analytics, events: 3) }
      one.setConsent(.granted)
      let holder = Locked<OpenFile?>(nil)
      let wasHeld = await pause.run {
        Task.detached { await two.flush() }
      } beside: {
        let file = isBusy ? Self.lock(scene) : nil
        holder.withLock { $0 = file }
        one.setConsent(.denied)
      } end: {
        await two.flush()
      }
      holder.withLock { $0 = nil }
      scene.clock.advance(bySeconds: 6)
      for analytics in [one, two] {
        for row in analytics.ledger().destinations {
          #expect(row.damaged == 0, "erased at call \(number): \(row)")
        }
        #expect(analytics.ledger().balances, "erased at call \(number)")
        await analytics.close(flushingForSeconds: 0)
      }
      guard wasHeld else {
        #expect(number > 20, "too few calls")
        return
      }
    }
    Issue.record("a delivery makes more calls than \(Self.most)")
  }

  @Test(
    "a folder with a name that no erasure gives erases nothing",
    arguments: ["erased-18446744073709551615", "erased-007", "erased-+7", "erased-", "erased-x"])
  func forged(name: String) async throws {
    let analytics = await scene.launch()
    analytics.track("Before")
    let identity = analytics.anonymousID
    let path = "\(ConsentFixture.instance)/\(name)/log/x"
    scene.storage.memory.close(try scene.storage.memory.open(path, .create))
    for _ in 0..<3 {
      scene.clock.advance(bySeconds: 1)
      analytics.track("After")
    }
    await analytics.flush()
    #expect(analytics.anonymousID == identity)
    #expect(scene.server.events.count == 4)
    #expect(analytics.ledger().balances)
    await analytics.close()
  }

  private static func lock(_ scene: ConsentFixture) -> OpenFile? {
    let path = ConsentFixture.instance + "/consent"
    guard let file = try? OpenFile(path, .readWrite, in: scene.storage.memory),
      (try? file.tryLock()) == true
    else { return nil }
    return file
  }
}
