import Cairn

/// An event that a program tried to record, which must be read back byte for byte.
struct Tracked: Sendable {
  var number: Int
  var id: EventID
  /// The payload in the journal.
  var payload: [UInt8]
  /// The context of the event.
  var context: [UInt8]

  var json: ArraySlice<UInt8> { payload[EventRecord.headerSize...] }

  static func name(_ number: Int) -> String { "Event \(number)" }

  static func padding(_ number: Int, bytes: Int) -> String {
    let letter = UInt8(ascii: "a") + UInt8(number % 26)
    return String(decoding: repeatElement(letter, count: bytes), as: UTF8.self)
  }

  /// Creates the event, written without the code under test.
  init(
    number: Int, id: EventID, wall: WallTime, sequence: UInt64, anonymousID: String,
    padding: String,
    context: [UInt8]
  ) {
    self.number = number
    self.id = id
    self.context = context
    var buffer = OutputBuffer(capacity: 512)
    EventRecord(id: id, kind: .track, time: wall).writeHeader(into: &buffer)
    buffer.append(Array("{\"messageId\":\"\(id)\",\"type\":\"track\",\"timestamp\":\"".utf8))
    buffer.appendTimestamp(wall)
    let subject = "\"event\":\"\(Self.name(number))\",\"properties\":{\"padding\":\"\(padding)\"}}"
    let rest = "\",\"sequence\":\(sequence),\"anonymousId\":\"\(anonymousID)\",\(subject)"
    buffer.append(Array(rest.utf8))
    payload = Array(buffer.bytes)
  }
}
