import Cairn
import CairnTesting
import Foundation

/// Makes the golden files with the current writer, a fixed clock and fixed random numbers.
///
/// Their contents are written out here, because a reader must find exactly these.
struct GoldenMaker {
  static let preamble = #"{"app":{"name":"Golden","version":"1.0"}}"#
  static let events = [
    #"{"type":"track","event":"Opened"}"#,
    #"{"type":"screen","name":"Café ☕","properties":{"tab":2}}"#,
    #"{"type":"identify","userId":"u-1"}"#,
    #"{"type":"group","groupId":"g"}"#,
    #"{"type":"track","event":"Order Completed","properties":{"total":19.9}}"#,
  ]
  static let reason = #"status 400: "no""#
  static let context = #"{"library":{"name":"cairn"}}"#
  static let key = BatchKey(high: 0x0198_0000_0000_7001, low: 0x8000_0000_0000_0001)
  static let wall: WallTime = 1_767_225_600_000

  let files = InMemoryFileSystem()
  let clock = ManualClock(millisecondsSince1970: GoldenMaker.wall.milliseconds)

  /// The payload of an event: its header and its JSON.
  static func payload(_ number: Int) -> [UInt8] {
    var buffer = OutputBuffer(capacity: 128)
    let id = EventID(high: 0x019B_76DA_A800_7000 + UInt64(number), low: 0x8000_0000_0000_00F0)
    let kind = EventKind(rawValue: UInt8(1 + (number - 1) % 4)) ?? .track
    let time = wall + Milliseconds(Int64(number))
    EventRecord(id: id, kind: kind, time: time).writeHeader(into: &buffer)
    buffer.append(Array(events[number - 1].utf8))
    return Array(buffer.bytes)
  }

  static func storedEvents() -> [StoredEvent] {
    (1...events.count).compactMap { number in
      let position = Position(lane: LaneID(rawValue: 7), index: UInt32(number))
      return payload(number).withUnsafeBytes { StoredEvent($0, at: position) }
    }
  }

  func make(_ file: GoldenFile) throws -> HexFile {
    switch file {
    case .closed: try segment(seed: 1) { $0.close() }
    case .torn: try torn()
    case .deadLetters: try deadLetters()
    case .cursor: try cursor()
    case .identity: try identity()
    case .body: HexFile(path: "/dest/golden/\(Self.key).body", bytes: Self.body())
    }
  }

  private func segment(seed: UInt64, finish: (Journal) -> Void) throws -> HexFile {
    let journal = try Journal(
      directory: "/log", files: files, clock: clock, randomness: SeededRandomness(seed: seed))
    journal.setPreamble(Array(Self.preamble.utf8))
    for number in 1...Self.events.count {
      clock.advance(bySeconds: 1.5)
      var buffer = OutputBuffer(capacity: 256)
      buffer.appendZeros(RecordHeader.headerSize)
      buffer.append(Self.payload(number))
      _ = journal.append(&buffer, at: clock.now())
    }
    finish(journal)
    return try onlyFile(in: "/log")
  }

  private func torn() throws -> HexFile {
    var file = try segment(seed: 2) { _ in }
    file.bytes.removeLast(21)
    return file
  }

  private func deadLetters() throws -> HexFile {
    let directory = "/dest/golden/dead"
    let letters = DeadLetterStore(
      directory: directory, files: files, clock: clock, randomness: SeededRandomness(seed: 3))
    for event in Self.storedEvents().prefix(2) {
      try letters.add(event, DeliveryRejection(Self.reason), context: [])
    }
    return try onlyFile(in: directory)
  }

  private func cursor() throws -> HexFile {
    let path = "/dest/golden/state"
    let file = try CursorFile(path, files: files)
    try file?.commit(try Self.cursor(step: 1), sync: .durable)
    try file?.commit(try Self.cursor(step: 2), sync: .durable)
    return try read(path)
  }

  /// Returns the cursor at its first or its second commit; all numbers in it differ.
  static func cursor(step: UInt32) throws -> Cursor {
    let lanes = [LaneID(rawValue: 0x0102_0304_0506_0708), LaneID(rawValue: 0xF1F2_F3F4_F5F6_F7F8)]
    var cursor = Cursor()
    cursor.settled = SettledPositions(
      prefixes: [lanes[0]: 40 + step, lanes[1]: 900],
      islands: [
        PositionRange(lane: lanes[1], first: 903, last: 905),
        PositionRange(lane: lanes[1], first: 910, last: 910 + step),
      ])
    let body = try GoldenFile.body.stored().bytes
    cursor.inFlight = SealedBatch(
      key: key, bodyHash: BodyStore.hash(body), bodyLength: UInt32(body.count), attempts: 3,
      sealedAt: wall + 11, notBefore: wall + 12,
      ranges: [
        PositionRange(lane: lanes[0], first: 50, last: 52),
        PositionRange(lane: lanes[1], first: 920, last: 921),
      ])
    // Counters of later versions are stored as well.
    let values = (0..<Counters.slots).map { UInt64(100 * (step - 1)) + UInt64($0) + 1 }
    cursor.counters = Counters(values: values) ?? Counters()
    return cursor
  }

  private func identity() throws -> HexFile {
    let store = IdentityStore("/identity", files: files, randomness: SeededRandomness(seed: 4))
    try store.update { $0.userID = "user-ü" }
    return try read("/identity")
  }

  /// Returns the body that the built-in protocol seals.
  ///
  /// Different versions of zlib compress to different bytes.
  static func body() -> [UInt8] {
    HTTPDestination(endpoint: URL(fileURLWithPath: "/"), writeKey: "golden")
      .seal(storedEvents(), context: Array(context.utf8))
  }

  private func onlyFile(in directory: String) throws -> HexFile {
    try read(directory + "/" + (try files.list(directory).first ?? ""))
  }

  private func read(_ path: String) throws -> HexFile {
    let file = try OpenFile(path, .read, in: files)
    return HexFile(path: path, bytes: try file.read(try file.status().size, at: 0))
  }
}
