/// Who the events are about, kept across launches: what `identify` and `reset` change.
package final class IdentityStore: Sendable {
  /// `EVJIDN1\0`.
  package static let magic: UInt64 = 0x0031_4E44_494A_5645
  package static let slotSize = 16_384

  private let file: SlotFile
  private let identity: Locked<Identity>

  /// Opens the store, and makes an anonymous identifier the first time.
  package init(
    _ path: String, files: any FileSystem, randomness: any Randomness
  ) throws(FileError) {
    file = try SlotFile(path, magic: Self.magic, slotSize: Self.slotSize, files: files)
    let stored = file.slots.lazy.compactMap { slot in
      slot.content.withUnsafeBytes { Self.decode($0) }
    }.first
    let current = stored ?? Identity(anonymousID: Self.anonymousID(randomness))
    identity = Locked(current)
    if stored == nil { try file.write(Self.encode(current)) }
  }

  package var current: Identity { identity.withLock { $0 } }

  /// Changes the identity.
  ///
  /// When it returns, the change survives the death of the process; when it throws, it holds for
  /// this run alone.
  package func update(_ change: @Sendable (inout Identity) -> Void) throws(FileError) {
    try identity.withLock { (identity) throws(FileError) in
      change(&identity)
      try file.write(Self.encode(identity))
    }
  }

  /// A UUID of version 4, in lower case.
  package static func anonymousID(_ randomness: any Randomness) -> String {
    let high = randomness.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
    let low = randomness.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    return EventID(high: high, low: low).description
  }

  private static func encode(_ identity: Identity) -> [UInt8] {
    var buffer = OutputBuffer(capacity: 128)
    for text in [identity.anonymousID, identity.userID] {
      let bytes = text.map { Array($0.utf8) }
      buffer.append(littleEndian: bytes.map { UInt32(clamping: $0.count) } ?? .max)
      buffer.append(bytes ?? [])
    }
    return Array(buffer.bytes)
  }

  package static func decode(_ bytes: UnsafeRawBufferPointer) -> Identity? {
    var offset = 0
    func text() -> String?? {
      guard offset + 4 <= bytes.count else { return nil }
      let length = bytes.littleEndian(UInt32.self, at: offset)
      offset += 4
      if length == .max { return .some(nil) }
      guard offset + Int(length) <= bytes.count else { return nil }
      defer { offset += Int(length) }
      return String(decoding: bytes.slice(offset, Int(length)), as: UTF8.self)
    }
    guard let anonymousID = text(), let anonymousID, let userID = text() else { return nil }
    return Identity(anonymousID: anonymousID, userID: userID)
  }
}
