#if canImport(CryptoKit) || Crypto
/// A key store that consists of the app's own closures.
struct ClosureKeyStore: KeyStore {
  let read: @Sendable () throws -> [UInt8]
  let destroy: @Sendable () throws -> Void

  func key(for instance: String) throws -> [UInt8] { try read() }

  func destroyKey(for instance: String) throws { try destroy() }
}
#endif
