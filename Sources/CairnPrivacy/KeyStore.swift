/// The storage of the key with which everything is encrypted.
///
/// Each instance of the SDK has a key of its own. Calls come from any thread, one at a time for an
/// instance: when the key is first needed, and again after some time if that failed. The key is
/// then kept in memory. The methods may be called while an event is being recorded, so they must
/// not use the SDK and should be fast.
public protocol KeyStore: Sendable {
  /// Returns the key of an instance: 32 random bytes, created and stored when there is none.
  ///
  /// Throws when the key is not available now, such as before the first unlock of a device.
  /// Recorded events then wait in memory (256 KiB), events on the disk wait too, and the store is
  /// asked again. A key that differs from the previous one makes everything that was encrypted
  /// unreadable, so never create a key because of an error.
  func key(for instance: String) throws -> [UInt8]

  /// Destroys the key of an instance, so that data that was encrypted with it can never be read
  /// again.
  func destroyKey(for instance: String) throws
}

/// The reason why the key is not available.
struct KeyStoreError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
