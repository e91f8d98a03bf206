package import Cairn

/// Exposure events, which hold the measures of content whose view was recorded earlier.
///
/// Their name is the name of the subject with the suffix `Exposure`.
extension ContentInteraction {
  static let exposure = "Exposure"

  static func isExposure(_ name: String) -> Bool { name.hasSuffix(exposure) }

  package static func exposureName(_ subject: ContentSubject) -> String { subject.name + exposure }

  /// Returns the properties of an exposure event.
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
