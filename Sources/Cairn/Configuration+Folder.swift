import Foundation

extension Configuration {
  /// Where this instance's journal and cursors lie; nil when the process has no home.
  func instanceFolder(_ diagnostics: Diagnostics) -> InstanceFolder? {
    guard let root = root(diagnostics) else { return nil }
    return InstanceFolder(
      path: "\(root)/\(instanceName)", account: instanceName, record: installRecord,
      files: seams.files, randomness: seams.randomness, diagnostics: diagnostics)
  }

  /// The folder of the configuration, from the root of the disk: it stays the same when the process goes elsewhere.
  private func root(_ diagnostics: Diagnostics) -> String? {
    guard let directory else { return DefaultDirectory.path() }
    let path = directory.path
    let isFolder = (directory.scheme ?? "file") == "file" && !path.isEmpty
    if isFolder, path.hasPrefix("/") { return path }
    if isFolder { return DefaultDirectory.current + "/" + path }
    diagnostics.report(
      .error, "configuration.directory",
      "the directory is no folder of a disk, but an address beginning with "
        + "\"\(directory.scheme ?? ""):\"; the default one is used")
    return DefaultDirectory.path()
  }

  /// What keeps the anonymous identifier with the device; nil where the identity's file does.
  ///
  /// As it does in a folder of the app's choice: several programs may share that, and not a keychain.
  func deviceIDKeeper(_ installation: Installation, isInMemory: Bool) -> DeviceIDKeeper? {
    let places =
      seams.deviceID ?? (directory == nil ? DeviceIDPlaces.platform(instanceName) : nil)
    return places.map {
      DeviceIDKeeper(
        $0, installation: installation, survivesReinstall: anonymousIDSurvivesReinstall,
        isInMemory: isInMemory)
    }
  }

  /// `<bundle id>.cairn.<instance>.background-upload`: no two apps or instances share one.
  var backgroundSessionIdentifier: String {
    "\(Machine.appName).cairn.\(instanceName).background-upload"
  }

  var instanceName: String {
    if let instanceFolderName { return instanceFolderName }
    if let instance, !instance.isEmpty { return FileName.unique(instance) }
    return "key-" + Hex.text(XXH64.hash(Array(writeKey.utf8), seed: 0))
  }

  /// Why this instance's folder is not used; nil when it is, or is not there yet.
  func distrust() -> FileError? {
    guard let root = directory?.path ?? DefaultDirectory.path() else { return nil }
    return FolderTrust(seams.files).objection(to: "\(root)/\(instanceName)")
  }

  /// The same configuration, with locks of this process alone where the volume has none.
  func probingLocks(_ diagnostics: Diagnostics) -> Configuration {
    guard let root = directory?.path ?? DefaultDirectory.path() else { return self }
    var probed = self
    probed.seams.files = LockProbe("\(root)/\(instanceName)", files: seams.files).files(diagnostics)
    return probed
  }

  /// The same configuration, for the folder of this instance that an earlier version may have made.
  func locating() -> Configuration {
    guard let instance, !instance.isEmpty, let root = directory?.path ?? DefaultDirectory.path()
    else { return self }
    var located = self
    located.instanceFolderName = InstanceName(root: root, files: seams.files).folder(of: instance)
    return located
  }

  /// Nil when nobody can say which installation this is.
  ///
  /// That a folder of the app's choice lies on another machine today is mostly meant so: a volume was moved. Then a
  /// false alarm would hold events back.
  private var installRecord: (any InstallRecord)? {
    if let installation, !installation.isEmpty { return NamedInstallRecord(installation) }
    if let record = seams.installs { return record }
    return directory == nil ? DefaultInstallRecord.make(seams.files) : nil
  }
}
