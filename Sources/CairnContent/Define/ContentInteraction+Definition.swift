package import Cairn
import Foundation

/// Definition events, which hold definitions of experiences for destinations that need them.
extension ContentInteraction {
  package static let definition = "definition"

  /// Returns the name of an interaction event; nil for other events.
  ///
  /// It is called for every event and therefore searches the JSON text instead of decoding it. The
  /// search is correct because the first `"event"` member is the name and the values before it
  /// contain no quotation marks.
  package static func name(of event: StoredEvent) -> String? {
    guard event.kind == .interaction, let start = event.json.firstRange(of: mark)?.upperBound
    else { return nil }
    return String(decoding: event.json[start...].prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
  }

  private static let mark = Array(#""event":""#.utf8)

  /// Returns whether an event is counted.
  ///
  /// Definition events are not, nor are exposure events unless `withMeasures` is true.
  package static func isCounted(_ event: StoredEvent, withMeasures: Bool = true) -> Bool {
    guard event.kind == .interaction else { return false }
    guard let name = name(of: event) else { return true }
    return name != definition && (withMeasures || !isExposure(name))
  }

  /// Returns the definition in an event; nil if the event is not a definition.
  package static func definition(in event: StoredEvent) -> ExperienceDefinition? {
    DecodedEvent(event).flatMap { ExperienceDefinition($0.properties) }
  }
}
