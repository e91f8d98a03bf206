import Cairn
import CairnFirebase
import CairnTesting
import Foundation
import Testing

@Suite struct RequestSizeTests {
  @Test("events of one user that are too large for one request are sent in several, in order")
  func bytes() async {
    let scene = GoogleFixture()
    var fields = Dictionary(
      uniqueKeysWithValues: (0..<10).map {
        ("p\($0)", Value.string(String(repeating: "x", count: 100)))
      })
    fields["sku"] = "S1"
    // The products have about 60 000 bytes.
    let products = Value.array(Array(repeating: .object(fields), count: 55))
    let events = await CapturedEvents.recording { analytics in
      for name in ["A", "B", "C", "D", "E"] { analytics.track(name, ["products": products]) }
    }
    let destination = scene.destination()
    #expect(await destination.deliver(events.batch(for: destination)) == .accepted)
    let names = scene.bodies.map { body in
      (body["events"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
    }
    #expect(names == [["A", "B"], ["C", "D"], ["E"]])
    #expect(scene.network.requests.allSatisfy { $0.body.count <= 130_000 })
  }
}
