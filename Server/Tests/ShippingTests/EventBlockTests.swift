import NIOCore
import Testing

@testable import Shipping

@Suite("Blocks of events")
struct EventBlockTests {
  /// The fields of a row of `COPY … (FORMAT binary)`; nil for NULL.
  static func row(_ fields: [[UInt8]?], isFirst: Bool = false) -> [UInt8] {
    let head = "PGCOPY\n".utf8 + [0xFF, 0x0D, 0x0A, 0x00] + [0, 0, 0, 0] + [0, 0, 0, 0]
    var bytes = isFirst ? Array(head) : []
    bytes += big(Int16(fields.count))
    for field in fields {
      bytes += big(Int32(field?.count ?? -1)) + (field ?? [])
    }
    return bytes
  }

  static func big(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }

  static func event(day: Int32, id: String, user: String?, time: Int64) -> [[UInt8]?] {
    func text(_ value: String?) -> [UInt8]? { value.map { Array($0.utf8) } }
    return [
      big(day), text("shop"), text(id), text("track"), nil, text(user), text("an\u{0B}on"),
      big(time), nil, text(""), big(Int64(1_800_000_000_999_999)), text("{}"), nil, text("{}"),
      big(UInt64.max), big(Int64.min),
    ]
  }

  private func block(
    _ rows: [[[UInt8]?]], without partitions: Set<Int> = []
  ) throws -> EventBlock {
    var block = EventBlock()
    for (index, fields) in rows.enumerated() {
      try Self.row(fields, isFirst: index == 0).withUnsafeBytes { bytes in
        let row = try #require(try BinaryRow(bytes, isFirst: index == 0))
        try block.append(row, stamp: -2, without: partitions)
      }
    }
    return block
  }

  @Test("a block has its size, and each column behind its name and type")
  func bytes() throws {
    let long = String(repeating: "é", count: 100)
    let block = try block([
      Self.event(day: 20_000, id: long, user: nil, time: -5),
      Self.event(day: -1, id: "b", user: "u", time: 5_000_000_000_000_000),
    ])
    var bytes = ByteBuffer()
    for var part in block.parts { bytes.writeBuffer(&part) }
    func column(_ name: String, _ type: String, _ values: [UInt8]) {
      let expected =
        [UInt8(name.utf8.count)] + Array(name.utf8) + [UInt8(type.utf8.count)]
        + Array(type.utf8) + values
      #expect(bytes.readBytes(length: expected.count) == expected, "\(name)")
    }
    func text(_ value: String) -> [UInt8] { [UInt8(value.utf8.count)] + Array(value.utf8) }
    #expect(bytes.readBytes(length: 2) == [19, 2])
    column("project", "String", text("shop") + text("shop"))
    column("message_id", "String", [0xC8, 0x01] + Array(long.utf8) + text("b"))
    column("day", "Date", [0x20, 0x4E, 0, 0])
    column("type", "String", text("track") + text("track"))
    column("name", "String", [0, 0])
    column("user_id", "Nullable(String)", [1, 0] + [0] + text("u"))
    column("anonymous_id", "Nullable(String)", [0, 0] + text("an\u{0B}on") + text("an\u{0B}on"))
    column("timestamp", "DateTime", [0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF])
    column(
      "timestamp_us", "Int64",
      Self.big(Int64(-5)).reversed() + Self.big(Int64(5_000_000_000_000_000)).reversed())
    column("original_timestamp", "Nullable(String)", [1, 1, 0, 0])
    column("sent_at", "Nullable(String)", [0, 0, 0, 0])
    let received = Array(Self.big(UInt32(1_800_000_000)).reversed())
    column("received_at", "DateTime", received + received)
    let exact = Array(Self.big(Int64(1_800_000_000_999_999)).reversed())
    column("received_us", "Int64", exact + exact)
    column("body", "String", text("{}") + text("{}"))
    column("context", "String", [0, 0])
    column("integrations", "String", text("{}") + text("{}"))
    column("xid", "UInt64", [UInt8](repeating: 0xFF, count: 16))
    let least = [UInt8](repeating: 0, count: 7) + [0x80]
    column("sequence", "Int64", least + least)
    let stamp = [0xFE] + [UInt8](repeating: 0xFF, count: 7)
    column("shipment", "UInt64", stamp + stamp)
    #expect(bytes.readableBytes == 0)
  }

  @Test("rows of partitions that have arrived are left out")
  func partitions() throws {
    let events = [
      Self.event(day: 20_780, id: "november", user: nil, time: 0),
      Self.event(day: 20_800, id: "december", user: nil, time: 0),
      Self.event(day: -1, id: "none", user: nil, time: 0),
    ]
    #expect(try block(events).rows == 3)
    #expect(try block(events, without: [202_611]).rows == 2)
    #expect(try block(events, without: [202_611, 202_612, 0]).rows == 0)
  }

  @Test("a row that is cut off, or has a number of another size, is an error", arguments: 0..<40)
  func short(length: Int) throws {
    let bytes = Self.row(Self.event(day: 1, id: "a", user: nil, time: 0)).prefix(length)
    #expect(throws: (any Error).self) {
      try Array(bytes).withUnsafeBytes { bytes in
        guard let row = try BinaryRow(bytes, isFirst: false) else { return }
        var block = EventBlock()
        try block.append(row, stamp: 1, without: [])
      }
    }
  }

  @Test("the end marker of the rows is not read as a row")
  func end() throws {
    try Self.big(Int16(-1)).withUnsafeBytes { bytes in
      let row = try BinaryRow(bytes, isFirst: false)
      #expect(row == nil)
    }
  }
}
