/// The seam to what keeps the anonymous identifier with the device, apart from the app's files.
package protocol DeviceIDRecord: Sendable {
  /// The identifier that is kept; nil when there is none.
  func read() throws(DeviceIDRecordError) -> String?
  /// Keeps the identifier unless there is one, and returns the one that is kept now.
  ///
  /// Whoever else starts at the same moment is told the same.
  func keep(_ id: String) throws(DeviceIDRecordError) -> String
  /// Keeps this one, whatever was kept before.
  func replace(with id: String) throws(DeviceIDRecordError)
  /// Keeps none.
  func remove() throws(DeviceIDRecordError)
}

/// Why the record of the anonymous identifier cannot be used now.
package struct DeviceIDRecordError: Error, Equatable, Sendable, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }
}
