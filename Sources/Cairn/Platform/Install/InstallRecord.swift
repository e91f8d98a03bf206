/// The seam to what knows which installation this is, and does not travel with a copy of the journal.
package protocol InstallRecord: Sendable {
  /// Whether the record outlives everything but the device.
  ///
  /// Then a journal without one came from another device; else the record may just have been deleted.
  var staysWithDevice: Bool { get }
  /// The identifier under this account; nil when there is none.
  func read(_ account: String) throws(InstallRecordError) -> InstallID?
  /// Keeps the identifier unless there is one, and returns the one that is kept now.
  ///
  /// Whoever else starts at the same moment is told the same, or that it cannot be told now.
  func keep(_ id: InstallID, for account: String) throws(InstallRecordError) -> InstallID
}

/// Why it cannot be told now which installation this is.
package struct InstallRecordError: Error, Equatable, Sendable, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }
}

/// The record of an installation that the configuration names: it says the same at every start.
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
