/// The type of a record; the set is open, since a later version may add types.
package struct RecordType: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let event = RecordType(rawValue: 1)
  /// A note of events that a cap drops.
  package static let dropNote = RecordType(rawValue: 2)
  /// The last record of a segment that was closed in order.
  package static let seal = RecordType(rawValue: 4)
  /// Opaque bytes that apply to all events of the segment; its first record.
  package static let preamble = RecordType(rawValue: 6)
}
