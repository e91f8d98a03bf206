/// Places whose file was removed to keep the journal's cap, before every destination had counted them.
package struct DroppedPlaces: Hashable, Sendable {
  package var range: PositionRange
  /// The reason's number, as in a cursor's counters.
  package var reason: UInt8

  package init(_ range: PositionRange, _ reason: UInt8) {
    self.range = range
    self.reason = reason
  }
}

/// What this opening of the journal has dropped, until the cursors count it: in a file of its own in the folder `drops`.
///
/// It is written before the segment is removed, so that a kill in between costs no event its reason. The folder is
/// beside the log; every process has its own file there, locked while it lives. Documentation/JournalFormat.md, section 11.
package struct DropRegister {
  static let entrySize = 32
  /// Places of lanes that are dropped one after the other need one entry; 128 KiB hold so many.
  static let most = 4_096
  static let suffix = ".drops"
  private static let seed: UInt64 = 0xD0

  let folder: String
  private let name: String
  private let files: any FileSystem
  private(set) var entries: [DroppedPlaces] = []
  /// Where each entry is in the file, and the places of the file that hold nothing that is needed.
  private var places: [Int] = []
  private var free: [Int] = []
  private var file: OpenFile?
  private var isUnsynced = false
  private var folderIsUnsynced = false

  init(_ lane: LaneID, log: String, files: any FileSystem) {
    folder = Self.folder(of: log)
    name = lane.description + Self.suffix
    self.files = files
  }

  static func folder(of log: String) -> String {
    String(log[..<(log.lastIndex(of: "/") ?? log.startIndex)]) + "/drops"
  }

  /// What was known before an entry was added, to take it back.
  struct Undo {
    fileprivate var entry: Int
    fileprivate var before: (entry: DroppedPlaces, place: Int)?
  }

  /// Writes down that these places go; nil when there is no room for that.
  ///
  /// What cannot be written is known as long as the process lives. An entry that grows is written to another place, so
  /// that a write that is torn takes nothing that was known before.
  mutating func add(_ dropped: DroppedPlaces) -> Undo? {
    let known = entries.firstIndex {
      $0.reason == dropped.reason && $0.range.lane == dropped.range.lane
        && $0.range.last < dropped.range.first && dropped.range.first - $0.range.last == 1
    }
    // One place is kept for entries that grow.
    guard known != nil || entries.count < Self.most - 1 else { return nil }
    let place = free.popLast() ?? entries.count
    guard let known else {
      entries.append(dropped)
      places.append(place)
      write(dropped, at: place)
      return Undo(entry: entries.count - 1, before: nil)
    }
    let undo = Undo(entry: known, before: (entries[known], places[known]))
    free.append(places[known])
    entries[known].range.last = dropped.range.last
    places[known] = place
    write(entries[known], at: place)
    return undo
  }

  /// Takes back what was added last.
  mutating func takeBack(_ undo: Undo) {
    let place = places[undo.entry]
    if let before = undo.before {
      entries[undo.entry] = before.entry
      places[undo.entry] = before.place
      free.removeAll { $0 == before.place }
    } else {
      entries.remove(at: undo.entry)
      places.remove(at: undo.entry)
    }
    free.append(place)
    clear(place)
  }

  /// What every cursor counts need not be remembered.
  mutating func remove(_ counted: Set<DroppedPlaces>) {
    guard entries.contains(where: counted.contains) else { return }
    let kept = entries.indices.filter { !counted.contains(entries[$0]) }
    guard !kept.isEmpty else { return removeAll() }
    free += entries.indices.filter { counted.contains(entries[$0]) }.map { places[$0] }
    (entries, places) = (kept.map { entries[$0] }, kept.map { places[$0] })
    for place in free { clear(place) }
  }

  /// From now on others may remove the file.
  mutating func close() { file = nil }

  mutating func removeAll() {
    entries = []
    places = []
    free = []
    isUnsynced = false
    if let file { try? files.remove(file.path) }
    file = nil
  }

  /// What is to be synced, with its folders when they are new, and is not held to be unsynced any more.
  mutating func takeUnsynced() -> (file: OpenFile, folders: [String])? {
    guard isUnsynced, let file else { return nil }
    defer { (isUnsynced, folderIsUnsynced) = (false, false) }
    let parent = String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)])
    return (file, folderIsUnsynced ? [folder, parent.isEmpty ? "/" : parent] : [])
  }

  /// That sync has failed: it is tried again with the next entry.
  mutating func remainsUnsynced() { (isUnsynced, folderIsUnsynced) = (true, true) }

  private mutating func clear(_ place: Int) {
    try? file?.write([UInt8](repeating: 0, count: Self.entrySize), at: place * Self.entrySize)
  }

  private mutating func write(_ entry: DroppedPlaces, at place: Int) {
    if file == nil { file = try? openOrMake() }
    try? file?.write(Self.encoded(entry), at: place * Self.entrySize)
    isUnsynced = true
  }

  private mutating func openOrMake() throws(FileError) -> OpenFile {
    try files.makeDirectory(folder)
    let path = folder + "/" + name
    // It is there only when it was closed with this journal, or when making it failed half-way.
    let known = try? OpenFile(path, .readWrite, in: files)
    let file: OpenFile
    if let known { file = known } else { file = try OpenFile(path, .create, in: files) }
    folderIsUnsynced = true
    _ = try file.tryLock()
    return file
  }
}

extension DropRegister {
  private static func encoded(_ places: DroppedPlaces) -> [UInt8] {
    var buffer = OutputBuffer(capacity: entrySize)
    buffer.append(littleEndian: places.range.lane.rawValue)
    buffer.append(littleEndian: places.range.first)
    buffer.append(littleEndian: places.range.last)
    buffer.append(littleEndian: UInt64(places.reason))
    buffer.append(littleEndian: XXH64.hash(buffer.bytes.slice(0, 24), seed: seed))
    return Array(buffer.bytes)
  }

  /// What of a folder can be read.
  package static func all(in folder: String, _ files: any FileSystem) -> [DroppedPlaces] {
    let names = ((try? files.list(folder)) ?? []).filter { $0.hasSuffix(suffix) }
    return names.flatMap { (try? read(folder + "/" + $0, files)) ?? [] }
  }

  /// The entries of a file; those that are torn or of a later version are passed over.
  static func read(_ path: String, _ files: any FileSystem) throws(FileError) -> [DroppedPlaces] {
    let bytes = try OpenFile(path, .read, in: files).read(most * entrySize, at: 0)
    return bytes.withUnsafeBytes { bytes in
      (0..<bytes.count / entrySize).compactMap { entry(bytes.slice($0 * entrySize, entrySize)) }
    }
  }

  private static func entry(_ bytes: UnsafeRawBufferPointer) -> DroppedPlaces? {
    let first = bytes.littleEndian(UInt32.self, at: 8)
    let last = bytes.littleEndian(UInt32.self, at: 12)
    let reason = bytes.littleEndian(UInt64.self, at: 16)
    guard first >= 1, first <= last, Position.indices.contains(last),
      DropReason(rawValue: Int(clamping: reason)) != nil,
      bytes.littleEndian(UInt64.self, at: 24) == XXH64.hash(bytes.slice(0, 24), seed: seed)
    else { return nil }
    let lane = LaneID(rawValue: bytes.littleEndian(UInt64.self, at: 0))
    return DroppedPlaces(PositionRange(lane: lane, first: first, last: last), UInt8(reason))
  }
}
