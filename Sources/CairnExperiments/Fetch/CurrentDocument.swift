/// A document that decisions are made from, and where it came from.
package struct CurrentDocument: Equatable, Sendable {
  package var document: ExperimentDocument
  /// `.network`, `.cache` or `.given`.
  package var source: DecisionSource

  package init(document: ExperimentDocument, source: DecisionSource) {
    self.document = document
    self.source = source
  }
}
