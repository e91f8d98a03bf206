public import Foundation

/// So that an identifier can be kept, and asked for in a later launch.
extension EventID: LosslessStringConvertible {
  /// Reads the text of `description`, in lower or upper case; nil when it is no UUID.
  public init?(_ description: String) {
    guard let uuid = UUID(uuidString: description) else { return nil }
    self.init(uuid)
  }

  /// Takes the identifier from Foundation's type, as `uuid` gives it.
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
  /// Decodes the text of `description`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let id = EventID(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no UUID: \(text)")
    }
    self = id
  }

  /// Encodes `description`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
