import Cairn
import CairnTesting
import Testing

/// A user who replaces another one without `reset()`, which is noticed once in a launch.
@Suite struct UserChangeNoticeTests {
  private static let code = "identity.userChanged"

  private func notices(_ act: (Analytics) -> Void) -> [Diagnostic] {
    let log = Log<Diagnostic>()
    var configuration = Configuration(destinations: [])
    configuration.diagnostics = { log.append($0) }
    act(TestAnalytics(configuration).analytics)
    return log.items.filter { $0.code == Self.code }
  }

  @Test("a second user without a reset is noticed once, without the users' identifiers")
  func replaced() throws {
    let found = notices { analytics in
      for number in 1...4 { analytics.identify("user-\(number)") }
    }
    #expect(found.count == 1)
    let line = try #require(found.first)
    #expect(line.level == .notice && line.message.contains("reset()"))
    #expect(!line.message.contains("user-"))
  }

  @Test("the same user, an alias, traits and a user after a reset are not noticed")
  func ordinary() {
    let found = notices { analytics in
      analytics.identify("one")
      analytics.identify("one", traits: ["plan": "pro"])
      analytics.identify(traits: ["plan": "free"])
      analytics.alias("two")
      analytics.identify("two")
      analytics.reset()
      analytics.identify("three")
    }
    #expect(found.isEmpty, "\(found)")
  }

  @Test("an identify that is refused is not noticed")
  func refused() {
    let found = notices { analytics in
      analytics.identify("one")
      analytics.identify(String(repeating: "u", count: 2_000))
      analytics.setTrackingEnabled(false)
      analytics.identify("two")
    }
    #expect(found.isEmpty, "\(found)")
  }
}
