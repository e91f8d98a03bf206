public import Foundation

/// Conversion to and from text, so that an app can store an identifier and look it up in a later
/// launch.
extension EventID: LosslessStringConvertible {
  /// Creates an identifier from the text of `description`, in lower or upper case; nil when the
  /// text is not a UUID.
  public init?(_ description: String) {
    guard let uuid = UUID(uuidString: description) else { return nil }
    self.init(uuid)
  }

  /// Creates an identifier from a Foundation UUID, as returned by `uuid`.
  public init(_ uuid: UUID) {
    (high, low) = withUnsafeBytes(of: uuid.uuid) { bytes in
      (
        UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
        UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      )
    }
  }
}

extension EventID: Codable {
  /// Decodes an identifier from the text of `description`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let id = EventID(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no UUID: \(text)")
    }
    self = id
  }

  /// Encodes the identifier as the text of `description`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
