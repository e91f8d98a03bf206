/// The write key in a body, for senders that do not send it in the header.
enum BodyKey {
  /// The number of bytes of an unknown sender that are read and decompressed; its key must be among
  /// them.
  static let prefix = 16 * 1024

  /// Returns the member `writeKey` of an object that begins with these bytes; nil when it is not
  /// complete in them.
  static func find(in bytes: [UInt8]) -> String? {
    var scanner = JSONScanner(bytes)
    guard let span = scanner.firstMember(named: "writeKey") else { return nil }
    return bytes.text(of: span)
  }
}
