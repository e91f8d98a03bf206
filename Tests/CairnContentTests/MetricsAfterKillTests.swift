import Cairn
import CairnContent
import CairnTesting
import Foundation
import Testing

/// Compares the counts of the same interactions with and without a kill in between.
@Suite struct MetricsAfterKillTests {
  let scene = ContentFixture()

  static let calls: [@Sendable (ContentAnalytics) -> Void] = [
    { $0.trackAssetView("A", location: "home", extras: ["a": 1]) },
    { $0.trackAssetView("B", extras: ["n": 1]) },
    { $0.trackAssetClick("A", location: "home") },
    { $0.trackAssetView("B", extras: ["n": 2]) },
    { $0.trackAssetView("A", location: "home", extras: ["b": "two"]) },
  ]

  static let metrics = [
    #"{"asset":"A","clicks":1,"extras":{"a":1,"b":"two"},"firstInteraction":"2026-01-01T00:00:00.000Z","#
      + #""lastInteraction":"2026-01-01T00:00:01.000Z","location":"home","views":2}"#,
    #"{"asset":"B","clicks":0,"extras":{"all":[{"n":1},{"n":2}]},"#
      + #""firstInteraction":"2026-01-01T00:00:00.250Z","lastInteraction":"2026-01-01T00:00:00.750Z","views":2}"#,
  ]

  @Test(
    "counts, extras, first and last times are the same after a kill at any interaction",
    arguments: [nil] + Array(0...calls.count))
  func metrics(kill: Int?) async throws {
    var content = scene.launch()
    for number in 0...Self.calls.count {
      if number == kill {
        await content.close()
        content = scene.launch()
      }
      guard number < Self.calls.count else { break }
      Self.calls[number](content)
      scene.clock.advance(bySeconds: 0.25)
    }
    await content.analytics.flush()
    #expect(try scene.server.events.map(properties) == Self.metrics)
    await content.close()
  }

  private func properties(_ event: StoredEvent) throws -> String {
    let properties = try #require(event.fields?["properties"])
    let data = try JSONSerialization.data(
      withJSONObject: properties, options: [.sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self)
  }
}
