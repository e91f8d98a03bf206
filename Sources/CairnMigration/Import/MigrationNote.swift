import Cairn

/// How far the files of a store are read: the note of the import's mark.
struct MigrationNote: Equatable {
  /// The number of the folder to which the store was moved; folders with lower numbers are done.
  var folder = 0
  /// The file that is being read, below that folder, and the number of records that were read of it.
  var queue: String?
  var records = 0
  /// Whether all files of the folder are read.
  var isDone = false
  var imported = 0
  var skipped = 0
  var lost: [String: Int] = [:]
  var operations: [String: Int] = [:]
  /// For each of the next events whether it is in the journal, in the lane of an earlier launch.
  var ahead: [Bool] = []
  /// The lanes with the events of the folder.
  var lanes: [String] = []

  /// The number of lanes that are noted: one for each launch that took part.
  private static let mostLanes = 64

  init() {}

  /// Reads a note; a note that cannot be read is none.
  init?(_ bytes: [UInt8]) {
    guard let members = Value(json: bytes)?.objectValue, let folder = members["folder"]?.intValue
    else { return nil }
    self.folder = folder
    queue = members["queue"]?.stringValue
    records = members["records"]?.intValue ?? 0
    isDone = members["isDone"] == .bool(true)
    imported = members["imported"]?.intValue ?? 0
    skipped = members["skipped"]?.intValue ?? 0
    lost = members.object("lost").compactMapValues(\.intValue)
    operations = members.object("operations").compactMapValues(\.intValue)
    ahead = (members.text("ahead") ?? "").utf8.map { $0 == UInt8(ascii: "1") }
    lanes = (members["lanes"]?.arrayValue ?? []).compactMap(\.stringValue)
  }

  var json: [UInt8] {
    var members: [String: Value] = [
      "folder": .int(folder), "records": .int(records), "isDone": .bool(isDone),
      "imported": .int(imported), "skipped": .int(skipped),
      "lost": .object(lost.mapValues(Value.int)),
      "lanes": .array(lanes.suffix(Self.mostLanes).map(Value.string)),
    ]
    members.set("operations", object: operations.mapValues(Value.int))
    members["queue"] = queue.map(Value.string)
    if !ahead.isEmpty { members["ahead"] = .string(ahead.map { $0 ? "1" : "0" }.joined()) }
    return Value.object(members).json
  }

  /// Goes on in another lane, after the events of which `appended` says whether they are in the
  /// journal.
  ///
  /// These are the events that the note does not know as appended, in their order.
  mutating func resume(after appended: [Bool], lane: String) {
    var appended = appended[...]
    ahead = ahead.map { $0 || (appended.popFirst() ?? false) } + appended
    lanes.append(lane)
  }

  /// Begins the next folder.
  mutating func begin(_ number: Int, lane: String) {
    self = MigrationNote()
    folder = number
    lanes = [lane]
  }
}
