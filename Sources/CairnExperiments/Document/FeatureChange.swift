package import Cairn

/// What a variation makes of a feature.
package struct FeatureChange: Sendable {
  package let featureID: String
  package let variables: [String: Value]
}

extension FeatureChange {
  /// Nil when it is a change of another kind.
  init?(_ part: DocumentPart) {
    guard part["type"].text == "fullStackFeature",
      let featureID = part["data"]["feature_id"].text
    else { return nil }
    self.featureID = featureID
    variables = part["data"]["variables_data"].members
  }
}
