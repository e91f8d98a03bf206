#if canImport(CryptoKit) || Crypto
import Cairn
public import Foundation

#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif

/// Stores keys in files: one for each instance, readable and writable by this user only (0600),
/// with 64 hexadecimal digits.
///
/// The file is beside the journal's folder and not in it. It protects data that is copied without
/// it: a backup of the journal, a folder that is sent to another person, a disk image of another
/// volume. It does not protect against programs that can read this user's files. For that, store
/// the key elsewhere, with a `KeyStore` of your own.
public struct FileKeyStore: KeyStore {
  private static let keySize = 32
  private let directory: String?
  private let files: any FileSystem

  /// Creates a store; nothing is written before a key is requested.
  ///
  /// - Parameter directory: The folder of the files. The default is `$XDG_CONFIG_HOME/cairn/keys`
  ///   or `~/.config/cairn/keys`, and `~/Library/Preferences/cairn/keys` on Apple platforms.
  public init(directory: URL? = nil) {
    self.init(directory?.path ?? Self.defaultDirectory(), PosixFileSystem())
  }

  init(_ directory: String?, _ files: any FileSystem) {
    self.directory = directory
    self.files = files
  }

  static func defaultDirectory(inGroup group: String? = nil) -> String? {
    DefaultInstallRecord.directory(inGroup: group).map {
      URL(fileURLWithPath: $0).deletingLastPathComponent().appendingPathComponent("keys").path
    }
  }

  /// Returns the key of an instance; it is created the first time, and is synced to the disk when
  /// this returns.
  public func key(for instance: String) throws -> [UInt8] {
    let directory = try folder()
    try files.makeDirectory(directory)
    if let trustError = FolderTrust(files).trustError(of: directory, mayBeLink: true) {
      throw trustError
    }
    files.protectDirectory(directory)
    let file = try OpenFile.openOrMake(path(instance, in: directory), in: files)
    if let key = try Self.read(file), try Self.isThere(file) { return key }
    // The process that creates the file holds its lock until the key is written, and the one that
    // destroys it until the file is removed.
    guard try file.tryLock(), try Self.isThere(file) else {
      throw KeyStoreError("\(file.path): another process makes or destroys the key")
    }
    if let key = try Self.read(file) { return key }
    let key = SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
    try file.write(Array((key.hexadecimal + "\n").utf8), at: 0)
    try file.sync()
    try files.syncDirectory(directory)
    return key
  }

  /// Overwrites the key with zeros, then removes its file.
  ///
  /// A disk may keep the overwritten bytes in a place that programs cannot access.
  public func destroyKey(for instance: String) throws {
    let directory = try folder()
    do {
      let path = try path(instance, in: directory)
      let file = try OpenFile(path, .readWrite, in: files)
      guard try file.tryLock() else {
        throw KeyStoreError("\(path): another process makes or destroys the key")
      }
      // The file was removed before it was locked; a file that has the name now has another key.
      guard try Self.isThere(file) else { return }
      try file.write([UInt8](repeating: 0, count: Self.fileSize), at: 0)
      try file.sync()
      try files.remove(path)
      try files.syncDirectory(directory)
    } catch let error as FileError where error.code == FileError.missing {
      // There is no key.
    }
  }

  /// Returns whether the file still has its name: a key in a file without a name is not used.
  private static func isThere(_ file: OpenFile) throws(FileError) -> Bool {
    try file.status().links > 0
  }

  /// Returns the key in an existing file.
  package static func key(at path: String) throws -> [UInt8] {
    let file = try OpenFile(path, .read, in: PosixFileSystem(followsLinks: true))
    guard let key = try read(file) else { throw KeyStoreError("there is no key in \(path)") }
    return key
  }

  private static let fileSize = 2 * keySize + 1

  private func folder() throws -> String {
    guard let directory else { throw KeyStoreError("the process has no home folder") }
    return directory
  }

  /// Returns the path of this instance's key, which no other instance has.
  ///
  /// Earlier versions replaced the characters that a file name may not contain, so several
  /// instances could share one key. Such a file belongs to the first of them that asks for it, and
  /// a file beside it stores the owner.
  private func path(_ instance: String, in directory: String) throws -> String {
    let (name, former) = (FileName.unique(instance), FileName.safe(instance))
    let isPlain = name == former
    let own = "\(directory)/\(isPlain ? FileName.hashed(instance) : name).key"
    if try isThere(own) { return own }
    guard try isPlain || isThere("\(directory)/\(former).key") else { return own }
    let claim = NameOwnership("\(directory)/\(former).name", in: files)
    let isFirst = try claim.owner(orElse: instance) == Array(instance.utf8)
    return isFirst ? "\(directory)/\(former).key" : own
  }

  /// Returns whether the file exists; throws when this cannot be determined, since an unreadable
  /// file is not a missing one.
  private func isThere(_ path: String) throws(FileError) -> Bool {
    do throws(FileError) {
      _ = try OpenFile(path, .read, in: files)
      return true
    } catch {
      guard error.code == FileError.missing else { throw error }
      return false
    }
  }

  /// Returns the key; nil when there is none yet.
  ///
  /// Throws when the file has other content, which must not be overwritten.
  private static func read(_ file: OpenFile) throws -> [UInt8]? {
    let bytes = try file.read(Self.fileSize + 1, at: 0)
    if bytes.allSatisfy({ $0 == 0 }) { return nil }
    guard let key = [UInt8](hexadecimal: bytes.prefix(2 * Self.keySize)),
      bytes.count == Self.fileSize || bytes.count == Self.fileSize - 1
    else { throw KeyStoreError("\(file.path) is not a key of 64 hexadecimal digits") }
    return key
  }
}
#endif
