// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The parts of Apple's framework CryptoKit that Cairn uses. Nothing is ever called. See
// <https://developer.apple.com/documentation/cryptokit> for each declaration.
public import Foundation

public struct SymmetricKeySize: Sendable {
  public let bitCount: Int
  public static var bits256: SymmetricKeySize { SymmetricKeySize(bitCount: 256) }
}

public struct SymmetricKey: ContiguousBytes, Equatable, Sendable {
  public init(size: SymmetricKeySize) {}
  public init<D: ContiguousBytes>(data: D) {}
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    fatalError()
  }
}

public protocol HashFunction: Sendable {}

public struct SHA256: HashFunction {}

public struct HKDF<H: HashFunction>: Sendable {
  public static func deriveKey<Salt: DataProtocol, Info: DataProtocol>(
    inputKeyMaterial: SymmetricKey, salt: Salt, info: Info, outputByteCount: Int
  ) -> SymmetricKey { fatalError() }
}

public struct HashedAuthenticationCode<H: HashFunction>: ContiguousBytes, Sequence, Sendable {
  public var byteCount: Int { fatalError() }
  public func makeIterator() -> Array<UInt8>.Iterator { fatalError() }
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    fatalError()
  }
}

public struct HMAC<H: HashFunction>: Sendable {
  public typealias MAC = HashedAuthenticationCode<H>
  public init(key: SymmetricKey) {}
  public mutating func update<D: DataProtocol>(data: D) {}
  public func finalize() -> MAC { fatalError() }
  public static func authenticationCode<D: DataProtocol>(
    for data: D, using key: SymmetricKey
  ) -> MAC { fatalError() }
}

public enum ChaChaPoly {
  public struct Nonce: ContiguousBytes, Sequence, Sendable {
    public init<D: DataProtocol>(data: D) throws {}
    public func makeIterator() -> Array<UInt8>.Iterator { fatalError() }
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
      fatalError()
    }
  }

  public struct SealedBox: Sendable {
    public var nonce: Nonce { fatalError() }
    public var ciphertext: Data { fatalError() }
    public var tag: Data { fatalError() }
    public init<C: DataProtocol, T: DataProtocol>(nonce: Nonce, ciphertext: C, tag: T) throws {}
  }

  public static func seal<Plaintext: DataProtocol, AuthenticatedData: DataProtocol>(
    _ message: Plaintext, using key: SymmetricKey, nonce: Nonce? = nil,
    authenticating authenticatedData: AuthenticatedData
  ) throws -> SealedBox { fatalError() }

  public static func open<AuthenticatedData: DataProtocol>(
    _ sealedBox: SealedBox, using key: SymmetricKey,
    authenticating authenticatedData: AuthenticatedData
  ) throws -> Data { fatalError() }
}
