/// The document from which decisions are made, and its source.
package struct CurrentDocument: Equatable, Sendable {
  package var document: ExperimentDocument
  /// The source: `.network`, `.cache` or `.given`.
  package var source: DecisionSource

  package init(document: ExperimentDocument, source: DecisionSource) {
    self.document = document
    self.source = source
  }
}
