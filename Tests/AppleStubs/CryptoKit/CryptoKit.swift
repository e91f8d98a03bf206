// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The parts of Apple's framework CryptoKit that Cairn uses. Keys are random, and what is sealed can
// be opened with the same key, nonce and authenticated data alone; but nothing is secret: the real
// cipher is tested with swift-crypto. See <https://developer.apple.com/documentation/cryptokit> for
// each declaration.
public import Foundation

public struct SymmetricKeySize: Sendable {
  public let bitCount: Int
  public static var bits256: SymmetricKeySize { SymmetricKeySize(bitCount: 256) }
}

public struct SymmetricKey: ContiguousBytes, Equatable, Sendable {
  fileprivate let bytes: [UInt8]

  public init(size: SymmetricKeySize) {
    bytes = (0..<size.bitCount / 8).map { _ in UInt8.random(in: 0...255) }
  }
  public init<D: ContiguousBytes>(data: D) { bytes = data.withUnsafeBytes { Array($0) } }
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try bytes.withUnsafeBytes(body)
  }
}

public protocol HashFunction: Sendable {}

public struct SHA256: HashFunction {}

public struct HKDF<H: HashFunction>: Sendable {
  public static func deriveKey<Salt: DataProtocol, Info: DataProtocol>(
    inputKeyMaterial: SymmetricKey, salt: Salt, info: Info, outputByteCount: Int
  ) -> SymmetricKey {
    SymmetricKey(data: digest([inputKeyMaterial.bytes, Array(salt), Array(info)], outputByteCount))
  }
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

public enum ChaChaPoly: Sendable {
  public struct Nonce: ContiguousBytes, Sequence, Sendable {
    fileprivate let bytes: [UInt8]

    public init<D: DataProtocol>(data: D) throws { bytes = Array(data) }
    public func makeIterator() -> Array<UInt8>.Iterator { bytes.makeIterator() }
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
      try bytes.withUnsafeBytes(body)
    }
  }

  public struct SealedBox: Sendable {
    public let nonce: Nonce
    public let ciphertext: Data
    public let tag: Data

    public init<C: DataProtocol, T: DataProtocol>(nonce: Nonce, ciphertext: C, tag: T) throws {
      self.nonce = nonce
      self.ciphertext = Data(ciphertext)
      self.tag = Data(tag)
    }
  }

  public static func seal<Plaintext: DataProtocol, AuthenticatedData: DataProtocol>(
    _ message: Plaintext, using key: SymmetricKey, nonce: Nonce? = nil,
    authenticating authenticatedData: AuthenticatedData
  ) throws -> SealedBox {
    let nonce = try nonce ?? Nonce(data: digest([SymmetricKey(size: .bits256).bytes], 12))
    let ciphertext = combine(Array(message), key, nonce)
    let tag = digest([key.bytes, nonce.bytes, ciphertext, Array(authenticatedData)], 16)
    return try SealedBox(nonce: nonce, ciphertext: ciphertext, tag: tag)
  }

  public static func open<AuthenticatedData: DataProtocol>(
    _ sealedBox: SealedBox, using key: SymmetricKey,
    authenticating authenticatedData: AuthenticatedData
  ) throws -> Data {
    let (nonce, ciphertext) = (sealedBox.nonce, Array(sealedBox.ciphertext))
    let tag = digest([key.bytes, nonce.bytes, ciphertext, Array(authenticatedData)], 16)
    guard tag == Array(sealedBox.tag) else { throw CryptoKitError.authenticationFailure }
    return Data(combine(ciphertext, key, nonce))
  }

  private static func combine(
    _ text: [UInt8], _ key: SymmetricKey, _ nonce: Nonce
  ) -> [UInt8] {
    zip(text, digest([key.bytes, nonce.bytes], text.count)).map { $0 ^ $1 }
  }
}

public enum CryptoKitError: Error {
  case authenticationFailure
}

/// Bytes that depend on all bytes of the parts; not a cryptographic hash.
private func digest(_ parts: [[UInt8]], _ count: Int) -> [UInt8] {
  var state: UInt64 = 0xcbf2_9ce4_8422_2325
  func mix(_ byte: UInt8) { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
  for part in parts {
    part.forEach(mix)
    mix(UInt8(truncatingIfNeeded: part.count))
  }
  return (0..<count).map { number in
    mix(UInt8(truncatingIfNeeded: number))
    return UInt8(truncatingIfNeeded: state >> 32)
  }
}
