package import Cairn

/// The check of one segment, byte by byte, without its neighbours.
package struct SegmentCheck: Sendable {
  package let name: SegmentName
  private let folder: SegmentFolder
  /// The header; nil when it is damaged.
  package private(set) var header: SegmentHeader?
  /// The number of the first whole event.
  package private(set) var firstIndex: UInt32?
  package private(set) var lastIndex: UInt32?
  package private(set) var events = 0
  package private(set) var bytes = 0
  package private(set) var damages: [Damage] = []
  package private(set) var notes: [String] = []
  /// The bytes after the last record at the end of the file, which may be an interrupted write.
  package private(set) var tail: SegmentTail?
  /// The reason why the segment could not be checked.
  package private(set) var obstacle: String?
  /// Whether another process removed the segment normally during the check.
  package private(set) var isGone = false

  private var seal: Seal?
  private var sealEnd = 0
  private var chain: UInt64 = 0
  private var payloadBytes: UInt64 = 0
  /// The number of the next event if nothing is lost; nil until it is known.
  private var next: UInt32?
  /// Bytes that are not a record, until the next record shows which events were lost.
  private var hole: (offset: Int, length: Int)?
  /// Missing numbers between two adjacent records.
  private var gaps: [Damage] = []
  private var strangeKinds = 0

  package init(_ name: SegmentName, in folder: SegmentFolder) {
    self.name = name
    self.folder = folder
  }

  package var label: String { folder.label(of: name) }

  /// The number of the last event that must have existed.
  package var promisedIndex: UInt32? { seal?.lastIndex ?? lastIndex }

  /// The number of the first event; nil when it is not known.
  package var beginning: UInt32? { header?.baseIndex ?? firstIndex }

  package mutating func run() {
    do throws(FileError) {
      try read()
    } catch {
      isGone = error.code == FileError.missing
      obstacle = "cannot be read: \(error)"
    }
  }

  private mutating func read() throws(FileError) {
    let file = try OpenFile(folder.path + "/" + name.fileName, .read, in: folder.files)
    let isOpen = try !file.tryLock()
    // Bytes that the writer adds later are not checked.
    bytes = try file.status().size
    let start = try file.read(SegmentHeader.size, at: 0)
    guard readHeader(start) else { return }
    next = header?.baseIndex
    var scanner = SegmentScanner(
      file, lane: name.lane, after: (next ?? 1) - 1, limit: bytes)
    while let item = try scanner.next() {
      switch item {
      case .damage(let offset, let length, let reachesEnd):
        if reachesEnd, !isOpen {
          tail = try SegmentTail(file, offset, length, lane: name.lane, isSealed: seal != nil)
        } else if !reachesEnd {
          hole = (offset, length)
        }
      case .record(let frame, let offset, let payload):
        take(frame, offset, payload)
      }
    }
    compareSeal()
    if strangeKinds > 0 {
      notes.append("\(label): \(strangeKinds) events are of a kind unknown to this version")
    }
  }

  /// Reads the header; returns false when the file has a later format.
  private mutating func readHeader(_ bytes: [UInt8]) -> Bool {
    switch bytes.withUnsafeBytes({ SegmentHeader.read($0) }) {
    case .unknownVersion(let major):
      obstacle = "has format version \(major), which this version cannot read"
      return false
    case .damaged:
      if bytes.isEmpty {
        notes.append("\(label): empty; its writer died before it wrote the header")
      } else {
        damages.append(Damage(file: label, offset: 0, what: "the header is damaged"))
      }
    case .intact(let intact):
      guard intact.name == name else {
        let what = "the header belongs to \(intact.name.fileName)"
        damages.append(Damage(file: label, offset: 16, what: what))
        return true
      }
      header = intact
      compareFlags(intact)
    }
    return true
  }

  private mutating func compareFlags(_ header: SegmentHeader) {
    if header.flags.contains(.deadLetter) != folder.holdsDeadLetters {
      let what =
        folder.holdsDeadLetters ? "not a segment of dead letters" : "a segment of dead letters"
      damages.append(Damage(file: label, offset: 12, what: "it is \(what)"))
    }
  }

  private mutating func take(
    _ frame: RecordHeader, _ offset: Int, _ payload: UnsafeRawBufferPointer
  ) {
    reportHole(before: frame, at: offset)
    if sealEnd > 0 {
      damages.append(
        Damage(file: label, offset: offset, what: "there is a record after the seal"))
    }
    if !Self.isPadded(frame, payload) {
      damages.append(
        Damage(
          file: label, offset: offset + RecordHeader.headerSize + frame.length,
          what: "the padding of the record is not zero"))
    }
    if frame.type == .seal {
      seal = Seal(payload)
      sealEnd = offset + frame.total
      return
    }
    chain = XXH64.chain(frame.headCheck, onto: chain)
    if frame.type == .dropNote, DropNote(payload) == nil {
      damages.append(Damage(file: label, offset: offset, what: "the drop note is not valid"))
    }
    guard frame.type == .event else { return }
    if firstIndex == nil { firstIndex = frame.index }
    lastIndex = frame.index
    next = frame.index + 1
    events += 1
    payloadBytes += UInt64(frame.length)
    if EventRecord(payload) == nil { strangeKinds += 1 }
  }

  private mutating func reportHole(before frame: RecordHeader, at offset: Int) {
    var lost: [PositionRange] = []
    if let next, frame.index > next {
      lost = [PositionRange(lane: name.lane, first: next, last: frame.index - 1)]
      self.next = frame.index
    }
    if let hole {
      let what = "\(hole.length) bytes are not a record"
      damages.append(Damage(file: label, offset: hole.offset, what: what, lost: lost))
    } else if !lost.isEmpty {
      let what = "numbers are missing before this record"
      gaps.append(Damage(file: label, offset: offset, what: what, lost: lost))
    }
    hole = nil
  }

  /// Returns the whole record of a payload; it ends at a multiple of eight.
  @inline(__always)
  private static func isPadded(_ frame: RecordHeader, _ payload: UnsafeRawBufferPointer) -> Bool {
    let whole = UnsafeRawBufferPointer(
      start: payload.baseAddress, count: frame.total - RecordHeader.headerSize)
    for place in frame.length..<whole.count where whole[place] != 0 { return false }
    return true
  }

  /// Compares the events with the seal.
  ///
  /// If the segment is damaged, the seal cannot match, and nothing is added.
  private mutating func compareSeal() {
    guard let seal, damages.isEmpty, tail == nil else {
      damages += gaps
      return
    }
    let last = lastIndex ?? (header?.baseIndex ?? 1) - 1
    let offset = sealEnd - Seal.recordSize
    if Int(seal.events) != events || seal.lastIndex < last || seal.eventBytes != payloadBytes {
      damages += gaps
      damages.append(
        Damage(
          file: label, offset: offset,
          what: "the seal records \(seal.events) events up to number \(seal.lastIndex) with "
            + "\(seal.eventBytes) bytes; there are \(events) up to \(last) with \(payloadBytes)"))
    } else if seal.chain != chain {
      damages += gaps
      damages.append(
        Damage(file: label, offset: offset, what: "the seal's chain does not match the records"))
    } else {
      // The seal matches, so nothing was removed since: a repair left these numbers unused.
      notes += gaps.map { "\($0.text), before the file was repaired" }
    }
  }
}
