import Cairn

/// A variation in the document: its traffic share and its changes.
package struct Arm: Sendable {
  package let id: String
  /// The variation for visitors.
  package let variation: Variation
  /// The traffic share, in percent.
  package let weight: Double
  /// Whether visitors without a variation can get this one.
  package let isActive: Bool
  package let changes: [FeatureChange]
}

extension Arm {
  /// Makes an arm without a known experience.
  package init?(_ part: DocumentPart) { self.init(part, experienceID: "", experienceKey: "") }

  /// Makes an arm; nil without an ID, because a visitor's variation is stored by its ID.
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

  /// Returns the traffic share: 100 if it is absent; 0 if it is null or not a number.
  private static func weight(_ value: Value?) -> (weight: Double, isSet: Bool) {
    guard let value else { return (100, false) }
    return (value.referenceNumber ?? 0, true)
  }
}
