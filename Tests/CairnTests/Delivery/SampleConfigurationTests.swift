import Cairn
import CairnTesting
import Foundation
import Testing

/// The configurations of the documents that this SDK replaces, from the call to the request.
@Suite struct SampleConfigurationTests {
  struct Sample: Sendable {
    let count: Int
    let interval: Double
  }

  let clock = ManualClock()
  let transport = RecordingTransport()

  func launch(_ sample: Sample?) async throws -> Analytics {
    let endpoint = try #require(URL(string: "https://collect.example.com"))
    var configuration = Configuration(writeKey: "project-key", endpoint: endpoint)
    configuration.transport = transport
    if let sample {
      configuration.flushAt = sample.count
      configuration.flushInterval = sample.interval
    }
    return await CairnTests.launch(configuration, clock, TestStorage())
  }

  func names(_ request: HTTPRequest) throws -> [String] {
    let text = try #require(Gunzip.member(request.body))
    let body = try JSONSerialization.jsonObject(with: Data(text)) as? [String: Any]
    let events = try #require(body?["batch"] as? [[String: Any]])
    return events.compactMap { $0["event"] as? String }
  }

  @Test(
    "the configured number is sent in one request at once, and the next event at the interval",
    arguments: [
      nil, Sample(count: 10, interval: 60), Sample(count: 30, interval: 60),
    ])
  func sample(_ sample: Sample?) async throws {
    let analytics = try await launch(sample)
    let (count, interval) = (sample?.count ?? 20, sample?.interval ?? 30)
    for number in 1..<count { analytics.track("Event \(number)") }
    await clock.waitForSleeper(forSeconds: interval...interval)
    // Now, because nothing else reads the clock: behind a flush, the delivery may still do so.
    clock.advance(bySeconds: 5)
    #expect(transport.requests.isEmpty)
    analytics.track("Event \(count)")
    let first = try #require(await transport.requests(atLeast: 1).first)
    #expect(try names(first) == (1...count).map { "Event \($0)" })
    await analytics.flush()
    // The next event begins a new interval.
    analytics.track("Event \(count + 1)")
    await clock.waitForSleeper(forSeconds: interval...interval)
    clock.advance(bySeconds: interval - 0.001)
    #expect(transport.requests.count == 1)
    clock.advance(bySeconds: 0.001)
    let second = try #require(await transport.requests(atLeast: 2).last)
    #expect(try names(second) == ["Event \(count + 1)"])
    await analytics.close()
  }

  @Test("a request is a POST with a list of events as JSON, and with the configured key")
  func request() async throws {
    let analytics = try await launch(nil)
    analytics.track("One", ["n": 1])
    analytics.track("Two")
    await analytics.flush()
    let request = try #require(transport.requests.first)
    #expect(transport.requests.count == 1)
    #expect(request.method == "POST")
    #expect(request.url.absoluteString == "https://collect.example.com/v1/batch")
    let headers = Dictionary(
      request.headers.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { $1 })
    #expect(headers["content-type"] == "application/json")
    let key = Data("project-key:".utf8).base64EncodedString()
    #expect(headers["authorization"] == "Basic \(key)")
    #expect(try names(request) == ["One", "Two"])
    await analytics.close()
  }
}
