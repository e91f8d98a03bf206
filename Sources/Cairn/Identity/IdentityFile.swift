/// The identity in memory, and the file in which it is stored.
///
/// Other processes may change the file. It is therefore opened for each change, under its lock, and
/// is read before it is written.
struct IdentityFile: Sendable {
  var identity: Identity
  var status = AnonymousIDStatus.kept
  /// Whether the identity may be stored on disk.
  var isStored = true
  /// The number of erasures of the installation up to now.
  var erasures: UInt64 = 0
  /// Whether the identifier may be written to the device's record.
  var mayKeep = true
  /// The identifiers to begin with when there is no file yet.
  var initial: InitialIdentity?
  /// Whether the file was read in this launch.
  private var isOpen = false
  /// The open file during a change.
  private var held: DoubleSlotFile?
  var trouble: FileError?

  private let path: String
  private let files: any FileSystem
  private let encryption: RecordEncryption
  private static let boxName = "identity"
  /// The number of attempts to lock the file, and the microseconds between them; another process
  /// holds the lock for the time of one write.
  private static let (patience, pause) = (100, 50)

  init(
    _ identity: Identity, _ path: String, _ files: any FileSystem, _ encryption: RecordEncryption
  ) {
    self.identity = identity
    self.path = path
    self.files = files
    self.encryption = encryption
  }

  /// Returns a file at the same path with another identity, of which nothing is on the disk.
  func begunAnew(_ identity: Identity) -> IdentityFile {
    IdentityFile(identity, path, files, encryption)
  }

  /// Takes over the identifiers that the app has had before.
  mutating func begin() {
    guard let initial else { return }
    identity.anonymousID = initial.anonymousID ?? identity.anonymousID
    // A user who was identified meanwhile, in memory, is newer.
    identity.userID = identity.userID ?? initial.userID
    self.initial = nil
  }

  /// Reads the file if it was not read yet, and takes over the identity in it.
  mutating func open() -> AnonymousIDResolver.File {
    guard !isOpen else { return .holds(identity.anonymousID, status) }
    do throws(FileError) {
      let file = try heldFile()
      let stored = try stored(in: file.slots)
      isOpen = true
      if let stored { (identity, status) = stored }
      // The SDK has run here, and its own identifiers were damaged.
      if stored == nil, file.hadValue { initial = nil }
      // Two writes replace both slots, because the older one still holds an identity that was
      // written before encryption was enabled.
      if encryption.isOn, file.slots.contains(where: { !RecordEncryption.isBox($0.content) }) {
        for _ in 0..<2 { write(to: file) }
      }
      return stored.map { .holds($0.0.anonymousID, $0.1) } ?? .missing
    } catch {
      trouble = error
      return .unreadable
    }
  }

  /// Opens the file for a change and takes over what another process has written; `release` must
  /// follow.
  mutating func hold() {
    guard isStored else { return }
    do throws(FileError) {
      let file = try file()
      held = file
      // A change that this launch could not write is newer than the file's content.
      if isOpen, trouble == nil, let stored = try stored(in: file.slots) {
        (identity, status) = stored
      }
    } catch {
      held = nil
    }
  }

  mutating func release() { held = nil }

  /// Takes over a different person, or with `followsUser` any other identity, from the file without
  /// locking it; returns whether there was one.
  mutating func look(followsUser: Bool) -> Bool {
    // A change that this launch could not write is newer than the file's content.
    guard isStored, isOpen, trouble == nil else { return false }
    let slots = try? DoubleSlotFile.slots(
      at: path, magic: IdentityStore.magic, slotSize: IdentityStore.slotSize, files: files)
    guard let stored = try? stored(in: slots ?? []),
      followsUser ? stored.0 != identity : stored.0.person != identity.person
    else { return false }
    (identity, status) = stored
    return true
  }

  private func heldFile() throws(FileError) -> DoubleSlotFile {
    if let held { return held }
    return try file()
  }

  /// Opens the file under its lock, or without it where locks do not work or another process keeps
  /// it.
  private func file() throws(FileError) -> DoubleSlotFile {
    let (magic, size) = (IdentityStore.magic, IdentityStore.slotSize)
    do throws(FileError) {
      for _ in 0..<Self.patience {
        let file = try DoubleSlotFile.locked(path, magic: magic, slotSize: size, files: files)
        if let file { return file }
        BlockingSleep.microseconds(Self.pause)
      }
    } catch {
      // The volume may not support locks. Any other error occurs again below.
    }
    return try DoubleSlotFile(path, magic: magic, slotSize: size, files: files)
  }

  private func stored(
    in slots: [DoubleSlotFile.Slot]
  ) throws(FileError) -> (Identity, AnonymousIDStatus)? {
    for slot in slots {
      let content = try encryption.unbox(slot.content, as: Self.boxName)
      if let stored = content?.withUnsafeBytes({ Self.decode($0) }) { return stored }
    }
    return nil
  }

  mutating func store() {
    guard isOpen else { return }
    do throws(FileError) {
      write(to: try heldFile())
    } catch {
      trouble = error
    }
  }

  private mutating func write(to file: DoubleSlotFile) {
    do throws(FileError) {
      // A process that could not wait any longer for the lock may have stored another identity
      // since. The last one applies, but a user who has left does not come back.
      if try !file.refresh(ifNewest: true) {
        let person = try stored(in: file.slots)?.0.person
        if person == identity.person, look(followsUser: false) { return }
        _ = try file.refresh()
      }
      try file.write(encryption.box(Self.encode(identity, status), as: Self.boxName))
      trouble = nil
    } catch {
      trouble = error
    }
  }

  func sync() {
    guard isOpen else { return }
    try? file().sync()
  }

  private static let redactedFlag: UInt8 = 4

  private static func encode(_ identity: Identity, _ status: AnonymousIDStatus) -> [UInt8] {
    var buffer = OutputBuffer(capacity: 128)
    for text in [identity.anonymousID, identity.userID] {
      let bytes = text.map { Array($0.utf8) }
      buffer.append(littleEndian: bytes.map { UInt32(clamping: $0.count) } ?? .max)
      buffer.append(bytes ?? [])
    }
    let flags = status.rawValue | (identity.isRedacted ? redactedFlag : 0)
    if flags != 0 || identity.person != 0 { buffer.append(flags) }
    if identity.person != 0 { buffer.append(littleEndian: identity.person) }
    return Array(buffer.bytes)
  }

  static func decode(_ bytes: UnsafeRawBufferPointer) -> (Identity, AnonymousIDStatus)? {
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
    let flags = offset < bytes.count ? bytes[offset] : 0
    var identity = Identity(anonymousID: anonymousID, userID: userID)
    identity.isRedacted = flags & redactedFlag != 0
    if offset + 9 <= bytes.count {
      identity.person = bytes.littleEndian(UInt64.self, at: offset + 1)
    }
    return (identity, AnonymousIDStatus(rawValue: flags & ~redactedFlag) ?? .kept)
  }
}
