import Cairn
import CairnAdobe
import CairnContent
import CairnTesting
import Foundation
import Testing

/// The measures in requests to the network, for which its data model has no fields.
@Suite struct EdgeMeasuresTests {
  var scene = EdgeFixture()

  func look(_ content: ContentAnalytics, extras: [String: Value]? = nil) async {
    for subject in [ContentSubject.asset("A"), .experience("mobile-1")] {
      let exposure = content.exposure(of: subject, location: "home", extras: extras)
      exposure.update(ContentVisibility(fraction: 0.75, depth: 0.5))
      scene.clock.advance(bySeconds: 1.5)
      exposure.end()
    }
    await content.analytics.flush()
  }

  func extras(_ subject: String) -> [String: String]? {
    for content in scene.content {
      let asset = (content["assets"] as? [[String: Any]])?.first
      let found = subject == "asset" ? asset : content["experience"] as? [String: Any]
      if let extras = found?["\(subject)Extras"] as? [String: String] { return extras }
    }
    return nil
  }

  @Test(
    "measures are not sent to Adobe, and no event that only measures, until they are switched on")
  func off() async {
    let content = scene.launch()
    await look(content)
    #expect(scene.content.count == 2)
    #expect(extras("asset") == nil && extras("experience") == nil)
    let ledger = content.analytics.ledger().destinations[0]
    #expect([ledger.delivered, ledger.filtered, ledger.pending] == [2, 2, 0])
  }

  @Test("if enabled, measures are sent in the extras; values of the caller take precedence")
  mutating func on() async {
    scene.settings = ContentConfiguration([
      "edge.configId": "ds-default", "contentanalytics.sendsMeasures": true,
    ])
    let content = scene.launch()
    await look(content, extras: ["campaign": "winter", "scrollDepth": "mine"])
    let expected = [
      "campaign": "winter", "scrollDepth": "mine", "dwellSeconds": "1.5",
      "viewableImpressions": "1", "visibleFraction": "0.75",
    ]
    #expect(extras("asset") == expected)
    #expect(extras("experience") == expected)
    #expect(content.analytics.ledger().destinations.map(\.pending) == [0])
  }
}
