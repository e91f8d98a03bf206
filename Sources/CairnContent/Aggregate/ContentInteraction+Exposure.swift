package import Cairn

/// What was measured of content that was viewed before: an event of its own, with another name.
extension ContentInteraction {
  static let exposure = "Exposure"

  static func isExposure(_ name: String) -> Bool { name.hasSuffix(exposure) }

  package static func exposureName(_ subject: ContentSubject) -> String { subject.name + exposure }

  /// What such an event holds.
  package static func properties(
    _ subject: ContentSubject, _ location: String?, _ measures: ContentMeasures
  ) -> [String: Value] {
    var properties: [String: Value] = [
      "key": .string(subject.key), "measures": .object(measures.stored),
    ]
    if let location { properties["location"] = .string(location) }
    return properties
  }
}
