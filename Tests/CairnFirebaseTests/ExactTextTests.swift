import Cairn
import CairnFirebase
import CairnTesting
import Foundation
import Testing

/// Texts that must arrive unchanged: identifiers, keys and names.
@Suite struct CodeUnitKeyTests {
  let scene = GoogleFixture()

  @Test("users whose identifiers differ only in code units are in separate requests")
  func twins() async {
    struct Users: Enricher {
      func enrich(_ event: inout Event) { event.userID = event.properties["by"]?.stringValue }
    }
    let ids = ["Jos\u{E9}", "Jose\u{301}"]
    let analytics = scene.launch(enrichers: [Users()])
    for id in ids + ids.suffix(1) { analytics.track("Bought", ["by": .string(id)]) }
    await analytics.flush()
    let users = scene.network.requests.compactMap { request -> [UInt8]? in
      Value(json: request.body)?["user_id"]?.stringValue.map { Array($0.utf8) }
    }
    #expect(users == ids.map { Array($0.utf8) })
  }

  @Test("every character of a secret arrives", arguments: ["a+b", "a b&c=d", "ä/%2B;?#"])
  func secret(secret: String) async throws {
    let destination = GoogleAnalyticsDestination(
      firebaseAppID: "1:1:ios:+1", apiSecret: secret, appInstanceID: .fixed(GoogleFixture.instance),
      transport: scene.network)
    let analytics = scene.launch(destination)
    analytics.track("One")
    await analytics.flush()
    let url = try #require(scene.network.requests.first?.url)
    // A server reads a plus in a query as a space.
    let items = url.query(percentEncoded: true)?.split(separator: "&").map { pair in
      pair.split(separator: "=", maxSplits: 1).map {
        $0.replacingOccurrences(of: "+", with: " ").removingPercentEncoding ?? ""
      }
    }
    #expect(items == [["firebase_app_id", "1:1:ios:+1"], ["api_secret", secret]])
  }

  @Test("if two names become equal when cut, the removed one is counted")
  func cut() {
    var told: [String: Int] = [:]
    let limits = PropertyLimits(nameLength: 4)
    let fitted = limits.fit(["abcd1": 1, "abcd2": 2, "abc": 3]) { told[$0, default: 0] += 1 }
    #expect(fitted == ["abcd": 1, "abc": 3])
    #expect(
      told == [
        "property name cut to 4 characters": 2,
        "property left out because its cut name is already used": 1,
      ])
    told = [:]
    #expect(
      limits.fit(["abcd": 1, "abcde": .array([[:]])]) { told[$0, default: 0] += 1 } == ["abcd": 1])
    #expect(told["property left out because its cut name is already used"] == 1)
  }
}
