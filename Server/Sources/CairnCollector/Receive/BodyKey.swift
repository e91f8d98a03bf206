/// The write key in a body, for senders that do not send it in the header.
enum BodyKey {
  /// As many bytes of an unknown sender are read, and unpacked; its key is among them.
  static let prefix = 16 * 1024

  /// The member `writeKey` of an object of which these are the first bytes; nil when it is not whole in them.
  static func find(in bytes: [UInt8]) -> String? {
    var scanner = JSONScanner(bytes)
    guard let span = scanner.firstMember(named: "writeKey") else { return nil }
    return bytes.text(of: span)
  }
}
