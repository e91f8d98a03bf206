/// A store that keeps the anonymous identifier with the device, separately from the app's files.
package protocol AnonymousIDRecord: Sendable {
  /// Returns the stored identifier; nil when there is none.
  func read() throws(AnonymousIDRecordError) -> String?
  /// Stores the identifier unless there is one, and returns the stored one.
  ///
  /// Processes that start at the same moment get the same result.
  func keep(_ id: String) throws(AnonymousIDRecordError) -> String
  /// Stores this identifier in place of any other.
  func replace(with id: String) throws(AnonymousIDRecordError)
  /// Removes the identifier.
  func remove() throws(AnonymousIDRecordError)
}

/// The reason why the record of the anonymous identifier cannot be used now.
package struct AnonymousIDRecordError: Error, Equatable, Sendable, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }
}
