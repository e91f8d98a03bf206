/// A pattern that matches personal data in text.
///
/// The SDK's own patterns are hand-written scanners that read a text in one pass, at a few
/// nanoseconds for each character. They prefer false matches to missed ones.
public struct RedactionPattern: Sendable {
  /// Returns the matches as ranges of UTF-8 bytes, in order and without overlap.
  let matches: @Sendable (inout String) -> [Range<Int>]
  /// Whether integers are searched in addition to texts.
  private(set) var includesNumbers = false

  private init(_ scan: @escaping @Sendable (UnsafeBufferPointer<UInt8>) -> [Range<Int>]) {
    matches = { $0.withUTF8(scan) }
  }

  /// Matches email addresses such as `jane.doe+news@example.com`, also with `%40` as in URLs.
  public static let email = RedactionPattern(EmailScanner.matches)

  /// Matches payment card numbers: 13 to 19 digits that begin with 2 to 6 and have a valid check
  /// digit (Luhn).
  ///
  /// Single spaces or hyphens may separate the digits. Integers are searched too.
  public static let creditCard: RedactionPattern = {
    var pattern = RedactionPattern(CardScanner.matches)
    pattern.includesNumbers = true
    return pattern
  }()

  /// Matches IPv4 and IPv6 addresses.
  ///
  /// A version of four numbers, `1.2.3.4`, matches too.
  public static let ipAddress = RedactionPattern(AddressScanner.matches)

  /// Matches telephone numbers: `+` or `00` and 7 to 15 digits, or the ten digits of North America
  /// in groups, `(555) 123-4567`.
  ///
  /// Spaces, dots, hyphens, slashes and parentheses may separate the digits. For numbers in another
  /// form use a regular expression of your own.
  public static let phoneNumber = RedactionPattern(PhoneScanner.matches)

  /// Matches a regular expression of your own.
  ///
  /// It costs about a microsecond for every few characters of each text. Concurrent calls wait for
  /// each other, because two threads cannot use a Swift regular expression at the same time. An
  /// expression that backtracks heavily on long texts makes `track` slow.
  public static func regex<Output>(_ expression: sending Regex<Output>) -> RedactionPattern {
    RedactionPattern(RegexScanner(expression))
  }

  private init(_ scanner: RegexScanner) { matches = { scanner.matches(in: $0) } }

  /// Returns the text with all matches redacted; nil when nothing matches.
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

  /// Returns the redacted identifier: `.none` when nothing matches, and nil when it is removed.
  ///
  /// Unless the action transforms the match, the whole identifier is removed.
  func redacted(identifier text: String, _ action: RedactionAction) -> String?? {
    guard let redacted = redacted(text, action) else { return .none }
    guard case .transform = action.kind, !redacted.isEmpty else { return .some(nil) }
    return .some(redacted)
  }
}

/// Finds the matches of an app's regular expression.
final class RegexScanner: Sendable {
  // `Regex` is not `Sendable`.
  private let expression: Locked<Regex<AnyRegexOutput>>

  init<Output>(_ expression: sending Regex<Output>) {
    self.expression = Locked(Regex<AnyRegexOutput>(expression))
  }

  func matches(in text: String) -> [Range<Int>] {
    expression.withLock { expression in
      text.matches(of: expression).compactMap { match in
        let start = text.utf8.distance(from: text.startIndex, to: match.range.lowerBound)
        let length = text.utf8.distance(from: match.range.lowerBound, to: match.range.upperBound)
        return length > 0 ? start..<start + length : nil
      }
    }
  }
}
