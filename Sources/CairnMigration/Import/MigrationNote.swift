import Cairn

/// The progress of reading a store's files, stored in the import's mark.
struct MigrationNote: Equatable {
  /// The number of the folder to which the store was moved; folders with lower numbers are done.
  var folder = 0
  /// The file that is being read, below that folder, and the number of records that were read of
  /// it.
  var queue: String?
  var records = 0
  /// Whether all files of the folder are read.
  var isDone = false
  var imported = 0
  var skipped = 0
  var lost: [String: Int] = [:]
  var operations: [String: Int] = [:]
  /// The flags of the next events: whether each is already in the journal, in the lane of an
  /// earlier launch.
  var ahead: [Bool] = []
  /// The ends of files that may have grown since they were read, also those of earlier folders.
  var tails: [OpenTail] = []
  /// The hashes of the stores that were taken over.
  var known: [String] = []
  /// The lanes with the events of the folder.
  var lanes: [String] = []

  /// The number of stores that are noted.
  private static let mostKnown = 32
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
    tails = (members["tails"]?.arrayValue ?? []).compactMap { OpenTail($0) }
    known = (members["known"]?.arrayValue ?? []).compactMap(\.stringValue)
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
    if !tails.isEmpty { members["tails"] = .array(tails.map(\.value)) }
    if !known.isEmpty { members["known"] = .array(known.map(Value.string)) }
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
    let (tails, known) = (tails, known)
    self = MigrationNote()
    (self.tails, self.known) = (tails, known)
    folder = number
    lanes = [lane]
  }

  /// Notes the ends of files; a later one replaces one of the same file.
  mutating func add(_ newTails: [OpenTail]) {
    tails.removeAll { old in
      newTails.contains { $0.folder == old.folder && $0.queue == old.queue }
    }
    tails = (tails + newTails).suffix(OpenTail.most)
  }

  /// Notes that a store is taken over.
  mutating func insert(_ store: LegacyStore) {
    let name = Self.name(of: store)
    if !known.contains(name) { known = (known + [name]).suffix(Self.mostKnown) }
  }

  /// Returns whether a store was taken over before.
  func knows(_ store: LegacyStore) -> Bool { known.contains(Self.name(of: store)) }

  private static func name(of store: LegacyStore) -> String {
    let text = Array("\(store.vendor)\u{0}\(store.key ?? "")".utf8)
    return String(XXH64.hash(text, seed: 0), radix: 36)
  }
}
