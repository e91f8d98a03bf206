/// Why a destination will never take an event, as it said it: what is kept with the dead letter.
///
/// A string literal is a reason alone: `.refused("no such event")`.
public struct DeliveryRejection: Hashable, Sendable {
  /// How much is kept of a reason and of an answer: 1 024 bytes of UTF-8 each, cut between characters.
  public static let mostBytes = 1_024

  /// A short sentence for people.
  ///
  /// At most 1 024 bytes.
  public let reason: String
  /// The status of the answer, such as an HTTP status; nil where there is none.
  public let status: Int?
  /// The beginning of what the destination answered, at most 1 024 bytes; nil when there is nothing beyond the reason.
  ///
  /// It is stored on the disk: leave out what is secret.
  public let answer: String?

  /// Makes a rejection; what is longer than `mostBytes` is cut.
  ///
  /// - Parameters:
  ///   - reason: A short sentence for people.
  ///   - status: The status of the answer, if there was one.
  ///   - answer: What the destination answered, without secrets.
  public init(_ reason: String, status: Int? = nil, answer: String? = nil) {
    self.reason = Self.cut(reason)
    self.status = status
    self.answer = answer.map(Self.cut)
  }

  private static func cut(_ text: String) -> String {
    guard text.utf8.count > mostBytes else { return text }
    var end = text.utf8.index(text.startIndex, offsetBy: mostBytes)
    // A character may have many scalars: where one is longer than all the room, nothing is left of it.
    while end.samePosition(in: text) == nil { end = text.utf8.index(before: end) }
    return String(text[..<end])
  }
}

extension DeliveryRejection: ExpressibleByStringInterpolation {
  /// A reason without a status or an answer.
  public init(stringLiteral value: String) { self.init(value) }
}
