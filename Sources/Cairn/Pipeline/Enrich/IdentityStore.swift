/// Who the events are about, kept across launches: what `identify` and `reset` change.
package final class IdentityStore: Sendable {
  /// `EVJIDN1\0`.
  package static let magic: UInt64 = 0x0031_4E44_494A_5645
  package static let slotSize = 16_384

  private let path: String
  private let files: any FileSystem
  private let state: Locked<State>

  /// Opens the store, and makes an anonymous identifier the first time.
  ///
  /// With a file that cannot be opened or written the identity holds for this run alone; see `trouble`.
  package init(_ path: String, files: any FileSystem, randomness: any Randomness) {
    self.path = path
    self.files = files
    var state = State(identity: Identity(anonymousID: Self.anonymousID(randomness)))
    if !state.open(path, files) { state.store() }
    self.state = Locked(state)
  }

  package var current: Identity { state.withLock { $0.identity } }

  /// Why the identity holds for this run alone; nil when it is stored.
  package var trouble: FileError? { state.withLock { $0.trouble } }

  /// Changes the identity.
  ///
  /// When it returns, the change survives the death of the process, unless there is `trouble`: then it holds for this
  /// run alone. It throws when trouble begins, and not again as long as it lasts.
  package func update(_ change: @Sendable (inout Identity) -> Void) throws(FileError) {
    try state.withLock { (state) throws(FileError) in
      let isKnown = state.trouble != nil
      // What is stored is the installation's; what stood in for it meanwhile was this run's.
      _ = state.open(path, files)
      change(&state.identity)
      state.store()
      if !isKnown, let trouble = state.trouble { throw trouble }
    }
  }

  /// A UUID of version 4, in lower case.
  package static func anonymousID(_ randomness: any Randomness) -> String {
    let high = randomness.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
    let low = randomness.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    return EventID(high: high, low: low).description
  }

  fileprivate static func encode(_ identity: Identity) -> [UInt8] {
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

/// The identity in memory, and the file that it belongs in.
private struct State {
  var identity: Identity
  /// Nil until it can be opened.
  var file: SlotFile?
  var trouble: FileError?

  /// Tries to open the file if it is not open; whether there was an identity in it, which holds then.
  mutating func open(_ path: String, _ files: any FileSystem) -> Bool {
    guard file == nil else { return true }
    do throws(FileError) {
      let file = try SlotFile(
        path, magic: IdentityStore.magic, slotSize: IdentityStore.slotSize, files: files)
      self.file = file
      let stored = file.slots.lazy.compactMap { slot in
        slot.content.withUnsafeBytes { IdentityStore.decode($0) }
      }.first
      if let stored { identity = stored }
      return stored != nil
    } catch {
      trouble = error
      return false
    }
  }

  mutating func store() {
    guard let file else { return }
    do throws(FileError) {
      try file.write(IdentityStore.encode(identity))
      trouble = nil
    } catch {
      trouble = error
    }
  }
}
