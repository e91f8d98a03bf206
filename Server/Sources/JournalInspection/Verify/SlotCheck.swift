package import Cairn

/// The check of a file of two slots: a cursor or the identity.
package struct SlotCheck {
  private let label: String
  package private(set) var damages: [Damage] = []
  package private(set) var notes: [String] = []
  /// The whole slots, the newer one first.
  package private(set) var whole: [DoubleSlotFile.Slot] = []

  /// Checks the file; `decodes` returns whether the content of a slot is valid.
  package init(
    _ path: String, label: String, magic: UInt64, slotSize: Int, files: any FileSystem,
    decodes: (UnsafeRawBufferPointer) -> Bool
  ) {
    self.label = label
    do throws(FileError) {
      let bytes = try Self.settled(path, 2 * slotSize, files)
      guard bytes.contains(where: { $0 != 0 }) else {
        notes.append("\(label): never written")
        return
      }
      if bytes.count < 2 * slotSize {
        notes.append(
          "\(label): \(bytes.count) bytes of \(2 * slotSize); its owner extends it")
      }
      for offset in [0, slotSize] {
        check(Array(bytes.dropFirst(offset).prefix(slotSize)), offset, magic, decodes)
      }
    } catch {
      damages.append(Damage(file: label, what: "cannot be read: \(error)"))
    }
    whole.sort { $0.generation > $1.generation }
  }

  private mutating func check(
    _ bytes: [UInt8], _ offset: Int, _ magic: UInt64, _ decodes: (UnsafeRawBufferPointer) -> Bool
  ) {
    guard let slot = bytes.withUnsafeBytes({ DoubleSlotFile.readSlot($0, magic) }) else {
      if bytes.contains(where: { $0 != 0 }) {
        damages.append(Damage(file: label, offset: offset, what: "the slot is not whole"))
      }
      return
    }
    guard slot.content.withUnsafeBytes(decodes) else {
      damages.append(
        Damage(
          file: label, offset: offset + DoubleSlotFile.headerSize,
          what: "the content is not valid"))
      return
    }
    if slot.generation & 1 != (offset == 0 ? 0 : 1) {
      damages.append(
        Damage(
          file: label, offset: offset + 16,
          what: "generation \(slot.generation) belongs in the other slot"))
    }
    whole.append(slot)
  }

  /// Returns the bytes when two reads agree, because the owner may be writing the file.
  private static func settled(_ path: String, _ size: Int, _ files: any FileSystem)
    throws(FileError) -> [UInt8]
  {
    let file = try OpenFile(path, .read, in: files)
    var bytes = try file.read(size, at: 0)
    for _ in 0..<100 {
      let again = try file.read(size, at: 0)
      if again == bytes { break }
      bytes = again
    }
    return bytes
  }
}
