import HTTPTypes

/// The `name=value` pairs of an address or of a form, within bounds.
struct FormValues: Sendable {
  /// The maximum number of bytes of all pairs together.
  static let maxBytes = 8_192
  /// The maximum number of pairs; the rest is ignored.
  static let mostPairs = 64

  private(set) var parameters: [PageLink.Parameter] = []

  init() {}

  /// - Throws: 414 for a longer text, and 400 for one that is not percent-encoded UTF-8.
  init(_ text: String) throws(Refusal) {
    guard text.utf8.count <= Self.maxBytes else {
      throw Refusal(
        status: .uriTooLong, code: "tooLong",
        message: "the parameters have more than \(Self.maxBytes) bytes")
    }
    for pair in text.split(separator: "&").prefix(Self.mostPairs) {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = try Self.decoded(parts[0])
      let value = try Self.decoded(parts.count == 2 ? parts[1] : "")
      parameters.append(PageLink.Parameter(name: name, value: value))
    }
  }

  /// The first value of a name; nil when it is missing or empty.
  subscript(_ name: String) -> String? {
    parameters.first { $0.name == name && !$0.value.isEmpty }?.value
  }

  /// The values of a name that are not empty.
  func all(_ name: String) -> [String] {
    parameters.filter { $0.name == name && !$0.value.isEmpty }.map(\.value)
  }

  /// Returns the value if it is one of the choices, otherwise the first choice.
  func choice<Choice: RawRepresentable<String>>(
    _ name: String, _ fallback: Choice
  ) -> Choice {
    self[name].flatMap(Choice.init) ?? fallback
  }

  // The encoding of forms represents a space as `+`.
  private static func decoded(_ text: Substring) throws(Refusal) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard let digits = String(rest.prefix(2)), digits.utf8.count == 2,
          let value = UInt8(digits, radix: 16), !digits.hasPrefix("+")
        else { throw Self.malformed }
        rest = rest.dropFirst(2)
        bytes.append(value)
      default: bytes.append(byte)
      }
    }
    // SQLite and PostgreSQL end or refuse a text at NUL.
    guard !bytes.contains(0) else { throw Self.malformed }
    let decoded = String(decoding: bytes, as: UTF8.self)
    guard decoded.utf8.elementsEqual(bytes) else { throw Self.malformed }
    return decoded
  }

  private static let malformed = Refusal.badRequest(
    "badQuery", "the parameters are not percent-encoded UTF-8, or contain a NUL")
}
