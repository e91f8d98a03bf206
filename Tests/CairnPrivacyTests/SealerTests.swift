#if canImport(CryptoKit) || Crypto
import Cairn
import CairnTesting
import Foundation
import Testing

@testable import CairnPrivacy

@Suite("Sealing records")
struct SealerTests {
  private let cipher: ChaChaCipher
  private let encryption: RecordEncryption
  private let header: [UInt8] = [1, 2, 3]

  init() throws {
    cipher = try ChaChaCipher(key: Key.bytes(7))
    encryption = RecordEncryption(.chaChaPoly(Key()), instance: "", Diagnostics { _ in })
  }

  private func open(_ sealed: [UInt8], _ cipher: ChaChaCipher? = nil, _ header: [UInt8]? = nil)
    -> OpenedText
  {
    sealed.withUnsafeBytes {
      (cipher ?? self.cipher).open($0, authenticating: header ?? self.header)
    }
  }

  private func seal(_ text: [UInt8]) throws -> [UInt8] {
    try text.withUnsafeBytes { try cipher.seal($0, authenticating: header) }
  }

  @Test(
    "sealed data is opened by the same cipher, and by another cipher with the same key",
    arguments: [0, 1, 500])
  func roundTrip(_ length: Int) throws {
    let text = [UInt8](repeating: 5, count: length)
    let sealed = try seal(text)
    #expect(sealed.count == length + ChaChaCipher.overhead)
    #expect(open(sealed) == .text(text))
    #expect(open(sealed, try ChaChaCipher(key: Key.bytes(7))) == .text(text))
    #expect(open(sealed, try ChaChaCipher(key: Key.bytes(8))) == .otherKey)
    #expect(open(sealed, nil, [9]) == .damaged)
  }

  @Test("the same text is never sealed to the same bytes twice")
  func unique() throws {
    let other = try ChaChaCipher(key: Key.bytes(7))
    var seen: Set<[UInt8]> = []
    for _ in 0..<100 {
      seen.insert(try seal([1]))
      seen.insert(try [UInt8(1)].withUnsafeBytes { try other.seal($0, authenticating: header) })
    }
    #expect(seen.count == 200)
  }

  @Test("any flipped bit is noticed")
  func flipped() throws {
    let sealed = try seal(Array("some text".utf8))
    for bit in 0..<sealed.count * 8 {
      var changed = sealed
      changed[bit / 8] ^= 1 << (bit % 8)
      #expect(open(changed) == .damaged || open(changed) == .otherKey)
    }
  }

  private func record(_ number: UInt64) -> OutputBuffer {
    var buffer = OutputBuffer(capacity: 256)
    buffer.appendZeros(RecordHeader.headerSize)
    EventRecord(
      id: EventID(high: 0x7000, low: number), kind: .track, time: 1,
      audience: number.isMultiple(of: 2) ? Audience(rawValue: 9) : nil
    ).writeHeader(into: &buffer)
    buffer.append(Array(#"{"event":"\#(number)"}"#.utf8))
    return buffer
  }

  private func read(_ folder: Folder) throws -> (events: [String], damaged: Int) {
    var options = JournalOptions()
    options.encryptor = EventEncryptor(encryption)
    let journal = try Journal(
      directory: folder.path, files: PosixFileSystem(), clock: ManualClock(),
      randomness: SystemRandomness(), options: options)
    var reader = JournalReader(journal)
    var found = (events: [String](), damaged: 0)
    reader.read(after: SettledPositions()) { item in
      switch item {
      case .event(let position, let payload, _):
        found.events.append(StoredEvent(payload, at: position)?.text ?? "?")
      case .damaged(let range): found.damaged += range.count
      }
      return true
    }
    #expect(reader.failure == nil)
    return found
  }

  @Test("a record that was changed, or is under another's header, is lost alone")
  func damaged() throws {
    let folder = Folder()
    let encryptor = EventEncryptor(encryption)
    // Without its own encryptor it writes the given bytes, with valid checks.
    let journal = try Journal(
      directory: folder.path, files: PosixFileSystem(), clock: ManualClock(),
      randomness: SystemRandomness())
    for number in UInt64(1)...4 {
      var buffer = record(number)
      try encryptor.seal(&buffer, from: RecordHeader.headerSize)
      if number == 2 { buffer.store(UInt8(0xFF), at: buffer.count - 60) }
      if number == 3 { buffer.store(UInt8(0xFF), at: RecordHeader.headerSize) }
      _ = journal.append(&buffer, at: ManualClock().now())
    }
    journal.close()
    let found = try read(folder)
    #expect(found.events == [#"{"event":"1"}"#, #"{"event":"4"}"#])
    #expect(found.damaged == 2)
  }

  @Test("sealing twice changes nothing, and a payload that is not an event is not sealed")
  func twice() throws {
    let encryptor = EventEncryptor(encryption)
    var buffer = record(1)
    try encryptor.seal(&buffer, from: RecordHeader.headerSize)
    let once = Array(buffer.bytes)
    try encryptor.seal(&buffer, from: RecordHeader.headerSize)
    #expect(Array(buffer.bytes) == once)
    var strange = OutputBuffer(capacity: 64)
    strange.appendZeros(RecordHeader.headerSize + 3)
    try encryptor.seal(&strange, from: RecordHeader.headerSize)
    #expect(strange.count == RecordHeader.headerSize + 3)
  }

  @Test("no bytes of a record end the process", arguments: 1...200)
  func hostile(seed: UInt64) throws {
    let random = SeededRandomness(seed: seed)
    let encryptor = EventEncryptor(encryption)
    var bytes = record(seed).bytes.map { $0 }
    for _ in 0..<random.next() % 8 {
      bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
    }
    bytes[RecordHeader.headerSize + 23] |= 2
    let payload = bytes.dropFirst(RecordHeader.headerSize).prefix(Int(random.next() % 100))
    let opened = try Array(payload).withUnsafeBytes { try encryptor.open($0) }
    if case .opened = opened { Issue.record("opened what nobody sealed") }
    #expect(try encryptor.open(preamble: RecordEncryption.boxMagic + Array(payload)) == [])
    #expect(try encryption.unbox(RecordEncryption.boxMagic, as: "x") == nil)
  }
}
#endif
