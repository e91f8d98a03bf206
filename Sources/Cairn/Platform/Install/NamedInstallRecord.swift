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
