import Cairn
import CairnExperiments

extension DocumentPart {
  /// Text, which may be empty.
  var string: String {
    if case .string(let text) = value { text } else { value?.referenceText ?? "" }
  }

  var integer: Int {
    if case .int(let integer) = value { integer } else { 0 }
  }

  /// A variation's id.
  var choice: String { text ?? "nobody" }
}

extension Visitor {
  var anywhere: Visitor {
    var visitor = self
    visitor.ignoresLocations = true
    return visitor
  }
}
