import Cairn
import CairnTesting
import Foundation
import Testing

/// A configuration with which nothing can be delivered is reported when the instance is created.
@Suite struct EndpointCheckTests {
  private func warnings(_ endpoint: String, key: String = "key") throws -> [String] {
    let log = Log<Diagnostic>()
    var configuration = Configuration(
      writeKey: key, endpoint: try #require(URL(string: endpoint)))
    configuration.diagnostics = { log.append($0) }
    _ = Analytics(configuration.testing(clock: ManualClock(), storage: TestStorage()))
    return log.items.filter { $0.level == .warning }.map(\.code)
  }

  @Test(
    "an endpoint without a scheme of HTTP or without a host is a warning",
    arguments: [
      "collect.example.com", "collect.example.com/v1/batch", "ftp://example.com", "http:///x",
    ])
  func endpoint(_ endpoint: String) throws {
    #expect(try warnings(endpoint) == ["configuration.endpoint"])
  }

  @Test("an empty write key is a warning")
  func writeKey() throws {
    #expect(try warnings("https://example.com", key: "") == ["configuration.writeKey"])
  }

  @Test(
    "an address with HTTP and a host is not reported",
    arguments: ["https://example.com", "http://127.0.0.1:8080", "HTTPS://EXAMPLE.COM/v1/b"])
  func address(_ endpoint: String) throws {
    #expect(try warnings(endpoint) == [])
  }
}
