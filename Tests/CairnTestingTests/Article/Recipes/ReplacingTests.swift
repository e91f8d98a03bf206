import Cairn
import CairnTesting
import Foundation
import Testing

/// The code of the article about replacing another SDK.
@Suite struct ReplacingTests {
  @Test func segment() async throws {
    let defaults = try #require(UserDefaults(suiteName: "com.segment.storage.my-key"))
    defer { defaults.removePersistentDomain(forName: "com.segment.storage.my-key") }
    defaults.set("former-device", forKey: "segment.anonymousId")
    defaults.set("ann", forKey: "segment.userId")
    let segment = try #require(URL(string: "https://api.segment.io"))
    var configuration = Configuration(writeKey: "my-key", endpoint: segment)
    let former = UserDefaults(suiteName: "com.segment.storage.my-key")
    if let device = former?.string(forKey: "segment.anonymousId") {
      let user = former?.string(forKey: "segment.userId")
      configuration.initialIdentity = InitialIdentity(anonymousID: device, userID: user)
    }

    let analytics = TestAnalytics(configuration).analytics
    #expect(analytics.anonymousID == "former-device" && analytics.userID == "ann")
    await analytics.close()
  }

  @Test func b2metric() async throws {
    let endpoint = try #require(URL(string: "https://collect.example.com"))
    var configuration = Configuration(writeKey: "my-key", endpoint: endpoint)
    configuration.retry = .b2metric

    let testing = TestAnalytics(configuration)
    for number in 1...10 { testing.analytics.track("Event \(number)") }
    #expect(configuration.retry.maximumAttempts == 4)
    await testing.analytics.close()
    #expect(testing.events.count == 10)
  }
}
