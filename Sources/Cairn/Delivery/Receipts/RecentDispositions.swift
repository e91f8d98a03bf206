/// The dispositions of the last events that a destination settled: a ring in the file `recent`,
/// beside the cursor.
///
/// It is informative only: the cursor determines whether an event is settled, and this file says
/// how. Each entry has a number and a check of its own, so that a torn or foreign entry is skipped.
/// Entries are added under the lock of the cursor.
package struct RecentDispositions: Sendable {
  package static let capacity = BatchSelection.mostRemembered

  private let path: String
  private let files: any FileSystem
  /// The number of the next entry, unless another process has added one since.
  private var next: UInt64?

  /// Creates an accessor; `folder` is the destination's folder.
  package init(_ folder: String, files: any FileSystem) {
    path = folder + "/recent"
    self.files = files
  }

  /// Adds the dispositions of events that are about to be committed as settled.
  ///
  /// If they cannot be written, the events are still known to be settled, so an error is ignored.
  package mutating func add(_ entries: [DispositionEntry], syncs: Bool = false) {
    guard !entries.isEmpty else { return }
    do throws(FileError) {
      let file = try openOrMake()
      let first = try number(in: file)
      try write(entries.suffix(Self.capacity), from: first, to: file)
      next = first + UInt64(min(entries.count, Self.capacity))
      if syncs { try file.sync() }
    } catch {
      next = nil
    }
  }

  /// Returns the most recent disposition of an event.
  package func last(of id: EventID?, at position: Position?) -> Disposition? {
    guard let file = try? OpenFile(path, .read, in: files),
      let bytes = try? file.read(Self.capacity * DispositionEntry.size, at: 0)
    else { return nil }
    var last: (number: UInt64, disposition: Disposition)?
    bytes.withUnsafeBytes { bytes in
      let words = id.map { ($0.high.bigEndian, $0.low.bigEndian) }
      for place in 0..<bytes.count / DispositionEntry.size {
        let slot = bytes.slice(place * DispositionEntry.size, DispositionEntry.size)
        let high = slot.littleEndian(UInt64.self, at: 0)
        // Most entries belong to other events, and their checks need not be computed.
        guard high == words?.0 || high == position?.lane.rawValue,
          let (number, entry) = Self.read(slot, at: place), let entry,
          entry.concerns(id, position), number > last?.number ?? 0
        else { continue }
        last = (number, entry.disposition)
      }
    }
    return last?.disposition
  }

  package func remove() { try? files.remove(path) }

  private func openOrMake() throws(FileError) -> OpenFile {
    do throws(FileError) {
      return try OpenFile(path, .readWrite, in: files)
    } catch {
      guard error.code == FileError.missing else { throw error }
      return try OpenFile(path, .create, in: files)
    }
  }

  private func write(
    _ entries: ArraySlice<DispositionEntry>, from first: UInt64, to file: OpenFile
  ) throws(FileError) {
    var buffer = OutputBuffer(capacity: entries.count * DispositionEntry.size)
    for (offset, entry) in entries.enumerated() {
      entry.write(first + UInt64(offset), into: &buffer)
    }
    let start = Self.place(of: first) * DispositionEntry.size
    let head = min(buffer.count, Self.capacity * DispositionEntry.size - start)
    try file.write(buffer.bytes.slice(0, head), at: start)
    if head < buffer.count {
      try file.write(buffer.bytes.slice(head, buffer.count - head), at: 0)
    }
  }

  /// Returns the number of the next entry; another process may have added some, and ended before
  /// its commit.
  private func number(in file: OpenFile) throws(FileError) -> UInt64 {
    if let next, DispositionEntry.numbers.contains(next + UInt64(Self.capacity)) {
      let place = Self.place(of: next)
      let slot = try file.read(DispositionEntry.size, at: place * DispositionEntry.size)
      let found = slot.withUnsafeBytes {
        $0.count == DispositionEntry.size ? Self.read($0, at: place) : nil
      }
      if found.map({ $0.number < next }) ?? true { return next }
    }
    let bytes = try file.read(Self.capacity * DispositionEntry.size, at: 0)
    let last = bytes.withUnsafeBytes { bytes in
      (0..<bytes.count / DispositionEntry.size).reduce(UInt64(0)) { last, place in
        let slot = bytes.slice(place * DispositionEntry.size, DispositionEntry.size)
        return max(last, Self.read(slot, at: place)?.number ?? 0)
      }
    }
    // No process reaches the last number by counting, so the entry is invalid.
    return DispositionEntry.numbers.contains(last + UInt64(Self.capacity)) ? last + 1 : 1
  }

  private static func place(of number: UInt64) -> Int { Int(number % UInt64(capacity)) }

  private static func read(
    _ slot: UnsafeRawBufferPointer, at place: Int
  ) -> (number: UInt64, entry: DispositionEntry?)? {
    DispositionEntry.read(slot).flatMap { Self.place(of: $0.number) == place ? $0 : nil }
  }
}
