package import Cairn
import Foundation

/// Definitions of experiences, as they lie in the journal for whoever wants to know of them.
extension ContentInteraction {
  package static let definition = "definition"

  /// What an event is called, if it is of this product; nil for any other.
  ///
  /// Asked of every event: it is the first member of that name, and what stands before it holds no quotation marks.
  package static func name(of event: StoredEvent) -> String? {
    guard event.kind == .interaction, let start = event.json.firstRange(of: mark)?.upperBound
    else { return nil }
    return String(decoding: event.json[start...].prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
  }

  private static let mark = Array(#""event":""#.utf8)

  /// Whether an event counts: definitions do not, and what only measures does when measures are wanted.
  package static func isCounted(_ event: StoredEvent, withMeasures: Bool = true) -> Bool {
    guard event.kind == .interaction else { return false }
    guard let name = name(of: event) else { return true }
    return name != definition && (withMeasures || !isExposure(name))
  }

  /// Nil when the event is no definition.
  package static func definition(in event: StoredEvent) -> ExperienceDefinition? {
    DecodedEvent(event).flatMap { ExperienceDefinition($0.properties) }
  }
}
