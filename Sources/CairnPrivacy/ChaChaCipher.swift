#if canImport(CryptoKit) || Crypto
import Cairn
import Dispatch
import Foundation

#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif

/// ChaCha20-Poly1305 with keys derived from one master key; the ciphertext is followed by 40 bytes
/// that are needed to decrypt it.
///
/// A message's key is derived from an opening of 96 random bits, and its nonce has a number of 64
/// random bits, drawn for it alone. Both come from the system, and there is no counter: a process
/// may exist twice at any moment, after a `fork` or when a machine continues from a copy of its
/// memory, and both continue with the same opening. So an opening is used for few messages: the
/// probability that two of them have the same number is about 2⁻⁴⁸.
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
  private static let messagesOfOpening = 256

  private let master: SymmetricKey
  private let keyID: [UInt8]
  private let randomness: any Randomness
  private let current = Locked<Opening?>(nil)
  private let openings: Locked<[[UInt8]: SymmetricKey]>

  private struct Opening: Sendable {
    let bytes: [UInt8]
    let key: SymmetricKey
    /// The number of messages for which the opening may still be used.
    var left = ChaChaCipher.messagesOfOpening
  }

  init(key bytes: [UInt8], randomness: any Randomness = SystemRandomness()) throws {
    guard bytes.count == Self.keySize else {
      throw KeyStoreError("a key must have 32 bytes; this one has \(bytes.count)")
    }
    master = SymmetricKey(data: bytes)
    let identifier = Self.derive(master, salt: [], "cairn key identifier", bytes: 4)
    keyID = identifier.withUnsafeBytes { Array($0) }
    self.randomness = randomness
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
    let (opening, key) = takeOpening()
    let number = randomness.next() ^ Self.moment
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

  private func takeOpening() -> ([UInt8], SymmetricKey) {
    current.withLock { current in
      var opening = current.flatMap { $0.left > 0 ? $0 : nil } ?? makeOpening()
      opening.left -= 1
      current = opening
      return (opening.bytes, opening.key)
    }
  }

  private func makeOpening() -> Opening {
    var bytes: [UInt8] = []
    for _ in 0..<2 { withUnsafeBytes(of: randomness.next().littleEndian) { bytes += $0 } }
    bytes = Array(bytes.prefix(Self.openingSize))
    return Opening(bytes: bytes, key: Self.derive(master, salt: bytes))
  }

  /// A value that differs between two copies of a machine whose random number generators return the
  /// same numbers until they notice the copy.
  ///
  /// A random number stays random when a value is combined with it by exclusive or.
  private static var moment: UInt64 {
    let wall = Date().timeIntervalSinceReferenceDate.bitPattern
    return (wall ^ DispatchTime.now().uptimeNanoseconds << 20) &* 0x9E37_79B9_7F4A_7C15
  }

  private static func nonce(_ number: UInt64) throws -> ChaChaPoly.Nonce {
    var bytes: [UInt8] = [0, 0, 0, 0]
    withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    return try ChaChaPoly.Nonce(data: bytes)
  }

  private func key(of opening: [UInt8]) -> SymmetricKey {
    openings.withLock { openings in
      if let key = openings[opening] { return key }
      if openings.count >= Self.mostOpenings { openings = [:] }
      let key = Self.derive(master, salt: opening)
      openings[opening] = key
      return key
    }
  }
}
#endif
