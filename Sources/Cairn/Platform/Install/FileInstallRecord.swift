/// The record on platforms without a keychain: a file for each account, in a folder apart from the
/// journals.
///
/// It detects a journal that was copied or restored alone. A copy of a whole home folder includes
/// the record: for that case there is `Configuration.installation`.
package struct FileInstallRecord: InstallRecord {
  private let directory: String
  private let files: any FileSystem

  package init(_ directory: String, files: any FileSystem) {
    self.directory = directory
    self.files = files
  }

  /// False: a user who deletes settings still has the same journal.
  package var staysWithDevice: Bool { false }

  package func read(_ account: String) throws(InstallRecordError) -> InstallID? {
    do throws(FileError) {
      return try file(account).read()
    } catch {
      throw InstallRecordError("\(error)")
    }
  }

  package func keep(
    _ id: InstallID, for account: String
  ) throws(InstallRecordError) -> InstallID {
    do throws(FileError) {
      try files.makeDirectory(directory)
      return try file(account).writeIfMissing(id)
    } catch {
      throw InstallRecordError("\(error)")
    }
  }

  private func file(_ account: String) -> InstallFile {
    InstallFile("\(directory)/\(account)", in: files)
  }
}
