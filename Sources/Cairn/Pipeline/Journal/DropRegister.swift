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
struct DropRegister {
  static let entrySize = 32
  /// Places of lanes that are dropped one after the other need one entry; 128 KiB hold so many.
  static let most = 4_096
  static let suffix = ".drops"
  private static let seed: UInt64 = 0xD0

  let folder: String
  private let name: String
  private let files: any FileSystem
  private(set) var entries: [DroppedPlaces] = []
  private var file: OpenFile?

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
    fileprivate var place: Int
    fileprivate var before: DroppedPlaces?
  }

  /// Writes down that these places go; nil when there is no room for that.
  ///
  /// What cannot be written is known as long as the process lives.
  mutating func add(_ places: DroppedPlaces) -> Undo? {
    let known = entries.firstIndex {
      $0.reason == places.reason && $0.range.lane == places.range.lane
        && $0.range.last < places.range.first && places.range.first - $0.range.last == 1
    }
    let place = known ?? entries.count
    guard place < Self.most else { return nil }
    let undo = Undo(place: place, before: known.map { entries[$0] })
    if let known {
      entries[known].range.last = places.range.last
    } else {
      entries.append(places)
    }
    write(place)
    return undo
  }

  /// Takes back what was added last.
  mutating func takeBack(_ undo: Undo) {
    if let before = undo.before {
      entries[undo.place] = before
    } else {
      entries.remove(at: undo.place)
    }
    rewrite(from: undo.place)
  }

  /// What every cursor counts need not be remembered.
  mutating func remove(_ counted: Set<DroppedPlaces>) {
    guard entries.contains(where: counted.contains) else { return }
    entries.removeAll { counted.contains($0) }
    if entries.isEmpty {
      removeAll()
    } else {
      rewrite(from: 0)
    }
  }

  /// From now on others may remove the file.
  mutating func close() { file = nil }

  mutating func removeAll() {
    entries = []
    if let file { try? files.remove(file.path) }
    file = nil
  }

  private mutating func rewrite(from start: Int) {
    for place in start..<max(start, entries.count) { write(place) }
    try? file?.write(
      [UInt8](repeating: 0, count: Self.entrySize), at: entries.count * Self.entrySize)
  }

  private mutating func write(_ place: Int) {
    if file == nil { file = try? openOrMake() }
    try? file?.write(Self.encoded(entries[place]), at: place * Self.entrySize)
  }

  private func openOrMake() throws(FileError) -> OpenFile {
    try files.makeDirectory(folder)
    let path = folder + "/" + name
    // It is there only when it was closed with this journal, or when making it failed half-way.
    let known = try? OpenFile(path, .readWrite, in: files)
    let file: OpenFile
    if let known { file = known } else { file = try OpenFile(path, .create, in: files) }
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
  static func all(in folder: String, _ files: any FileSystem) -> [DroppedPlaces] {
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
