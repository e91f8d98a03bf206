import Cairn

/// Parses a document and validates its required parts.
enum DocumentReader {
  /// The supported types of experiences.
  ///
  /// Other types could require features that this version lacks.
  private static let kinds: Set<String> = [
    "a/b", "a/a", "mvt", "split_url", "multipage", "deploy", "a/b_fullstack", "feature_rollout",
  ]

  private static let mostRemarks = 100

  static func read(_ bytes: [UInt8]) throws(ExperimentDocumentError) -> DocumentPart {
    let document = try DocumentPart(json: bytes)
    guard case .object = document.value else {
      throw ExperimentDocumentError(path: "", problem: "is not a JSON object")
    }
    if let error = document["error"].value, error != .null, error != .bool(false) {
      throw ExperimentDocumentError(
        path: "error", problem: "was returned instead of a document: \(summary(error))")
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

  /// Returns the experiences that can be used, and remarks about the others.
  static func experiences(_ document: DocumentPart, _ catalog: DocumentCatalog) -> (
    [Experience], [ExperimentDocumentError]
  ) {
    var remarks: [ExperimentDocumentError] = []
    let experiences = document["experiences"].elements.compactMap { part -> Experience? in
      let experience: Experience?
      var problem = "has no id"
      if let kind = part["type"].text, !kinds.contains(kind) {
        (experience, problem) = (nil, "is of an unknown type, \(kind)")
      } else {
        experience = Experience(part, catalog)
      }
      if experience == nil, remarks.count < mostRemarks { remarks.append(part.remark(problem)) }
      return experience
    }
    return (experiences, remarks)
  }

  private static func summary(_ error: Value) -> String {
    if case .object(let members) = error, let text = members["message"] { return summary(text) }
    return String(error.referenceText.prefix(200))
  }
}

extension DocumentPart {
  fileprivate func remark(_ problem: String) -> ExperimentDocumentError {
    ExperimentDocumentError(path: path, problem: problem)
  }
}
