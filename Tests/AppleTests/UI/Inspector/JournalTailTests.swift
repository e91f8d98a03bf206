import Cairn
import CairnTesting
import Testing

@testable import CairnUI

#if canImport(UIKit)
import CairnPrivacy
#endif

/// The reading of new events from the journal.
@Suite struct JournalTailTests {
  @Test("the log keeps the last 500 events in their order")
  func bounded() throws {
    let testing = TestAnalytics()
    for number in 0..<600 { testing.analytics.track("Event \(number)") }
    var tail = JournalTail(try #require(testing.analytics.engine?.journal), last: 500)
    var log = EventLog()
    log.append(tail.next().events)
    #expect(log.events.map(\.title) == (100..<600).map { "Event \($0)" })
    testing.analytics.track("Last")
    let next = tail.next()
    #expect(next.events.map(\.title) == ["Last"] && next.missed == 0)
    log.append(next.events)
    #expect(log.events.count == 500 && log.matching("").first?.title == "Last")
    #expect(tail.next().events.isEmpty)
  }

  /// An SDK whose journal has small segments.
  private func small() -> TestAnalytics {
    var configuration = Configuration(destinations: [])
    configuration.journal.bytes = 65_536
    return TestAnalytics(configuration)
  }

  /// Records events with a large property, and delivers them after every tenth.
  private func record(_ numbers: Range<Int>, with testing: TestAnalytics) async {
    let filler = Value.string(String(repeating: "x", count: 1_000))
    for number in numbers {
      testing.analytics.track("\(number)", ["filler": filler])
      if number.isMultiple(of: 10) { await testing.analytics.flush() }
    }
    await testing.analytics.flush()
  }

  @Test("events that the journal removed before they were read are counted, and the others shown")
  func removed() async throws {
    let testing = small()
    let journal = try #require(testing.analytics.engine?.journal)
    testing.analytics.track("First")
    var tail = JournalTail(journal, last: 500)
    #expect(tail.next().events.map(\.title) == ["First"])
    await record(0..<300, with: testing)
    let (events, missed) = tail.next()
    #expect(missed > 0 && events.count + missed == 300)
    #expect(events.map(\.title) == (missed..<300).map(String.init))
  }

  @Test("events that were removed before the inspector opened do not count as missed")
  func removedBefore() async throws {
    let testing = small()
    await record(0..<300, with: testing)
    var tail = JournalTail(try #require(testing.analytics.engine?.journal), last: 500)
    let (events, missed) = tail.next()
    #expect(missed == 0 && !events.isEmpty)
    #expect(events.map(\.title) == (300 - events.count..<300).map(String.init))
  }

  @Test("old segments are not read")
  func old() async throws {
    let testing = small()
    testing.destination.isOffline = true
    let filler = Value.string(String(repeating: "x", count: 1_000))
    for number in 0..<30 { testing.analytics.track("\(number)", ["filler": filler]) }
    let journal = try #require(testing.analytics.engine?.journal)
    #expect(journal.segments().count > 2)
    var tail = JournalTail(journal, last: 1)
    let titles = tail.next().events.map(\.title)
    #expect(titles.last == "29" && titles.count < 30)
  }

  #if canImport(UIKit)
  /// An SDK whose files are encrypted with a key that can be withdrawn.
  private func encrypted(_ hasKey: Notes<Bool>) -> Configuration {
    var configuration = Configuration(destinations: [])
    configuration.encryption = .chaChaPoly(
      key: {
        guard hasKey.items.last == true else { throw KeyIsGone() }
        return Array(repeating: 7, count: 32)
      }, destroy: {})
    return configuration
  }

  private struct KeyIsGone: Error {}

  @Test("encrypted events are shown decrypted, or with the reason when the key is not available")
  func encryption() async throws {
    let hasKey = Notes<Bool>()
    hasKey.append(true)
    let testing = TestAnalytics(encrypted(hasKey))
    testing.analytics.track("Secret", ["sku": "A-1"])
    var tail = JournalTail(try #require(testing.analytics.engine?.journal), last: 500)
    let event = try #require(tail.next().events.first)
    #expect(event.title == "Secret" && event.json?.contains("A-1") == true && event.problem == nil)
    #expect(event.context.contains("library"))
    let plain = TestAnalytics(storage: testing.storage)
    var other = JournalTail(try #require(plain.analytics.engine?.journal), last: 500)
    let sealed = try #require(other.next().events.first)
    #expect(sealed.title == "track" && sealed.json == nil)
    #expect(sealed.problem == "The event is encrypted, and its key is not available.")
    #expect(sealed.eventID == event.eventID)
  }
  #endif
}
