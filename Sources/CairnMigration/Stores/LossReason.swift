/// The reason why a record of another SDK could not be taken over; an open set.
public struct LossReason: RawRepresentable, Hashable, Sendable {
  /// The reason's name, as in reports and logs.
  public let rawValue: String

  /// Creates a reason from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The record is truncated, because the other SDK was killed while it wrote.
  public static let torn = LossReason(rawValue: "torn")
  /// The bytes are no record of the format.
  public static let unreadable = LossReason(rawValue: "unreadable")
  /// The record is longer than the importer reads, or than an event may be.
  public static let tooLong = LossReason(rawValue: "tooLong")
  /// The record is complete, but is not an event of a known format.
  public static let unknown = LossReason(rawValue: "unknown")
  /// The database reports that the part with the record is corrupt.
  public static let corrupt = LossReason(rawValue: "corrupt")
  /// A background upload of the system has the file, and delivers its events.
  public static let beingUploaded = LossReason(rawValue: "beingUploaded")
  /// The store is encrypted with a key that only the app has.
  public static let encrypted = LossReason(rawValue: "encrypted")
}
