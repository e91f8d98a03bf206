import CairnTesting
import Foundation
import Testing

@testable import Cairn

/// Traits without an identifier.
@Suite struct TraitsTests {
  let server = RecordingDestination()

  @Test("traits belong to the anonymous user before identify, and to the user afterwards")
  func users() async throws {
    let analytics = await launch(Configuration(destinations: [server]), ManualClock())
    let anonymousID = analytics.anonymousID
    #expect(analytics.identify(traits: ["theme": "dark"]) != nil)
    analytics.identify("user")
    analytics.identify(traits: ["theme": "light"])
    await analytics.flush()
    let fields = server.events.compactMap(\.fields)
    #expect(fields.map { $0["type"] as? String } == ["identify", "identify", "identify"])
    #expect(fields.map { $0["userId"] as? String } == [nil, "user", "user"])
    #expect(fields.allSatisfy { $0["anonymousId"] as? String == anonymousID })
    #expect(fields.map { ($0["traits"] as? [String: String])?["theme"] } == ["dark", nil, "light"])
    #expect(analytics.userID == "user")
  }

  @Test("redaction applies to the traits, and the identifier stays redacted")
  func redacted() async throws {
    var configuration = Configuration(destinations: [server])
    configuration.redaction = [
      .keys("userId", "email", action: .transform { "x" + String($0.reversed()) })
    ]
    let analytics = await launch(configuration, ManualClock())
    analytics.identify("user")
    analytics.identify(traits: ["email": "a@example.com", "plan": "pro"])
    await analytics.flush()
    let fields = server.events.compactMap(\.fields)
    #expect(fields.count == 2)
    #expect(fields[0]["userId"] as? String == fields[1]["userId"] as? String)
    #expect(fields[1]["userId"] as? String != "user")
    #expect(!server.events[1].text.contains("a@example.com"))
  }

  @Test("an identifier that is empty is still refused")
  func empty() async {
    let analytics = await launch(Configuration(destinations: [server]), ManualClock())
    #expect(analytics.identify("") == nil)
    #expect(analytics.ledger().refused == [.nameMissing: 1])
  }
}
