/// The identity in memory, and the file that it belongs in.
///
/// Other processes may change the file. So it is opened for each change, under its lock, and what is in it is read before
/// it is written.
struct IdentityFile: Sendable {
  var identity: Identity
  var standing = DeviceIDStanding.kept
  /// Whether the identity may be on the disk.
  var isStored = true
  /// Counts the erasures that it has been through.
  var erasures: UInt64 = 0
  /// Whether the record of the device may be told.
  var mayKeep = true
  /// Whether the file was read in this run.
  private var isOpen = false
  /// The file during a change.
  private var held: SlotFile?
  var trouble: FileError?

  private let path: String
  private let files: any FileSystem
  private let vault: Vault
  private static let boxName = "identity"
  /// How often the file's lock is tried: another process has it for as long as one write takes.
  private static let mostTries = 1_000

  init(_ identity: Identity, _ path: String, _ files: any FileSystem, _ vault: Vault) {
    self.identity = identity
    self.path = path
    self.files = files
    self.vault = vault
  }

  /// The same place with another identity, of which nothing is on the disk.
  func begunAnew(_ identity: Identity) -> IdentityFile {
    IdentityFile(identity, path, files, vault)
  }

  /// Tries to read the file if it was not read; what is in it holds then.
  mutating func open() -> DeviceIDFinding.File {
    guard !isOpen else { return .holds(identity.anonymousID, standing) }
    do throws(FileError) {
      let file = try heldFile()
      let stored = try stored(in: file.slots)
      isOpen = true
      if let stored { (identity, standing) = stored }
      // What was written before it was to be encrypted stands in the other slot, too.
      if vault.isOn, file.slots.contains(where: { !Vault.isBox($0.content) }) {
        for _ in 0..<2 { write(to: file) }
      }
      return stored.map { .holds($0.0.anonymousID, $0.1) } ?? .missing
    } catch {
      trouble = error
      return .unreadable
    }
  }

  /// Takes the file for a change, with what another process has written; `release` must follow.
  mutating func hold() {
    guard isStored else { return }
    do throws(FileError) {
      let file = try file()
      held = file
      // What this run could not write is newer than what is there.
      if isOpen, trouble == nil, let stored = try stored(in: file.slots) {
        (identity, standing) = stored
      }
    } catch {
      held = nil
    }
  }

  mutating func release() { held = nil }

  /// Takes what another process has written, without the file's lock; whether that is another person.
  mutating func look() -> Bool {
    // What this run could not write is newer than what is there.
    guard isStored, isOpen, trouble == nil else { return false }
    let slots = try? SlotFile.slots(
      at: path, magic: IdentityStore.magic, slotSize: IdentityStore.slotSize, files: files)
    guard let stored = try? stored(in: slots ?? []), stored.0.person != identity.person else {
      return false
    }
    (identity, standing) = stored
    return true
  }

  private func heldFile() throws(FileError) -> SlotFile {
    if let held { return held }
    return try file()
  }

  /// Under its lock where there are locks, and nobody keeps it.
  private func file() throws(FileError) -> SlotFile {
    let (magic, size) = (IdentityStore.magic, IdentityStore.slotSize)
    do throws(FileError) {
      for _ in 0..<Self.mostTries {
        let file = try SlotFile.locked(path, magic: magic, slotSize: size, files: files)
        if let file { return file }
      }
    } catch {
      // A disk may know no locks; whatever else is wrong is found again.
    }
    return try SlotFile(path, magic: magic, slotSize: size, files: files)
  }

  private func stored(
    in slots: [SlotFile.Slot]
  ) throws(FileError) -> (Identity, DeviceIDStanding)? {
    for slot in slots {
      let content = try vault.unbox(slot.content, as: Self.boxName)
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

  private mutating func write(to file: SlotFile) {
    do throws(FileError) {
      try file.write(vault.box(Self.encode(identity, standing), as: Self.boxName))
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

  private static func encode(_ identity: Identity, _ standing: DeviceIDStanding) -> [UInt8] {
    var buffer = OutputBuffer(capacity: 128)
    for text in [identity.anonymousID, identity.userID] {
      let bytes = text.map { Array($0.utf8) }
      buffer.append(littleEndian: bytes.map { UInt32(clamping: $0.count) } ?? .max)
      buffer.append(bytes ?? [])
    }
    let flags = standing.rawValue | (identity.isRedacted ? redactedFlag : 0)
    if flags != 0 || identity.person != 0 { buffer.append(flags) }
    if identity.person != 0 { buffer.append(littleEndian: identity.person) }
    return Array(buffer.bytes)
  }

  static func decode(_ bytes: UnsafeRawBufferPointer) -> (Identity, DeviceIDStanding)? {
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
    return (identity, DeviceIDStanding(rawValue: flags & ~redactedFlag) ?? .kept)
  }
}
