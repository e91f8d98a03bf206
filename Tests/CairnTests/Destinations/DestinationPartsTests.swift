import Cairn
import CairnTesting
import Foundation
import Testing

/// The parts for destinations with their own format.
@Suite struct DestinationPartsTests {
  @Test("a value is read by its kind, and is nil for another kind")
  func reading() {
    let value: Value = ["n": 1, "d": 1.5, "t": "x", "l": [1], "o": ["a": nil]]
    #expect(value["n"]?.intValue == 1)
    #expect(value["n"]?.doubleValue == 1)
    #expect(value["d"]?.doubleValue == 1.5)
    #expect(value["d"]?.intValue == nil)
    #expect(value["t"]?.stringValue == "x")
    #expect(value["t"]?.doubleValue == nil)
    #expect(value["l"]?.arrayValue == [1])
    #expect(value["o"]?["a"] == .null)
    #expect(value["l"]?["a"] == nil)
    #expect(value["none"] == nil)
    #expect(value.stringValue == nil)
  }

  @Test("a compressed request is read back unchanged, and equal bodies stay equal")
  func gzipped() throws {
    let url = try #require(URL(string: "http://127.0.0.1/"))
    let body = Array(String(repeating: "some text ", count: 200).utf8)
    let request = HTTPRequest(url: url, headers: [("A", "b")], body: body).gzipped()
    #expect(request.header("Content-Encoding") == "gzip")
    #expect(request.header("A") == "b")
    #expect(request.body.count < body.count / 4)
    #expect(Gunzip.member(request.body) == body)
    #expect(request.body == HTTPRequest(url: url, body: body).gzipped().body)
    #expect(Gunzip.member(HTTPRequest(url: url).gzipped().body) == [])
  }

  @Test("destinations at one address have one host")
  func host() throws {
    let one = try #require(URL(string: "https://example.com/a?b=1"))
    let other = try #require(URL(string: "https://example.com:8443/c"))
    #expect(HTTPExchange.host(of: one) == "https://example.com:")
    #expect(HTTPExchange.host(of: other) == "https://example.com:8443")
    #expect(HTTPDestination(endpoint: one, writeKey: "k").host == HTTPExchange.host(of: one))
  }

  @Test("a holder counts adjustments for its latest context")
  func holder() {
    let holder = DestinationContextHolder()
    holder.count("too early")
    #expect(holder.context == nil)
    let mappingWarnings = MappingWarnings(of: "vendor")
    holder.hold(
      DestinationContext(
        "/memory", files: InMemoryFileSystem(), milliseconds: 7, diagnostics: Diagnostics { _ in },
        mappingWarnings: mappingWarnings))
    holder.count("name cut")
    #expect(holder.context?.milliseconds == 7)
    #expect(mappingWarnings.counts == ["name cut": 1])
  }

  @Test("items that the back end would not take now are refused, and the others keep their places")
  func refuse() async throws {
    let (events, context) = await DecodedEventTests.events { analytics in
      for name in ["a", "b", "c"] { analytics.track(name) }
    }
    var items = MappedBatch(events, context: context) { ["name": .string($0.name)] }
    #expect(items.only([2, 0]).items.map(\.place) == [2, 0])
    items.refuse { Value(json: $0.json)?["name"] == "b" ? "too old" : nil }
    #expect(items.items.map(\.place) == [0, 2])
    #expect(items.outcome(.accepted) == .partial(refused: [1: "too old"], again: []))
    #expect(
      items.outcome(.partial(refused: [:], again: [1]))
        == .partial(refused: [1: "too old"], again: [2]))
  }

  @Test("session and campaign are read from the context by the names that back ends have for them")
  func context() async throws {
    var configuration = Configuration(destinations: [])
    configuration.sessionTimeout = 60
    let (events, context) = await DecodedEventTests.events(configuration) { analytics in
      guard let link = URL(string: "shop://x?utm_source=mail&utm_campaign=spring&gclid=1") else {
        return
      }
      analytics.openURL(link)
      analytics.track("One")
    }
    let last = try #require(events.last)
    let event = try #require(DecodedEvent(last, context: context))
    #expect(event.linkParameters == ["utm_source": "mail", "utm_campaign": "spring", "gclid": "1"])
    #expect(event.session?.milliseconds == event.milliseconds)
    #expect(event.context("library", "name") == "cairn")
    #expect(event.context("library", "color") == nil)
    #expect(event.context("locale", "x") == nil)
  }
}
