import Cairn
import CairnOTLP
import CairnTesting
import Counterparts
import Foundation
import Testing

@Suite("Receivers that we did not write", .needsPython) struct OTLPReceiverTests {
  @Test("the protocol's own classes understand every field of a request")
  func decoded() async throws {
    let scene = try OTLPFixture(asContext: true)
    scene.testing.recordAllKinds()
    await scene.analytics.flush()
    let lines = try await Python.run("decode_otlp.py", lines: scene.bodies)
    let read = lines.compactMap { Value(json: $0.utf8) }
    #expect(read.count == scene.bodies.count)
    for (theirs, ours) in zip(read, scene.bodies.compactMap { Value(json: $0) }) {
      #expect(JSONDifferences.paths(Self.asTheyPrint(ours), theirs) == [])
    }
  }

  /// Returns the value as receivers print it: with the names of enumerations and without empty
  /// values.
  private static func asTheyPrint(_ value: Value) -> Value {
    switch value {
    case .array(let elements): return .array(elements.map(asTheyPrint))
    case .object(var members):
      members = members.filter { $0.value != [] }.mapValues(asTheyPrint)
      if members["severityNumber"] == 9 { members["severityNumber"] = "SEVERITY_NUMBER_INFO" }
      return .object(members)
    default: return value
    }
  }

  @Test(
    "rotel, a collector, logs the recorded events, with and without compression",
    arguments: [false, true])
  func rotel(compresses: Bool) async throws {
    let rotel = try Python.start("run_rotel.py")
    let port = await rotel.firstLine()
    let url = try #require(URL(string: "http://127.0.0.1:\(port)"))
    let testing = TestAnalytics(
      Configuration(destinations: []),
      deliveringTo: OTLPDestination(endpoint: url, service: "shop-ios", compresses: compresses))
    testing.analytics.identify("u1", traits: ["plan": "pro"])
    testing.analytics.track("Order Completed", ["revenue": 39.95, "items": [2]])
    #expect(await testing.analytics.flush().isComplete)
    let log = String(decoding: try await rotel.finish(), as: UTF8.self)
    let id = try #require(testing.destination.events.last).id
    for line in [
      "-> service.name: Str(shop-ios)", "InstrumentationScope cairn", "EventName: identify",
      "Body: Map(plan:Str(pro))", "EventName: Order Completed", "Timestamp: 1767225600000000000",
      "SeverityNumber: SEVERITY_NUMBER_INFO(9)", "-> event.id: Str(\(id))", "-> user.id: Str(u1)",
      "Body: Map(items:Slice(Int(2)), revenue:Double(39.95))",
    ] {
      #expect(log.contains(line), "\(line) in \(log)")
    }
  }
}
