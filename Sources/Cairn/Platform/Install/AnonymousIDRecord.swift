/// The seam to what keeps the anonymous identifier with the device, apart from the app's files.
package protocol AnonymousIDRecord: Sendable {
  /// The identifier that is kept; nil when there is none.
  func read() throws(AnonymousIDRecordError) -> String?
  /// Keeps the identifier unless there is one, and returns the one that is kept now.
  ///
  /// Whoever else starts at the same moment is told the same.
  func keep(_ id: String) throws(AnonymousIDRecordError) -> String
  /// Keeps this one, whatever was kept before.
  func replace(with id: String) throws(AnonymousIDRecordError)
  /// Keeps none.
  func remove() throws(AnonymousIDRecordError)
}

/// Why the record of the anonymous identifier cannot be used now.
package struct AnonymousIDRecordError: Error, Equatable, Sendable, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }
}
