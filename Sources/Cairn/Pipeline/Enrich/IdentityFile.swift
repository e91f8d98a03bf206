/// The identity in memory, and the file that it belongs in.
struct IdentityFile {
  var identity: Identity
  var standing = DeviceIDStanding.kept
  /// Whether the identity may be on the disk.
  var isStored = true
  /// Counts the erasures that it has been through.
  var erasures: UInt64 = 0
  /// Whether the record of the device may be told.
  var mayKeep = true
  /// Nil until it can be opened.
  private var file: SlotFile?
  var trouble: FileError?

  private let vault: Vault
  private static let boxName = "identity"

  init(_ identity: Identity, _ vault: Vault) {
    self.identity = identity
    self.vault = vault
  }

  /// Tries to open the file if it is not open; what is in it holds then.
  mutating func open(_ path: String, _ files: any FileSystem) -> DeviceIDFinding.File {
    guard file == nil else { return .holds(identity.anonymousID, standing) }
    do throws(FileError) {
      let file = try SlotFile(
        path, magic: IdentityStore.magic, slotSize: IdentityStore.slotSize, files: files)
      let stored = try stored(in: file)
      self.file = file
      if let stored { (identity, standing) = stored }
      // What was written before it was to be encrypted stands in the other slot, too.
      if vault.isOn, file.slots.contains(where: { !Vault.isBox($0.content) }) {
        for _ in 0..<2 { store() }
      }
      return stored.map { .holds($0.0.anonymousID, $0.1) } ?? .missing
    } catch {
      trouble = error
      return .unreadable
    }
  }

  private func stored(
    in file: SlotFile
  ) throws(FileError) -> (Identity, DeviceIDStanding)? {
    for slot in file.slots {
      let content = try vault.unbox(slot.content, as: Self.boxName)
      if let stored = content?.withUnsafeBytes({ Self.decode($0) }) { return stored }
    }
    return nil
  }

  mutating func store() {
    guard let file else { return }
    do throws(FileError) {
      try file.write(vault.box(Self.encode(identity, standing), as: Self.boxName))
      trouble = nil
    } catch {
      trouble = error
    }
  }

  func sync() { try? file?.sync() }

  private static let redactedFlag: UInt8 = 4

  private static func encode(_ identity: Identity, _ standing: DeviceIDStanding) -> [UInt8] {
    var buffer = OutputBuffer(capacity: 128)
    for text in [identity.anonymousID, identity.userID] {
      let bytes = text.map { Array($0.utf8) }
      buffer.append(littleEndian: bytes.map { UInt32(clamping: $0.count) } ?? .max)
      buffer.append(bytes ?? [])
    }
    let flags = standing.rawValue | (identity.isRedacted ? redactedFlag : 0)
    if flags != 0 { buffer.append(flags) }
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
    return (identity, DeviceIDStanding(rawValue: flags & ~redactedFlag) ?? .kept)
  }
}
