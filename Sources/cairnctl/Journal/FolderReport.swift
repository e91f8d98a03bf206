import Cairn

/// What `inspect` says of one journal.
struct FolderReport: Encodable {
  /// One segment file.
  struct Segment: Encodable {
    var file: String
    var lane: String
    var state: String
    var events: Int
    var firstIndex: UInt32
    var lastIndex: UInt32
    var bytes: Int
    var damagedBytes: Int
    var tornBytes: Int
    /// Nil when the header is damaged.
    var created: String?
  }

  /// One destination's account.
  struct Destination: Encodable {
    var name: String
    var isDamaged = false
    var accepted: UInt64 = 0
    var delivered: UInt64 = 0
    var deadLettered: UInt64 = 0
    var filtered: UInt64 = 0
    var damaged: UInt64 = 0
    var dropped: UInt64 = 0
    var pending: UInt64 = 0
    var balances = true
    var batchInFlight: BatchInFlight?
  }

  /// The sealed batch that is under way.
  struct BatchInFlight: Encodable {
    var key: String
    var events: Int
    var bytes: UInt32
    var failures: UInt32
    var sealedAt: String
  }

  var path: String
  var segments: [Segment]
  var destinations: [Destination]
  /// Files of a later format, or that cannot be read now.
  var unreadable: [String]

  init(_ folder: JournalFolder) throws {
    let findings = try folder.findings()
    path = folder.path
    unreadable = findings.unreadable.map(\.fileName)
    segments = findings.segments.map(Segment.init)
    destinations = try folder.destinations().map { name in
      guard let cursor = try folder.cursor(of: name) else {
        return Destination(name: name, isDamaged: true)
      }
      return Destination(name, cursor, findings.segments)
    }
  }
}

extension FolderReport.Segment {
  init(_ segment: SegmentSummary) {
    file = segment.name.fileName
    lane = segment.lane.description
    state = "\(segment.state)"
    events = segment.events
    firstIndex = segment.firstIndex
    lastIndex = segment.lastIndex
    bytes = segment.bytes
    damagedBytes = segment.damagedBytes
    tornBytes = segment.tornBytes
    created = segment.header.map { Timestamp.text($0.created.wall) }
  }
}

extension FolderReport.Destination {
  init(_ name: String, _ cursor: Cursor, _ segments: [SegmentSummary]) {
    let row = Ledger.Row(CourierReport(name: name, cursor: cursor), segments)
    self.name = name
    accepted = row.accepted
    delivered = row.delivered
    deadLettered = row.deadLettered
    filtered = row.filtered
    damaged = row.damaged
    dropped = row.dropped.values.reduce(0, +)
    pending = row.pending
    balances = row.balances
    batchInFlight = cursor.inFlight.map { batch in
      FolderReport.BatchInFlight(
        key: batch.key.description, events: batch.ranges.total, bytes: batch.bodyLength,
        failures: batch.attempts, sealedAt: Timestamp.text(batch.sealedAt))
    }
  }
}

/// Milliseconds since 1970 as text.
enum Timestamp {
  static func text(_ milliseconds: Int64) -> String {
    var buffer = OutputBuffer(capacity: 32)
    buffer.appendTimestamp(milliseconds: milliseconds)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }
}
