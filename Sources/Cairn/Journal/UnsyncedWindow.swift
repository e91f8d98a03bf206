/// The written records that the disk has not confirmed, kept in memory so that they can be written
/// again.
///
/// It has two parts: the records that a sync in progress will confirm, and those appended since it
/// began.
struct UnsyncedWindow: ~Copyable {
  private var older: SpillBuffer
  private var newer: SpillBuffer
  private var olderIsWhole = true
  private var newerIsWhole = true
  /// The preamble of the first record of each part.
  private var olderPreamble: [UInt8] = []
  private var newerPreamble: [UInt8] = []
  private var lastPreamble: [UInt8] = []

  /// Creates a window with half of the capacity in bytes for each part.
  ///
  /// With 0 it holds nothing, and unsynced records are read from the files.
  init(capacity: Int) {
    older = SpillBuffer(capacity: capacity / 2)
    newer = SpillBuffer(capacity: capacity / 2)
  }

  /// The number of bytes that the records take.
  var bytes: Int { older.bytes + newer.bytes }

  /// Whether all unsynced records are in memory.
  var isWhole: Bool { olderIsWhole && newerIsWhole }

  @inline(__always)
  mutating func add(_ payload: UnsafeRawBufferPointer, index: UInt32, at moment: Moment) {
    guard newerIsWhole else { return }
    if !newer.append(payload, index: index, at: moment) { overflow() }
  }

  /// The preamble of the first record.
  var firstPreamble: [UInt8] { older.isEmpty ? newerPreamble : olderPreamble }

  /// Sets the preamble of all later records.
  mutating func begin(_ preamble: [UInt8], at moment: Moment) {
    lastPreamble = preamble
    if newer.isEmpty, newerIsWhole {
      newerPreamble = preamble
    } else if newerIsWhole {
      let isHeld = preamble.withUnsafeBytes { newer.append($0, index: 0, at: moment) }
      if !isHeld { overflow() }
    }
  }

  private mutating func overflow() {
    newer.removeAll()
    newerIsWhole = false
  }

  mutating func beginSync() {
    // One sync runs at a time: the older part is empty unless the last sync failed, in which case
    // this sync covers both parts.
    guard older.isEmpty, olderIsWhole else { return }
    swap(&older, &newer)
    swap(&olderIsWhole, &newerIsWhole)
    olderPreamble = newerPreamble
    newerPreamble = lastPreamble
  }

  mutating func finishSync(through index: UInt32) {
    older.removeAll()
    olderIsWhole = true
    while let first = newer.first, first.index <= index {
      if first.index == 0 { newerPreamble = Array(first.payload) }
      newer.removeFirst()
    }
  }

  mutating func removeAll(_ preamble: [UInt8]) {
    newerPreamble = preamble
    lastPreamble = preamble
    older.removeAll()
    olderIsWhole = true
    newer.removeAll()
    newerIsWhole = true
  }

  /// Visits the records in order, with a record of index 0 for each preamble that begins behind the
  /// first record.
  func forEach(_ visit: (SpillBuffer.Record) -> Void) {
    older.forEach(visit)
    // The preamble of the newer part is not among its records.
    if !older.isEmpty, let first = newer.first {
      newerPreamble.withUnsafeBytes {
        visit(SpillBuffer.Record(index: 0, moment: first.moment, payload: $0))
      }
    }
    newer.forEach(visit)
  }
}
