package import Cairn

/// The values that a variation sets for a feature.
package struct FeatureChange: Sendable {
  package let featureID: String
  package let variables: [String: Value]
}

extension FeatureChange {
  /// Makes a change; nil for changes of other kinds.
  init?(_ part: DocumentPart) {
    guard part["type"].text == "fullStackFeature",
      let featureID = part["data"]["feature_id"].text
    else { return nil }
    self.featureID = featureID
    variables = part["data"]["variables_data"].members
  }
}
