import Foundation

extension Configuration {
  /// Returns the folder of this instance's journal and cursors; nil when the process has no home
  /// directory.
  func instanceFolder(_ diagnostics: Diagnostics) -> InstanceFolder? {
    guard let root = root(diagnostics) else { return nil }
    return InstanceFolder(
      path: "\(root)/\(instanceName)", account: instanceName, record: installRecord,
      files: seams.files, randomness: seams.randomness, diagnostics: diagnostics)
  }

  /// Returns the configured folder as an absolute path, so that it is the same when the process
  /// changes its working directory.
  private func root(_ diagnostics: Diagnostics) -> String? {
    guard let directory else { return instancesFolder }
    let path = directory.path
    let isFolder = (directory.scheme ?? "file") == "file" && !path.isEmpty
    if isFolder, path.hasPrefix("/") { return path }
    if isFolder { return DefaultDirectory.current + "/" + path }
    diagnostics.report(
      .error, "configuration.directory",
      "the directory is not a file URL: its scheme is "
        + "\"\(directory.scheme ?? "")\"; the default directory is used")
    return DefaultDirectory.path()
  }

  /// Returns the keeper of the device's anonymous identifier; nil when the identity's file alone
  /// holds it.
  ///
  /// It is nil for a folder that the app chose: several programs may share that folder, but not a
  /// keychain.
  func deviceIDKeeper(_ installation: Installation, isInMemory: Bool) -> AnonymousIDStorage? {
    let places =
      seams.deviceID
      ?? (directory == nil
        ? AnonymousIDLocations.platform(instanceName, inGroup: appGroup) : nil)
    return places.map {
      AnonymousIDStorage(
        $0, installation: installation, survivesReinstall: anonymousIDSurvivesReinstall,
        isInMemory: isInMemory)
    }
  }

  /// The settings that outlast a deletion of the journal by the system; nil where it deletes none.
  var purgeRecord: (any KeyValueStore)? {
    if let record = seams.purgeRecord { return record }
    guard directory == nil, DefaultDirectory.mayBePurged else { return nil }
    return UserDefaultsStore(suite: appGroup)
  }

  /// The identifier of the background session, `<bundle id>.cairn.<instance>.background-upload`: no
  /// two apps or instances share one.
  var backgroundSessionIdentifier: String {
    "\(SystemInfo.appName).cairn.\(instanceName).background-upload"
  }

  var instanceName: String {
    if let instanceFolderName { return instanceFolderName }
    if let instance, !instance.isEmpty { return FileName.unique(instance) }
    return "key-" + Hex.text(XXH64.hash(Array(writeKey.utf8), seed: 0))
  }

  /// The reason why this instance's folder must not be used; nil when it may be used or does not
  /// exist.
  func distrust() -> FileError? {
    guard let root = instancesFolder else { return nil }
    return FolderTrust(seams.files).trustError(of: "\(root)/\(instanceName)")
  }

  /// Returns the configuration with locks within this process alone, if the volume has no file
  /// locks.
  func probingLocks(_ diagnostics: Diagnostics) -> Configuration {
    guard let root = instancesFolder else { return self }
    var probed = self
    probed.seams.files = LockProbe("\(root)/\(instanceName)", files: seams.files).files(diagnostics)
    return probed
  }

  /// Returns the configuration with the instance's folder name, which an earlier version may have
  /// chosen.
  func locating() -> Configuration {
    instancesFolder.map(locating) ?? self
  }

  /// Returns the same with the folder's name in this folder of all instances.
  func locating(in root: String) -> Configuration {
    guard let instance, !instance.isEmpty else { return self }
    var located = self
    located.instanceFolderName = InstanceName(root: root, files: seams.files).folder(of: instance)
    return located
  }

  /// The record that identifies this installation; nil when the installation cannot be identified.
  ///
  /// A folder that the app chose is not checked. When such a folder is on another machine, a volume
  /// was mostly moved on purpose, and a false alarm would hold back its events.
  var installRecord: (any InstallRecord)? {
    if let installation, !installation.isEmpty { return NamedInstallRecord(installation) }
    if let record = seams.installs { return record }
    return directory == nil ? DefaultInstallRecord.make(seams.files, inGroup: appGroup) : nil
  }
}
