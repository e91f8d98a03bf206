/// A store that identifies the installation, and is not part of a copy of the journal.
package protocol InstallRecord: Sendable {
  /// Whether the record exists as long as the device.
  ///
  /// Then a journal without a record came from another device; otherwise the record may have been
  /// deleted.
  var staysWithDevice: Bool { get }
  /// Returns the identifier of this account; nil when there is none.
  func read(_ account: String) throws(InstallRecordError) -> InstallID?
  /// Stores the identifier unless there is one, and returns the stored one.
  ///
  /// Processes that start at the same moment get the same identifier, or an error.
  func keep(_ id: InstallID, for account: String) throws(InstallRecordError) -> InstallID
}

/// The reason why the installation cannot be identified now.
package struct InstallRecordError: Error, Equatable, Sendable, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }
}

/// The record of an installation that the configuration names, which is the same at every start.
package struct NamedInstallRecord: InstallRecord {
  private let id: InstallID

  package init(_ name: String) { id = InstallID(name: name) }

  package var staysWithDevice: Bool { true }

  package func read(_ account: String) throws(InstallRecordError) -> InstallID? { id }

  package func keep(
    _ id: InstallID, for account: String
  ) throws(InstallRecordError) -> InstallID {
    self.id
  }
}
