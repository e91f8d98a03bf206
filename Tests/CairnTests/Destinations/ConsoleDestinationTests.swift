import Cairn
import CairnTesting
import Foundation
import Testing

@Suite struct ConsoleDestinationTests {
  /// Returns the output for these calls; the clock is at midnight.
  func printed(
    maximumCharacters: Int = 400, showsContext: Bool = false, _ record: (Analytics) -> Void
  ) async -> [String] {
    let lines = Locked<[String]>([])
    let console = ConsoleDestination(
      maximumCharacters: maximumCharacters, showsContext: showsContext,
      write: { line in lines.withLock { $0.append(line) } })
    let testing = TestAnalytics(deliveringTo: console)
    record(testing.analytics)
    await testing.analytics.flush()
    await testing.analytics.close()
    return lines.withLock { $0 }
  }

  @Test("every kind of event is printed as one readable line")
  func lines() async {
    let lines = await printed { analytics in
      analytics.track("Order Completed", ["total": 99, "currency": "EUR", "tags": ["a", 1.5]])
      analytics.screen("Checkout", ["step": 1])
      analytics.identify("user-42", traits: ["plan": "pro", "address": ["city": "Bonn"]])
      analytics.group("club")
      analytics.alias("user-43")
    }
    #expect(
      lines == [
        #"00:00:00.000  track     Order Completed   currency: "EUR", tags: ["a", 1.5], total: 99"#,
        "00:00:00.000  screen    Checkout          step: 1",
        #"00:00:00.000  identify  user-42           address: {city: "Bonn"}, plan: "pro""#,
        "00:00:00.000  group     club",
        "00:00:00.000  alias     user-42 → user-43",
      ])
  }

  @Test("a line ends with the user and the groups, and a line break in them begins no line")
  func person() async {
    let lines = await printed { analytics in
      analytics.identify("user-42")
      analytics.track("Opened")
      analytics.group("club")
      analytics.group("acme\n", type: "company")
      analytics.screen("Checkout", ["step": 1])
      analytics.reset()
      analytics.track("Opened")
    }
    #expect(
      lines == [
        "00:00:00.000  identify  user-42",
        "00:00:00.000  track     Opened            (user-42)",
        "00:00:00.000  group     club",
        #"00:00:00.000  group     "acme\n""#,
        #"00:00:00.000  screen    Checkout          step: 1  (user-42, club, company: "acme\n")"#,
        "00:00:00.000  track     Opened",
      ])
  }

  @Test("any name or text is printed as one line of limited length")
  func oneLine() async {
    let lines = await printed(maximumCharacters: 100) { analytics in
      analytics.track("a\nb", ["c\r": "d\n\u{1B}[31m\u{2028}"])
      analytics.track("Long", ["text": .string(String(repeating: "é", count: 5_000))])
    }
    #expect(lines.count == 2)
    for line in lines {
      #expect(line.count <= 100)
      #expect(line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }
    #expect(lines[1].hasSuffix("é…"))
  }

  @Test("the context follows in a second line if it is enabled")
  func context() async {
    let lines = await printed(showsContext: true) { $0.track("One") }
    #expect(lines.count == 2)
    #expect(lines[1].contains(#"library: {name: "cairn", version: "0.1.0"}"#))
  }

  @Test("a console destination without a closure prints to standard error")
  func standardError() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let testing = TestAnalytics(deliveringTo: ConsoleDestination())
      testing.analytics.track("One", ["n": 1])
      await testing.analytics.flush()
      await testing.analytics.close()
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("00:00:00.000  track     One               n: 1\n"))
  }
}
