package import NIOCore

/// Events as one block of ClickHouse's format `Native`.
///
/// The block states its number of rows, so ClickHouse refuses one that was cut off by a death. Row
/// formats would be cut off unnoticed at the end of a row. Texts are bytes without escapes, and
/// numbers have all their bits. Versions from 18.16 on read it alike.
package struct EventBlock: Sendable {
  package private(set) var rows = 0
  /// The columns, in the order of `EventSource.columns`.
  private var project = NativeColumn("project", "String")
  private var messageID = NativeColumn("message_id", "String")
  private var day = NativeColumn("day", "Date")
  private var type = NativeColumn("type", "String")
  private var name = NativeColumn("name", "String")
  private var userID = NativeColumn("user_id", "Nullable(String)")
  private var anonymousID = NativeColumn("anonymous_id", "Nullable(String)")
  private var timestamp = NativeColumn("timestamp", "DateTime")
  private var timestampMicroseconds = NativeColumn("timestamp_us", "Int64")
  private var originalTimestamp = NativeColumn("original_timestamp", "Nullable(String)")
  private var sentAt = NativeColumn("sent_at", "Nullable(String)")
  private var received = NativeColumn("received_at", "DateTime")
  private var receivedMicroseconds = NativeColumn("received_us", "Int64")
  private var body = NativeColumn("body", "String")
  private var context = NativeColumn("context", "String")
  private var integrations = NativeColumn("integrations", "String")
  private var transaction = NativeColumn("xid", "UInt64")
  private var sequence = NativeColumn("sequence", "Int64")
  private var stamp = NativeColumn("shipment", "UInt64")

  package init() {}

  private var columns: [NativeColumn] {
    [
      project, messageID, day, type, name, userID, anonymousID, timestamp, timestampMicroseconds,
      originalTimestamp, sentAt, received, receivedMicroseconds, body, context, integrations,
      transaction, sequence, stamp,
    ]
  }

  /// The names of the columns.
  package static var columnNames: [String] { EventBlock().columns.map(\.name) }

  /// The columns as in the statement that creates the table.
  static var definitions: String {
    EventBlock().columns.map { column in
      let type = column.type == "DateTime" ? "DateTime('UTC')" : column.type
      return "\(column.name) \(type)"
    }.joined(separator: ", ")
  }

  /// The values of a row for `append`, in the order of its reads.
  static let source = """
    day - date '1970-01-01', project, message_id, type, name, user_id, anonymous_id,
    "timestamp", original_timestamp, sent_at, received_at, body, context, integrations, xid,
    sequence
    """

  /// Appends a row of `source`, unless it is in one of the partitions.
  mutating func append(
    _ row: consuming BinaryRow, stamp number: Int64, without partitions: Set<Int>
  ) throws {
    let date = EventPartition.day(try row.number(Int32.self))
    if !partitions.isEmpty, partitions.contains(EventPartition.of(date)) { return }
    rows += 1
    day.append(date)
    project.append(try row.bytes())
    messageID.append(try row.bytes())
    type.append(try row.bytes())
    name.append(try row.bytes())
    userID.append(try row.bytes())
    anonymousID.append(try row.bytes())
    let happened = try row.number(Int64.self)
    timestampMicroseconds.append(happened)
    timestamp.append(Self.seconds(happened))
    originalTimestamp.append(try row.bytes())
    sentAt.append(try row.bytes())
    let receivedAt = try row.number(Int64.self)
    receivedMicroseconds.append(receivedAt)
    received.append(Self.seconds(receivedAt))
    body.append(try row.bytes())
    context.append(try row.bytes())
    integrations.append(try row.bytes())
    transaction.append(try row.number(UInt64.self))
    sequence.append(try row.number(Int64.self))
    stamp.append(UInt64(bitPattern: number))
  }

  /// The bytes of the block in parts, so that they need not be copied.
  package var parts: [ByteBuffer] {
    let columns = columns
    var head = ByteBuffer()
    head.writeVariableLength(columns.count)
    head.writeVariableLength(rows)
    return [head] + columns.flatMap(\.parts)
  }

  /// Seconds within the years that the type `DateTime` has.
  private static func seconds(_ microseconds: Int64) -> UInt32 {
    UInt32(clamping: microseconds / 1_000_000)
  }
}
