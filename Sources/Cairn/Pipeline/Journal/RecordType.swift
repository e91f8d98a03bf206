/// What a record is for: an open set, since a later version may add to it.
package struct RecordType: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let event = RecordType(rawValue: 1)
  /// What a cap dropped.
  package static let dropNote = RecordType(rawValue: 2)
  /// The last record of a segment that was closed in order.
  package static let seal = RecordType(rawValue: 4)
  /// Opaque bytes that hold for all events of the segment; its first record.
  package static let preamble = RecordType(rawValue: 6)
}
