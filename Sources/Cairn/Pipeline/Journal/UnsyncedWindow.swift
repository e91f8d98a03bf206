/// The records that are written and whose bytes the disk has not confirmed, so that they can be written again.
///
/// In two parts: those that a sync under way will confirm, and those that came since.
struct UnsyncedWindow: ~Copyable {
  private var older: HeldRecords
  private var newer: HeldRecords
  private var olderIsWhole = true
  private var newerIsWhole = true
  /// The preambles that hold for the first record of each part.
  private var olderPreamble: [UInt8] = []
  private var newerPreamble: [UInt8] = []
  private var lastPreamble: [UInt8] = []

  /// Half of the bytes for each part.
  ///
  /// With 0 it holds nothing, and what is unsynced is read from the files.
  init(capacity: Int) {
    older = HeldRecords(capacity: capacity / 2)
    newer = HeldRecords(capacity: capacity / 2)
  }

  /// How many bytes of memory the records take.
  var bytes: Int { older.bytes + newer.bytes }

  /// Whether all unsynced records are in memory.
  var isWhole: Bool { olderIsWhole && newerIsWhole }

  @inline(__always)
  mutating func add(_ payload: UnsafeRawBufferPointer, index: UInt32, at moment: Moment) {
    guard newerIsWhole else { return }
    if !newer.append(payload, index: index, at: moment) { overflow() }
  }

  /// The preamble that holds for the first of them.
  var firstPreamble: [UInt8] { older.isEmpty ? newerPreamble : olderPreamble }

  /// From here on another preamble holds.
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
    // One sync at a time: the older part is empty unless the one before failed; then both are under way.
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

  func forEach<Failure: Error>(
    _ visit: (HeldRecords.Record) throws(Failure) -> Void
  ) throws(Failure) {
    try older.forEach(visit)
    try newer.forEach(visit)
  }
}
