/// Something that was promised and is not so.
struct Violation: Codable, Sendable, CustomStringConvertible {
  enum Kind: String, Codable, CaseIterable, Sendable {
    case lost, counted, stuck, order, bounds, foreign, ended
  }

  var kind: Kind
  /// How many events, where events can be counted; else 1.
  var events = 1
  var text: String

  var description: String { "\(kind.rawValue): \(text)" }
}
