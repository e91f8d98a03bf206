import Cairn
import CairnExperiments

extension DocumentPart {
  /// The text, which may be empty; other values as text.
  var string: String {
    if case .string(let text) = value { text } else { value?.referenceText ?? "" }
  }

  var integer: Int {
    if case .int(let integer) = value { integer } else { 0 }
  }

  /// The ID of a variation, or `nobody`.
  var choice: String { text ?? "nobody" }
}

extension Visitor {
  var anywhere: Visitor {
    var visitor = self
    visitor.ignoresLocations = true
    return visitor
  }
}
