import Cairn
import CairnTesting
import Foundation
import Testing

/// The code of the article about replacing another SDK.
@Suite struct ReplacingTests {
  @Test func b2metric() async throws {
    let endpoint = try #require(URL(string: "https://collect.example.com"))
    var configuration = Configuration(writeKey: "my-key", endpoint: endpoint)
    configuration.retry = .b2metric

    let testing = TestAnalytics(configuration)
    for number in 1...10 { testing.analytics.track("Event \(number)") }
    #expect(configuration.retry.maxAttempts == 4)
    await testing.analytics.close()
    #expect(testing.events.count == 10)
  }
}
