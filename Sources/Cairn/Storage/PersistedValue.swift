import Foundation

/// A small value that outlives the process, in a file of two slots; without the file it lives as long as the run.
package struct PersistedValue: Sendable {
  private let path: String
  private let magic: UInt64
  private let slotSize: Int
  private let files: any FileSystem
  private let encryption: RecordEncryption
  /// Whether another process may write to it in between.
  private let isShared: Bool
  /// Nil until it can be opened.
  private var file: DoubleSlotFile?
  /// Whether a slot holds what was written before it was to be encrypted.
  private var hidesPlain = false
  /// Why the value is not stored; nil when it is.
  package private(set) var trouble: FileError?

  package init(
    _ path: String, magic: UInt64, slotSize: Int, files: any FileSystem,
    encryption: RecordEncryption = .none,
    isShared: Bool = true
  ) {
    self.path = path
    self.isShared = isShared
    self.encryption = encryption
    self.magic = magic
    self.slotSize = slotSize
    self.files = files
  }

  /// Opens the file if it is not open, and makes it if it may; what was stored, the newer one first, or nothing.
  package mutating func open(makes: Bool = true) -> [[UInt8]] {
    guard file == nil else { return [] }
    do throws(FileError) {
      if !makes { _ = try OpenFile(path, .read, in: files) }
      let opened = try DoubleSlotFile(path, magic: magic, slotSize: slotSize, files: files)
      let contents = try opened.slots.map { (slot) throws(FileError) in
        try encryption.unbox(slot.content, as: magic.description)
      }
      file = opened
      trouble = nil
      hidesPlain = encryption.isOn && opened.slots.contains { !RecordEncryption.isBox($0.content) }
      if hidesPlain, case .some(.some(let newest)) = contents.first { hide(newest) }
      return contents.compactMap { $0 }
    } catch {
      trouble = makes || error.code != FileError.missing ? error : nil
      return []
    }
  }

  /// What was written before it was to be encrypted lies open no longer; if that fails, it does until the next `store`.
  private mutating func hide(_ content: [UInt8]) {
    _ = store(content)
    trouble = nil
  }

  /// From here on another file of that name is meant.
  package mutating func close() { file = nil }

  /// Stores the value; says why it could not, the first time.
  package mutating func store(_ content: [UInt8]) -> FileError? {
    guard let file else { return nil }
    let isKnown = trouble != nil
    do throws(FileError) {
      let bytes = try encryption.box(content, as: magic.description)
      if isShared { try file.refresh() }
      for _ in 0..<(hidesPlain ? 2 : 1) { try file.write(bytes) }
      (hidesPlain, trouble) = (false, nil)
    } catch {
      trouble = error
    }
    return isKnown ? nil : trouble
  }

  /// Removes the file, or leaves an empty value in both slots where it cannot be removed; why it could do neither.
  ///
  /// The next `open` makes another one.
  package mutating func remove() -> FileError? {
    close()
    do throws(FileError) {
      try files.remove(path)
    } catch {
      if error.code != FileError.missing, let trouble = erase() { return trouble }
    }
    trouble = nil
    return nil
  }

  private mutating func erase() -> FileError? {
    _ = open(makes: false)
    defer { close() }
    for _ in 0..<2 where trouble == nil { _ = store([]) }
    return trouble
  }

  /// The most bytes that it can hold.
  package var capacity: Int { slotSize - DoubleSlotFile.headerSize - (encryption.isOn ? 64 : 0) }
}

extension PersistedValue {
  /// The same for a value that is kept as JSON.
  package mutating func open<Content: Decodable>(_ type: Content.Type) -> Content? {
    open().lazy.compactMap { try? JSONDecoder().decode(type, from: Data($0)) }.first
  }

  package mutating func store(_ content: some Encodable) -> FileError? {
    guard let bytes = try? JSONEncoder().encode(content) else { return nil }
    return store(Array(bytes))
  }
}

extension PersistedValue {
  /// How much room a value of `experiences` has, with its header.
  package static let experiencesSize = 131_072
  /// `CVCDEF1\0`.
  private static let experiencesMagic: UInt64 = 0x0031_4645_4443_5643

  /// The file with what experiences are made of, at this path.
  package static func experiences(
    _ path: String, files: any FileSystem, slotSize: Int = experiencesSize,
    encryption: RecordEncryption = .none
  ) -> PersistedValue {
    // Each change of it replaces the whole, and is made often: what is read is the last that this process has written.
    PersistedValue(
      path, magic: experiencesMagic, slotSize: slotSize, files: files, encryption: encryption,
      isShared: false)
  }
}
