/// Positions whose file was removed to keep the journal's limit, before every destination had
/// counted them.
package struct DroppedPlaces: Hashable, Sendable {
  package var range: PositionRange
  /// The number of the reason, as in a cursor's counters.
  package var reason: UInt8

  package init(_ range: PositionRange, _ reason: UInt8) {
    self.range = range
    self.reason = reason
  }
}

/// The drops of this opening of the journal that not all cursors have counted yet, stored in a file
/// in the folder `drops`.
///
/// The file is written before the segment is removed, so that a kill in between loses no reason of
/// an event. The folder is beside the log. Every process has its own file there, and locks it as
/// long as it lives. Documentation/JournalFormat.md, section 11.
package struct UncountedDrops {
  static let entrySize = 32
  /// The maximum number of entries, which take 128 KiB; consecutive drops of a lane share one
  /// entry.
  static let most = 4_096
  static let suffix = ".drops"
  private static let seed: UInt64 = 0xD0

  let folder: String
  private let name: String
  private let files: any FileSystem
  private(set) var entries: [DroppedPlaces] = []
  /// The place of each entry in the file; `free` lists the places that hold nothing needed.
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

  /// The state before an entry was added, with which it can be taken back.
  struct Undo {
    fileprivate var entry: Int
    fileprivate var before: (entry: DroppedPlaces, place: Int)?
  }

  /// Writes down that these positions are dropped; returns nil when there is no room.
  ///
  /// An entry that cannot be written is known as long as the process lives. An entry that grows is
  /// written to another place, so that a torn write does not destroy the earlier entry.
  mutating func add(_ dropped: DroppedPlaces) -> Undo? {
    let known = entries.firstIndex {
      $0.reason == dropped.reason && $0.range.lane == dropped.range.lane
        && $0.range.last < dropped.range.first && dropped.range.first - $0.range.last == 1
    }
    // One place is reserved for entries that grow.
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

  /// Takes back the addition that was made last.
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

  /// Removes entries that every cursor has counted.
  mutating func remove(_ counted: Set<DroppedPlaces>) {
    guard entries.contains(where: counted.contains) else { return }
    let kept = entries.indices.filter { !counted.contains(entries[$0]) }
    guard !kept.isEmpty else { return removeAll() }
    free += entries.indices.filter { counted.contains(entries[$0]) }.map { places[$0] }
    (entries, places) = (kept.map { entries[$0] }, kept.map { places[$0] })
    for place in free { clear(place) }
  }

  /// Closes the file, which other processes may then remove.
  mutating func close() { file = nil }

  mutating func removeAll() {
    entries = []
    places = []
    free = []
    isUnsynced = false
    if let file { try? files.remove(file.path) }
    file = nil
  }

  /// Returns the file to sync, with its folders if they are new, and marks them as synced.
  mutating func takeUnsynced() -> (file: OpenFile, folders: [String])? {
    guard isUnsynced, let file else { return nil }
    defer { (isUnsynced, folderIsUnsynced) = (false, false) }
    let parent = String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)])
    return (file, folderIsUnsynced ? [folder, parent.isEmpty ? "/" : parent] : [])
  }

  /// Marks the file as unsynced again after a failed sync; the sync is retried with the next entry.
  mutating func remainsUnsynced() { (isUnsynced, folderIsUnsynced) = (true, true) }

  private mutating func clear(_ place: Int) {
    try? file?.write([UInt8](repeating: 0, count: Self.entrySize), at: place * Self.entrySize)
  }

  private mutating func write(_ entry: DroppedPlaces, at place: Int) {
    // Where locks prove nothing, another process may have removed the file between two entries.
    if let file, (try? file.status().links) == 0 { return writeAll() }
    if file == nil { file = try? openOrMake() }
    try? file?.write(Self.encoded(entry), at: place * Self.entrySize)
    isUnsynced = true
  }

  private mutating func writeAll() {
    file = try? openOrMake()
    for (entry, place) in zip(entries, places) {
      try? file?.write(Self.encoded(entry), at: place * Self.entrySize)
    }
    isUnsynced = true
  }

  private mutating func openOrMake() throws(FileError) -> OpenFile {
    try files.makeDirectory(folder)
    let path = folder + "/" + name
    // The file exists only if it was closed with this journal, or if creating it failed half-way.
    let known = try? OpenFile(path, .readWrite, in: files)
    let file: OpenFile
    if let known { file = known } else { file = try OpenFile(path, .create, in: files) }
    folderIsUnsynced = true
    _ = try file.tryLock()
    return file
  }
}

extension UncountedDrops {
  private static func encoded(_ places: DroppedPlaces) -> [UInt8] {
    var buffer = OutputBuffer(capacity: entrySize)
    buffer.append(littleEndian: places.range.lane.rawValue)
    buffer.append(littleEndian: places.range.first)
    buffer.append(littleEndian: places.range.last)
    buffer.append(littleEndian: UInt64(places.reason))
    buffer.append(littleEndian: XXH64.hash(buffer.bytes.slice(0, 24), seed: seed))
    return Array(buffer.bytes)
  }

  /// Returns all readable entries of a folder.
  package static func all(in folder: String, _ files: any FileSystem) -> [DroppedPlaces] {
    let names = ((try? files.list(folder)) ?? []).filter { $0.hasSuffix(suffix) }
    return names.flatMap { (try? read(folder + "/" + $0, files)) ?? [] }
  }

  /// Returns the entries of a file; entries that are torn or of a later version are skipped.
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
