import JournalInspection
import ToolSupport
import Cairn

/// The result of `inspect` for one journal.
struct FolderReport: Encodable {
  /// The totals of all segments.
  struct Totals: Encodable {
    var lanes: Int
    var segments: Int
    var events: Int
    var bytes: Int
    var damagedBytes: Int
    var tornBytes: Int
  }

  /// One lane, which contains the events of one opening of the journal.
  struct Lane: Encodable {
    var lane: String
    var ordinal: UInt32
    var state: String
    var segments: Int
    var events: Int
    var firstIndex: UInt32
    var lastIndex: UInt32
    var bytes: Int
    var damagedBytes: Int
    var tornBytes: Int
    /// The creation time; nil when every header is damaged.
    var created: String?
  }

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
    /// The creation time; nil when the header is damaged.
    var created: String?
  }

  var path: String
  var totals: Totals
  /// The time of the oldest existing event.
  var oldestEvent: String?
  var oldestEventAgeSeconds: Int?
  var lanes: [Lane]
  var segments: [Segment]
  var destinations: [DestinationReport]
  /// The files that have a later format or cannot be read now.
  var unreadable: [String]

  init(_ folder: JournalFolder) throws {
    let findings = try folder.log.findings()
    let lanes = LaneSummary.all(findings.segments)
    path = folder.path
    totals = Totals(lanes)
    self.lanes = lanes.map(Lane.init)
    segments = findings.segments.map(Segment.init)
    unreadable = findings.unreadable.map(\.fileName)
    destinations = folder.destinations.map { name in
      DestinationReport(name, in: folder, findings.segments)
    }
    let oldest = lanes.compactMap { lane in
      lane.segments.lazy.compactMap { folder.log.firstEvent(of: $0) }.first
    }.min()
    oldestEvent = oldest.map(Timestamp.text)
    oldestEventAgeSeconds = oldest.map { Int(max(0, SystemClock().now().wall - $0).count / 1_000) }
  }
}

extension FolderReport.Totals {
  init(_ lanes: [LaneSummary]) {
    self.lanes = lanes.count
    segments = lanes.reduce(0) { $0 + $1.segments.count }
    events = lanes.reduce(0) { $0 + $1.events }
    bytes = lanes.reduce(0) { $0 + $1.bytes }
    damagedBytes = lanes.reduce(0) { $0 + $1.damagedBytes }
    tornBytes = lanes.reduce(0) { $0 + $1.tornBytes }
  }
}

extension FolderReport.Lane {
  init(_ lane: LaneSummary) {
    self.lane = lane.lane.description
    ordinal = lane.ordinal
    state = "\(lane.state)"
    segments = lane.segments.count
    events = lane.events
    firstIndex = lane.firstIndex
    lastIndex = lane.lastIndex
    bytes = lane.bytes
    damagedBytes = lane.damagedBytes
    tornBytes = lane.tornBytes
    created = lane.created.map(Timestamp.text)
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

extension SegmentFolder {
  /// Returns the time of the first whole event.
  fileprivate func firstEvent(of segment: SegmentSummary) -> WallTime? {
    guard segment.events > 0, var scanner = try? scanner(segment) else { return nil }
    while let item = try? scanner.next() {
      guard case .record(let frame, _, let payload) = item, frame.type == .event else { continue }
      return EventRecord(payload)?.time
    }
    return nil
  }
}
