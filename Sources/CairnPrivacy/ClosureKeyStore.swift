#if canImport(CryptoKit) || Crypto
/// The app's own way to a key.
struct ClosureKeyStore: KeyStore {
  let read: @Sendable () throws -> [UInt8]
  let destroy: @Sendable () throws -> Void

  func key(for instance: String) throws -> [UInt8] { try read() }

  func destroyKey(for instance: String) throws { try destroy() }
}
#endif
