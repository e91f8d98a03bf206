import Cairn
import CairnTesting
import Foundation
import Testing

/// A journal of another installation, from the point of view of an app.
@Suite final class CopiedJournalTests: Sendable {
  let clock = ManualClock()
  let phone = TestStorage()
  let said = Locked<[Diagnostic]>([])
  let first = "/test/shop/v1"

  func start(
    on storage: TestStorage, _ destination: RecordingDestination = RecordingDestination(),
    _ change: (inout Configuration) -> Void = { _ in }
  ) async -> (analytics: Analytics, server: RecordingDestination) {
    var configuration = Configuration(destinations: [destination])
    configuration.instance = "shop"
    configuration.syncPolicy = .never
    configuration.diagnostics = { [self] line in said.withLock { $0.append(line) } }
    configuration = configuration.testing(clock: clock, storage: storage)
    change(&configuration)
    let analytics = Analytics(configuration)
    await analytics.flush()
    return (analytics, destination)
  }

  /// Runs a launch that records one event and delivers none.
  func leave(_ event: String, on storage: TestStorage) async -> String {
    let silent = RecordingDestination(answer: { _ in .later(afterSeconds: 1, reason: "x") })
    let (analytics, _) = await start(on: storage, silent)
    analytics.track(event)
    await analytics.close(flushingForSeconds: 0)
    return analytics.anonymousID
  }

  func lines(_ code: String) -> [Diagnostic] { said.withLock { $0.filter { $0.code == code } } }

  func events(_ server: RecordingDestination) -> [String] {
    server.events.compactMap { $0.fields?["event"] as? String }
  }

  @Test("a restored backup is not sent or changed, which is logged once with its path")
  func restored() async throws {
    let before = await leave("On the phone", on: phone)
    let other = phone.copyOnAnotherDevice()
    let log = try other.files.list(first + "/log").sorted()
    for run in 1...3 {
      let (analytics, server) = await start(on: other)
      analytics.track("Run \(run)")
      clock.advance(bySeconds: 60)
      #expect(await analytics.flush().isComplete)
      #expect(events(server) == ["Run \(run)"])
      #expect(analytics.anonymousID != before)
      await analytics.close()
    }
    #expect(try other.files.list(first + "/log").sorted() == log)
    #expect(lines("journal.setAside").map(\.level) == [.error])
    #expect(lines("journal.setAside").first?.message.contains("in \(first) is another") == true)
  }

  @Test("the device that was copied continues unaffected")
  func original() async {
    let before = await leave("On the phone", on: phone)
    let other = phone.copyOnAnotherDevice()
    await start(on: other).analytics.close()
    clock.advance(bySeconds: 60)
    let (analytics, server) = await start(on: phone)
    #expect(events(server) == ["On the phone"])
    #expect(analytics.anonymousID == before)
    await analytics.close()
  }

  @Test("events that the copy itself recorded are delivered at the next start")
  func ownEventsOfCopy() async {
    _ = await leave("On the phone", on: phone)
    let other = phone.copyOnAnotherDevice()
    let own = await leave("On the other", on: other)
    clock.advance(bySeconds: 60)
    let (analytics, server) = await start(on: other)
    #expect(events(server) == ["On the other"])
    #expect(analytics.anonymousID == own)
    await analytics.close()
  }

  @Test("a copy of a copy sends neither of the two journals")
  func copyOfCopy() async {
    _ = await leave("On the phone", on: phone)
    let second = phone.copyOnAnotherDevice()
    _ = await leave("On the second", on: second)
    let third = second.copyOnAnotherDevice()
    clock.advance(bySeconds: 60)
    let (analytics, server) = await start(on: third)
    #expect(events(server) == [])
    #expect(lines("journal.setAside").count == 2)
    await analytics.close()
  }

  @Test("an unreadable record is read again at the next start")
  func lockedRecord() async {
    _ = await leave("On the phone", on: phone)
    phone.installs.lock()
    clock.advance(bySeconds: 60)
    let (analytics, server) = await start(on: phone)
    #expect(events(server) == ["On the phone"])
    #expect(lines("install.unknown").map(\.level) == [.notice])
    await analytics.close()
    phone.installs.lock(false)
    await start(on: phone).analytics.close()
    #expect(lines("journal.setAside").isEmpty)
  }

  @Test("before the first unlock, a journal that was begun beside a foreign one continues")
  func lockedRecordOfCopy() async {
    _ = await leave("On the phone", on: phone)
    let other = phone.copyOnAnotherDevice()
    _ = await leave("On the other", on: other)
    other.installs.lock()
    clock.advance(bySeconds: 60)
    let (analytics, server) = await start(on: other)
    #expect(events(server) == ["On the other"])
    await analytics.close()
  }

  @Test("a journal without a valid mark belongs to this installation, and is marked")
  func unmarked() async throws {
    _ = await leave("On the phone", on: phone)
    let mark = InstallFile(first + "/install", in: phone.files)
    let id = try #require(try mark.read())
    try OpenFile(first + "/install", .readWrite, in: phone.files).write([0], at: 5)
    #expect(try mark.read() == nil)
    await start(on: phone).analytics.close()
    #expect(try mark.read() == id)
    #expect(lines("journal.setAside").isEmpty)
  }

  @Test("a record that may be deleted with other settings adopts the journal's identifier")
  func lostRecord() async throws {
    let home = TestStorage(InMemoryFileSystem(), installs: .init(staysWithDevice: false))
    _ = await leave("At home", on: home)
    home.installs.forget()
    clock.advance(bySeconds: 60)
    let (analytics, server) = await start(on: home)
    #expect(events(server) == ["At home"])
    let id = try #require(try InstallFile(first + "/install", in: home.files).read())
    #expect(try home.installs.read("shop") == id)
    await analytics.close()
  }

  @Test("a journal is sent only under the name of its installation")
  func named() async {
    for (name, count) in [("one", 0), ("two", 1), ("one", 1)] {
      let (analytics, _) = await start(on: phone) { $0.installation = name }
      #expect(lines("journal.setAside").count == count, "\(name)")
      await analytics.close()
    }
  }

  @Test("giving an installation a name, or removing it, delays nothing")
  func namedLater() async {
    for name in [nil, "one", nil, "two"] {
      let sent = await leave("Before", on: phone)
      clock.advance(bySeconds: 60)
      let (analytics, server) = await start(on: phone) { $0.installation = name }
      #expect(events(server) == ["Before"])
      #expect(analytics.anonymousID == sent)
      await analytics.close()
    }
    #expect(lines("journal.setAside").isEmpty)
  }

  @Test("the installation is not checked in a folder of the app's choice")
  func ownFolder() async throws {
    let (analytics, _) = await start(on: phone) { $0.seams.installs = nil }
    #expect(try !phone.files.list(first).contains("install"))
    await analytics.close()
  }
}
