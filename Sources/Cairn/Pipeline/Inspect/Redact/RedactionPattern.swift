/// What personal data looks like in a text.
///
/// The patterns of the SDK are read by code made for them, in one pass: some nanoseconds for each character. They are made
/// to find too much rather than too little.
public struct RedactionPattern: Sendable {
  /// The places of what is found, in bytes of UTF-8: in order, none reaching into another.
  let matches: @Sendable (inout String) -> [Range<Int>]
  /// Whether whole numbers are searched as well as texts.
  private(set) var includesNumbers = false

  private init(_ scan: @escaping @Sendable (UnsafeBufferPointer<UInt8>) -> [Range<Int>]) {
    matches = { $0.withUTF8(scan) }
  }

  /// Addresses such as `jane.doe+news@example.com`, also with `%40` as in URLs.
  public static let email = RedactionPattern(EmailScanner.matches)

  /// Numbers of payment cards: 13 to 19 digits that begin with 2 to 6 and whose last one is right (Luhn), with single spaces
  /// or hyphens between them or none; also as whole numbers.
  public static let creditCard: RedactionPattern = {
    var pattern = RedactionPattern(CardScanner.matches)
    pattern.includesNumbers = true
    return pattern
  }()

  /// IPv4 and IPv6 addresses.
  ///
  /// A version of four numbers, `1.2.3.4`, cannot be told from one.
  public static let ipAddress = RedactionPattern(AddressScanner.matches)

  /// Telephone numbers: `+` or `00` and 7 to 15 digits, or the ten digits of North America in groups, `(555) 123-4567`;
  /// spaces, dots, hyphens, slashes and brackets may stand between digits.
  ///
  /// Numbers that are written in another way take an expression of your own.
  public static let phoneNumber = RedactionPattern(PhoneScanner.matches)

  /// A regular expression of your own.
  ///
  /// It costs about a microsecond for each few characters of every text, and calls at the same time wait for each other,
  /// because an expression of Swift may not be used by two threads at once. One that can go astray on long texts makes
  /// `track` slow.
  public static func regex<Output>(_ expression: sending Regex<Output>) -> RedactionPattern {
    RedactionPattern(RegexScanner(expression))
  }

  private init(_ scanner: RegexScanner) { matches = { scanner.matches(in: $0) } }

  /// The text with what matches redacted; nil when nothing does.
  package func redacted(_ text: String, _ action: RedactionAction) -> String? {
    var text = text
    let found = matches(&text)
    guard !found.isEmpty else { return nil }
    return text.withUTF8 { bytes in
      var result: [UInt8] = []
      result.reserveCapacity(bytes.count)
      var place = 0
      for range in found {
        result += bytes[place..<range.lowerBound]
        let match = String(decoding: bytes[range], as: UTF8.self)
        result += Array((action.result(for: match) ?? "").utf8)
        place = range.upperBound
      }
      result += bytes[place...]
      return String(decoding: result, as: UTF8.self)
    }
  }

  /// The same for an identifier, of which nothing is left when a part is to go; `.none` when nothing matches.
  func redacted(identifier text: String, _ action: RedactionAction) -> String?? {
    guard let redacted = redacted(text, action) else { return .none }
    guard case .transform = action.kind, !redacted.isEmpty else { return .some(nil) }
    return .some(redacted)
  }
}
