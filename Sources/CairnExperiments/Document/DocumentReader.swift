import Cairn
import Foundation

/// Turns bytes into a document that can be used, or says what is wrong with them.
enum DocumentReader {
  /// Kinds that are known; others may mean what this version cannot do.
  private static let kinds: Set<String> = [
    "a/b", "a/a", "mvt", "split_url", "multipage", "deploy", "a/b_fullstack", "feature_rollout",
  ]

  static func read(_ bytes: [UInt8]) throws(ExperimentDocumentError) -> DocumentPart {
    let value: Value
    do {
      value = try JSONDecoder().decode(DocumentValue.self, from: Data(bytes)).value
    } catch {
      throw ExperimentDocumentError(path: path(of: error), problem: "is not valid JSON")
    }
    let document = DocumentPart(value: value, path: "")
    guard case .object = value else {
      throw ExperimentDocumentError(path: "", problem: "is not a JSON object")
    }
    if let error = document["error"].value, error != .null, error != .bool(false) {
      throw ExperimentDocumentError(path: "error", problem: "is all there is: \(summary(error))")
    }
    return document
  }

  static func id(_ part: DocumentPart) throws(ExperimentDocumentError) -> String {
    guard let id = part.text else {
      let problem = part.value == nil ? "is missing" : "is neither text nor a number"
      throw ExperimentDocumentError(path: part.path, problem: problem)
    }
    return id
  }

  /// Those that can be used, and remarks on the others.
  static func experiences(_ document: DocumentPart, _ catalog: DocumentCatalog) -> (
    [Experience], [ExperimentDocumentError]
  ) {
    var remarks: [ExperimentDocumentError] = []
    let experiences = document["experiences"].elements.compactMap { part -> Experience? in
      if let kind = part["type"].text, !kinds.contains(kind) {
        remarks.append(part.remark("is of an unknown type, \(kind)"))
        return nil
      }
      guard let experience = Experience(part, catalog) else {
        remarks.append(part.remark("has no id"))
        return nil
      }
      return experience
    }
    return (experiences, remarks)
  }

  private static func summary(_ error: Value) -> String {
    if case .object(let members) = error, let text = members["message"] { return summary(text) }
    return String(error.referenceText.prefix(200))
  }

  private static func path(of error: any Error) -> String {
    let keys: [any CodingKey]
    switch error {
    case DecodingError.dataCorrupted(let context), DecodingError.typeMismatch(_, let context),
      DecodingError.valueNotFound(_, let context):
      keys = context.codingPath
    default: keys = []
    }
    return keys.reduce("") { path, key in
      if let place = key.intValue { return "\(path)[\(place)]" }
      return path.isEmpty ? key.stringValue : path + "." + key.stringValue
    }
  }
}

extension DocumentPart {
  fileprivate func remark(_ problem: String) -> ExperimentDocumentError {
    ExperimentDocumentError(path: path, problem: problem)
  }
}
