import Cairn
import CairnCloudEvents
import CairnCommerce
import CairnMixpanel
import CairnOTLP
import CairnPostHog
import CairnSnowplow
import CairnTesting
import Foundation
import Testing

/// Destinations that have no names of their own for commerce events.
@Suite("Commerce events of other destinations") struct UnmappedTests {
  let event = OrderCompleted(Examples.order)
  let server = URL(string: "https://example.com")

  /// Whether an object has all properties of the event.
  func hasAll(_ object: Value?) -> Bool {
    guard let members = object?.objectValue else { return false }
    return event.properties.allSatisfy { members[$0.key] == $0.value }
  }

  @Test("PostHog uses the specification's names and keys itself")
  func postHog() async {
    let scene = Scene {
      var destination = PostHogDestination(apiKey: "phc_key", transport: $0)
      destination.compresses = false
      return destination
    }
    await scene.track(event)
    let sent = scene.bodies.flatMap { $0["batch"]?.arrayValue ?? [] }
    #expect(sent.map { $0["event"] } == ["Order Completed", "Order Completed"])
    #expect(sent.allSatisfy { hasAll($0["properties"]) })
  }

  @Test("Mixpanel gets the names and keys as they are")
  func mixpanel() async {
    let scene = Scene {
      var destination = MixpanelDestination(token: "token", transport: $0)
      destination.compresses = false
      return destination
    }
    await scene.track(event)
    let sent = scene.bodies.flatMap { $0.arrayValue ?? [] }
    #expect(sent.map { $0["event"] } == ["Order Completed", "Order Completed"])
    #expect(sent.allSatisfy { hasAll($0["properties"]) })
  }

  @Test("Snowplow gets your schema, with the keys as they are")
  func snowplow() async throws {
    let server = try #require(server)
    let scene = Scene {
      SnowplowDestination(
        collector: server, appID: "shop", schemas: SnowplowSchemas(vendor: "com.acme"),
        transport: $0)
    }
    await scene.track(event)
    let sent = scene.bodies.flatMap { $0["data"]?.arrayValue ?? [] }.map { payload in
      Value(json: Array((payload["ue_pr"]?.stringValue ?? "").utf8))?["data"]
    }
    let schema: Value = "iglu:com.acme/order_completed/jsonschema/1-0-0"
    #expect(sent.map { $0?["schema"] } == [schema, schema])
    #expect(sent.allSatisfy { hasAll($0?["data"]) })
  }

  @Test("CloudEvents has the type of the name, and the properties as data")
  func cloudEvents() async throws {
    let server = try #require(server)
    let scene = Scene {
      CloudEventsDestination(endpoint: server, source: "/shop", types: "com.acme", transport: $0)
    }
    await scene.track(event)
    let sent = scene.bodies.flatMap { $0.arrayValue ?? [$0] }
    #expect(sent.map { $0["type"] } == ["com.acme.order.completed", "com.acme.order.completed"])
    #expect(sent.allSatisfy { hasAll($0["data"]) })
  }

  @Test("OpenTelemetry has the name as the record's, and the keys in its body")
  func otlp() async throws {
    let server = try #require(server)
    let scene = Scene {
      OTLPDestination(endpoint: server, service: "shop", compresses: false, transport: $0)
    }
    await scene.track(event)
    let resources = scene.bodies.compactMap { $0["resourceLogs"]?.arrayValue?.first }
    let scopes = resources.compactMap { $0["scopeLogs"]?.arrayValue?.first }
    let records = scopes.flatMap { $0["logRecords"]?.arrayValue ?? [] }
    #expect(records.map { $0["eventName"] } == ["Order Completed", "Order Completed"])
    for record in records {
      let keys = record["body"]?["kvlistValue"]?["values"]?.arrayValue?.compactMap {
        $0["key"]?.stringValue
      }
      #expect(Set(keys ?? []) == Set(event.properties.keys))
    }
  }
}
