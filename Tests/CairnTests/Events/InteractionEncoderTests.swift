import CairnTesting
import Foundation
import Testing

@testable import Cairn

/// The form of interactions in the journal.
@Suite struct InteractionEncoderTests {
  func text(_ properties: [String: Value], user: String? = nil) throws -> (String, StoredEvent) {
    var identity = Identity(anonymousID: "anonymous \"1\"")
    identity.userID = user
    let event = Event(
      .interaction, name: "asset", properties: properties, identity: identity, milliseconds: 1_000)
    let id = EventID(high: 0x0193_0000_0000_7000, low: 5)
    var buffer = OutputBuffer(capacity: 64)
    EventRecord(id: id, kind: .interaction, time: 1_000).writeHeader(into: &buffer)
    var writer = EventWriter()
    writer.write(event, id: id, sequence: 1, registered: SuperPropertyValues(), into: &buffer)
    let stored = StoredEvent(buffer.bytes, at: Position(lane: LaneID(rawValue: 1), index: 1))
    let json = String(decoding: EventRecord.json(buffer.bytes), as: UTF8.self)
    return (json, try #require(stored))
  }

  @Test("an interaction is stored in a few bytes, and read as other events are")
  func short() throws {
    let (text, event) = try text(
      ["key": "https://x.test/1.jpg", "type": "view", "location": "home"], user: "u")
    #expect(
      text
        == #"["asset",{"k":"https://x.test/1.jpg","t":"view","l":"home"},"anonymous \"1\"","u"]"#)
    #expect(
      event.text
        == #"{"messageId":"\#(event.id)","type":"interaction","timestamp":"1970-01-01T00:00:01.000Z","#
        + #""anonymousId":"anonymous \"1\"","userId":"u","event":"asset","#
        + #""properties":{"key":"https://x.test/1.jpg","location":"home","type":"view"}}"#)
  }

  @Test("properties with any names and values are read back")
  func names() throws {
    let properties: [String: Value] = [
      "key": "]\"},{[", "k": 1, "_": 2, "_k": 3, "é\"\\": [true, nil, 1.5], "extras": [:],
      "assets": ["a", "b"], "x": ["deep": ["x": "y"]],
    ]
    let (_, event) = try text(properties)
    let found = try #require(event.fields?["properties"] as? [String: Any])
    #expect(Set(found.keys) == Set(properties.keys))
    #expect(found["k"] as? Int == 1)
    #expect(found["key"] as? String == "]\"},{[")
    #expect(event.fields?["userId"] == nil)
    #expect(try text([:]).1.fields?["properties"] as? [String: String] == [:])
  }

  @Test(
    "an interaction stored as an object, such as a dead letter put back, does not change"
  )
  func object() throws {
    var buffer = OutputBuffer(capacity: 64)
    let id = EventID(high: 0x0193_0000_0000_7000, low: 5)
    EventRecord(id: id, kind: .interaction, time: 1_000).writeHeader(into: &buffer)
    buffer.append(#"{"event":"asset"}"#)
    let stored = StoredEvent(buffer.bytes, at: Position(lane: LaneID(rawValue: 1), index: 1))
    #expect(stored?.text == #"{"event":"asset"}"#)
  }

  @Test("an ordinary interaction takes at most two hundred bytes of the disk")
  func size() throws {
    let disk = TestStorage()
    let journal = try Journal(
      directory: "/log", files: disk.files, clock: ManualClock(),
      randomness: SeededRandomness(seed: 1))
    let identity = IdentityStore(
      "/identity", files: disk.files, randomness: SeededRandomness(seed: 3))
    let recorder = Recorder(
      journal: journal, clock: ManualClock(), randomness: SeededRandomness(seed: 2),
      user: Recorder.User(identity), rules: Recorder.Rules(), diagnostics: Diagnostics { _ in }
    ) { _, _ in }
    let properties: [String: Value] = [
      "key": "https://img.example.test/hero.jpg", "type": "view", "location": "home/top",
      "extras": ["campaign": "winter"],
    ]
    recorder.record(.interaction, "asset", properties)
    let before = journal.segments().reduce(0) { $0 + $1.bytes }
    recorder.record(.interaction, "asset", properties)
    #expect(journal.segments().reduce(0) { $0 + $1.bytes } - before <= 200)
  }
}
