#if !(canImport(CryptoKit) || Crypto)
public import Cairn

extension Encryption {
  /// Requires the package trait `Crypto` on this platform, which has no CryptoKit.
  @available(
    *, unavailable,
    message: "Encryption needs Cairn's trait: .package(url: …, traits: [\"Crypto\"])"
  )
  public static func chaChaPoly() -> Encryption {
    Encryption(
      cipher: { _ in throw KeyStoreError("the trait Crypto is disabled") }, destroyKey: { _ in })
  }
}
#endif
