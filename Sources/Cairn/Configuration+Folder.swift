import Foundation

extension Configuration {
  /// Where this instance's journal and cursors lie; nil when the process has no home.
  func instanceFolder(_ diagnostics: Diagnostics) -> InstanceFolder? {
    if let problem = directory.flatMap(Self.problem) {
      diagnostics.report(
        .error, "configuration.directory", "the directory \(problem); the default one is used")
    }
    guard let root else { return nil }
    return InstanceFolder(
      path: "\(root)/\(instanceName)", account: instanceName, record: installRecord,
      files: seams.files, randomness: seams.randomness, diagnostics: diagnostics)
  }

  /// The folder of the configuration, from the root of the disk: it stays the same when the process goes elsewhere.
  private var root: String? {
    guard let directory, Self.problem(directory) == nil else { return DefaultDirectory.path() }
    return Self.path(directory)
  }

  private static func path(_ directory: URL) -> String {
    let path = directory.path
    return path.hasPrefix("/") ? path : DefaultDirectory.current + "/" + path
  }

  /// Why nothing can be stored there; nil when something can.
  private static func problem(_ directory: URL) -> String? {
    guard (directory.scheme ?? "file") == "file", !directory.path.isEmpty else {
      return "is no folder of a disk, but an address beginning with "
        + "\"\(directory.scheme ?? ""):\""
    }
    let path = path(directory)
    if path.utf8.count > longestPath {
      return "has a path of \(path.utf8.count) bytes, of which \(longestPath) can be used"
    }
    let longest = path.utf8.split(separator: UInt8(ascii: "/")).map(\.count).max() ?? 0
    return longest > longestName ? "has a name of \(longest) bytes in its path" : nil
  }

  /// Bytes of a path (`PATH_MAX`), without what is made of names below the folder.
  private static var longestPath: Int {
    #if canImport(Darwin)
    return 1_024 - 400
    #else
    return 4_096 - 400
    #endif
  }

  /// Bytes of a name in a path (`NAME_MAX`).
  private static let longestName = 255

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

  /// The same configuration, with locks of this process alone where the volume has none.
  func probingLocks(_ diagnostics: Diagnostics) -> Configuration {
    guard let root else { return self }
    var probed = self
    probed.seams.files = LockProbe("\(root)/\(instanceName)", files: seams.files).files(diagnostics)
    return probed
  }

  /// The same configuration, for the folder of this instance that an earlier version may have made.
  func locating() -> Configuration {
    guard let instance, !instance.isEmpty, let root else { return self }
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
