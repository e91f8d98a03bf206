import Cairn

/// A variation as the document has it: its share of the visitors, and what it changes.
package struct Arm: Sendable {
  package let id: String
  /// What visitors are given.
  package let variation: Variation
  /// Per cent of the visitors.
  package let weight: Double
  /// Whether visitors are given it who have no variation yet.
  package let isActive: Bool
  package let changes: [FeatureChange]
}

extension Arm {
  /// Of an experience that does not matter.
  package init?(_ part: DocumentPart) { self.init(part, experienceID: "", experienceKey: "") }

  /// Nil without an id, as nobody could be said to have it.
  init?(_ part: DocumentPart, experienceID: String, experienceKey: String) {
    guard let id = part["id"].text else { return nil }
    let (weight, isSet) = Self.weight(part["traffic_allocation"].value)
    let status = part["status"].text ?? ""
    self.id = id
    variation = Variation(
      id: id, key: part["key"].text ?? id, experienceID: experienceID, experienceKey: experienceKey)
    self.weight = weight
    isActive = (status.isEmpty || status == "running") && (weight > 0 || !isSet)
    changes = part["changes"].elements.compactMap { FeatureChange($0) }
  }

  /// Absent is everybody; null, and what is no number, is nobody.
  private static func weight(_ value: Value?) -> (weight: Double, isSet: Bool) {
    guard let value else { return (100, false) }
    return (value.referenceNumber ?? 0, true)
  }
}
