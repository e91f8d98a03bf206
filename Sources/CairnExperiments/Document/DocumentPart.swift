package import Cairn
import Foundation

/// A value of the document and where it stands.
///
/// What is not there, or of another type, is empty.
package struct DocumentPart: Sendable {
  /// Nil when the document has none; null is one.
  package let value: Value?
  /// Names and places from the top, as in `experiences[3].id`.
  package let path: String

  package init(value: Value?, path: String = "") {
    self.value = value
    self.path = path
  }

  /// Any JSON.
  package init(json: some Sequence<UInt8>) throws {
    self.init(value: try JSONDecoder().decode(DocumentValue.self, from: Data(json)).value)
  }

  package subscript(_ name: String) -> DocumentPart {
    DocumentPart(value: members[name], path: path.isEmpty ? name : path + "." + name)
  }

  package var members: [String: Value] {
    if case .object(let members) = value { members } else { [:] }
  }

  package var elements: [DocumentPart] {
    guard case .array(let elements) = value else { return [] }
    return elements.enumerated().map { place, element in
      DocumentPart(value: element, path: "\(path)[\(place)]")
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
