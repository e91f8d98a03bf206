import Cairn
import NIOCore
import ToolSupport

/// Batches of events as an app sends them, by number; a part of each batch repeats events of the
/// one before.
struct NumberedBatches: Sendable {
  let size: Int
  /// The number of repeated events in a batch.
  let repeated: Int
  private let template: ByteBuffer
  /// The offsets of the identifiers in the body.
  private let places: [Int]

  /// The number of new events in a batch.
  var fresh: Int { size - repeated }

  init(size: Int, repeatedShare: Double, context: String = Self.context, event: String = Self.event)
  {
    self.size = size
    repeated = Int(Double(size) * repeatedShare)
    var body = ByteBuffer(string: "{\"batch\":[")
    var places: [Int] = []
    for number in 0..<size {
      body.writeString(number == 0 ? "{\"messageId\":\"" : ",{\"messageId\":\"")
      places.append(body.writerIndex)
      body.writeRepeatingByte(UInt8(ascii: "0"), count: Self.idBytes)
      body.writeString("\",\(event)}")
    }
    body.writeString("],\"context\":\(context),\"sentAt\":\"2025-01-01T00:00:00.000Z\"}")
    template = body
    self.places = places
  }

  func body(_ number: Int) -> ByteBuffer {
    var body = template
    let before = max(0, number - 1) * fresh
    for (index, place) in places.enumerated() {
      let isNew = index < fresh
      body.setBytes(Self.id(isNew ? number * fresh + index : before + index - fresh), at: place)
    }
    return body
  }

  private static let idBytes = 32

  /// Returns a UUID of version 7: later ones sort later, and the rest is random.
  private static func id(_ event: Int) -> [UInt8] {
    var generator = SeededGenerator(seed: UInt64(event))
    return hex(0x0193_0000_0000_7000 + UInt64(event / 64) << 16) + hex(generator.next())
  }

  private static func hex(_ word: UInt64) -> [UInt8] {
    (0..<16).map { digit in
      let value = UInt8(word >> (60 - 4 * UInt64(digit)) & 15)
      return value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
  }

  /// The members of an event except its identifier.
  static let event = """
    "type":"track","event":"\(BenchEvent.name)","timestamp":"2025-01-01T00:00:00.000Z",\
    "anonymousId":"0193a5f0-7c1e-4b6a-9d2f-0f1e2d3c4b5a","properties":\
    \(String(decoding: Value.object(BenchEvent.properties(1)).json, as: UTF8.self))
    """

  /// The defaults of a batch for all its events.
  static let context = """
    {"app":{"name":"Shop","version":"4.2.0","build":"1024","namespace":"com.example.shop"},\
    "device":{"manufacturer":"Apple","model":"iPhone15,2","type":"ios"},"library":{"name":"cairn",\
    "version":"1.0.0"},"locale":"sv-SE","os":{"name":"iOS","version":"18.1"},"timezone":"Europe/Stockholm"}
    """
}
