package import Cairn

/// A value of the document and where it stands.
///
/// What is not there, or of another type, is empty.
package struct DocumentPart: Sendable {
  /// Nil when the document has none; null is one.
  package let value: Value?
  /// Names and places from the top, as in `experiences[3].id`.
  package let path: String
  /// What all patterns of the document share.
  let patterns: PatternAllowance

  package init(value: Value?, path: String = "", patterns: PatternAllowance = PatternAllowance()) {
    self.value = value
    self.path = path
    self.patterns = patterns
  }

  /// Any JSON.
  ///
  /// Some editors begin a file with a mark that is no part of it.
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

  /// Text, or a number as text: ids are written either way.
  package var text: String? {
    switch value {
    case .string(let text): text.isEmpty ? nil : text
    case .int, .double: value?.referenceText
    default: nil
    }
  }

  package var texts: [String] { elements.compactMap(\.text) }
}
