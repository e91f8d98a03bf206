/// Events of one name that happened in one hour by UTC, with what questions need of them.
struct ActivityPart: Sendable, Equatable {
  /// It is nil for events that have no name.
  var name: String?
  /// The number of the hour since 1970.
  var hour: Int64
  var events: Int
  /// The entries in their stored form; empty if the request did not need them.
  var entries: [UInt8] = []
  /// The entries without the numbers of the events, instead of those in `entries`; nil when they
  /// are not in memory, and for a request that needs the numbers.
  var numbered: NumberedEntries?

  static let microseconds: Int64 = 3_600_000_000

  static func hour(of time: Int64) -> Int64 { time.flooringDivided(by: microseconds).quotient }

  /// The time of the part, in microseconds since 1970.
  var period: Period { hour * Self.microseconds..<(hour + 1) * Self.microseconds }
}

/// One event in a part.
struct ActivityEntry: Sendable, Hashable {
  /// The key of the user, by `ActivityUser`.
  var user: UInt64
  /// Microseconds since 1970.
  var time: Int64
  /// The number of the event in its store.
  var sequence: Int64
}

// An entry has 20 bytes: the user, the microseconds since the beginning of the hour, and the number
// of the event, each with the least significant byte first.
extension ActivityPart {
  static let entryBytes = 20

  /// Calls the body with each entry that is in its stored form.
  func forEach(_ body: (ActivityEntry) throws -> Void) rethrows {
    let start = hour * Self.microseconds
    try entries.withUnsafeBytes { bytes in
      var offset = 0
      while offset + Self.entryBytes <= bytes.count {
        let user = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        let time = bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt32.self)
        let sequence = bytes.loadUnaligned(fromByteOffset: offset + 12, as: Int64.self)
        try body(
          ActivityEntry(
            user: UInt64(littleEndian: user), time: start + Int64(UInt32(littleEndian: time)),
            sequence: Int64(littleEndian: sequence)))
        offset += Self.entryBytes
      }
    }
  }

  /// Adds an event, whose time is in the hour of the part.
  mutating func add(_ entry: ActivityEntry) {
    events += 1
    let offset = UInt32(clamping: entry.time - hour * Self.microseconds)
    withUnsafeBytes(of: entry.user.littleEndian) { entries.append(contentsOf: $0) }
    withUnsafeBytes(of: offset.littleEndian) { entries.append(contentsOf: $0) }
    withUnsafeBytes(of: entry.sequence.littleEndian) { entries.append(contentsOf: $0) }
  }
}
