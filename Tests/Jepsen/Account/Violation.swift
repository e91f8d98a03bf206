/// A violated guarantee.
struct Violation: Codable, Sendable, CustomStringConvertible {
  enum Kind: String, Codable, CaseIterable, Sendable {
    case lost, counted, stuck, order, bounds, foreign, ended
  }

  var kind: Kind
  /// The number of events, if it can be counted; otherwise 1.
  var events = 1
  var text: String

  var description: String { "\(kind.rawValue): \(text)" }
}
