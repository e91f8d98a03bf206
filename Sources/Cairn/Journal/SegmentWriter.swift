/// Appends records to a segment; no other code writes to one.
///
/// A segment has one writer in its life, and is never opened for appending again.
struct SegmentWriter: ~Copyable {
  let header: SegmentHeader
  let file: OpenFile
  private let encryptor: (any PayloadEncryptor)?
  /// The offset of the next record.
  ///
  /// It advances after a whole record is written, so that a failed attempt is overwritten.
  private(set) var offset: Int
  private(set) var seal: Seal
  private(set) var lastTicks: UInt32 = 0

  /// Creates the file.
  ///
  /// It is locked as long as its writer lives, by which other processes recognize a living writer.
  init(
    _ header: SegmentHeader, in directory: String, files: any FileSystem,
    encryptor: (any PayloadEncryptor)? = nil
  ) throws(FileError) {
    let file = try OpenFile(directory + "/" + header.name.fileName, .create, in: files)
    do throws(FileError) {
      try Self.begin(file, header)
    } catch {
      // A full disk must not fill with files that contain nothing.
      try? files.remove(file.path)
      throw error
    }
    self.header = header
    self.file = file
    self.encryptor = encryptor
    offset = SegmentHeader.size
    seal = Seal(lastIndex: header.baseIndex - 1)
  }

  private static func begin(_ file: OpenFile, _ header: SegmentHeader) throws(FileError) {
    // A process that found the file before it was locked takes it for that of an ended writer, and
    // may have removed it.
    guard try file.tryLock(), try file.status().links > 0 else {
      throw FileError(call: "lock", path: file.path, code: FileError.busy)
    }
    var bytes = OutputBuffer(capacity: SegmentHeader.size)
    header.write(into: &bytes)
    try file.write(bytes.bytes, at: 0)
  }

  /// Writes the record whose payload follows 32 free bytes in the buffer, with one system call.
  @inline(__always)
  mutating func append(_ frame: RecordHeader, _ buffer: inout OutputBuffer) throws(FileError) {
    let check = frame.seal(&buffer, lane: header.name.lane)
    try file.write(buffer.bytes, at: offset)
    offset += buffer.count
    lastTicks = frame.ticks
    seal.chain = XXH64.chain(check, onto: seal.chain)
  }

  @inline(__always)
  mutating func appendEvent(
    _ frame: RecordHeader, _ buffer: inout OutputBuffer, wall: WallTime
  ) throws(FileError) {
    try append(frame, &buffer)
    seal.count(event: frame.index, bytes: frame.length, wall: wall)
  }

  mutating func appendPreamble(_ preamble: [UInt8], ticks: UInt32) throws(FileError) {
    var buffer = Self.makeBuffer()
    buffer.append(try encryptor?.seal(preamble: preamble) ?? preamble)
    try append(frame(.preamble, buffer, ticks: ticks), &buffer)
  }

  mutating func append(_ note: DropNote, ticks: UInt32) throws(FileError) {
    var buffer = Self.makeBuffer()
    note.write(into: &buffer)
    try append(frame(.dropNote, buffer, ticks: ticks), &buffer)
  }

  /// Writes the seal.
  ///
  /// Nothing may be appended afterwards.
  mutating func close(_ reason: Seal.Reason) throws(FileError) {
    seal.reason = reason
    var buffer = Self.makeBuffer()
    seal.write(into: &buffer)
    // The seal has the time of the last record.
    try append(frame(.seal, buffer, ticks: lastTicks), &buffer)
  }

  private static func makeBuffer() -> OutputBuffer {
    var buffer = OutputBuffer(capacity: 256)
    buffer.appendZeros(RecordHeader.headerSize)
    return buffer
  }

  /// Returns the frame of a record that is not an event; it has the number of the event that
  /// follows it.
  private func frame(
    _ type: RecordType, _ buffer: borrowing OutputBuffer, ticks: UInt32
  ) -> RecordHeader {
    let payload = buffer.bytes.slice(
      RecordHeader.headerSize, buffer.count - RecordHeader.headerSize)
    return RecordHeader(
      type: type, length: payload.count, index: seal.lastIndex &+ 1, ticks: ticks,
      payloadCheck: RecordHeader.payloadCheck(payload, lane: header.name.lane))
  }

  /// Returns whether the segment is not too old at this moment for another record.
  @inline(__always)
  func reaches(_ moment: Moment, within age: Milliseconds) -> Bool {
    moment.continuous - header.created.continuous <= age
  }

  func ticks(at moment: Moment) -> UInt32 {
    UInt32(clamping: (moment.continuous - header.created.continuous).count)
  }

  var summary: SegmentSummary {
    var summary = SegmentSummary(
      name: header.name, header: header, firstIndex: header.baseIndex, lastIndex: seal.lastIndex,
      events: Int(seal.events), bytes: offset, state: .open)
    summary.ticks = lastTicks
    return summary
  }
}
