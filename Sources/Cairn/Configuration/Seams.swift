/// The SDK's interfaces to the machine.
package struct Seams: Sendable {
  package var clock: any Clock = SystemClock()
  package var randomness: any Randomness = SystemRandomness()
  package var files: any FileSystem = PosixFileSystem()
  /// Whether a process may be suspended while it holds a file lock.
  package var allowsLocks = PosixFileSystem.systemAllowsLocks
  /// The duration of the leases that take the place of file locks in an app group.
  package var leaseDuration = LeaseFolder.duration
  /// Whether the process is an app extension.
  package var isExtension = SystemInfo.isExtension
  /// Returns the folder of all instances of an app group.
  package var groupFolder: @Sendable (String) -> String? = DefaultDirectory.path(inGroup:)
  /// Copies the app's identifiers in the keychain to an app group, for the instance with this
  /// former and this new name.
  package var joinGroup:
    @Sendable (_ old: String, _ new: String, _ group: String, _ files: any FileSystem)
      throws(InstallRecordError) -> Void = AppGroupIdentifiers.join
  /// Returns the folder of all instances of an app without an app group.
  package var ownFolder: @Sendable () -> String? = DefaultDirectory.path
  /// The installation record; nil selects the platform's own, which is used only for a journal in
  /// the default folder.
  package var installs: (any InstallRecord)?
  /// The places of the anonymous identifier; nil selects the platform's own, which are used only
  /// for a journal in the default folder.
  package var deviceID: AnonymousIDLocations?
  /// The settings that outlast the deletion of a folder by the system; nil selects the platform's
  /// own, which are used only where the system deletes the default folder.
  package var purgeRecord: (any KeyValueStore)?
  /// The background uploader; nil selects the platform's own, if it has one.
  package var uploader: (any BackgroundUploader)?
  /// The host; nil selects the platform's own.
  package var host: (any Host)?
  /// Receives every recorded event, on the thread of the recording call.
  package var eventObserver: (@Sendable (Event) -> Void)?
  package var segmentBytes = JournalOptions().segmentBytes
  package var release = AppRelease.current

  package init() {}

  /// Whether the files are those of the real file system.
  var isOnDisk: Bool { ((files as? LeasedFileSystem)?.files ?? files) is PosixFileSystem }
}
