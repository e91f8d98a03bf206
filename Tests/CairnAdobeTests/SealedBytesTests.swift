import Cairn
import CairnAdobe
import CairnContent
import CairnTesting
import Foundation
import Testing

/// The sealed bytes of given events, which are stored in `Golden` and must not change between
/// versions.
@Suite struct SealedBytesTests {
  /// Values that can be encoded in more than one way.
  static let extras =
    #"{"zero":-0.0,"whole":20.0,"tenth":0.1,"exact":9007199254740993,"fifteen":1e+15,"huge":1e+300,"#
    + #""tiny":5e-324,"é":"\u0001\"\\/ü","none":null,"yes":true,"":[],"list":[1,2.0,{"b":3.0,"a":{}}]}"#

  static let interactions = [
    #""event":"asset","properties":{"key":"A/\"1\".jpg","type":"view","location":"home","extras":\#(extras)}"#,
    #""event":"asset","properties":{"key":"A/\"1\".jpg","type":"click","location":"home"}"#,
    #""event":"asset","properties":{"key":"B","type":"view","extras":{"n":20,"m":1}}"#,
    #""event":"asset","properties":{"key":"B","type":"view","extras":{"n":20.0,"k":"2"}}"#,
    #""event":"asset","properties":{"key":"C","type":"view","extras":{"n":1.5}}"#,
    #""event":"asset","properties":{"key":"C","type":"click","extras":{"n":2.0}}"#,
    #""event":"experience","properties":{"key":"mobile-1","type":"view","assets":["B","C"]}"#,
    #""event":"assetExposure","properties":{"key":"B","measures":{"dwellMilliseconds":1500,"viewableImpressions":1,"visibleFraction":1.0}}"#,
  ]

  static let definition =
    #""event":"definition","properties":{"id":"mobile-1","assets":[{"value":"B","style":{"w":1}}],"#
    + #""texts":[{"value":"Sale","style":{"size":20.0,"bold":true,"at":[0.5,1e+15]}},{"value":"","style":{}}],"ctas":[]}"#

  /// Returns events without a journal, with the same identifiers and times every time.
  static func events(_ bodies: [String]) async throws -> [StoredEvent] {
    let any = await CapturedEvents.recording { $0.track("any") }
    let one = try #require(any.events.first)
    return bodies.enumerated().map { number, body in
      let head = #""anonymousId":"5E0B6E3C-8E3B-4C8E-9D39-0F4A7C1B2D3E","userId":"é","#
      return StoredEvent(
        id: EventID(high: 1, low: UInt64(number)), kind: .interaction,
        milliseconds: 1_767_225_600_001 + Int64(number), json: Array("{\(head)\(body)}".utf8),
        of: one)
    }
  }

  @Test("a batch for Adobe is sealed in these bytes")
  func edge() async throws {
    let settings = ContentConfiguration([
      "edge.configId": "ds", "contentanalytics.sendsMeasures": true,
    ])
    let events = try await Self.events(Self.interactions)
    let body = AdobeEdgeDestination(settings).seal(events, context: Array(#"{"c":1}"#.utf8))
    #expect(Self.lines(body) == (try Self.golden("edge")))
  }

  @Test("a batch for any other destination is sealed in these bytes")
  func engagement() async throws {
    let events = try await Self.events(Self.interactions)
    let counted = ContentEngagement(to: RecordingDestination())
    let body = counted.seal(events, context: Array(#"{"c":1}"#.utf8))
    #expect(Self.lines(body) == (try Self.golden("engagement-2")))
  }

  @Test("batches that an earlier version sealed for any other destination are sent")
  func earlierEngagement() async throws {
    let events = try await Self.events(Self.interactions)
    let behind = RecordingDestination()
    let body = try Self.golden("engagement").joined(separator: "\n")
    let batch = Batch(
      key: UUID(), events: events, body: Array(body.utf8), attempt: 0,
      milliseconds: 1_767_225_600_001)
    #expect(await ContentEngagement(to: behind).deliver(batch) == .accepted)
    #expect(!behind.events.isEmpty)
  }

  @Test("the content of an experience is sent in these bytes")
  func registration() async throws {
    let settings = ContentConfiguration([
      "edge.configId": "ds", "edge.domain": "edge.example.test",
      "experienceCloud.org": "0123456789ABCDEF01234567@AdobeOrg",
    ])
    let network = RecordingTransport(.status(404), .status(201))
    let events = try await Self.events([Self.definition])
    let batch = Batch(
      key: UUID(), events: events, body: [], attempt: 0, milliseconds: 1_767_225_600_001)
    let outcome = await AdobeFeaturization(settings, transport: network).deliver(batch)
    #expect(outcome == .accepted)
    #expect(network.requests.last.map { Self.lines($0.body) } == (try Self.golden("registration")))
  }

  static func lines(_ body: [UInt8]) -> [String] {
    String(decoding: body, as: UTF8.self).components(separatedBy: "\n")
  }

  static func golden(_ name: String) throws -> [String] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")
    // The line break at the end belongs to the file.
    return lines(Array(try Data(contentsOf: folder.appending(path: "\(name).txt")).dropLast()))
  }
}
