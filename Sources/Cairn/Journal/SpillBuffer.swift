/// Records in memory, in order and of limited size: those that the disk has not accepted or not
/// confirmed yet.
struct SpillBuffer: ~Copyable {
  /// A record.
  ///
  /// The payload is valid until the next call.
  struct Record {
    /// The event's number, or 0 for a preamble, which applies to the records after it.
    var index: UInt32
    var moment: Moment
    var payload: UnsafeRawBufferPointer
  }

  private static let headerSize = 24
  private let capacity: Int
  private var buffer = OutputBuffer(capacity: 64)
  private var start = 0
  /// The offset of the last record, if it is known.
  private var last: Int?
  private(set) var count = 0

  init(capacity: Int) { self.capacity = capacity }

  var isEmpty: Bool { count == 0 }

  /// The number of bytes that the records take.
  var bytes: Int { buffer.count - start }

  /// The number of bytes that are allocated for the records.
  var allocated: Int { buffer.allocated }

  /// Appends a record; returns false when there is no room.
  @inline(__always)
  mutating func append(
    _ payload: UnsafeRawBufferPointer, index: UInt32, at moment: Moment
  ) -> Bool {
    guard bytes + Self.headerSize + payload.count <= capacity else { return false }
    write(payload, index: index, at: moment)
    return true
  }

  @inline(__always)
  private mutating func write(
    _ payload: UnsafeRawBufferPointer, index: UInt32, at moment: Moment
  ) {
    if buffer.needsToGrow(by: Self.headerSize + payload.count) { compact() }
    last = buffer.count
    buffer.append(littleEndian: UInt32(truncatingIfNeeded: payload.count))
    buffer.append(littleEndian: index)
    buffer.append(littleEndian: moment.wall.milliseconds)
    buffer.append(littleEndian: moment.continuous.milliseconds)
    buffer.append(payload)
    count += 1
  }

  /// Moves the records to the front of the buffer, if enough space is free there, instead of
  /// allocating more memory.
  @inline(never)
  private mutating func compact() {
    guard start > 0, start >= buffer.count / 4 else { return }
    buffer.removeFirst(start)
    last = last.map { $0 - start }
    start = 0
  }

  /// Appends a preamble for the records after it, even beyond the capacity; a preamble without
  /// records is replaced.
  mutating func appendPreamble(_ preamble: [UInt8], at moment: Moment) {
    if let last, record(at: last).record.index == 0 { removeLast(last) }
    preamble.withUnsafeBytes { write($0, index: 0, at: moment) }
  }

  private mutating func removeLast(_ place: Int) {
    buffer.truncate(to: place)
    count -= 1
    last = nil
  }

  var first: Record? { isEmpty ? nil : record(at: start).record }

  mutating func removeFirst() {
    guard !isEmpty else { return }
    start = record(at: start).end
    count -= 1
    if isEmpty { removeAll() }
  }

  /// Removes all records, and keeps the memory for the next ones.
  mutating func removeAll() {
    buffer.removeAll()
    start = 0
    last = nil
    count = 0
  }

  func forEach<Failure: Error>(_ visit: (Record) throws(Failure) -> Void) throws(Failure) {
    var place = start
    for _ in 0..<count {
      let (record, end) = record(at: place)
      try visit(record)
      place = end
    }
  }

  private func record(at place: Int) -> (record: Record, end: Int) {
    let bytes = buffer.bytes
    let length = Int(bytes.littleEndian(UInt32.self, at: place))
    let record = Record(
      index: bytes.littleEndian(UInt32.self, at: place + 4),
      moment: Moment(
        wall: WallTime(milliseconds: bytes.littleEndian(Int64.self, at: place + 8)),
        continuous: MonotonicTime(
          milliseconds: bytes.littleEndian(Int64.self, at: place + 16))),
      payload: bytes.slice(place + Self.headerSize, length))
    return (record, place + Self.headerSize + length)
  }
}
