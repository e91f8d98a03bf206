import Cairn
import Testing

@Suite struct EventRecordTests {
  let record = EventRecord(
    id: EventID(high: 0x0193_5B6E_0B0A_7A27, low: 0x9A54_27C2_CD1F_5A11), kind: .screen,
    time: 1_767_225_600_000)

  func payload(_ record: EventRecord, _ json: String = "{}") -> [UInt8] {
    var buffer = OutputBuffer(capacity: 64)
    record.writeHeader(into: &buffer)
    buffer.append(Array(json.utf8))
    return Array(buffer.bytes)
  }

  func json(_ payload: [UInt8]) -> String {
    payload.withUnsafeBytes { String(decoding: EventRecord.json($0), as: UTF8.self) }
  }

  @Test("an event for all has a header of 24 bytes, and one with an audience 8 more")
  func bothForms() {
    var some = record
    some.audience = Audience(destination: "http")
    for (record, size) in [(record, 24), (some, 32)] {
      let payload = payload(record)
      #expect(payload.count == size + 2)
      #expect(payload.withUnsafeBytes { EventRecord($0) } == record)
      #expect(json(payload) == "{}")
    }
    let bytes = payload(some)
    #expect(bytes[23] == 1)
    let check = XXH64.hash(Array("http".utf8), seed: 0)
    #expect(bytes[24..<32].elementsEqual(withUnsafeBytes(of: check.littleEndian, Array.init)))
  }

  @Test("an encrypted event has its header, and is not given to a destination")
  func sealed() throws {
    var bytes = payload(record, "sealed")
    bytes[23] |= 2
    let found = try #require(bytes.withUnsafeBytes { EventRecord($0) })
    #expect(found.isSealed && found.id == record.id && found.kind == record.kind)
    let place = Position(lane: LaneID(rawValue: 1), index: 1)
    #expect(bytes.withUnsafeBytes { StoredEvent($0, at: place)?.id } == nil)
  }

  @Test("an unknown flag marks an event of a later version", arguments: 2..<8)
  func laterVersion(bit: Int) {
    var bytes = payload(record, "{\"event\":\"long enough\"}")
    bytes[23] |= UInt8(1 << bit)
    #expect(bytes.withUnsafeBytes { EventRecord($0) } == nil)
  }

  @Test("a payload that is too short is no event", arguments: 0..<32)
  func short(length: Int) {
    var some = record
    some.audience = Audience(rawValue: 1)
    #expect(payload(some).prefix(length).withUnsafeBytes { EventRecord($0) } == nil)
  }
}
