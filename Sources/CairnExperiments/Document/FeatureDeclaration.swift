package import Cairn

/// A feature that variations can enable, and the types of its variables.
package final class FeatureDeclaration: Sendable {
  package let id: String
  package let key: String
  package let types: [String: VariableType]

  init?(_ part: DocumentPart) {
    guard let id = part["id"].text else { return nil }
    self.id = id
    key = part["key"].text ?? id
    let variables = part["variables"].elements.compactMap { variable in
      variable["key"].text.map { ($0, VariableType(variable["type"].text ?? "")) }
    }
    types = Dictionary(variables) { first, _ in first }
  }
}

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
