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

  /// Returns the configuration with leases in place of file locks, if the processes of a group
  /// share a folder on a system without locks.
  func leasingLocks() -> Configuration {
    guard appGroup != nil, !seams.allowsLocks, let folder = instancesFolder else { return self }
    var leasing = self
    let kind = seams.isExtension ? 0 : XXH64.hash(Array(SystemInfo.appName.utf8), seed: 0) | 1
    leasing.seams.files = LeasedFileSystem(
      seams.files,
      LeaseFolder(
        "\(folder)/.leases/\(instanceName)", files: seams.files,
        boot: BootID.identifier(seams.files),
        holder: Lease.Holder(token: seams.randomness.next(), kind: kind),
        duration: seams.leaseDuration, now: { [clock = seams.clock] in clock.now().continuous }))
    return leasing
  }
}
