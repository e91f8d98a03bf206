package import Cairn

/// A value of the document and its path.
///
/// A part that is missing or has another type is treated as empty.
package struct DocumentPart: Sendable {
  /// The value; nil when it is missing.
  ///
  /// JSON null is a value.
  package let value: Value?
  /// The path from the root, such as `experiences[3].id`.
  package let path: String
  /// The allowance that all patterns of the document share.
  let patterns: PatternAllowance

  package init(value: Value?, path: String = "", patterns: PatternAllowance = PatternAllowance()) {
    self.value = value
    self.path = path
    self.patterns = patterns
  }

  /// Parses any JSON.
  ///
  /// A byte order mark at the start, which some editors write, is skipped.
  package init(json: some Sequence<UInt8>) throws(ExperimentDocumentError) {
    let bytes = Array(json)
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    guard let value = Value(json: bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...]) else {
      throw ExperimentDocumentError(path: "", problem: "is not valid JSON")
    }
    self.init(value: value)
  }

  package subscript(_ name: String) -> DocumentPart {
    DocumentPart(
      value: members[name], path: path.isEmpty ? name : path + "." + name, patterns: patterns)
  }

  package var members: [String: Value] {
    if case .object(let members) = value { members } else { [:] }
  }

  package var elements: [DocumentPart] {
    guard case .array(let elements) = value else { return [] }
    return elements.enumerated().map { place, element in
      DocumentPart(value: element, path: "\(path)[\(place)]", patterns: patterns)
    }
  }

  /// The text, or a number as text, because IDs can be either; nil when it is empty or has another
  /// type.
  package var text: String? {
    switch value {
    case .string(let text): text.isEmpty ? nil : text
    case .int, .double: value?.referenceText
    default: nil
    }
  }

  package var texts: [String] { elements.compactMap(\.text) }
}
