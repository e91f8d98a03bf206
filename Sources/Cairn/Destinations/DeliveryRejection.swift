/// The reason why a destination permanently refuses an event; it is stored with the dead letter.
///
/// A string literal is a rejection with only a reason: `.refused("no such event")`.
public struct DeliveryRejection: Hashable, Sendable {
  /// The maximum size of a reason and of a response: 1 024 bytes of UTF-8 each; longer texts are
  /// cut between characters.
  public static let maximumBytes = 1_024

  /// A short sentence for people.
  ///
  /// At most 1 024 bytes.
  public let reason: String
  /// The status of the response, such as an HTTP status; nil where there is none.
  public let status: Int?
  /// The beginning of the destination's response, at most 1 024 bytes; nil when there is only a
  /// reason.
  ///
  /// It is stored on disk and must not contain secrets.
  public let answer: String?

  /// Creates a rejection; texts longer than `maximumBytes` are cut.
  ///
  /// - Parameters:
  ///   - reason: A short sentence for people.
  ///   - status: The status of the response, if there was one.
  ///   - answer: The destination's response, without secrets.
  public init(_ reason: String, status: Int? = nil, answer: String? = nil) {
    self.reason = Self.cut(reason)
    self.status = status
    self.answer = answer.map(Self.cut)
  }

  private static func cut(_ text: String) -> String {
    guard text.utf8.count > maximumBytes else { return text }
    var end = text.utf8.index(text.startIndex, offsetBy: maximumBytes)
    // A character may have many scalars; a character longer than the limit is removed.
    while end.samePosition(in: text) == nil { end = text.utf8.index(before: end) }
    return String(text[..<end])
  }
}

extension DeliveryRejection: ExpressibleByStringInterpolation {
  /// A reason without a status or a response.
  public init(stringLiteral value: String) { self.init(value) }
}
