import Cairn
import Crypto
import Foundation

/// ChaCha20-Poly1305 under keys that are made of one master key: what is written stands before 40 bytes that say how to read it.
///
/// Documentation/JournalFormat.md, section 15.
final class ChaChaCipher: RecordCipher {
  private static let keySize = 32
  private static let openingSize = 12
  private static let headSize = 4 + openingSize
  private static let counterSize = 8
  private static let tagSize = 16
  static let overhead = headSize + counterSize + tagSize
  private static let mostOpenings = 64

  private let master: SymmetricKey
  private let keyID: [UInt8]
  /// Tells this cipher's messages from those of all others under the same master key.
  private let opening: [UInt8]
  private let key: SymmetricKey
  private let counter = Locked<UInt64>(0)
  private let openings: Locked<[[UInt8]: SymmetricKey]>

  init(key bytes: [UInt8], randomness: any Randomness = SystemRandomness()) throws {
    guard bytes.count == Self.keySize else {
      throw KeyStoreError("a key has 32 bytes, and this one \(bytes.count)")
    }
    master = SymmetricKey(data: bytes)
    let identifier = Self.derive(master, salt: [], "cairn key identifier", bytes: 4)
    keyID = identifier.withUnsafeBytes { Array($0) }
    var opening: [UInt8] = []
    for _ in 0..<2 { withUnsafeBytes(of: randomness.next().littleEndian) { opening += $0 } }
    self.opening = Array(opening.prefix(Self.openingSize))
    key = Self.derive(master, salt: self.opening)
    openings = Locked([:])
  }

  private static func derive(
    _ master: SymmetricKey, salt: [UInt8], _ purpose: String = "cairn records",
    bytes: Int = keySize
  ) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: master, salt: salt, info: Array(purpose.utf8), outputByteCount: bytes)
  }

  func seal(
    _ text: UnsafeRawBufferPointer, authenticating header: [UInt8]
  ) throws -> [UInt8] {
    let number = counter.withLock { counter in
      counter += 1
      return counter
    }
    let box = try ChaChaPoly.seal(
      Data(text), using: key, nonce: Self.nonce(number), authenticating: header)
    var sealed: [UInt8] = []
    sealed.reserveCapacity(text.count + Self.overhead)
    sealed += box.ciphertext
    sealed += keyID
    sealed += opening
    withUnsafeBytes(of: number.littleEndian) { sealed += $0 }
    sealed += box.tag
    return sealed
  }

  func open(
    _ sealed: UnsafeRawBufferPointer, authenticating header: [UInt8]
  ) -> OpenedText {
    guard sealed.count >= Self.overhead else { return .damaged }
    let length = sealed.count - Self.overhead
    let head = Array(sealed.slice(length, Self.headSize))
    guard head.prefix(keyID.count).elementsEqual(keyID) else { return .otherKey }
    let number = sealed.littleEndian(UInt64.self, at: length + Self.headSize)
    do {
      let box = try ChaChaPoly.SealedBox(
        nonce: Self.nonce(number), ciphertext: Data(sealed.slice(0, length)),
        tag: Data(sealed.slice(sealed.count - Self.tagSize, Self.tagSize)))
      let key = key(of: Array(head.dropFirst(keyID.count)))
      return .text(Array(try ChaChaPoly.open(box, using: key, authenticating: header)))
    } catch {
      return .damaged
    }
  }

  /// Of each opening every number is used once.
  private static func nonce(_ number: UInt64) throws -> ChaChaPoly.Nonce {
    var bytes: [UInt8] = [0, 0, 0, 0]
    withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    return try ChaChaPoly.Nonce(data: bytes)
  }

  private func key(of opening: [UInt8]) -> SymmetricKey {
    if opening == self.opening { return key }
    return openings.withLock { openings in
      if let key = openings[opening] { return key }
      if openings.count >= Self.mostOpenings { openings = [:] }
      let key = Self.derive(master, salt: opening)
      openings[opening] = key
      return key
    }
  }
}
