/// Where the key lies that everything is encrypted under.
///
/// Each instance of the SDK has a key of its own. Calls come from any thread, one at a time for an instance: when the key
/// is first needed, and again after some time when that failed. The key is then kept in memory. They may come while an event
/// is being recorded, so they must not use the SDK and should be quick.
public protocol KeyStore: Sendable {
  /// The key of an instance: 32 random bytes, made and stored when there is none.
  ///
  /// Throws when that cannot be told now, such as before the first unlock of a device: then what is recorded waits in
  /// memory (256 KiB), what is on the disk waits too, and the store is asked again. A key that is another one than before
  /// means that what was encrypted is lost, so never make one because of an error.
  func key(for instance: String) throws -> [UInt8]

  /// Destroys the key of an instance, so that nothing that was encrypted under it can be read by anybody again.
  func destroyKey(for instance: String) throws
}
