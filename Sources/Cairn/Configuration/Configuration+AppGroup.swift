import Foundation

/// The processes of an app group: the app, which delivers, and its extensions, which record.
extension Configuration {
  /// Whether this process records for the app of its group, and delivers only when `flush` is
  /// called.
  var isExtensionOfGroup: Bool { appGroup != nil && seams.isExtension }

  /// The folder of all instances; nil when there is none.
  var instancesFolder: String? {
    if let directory { return directory.path }
    return appGroup.map(seams.groupFolder) ?? DefaultDirectory.path()
  }

  /// The advice to a developer whose app has no such folder.
  var missingFolder: String {
    appGroup.map {
      "there is no app group \"\($0)\"; add it to the App Groups of the app and of its extensions"
    } ?? DefaultDirectory.missing
  }

  /// The longest idle time of the app's session that an extension still takes part in.
  var followedTimeout: Milliseconds { Milliseconds(seconds: sessionTimeout ?? 1_800) }

  /// Moves the journal that the app kept before it had an app group into the group's folder, with
  /// the user, the consent and the pending events.
  ///
  /// Only the app does this, because its extensions cannot read the app's own folder. A kill leaves
  /// the journal in one of the two folders.
  func movingIntoGroup(_ diagnostics: Diagnostics) {
    guard appGroup != nil, directory == nil, !seams.isExtension, let own = seams.ownFolder(),
      let group = instancesFolder, own != group
    else { return }
    let (old, new) = ("\(own)/\(instanceName)", "\(group)/\(instanceName)")
    let files = seams.files
    guard let found = try? files.list(old), !found.isEmpty,
      (try? files.list(new))?.isEmpty ?? true
    else { return }
    do throws(FileError) {
      try files.makeDirectory(group)
      try files.move(old, to: new)
      try files.syncDirectory(group)
      try files.syncDirectory(own)
    } catch {
      diagnostics.report(
        .error, "journal.group",
        "the journal in \(old) could not be moved into the app group, and its events wait there: "
          + "\(error)")
    }
  }

  /// Returns the configuration with leases in place of file locks, if the processes of a group
  /// share a folder on a system without locks.
  func leasingLocks() -> Configuration {
    guard appGroup != nil, !seams.allowsLocks, let folder = instancesFolder else { return self }
    var leasing = self
    let kind = seams.isExtension ? 0 : XXH64.hash(Array(SystemInfo.appName.utf8), seed: 0) | 1
    leasing.seams.files = LeasedFileSystem(
      seams.files,
      LeaseFolder(
        "\(folder)/.leases/\(instanceName)", files: seams.files, clock: seams.clock,
        boot: BootID.identifier(seams.files),
        holder: Lease.Holder(token: seams.randomness.next(), kind: kind),
        duration: seams.leaseDuration))
    return leasing
  }
}
