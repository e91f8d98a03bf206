import Foundation

/// A small value in a file of two slots that survives the process; without the file it exists only
/// in this launch.
package struct PersistedValue: Sendable {
  private let path: String
  private let magic: UInt64
  private let slotSize: Int
  private let files: any FileSystem
  private let encryption: RecordEncryption
  /// Whether another process may write to the file.
  private let isShared: Bool
  /// The file; nil until it can be opened.
  private var file: DoubleSlotFile?
  /// Whether a slot contains a value that was written before encryption was turned on.
  private var hidesPlain = false
  /// The reason why the value is not stored; nil when it is.
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

  package var isOpen: Bool { file != nil }

  /// Opens the file if necessary, and creates it if permitted; returns the stored values, the newer
  /// one first.
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

  /// Overwrites a value that was written without encryption; if that fails, it stays until the next
  /// `store`.
  private mutating func hide(_ content: [UInt8]) {
    _ = store(content)
    trouble = nil
  }

  /// Returns the value that another process has stored since this one read it or stored `own`; nil
  /// when there is none.
  package mutating func newer(than own: [UInt8]? = nil) -> [UInt8]? {
    guard let file, trouble == nil,
      let slots = try? DoubleSlotFile.slots(
        at: path, magic: magic, slotSize: slotSize, files: files),
      let newest = slots.first, newest.generation > file.lastGeneration || own != nil,
      let content = try? encryption.unbox(newest.content, as: magic.description), content != own
    else { return nil }
    file.advance(to: newest.generation)
    return content
  }

  /// Performs a change while no other process changes the value; without the file, or when another
  /// process keeps its lock, it is performed all the same.
  ///
  /// `isAlone` is false when another process keeps the lock.
  package func whileLocked<Result>(_ change: (_ isAlone: Bool) -> Result) -> Result {
    let lock = file == nil ? nil : try? OpenFile(path, .readWrite, in: files)
    var rest = Self.patience
    while let lock, (try? lock.tryLock()) == false, rest > 0 {
      rest -= 1
      BlockingSleep.microseconds(Self.pause)
    }
    return withExtendedLifetime(lock) { change(rest > 0) }
  }

  /// The number of attempts to lock, and the microseconds between them.
  ///
  /// Another process holds the lock for the time of one write. The pauses are as short, because
  /// between long ones a busy process has the lock again at each attempt.
  private static let (patience, pause) = (1_000, 100)

  /// Closes the file, so that another file with its name is opened next.
  package mutating func close() { file = nil }

  /// Stores the value; returns the error the first time that this fails.
  package mutating func store(_ content: [UInt8]) -> FileError? {
    let isKnown = trouble != nil
    store(content, ifNewest: false)
    return isKnown ? nil : trouble
  }

  /// Stores the value; with `ifNewest`, returns false without doing so when another process has
  /// stored one that this process has not read.
  @inline(never) @discardableResult
  package mutating func store(_ content: [UInt8], ifNewest: Bool) -> Bool {
    guard let file else { return true }
    do throws(FileError) {
      let bytes = try encryption.box(content, as: magic.description)
      if isShared, try !file.refresh(ifNewest: ifNewest) { return false }
      for _ in 0..<(hidesPlain ? 2 : 1) { try file.write(bytes) }
      (hidesPlain, trouble) = (false, nil)
    } catch {
      trouble = error
    }
    return true
  }

  /// Removes the file, or writes an empty value to both slots if it cannot be removed; returns the
  /// error if both fail.
  ///
  /// The next `open` creates a new file.
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

  /// The maximum number of bytes of the value.
  package var capacity: Int { slotSize - DoubleSlotFile.headerSize - (encryption.isOn ? 64 : 0) }
}

extension PersistedValue {
  /// Opens a value that is stored as JSON.
  package mutating func open<Content: Decodable>(_ type: Content.Type) -> Content? {
    open().lazy.compactMap { try? JSONDecoder().decode(type, from: Data($0)) }.first
  }

  package mutating func store(_ content: some Encodable) -> FileError? {
    guard let bytes = try? JSONEncoder().encode(content) else { return nil }
    return store(Array(bytes))
  }
}

extension PersistedValue {
  /// The size of a slot of `experiences`, including its header.
  package static let experiencesSize = 131_072
  /// `CVCDEF1\0`.
  private static let experiencesMagic: UInt64 = 0x0031_4645_4443_5643

  /// Returns the value with the definitions of experiences, at this path.
  package static func experiences(
    _ path: String, files: any FileSystem, slotSize: Int = experiencesSize,
    encryption: RecordEncryption = .none
  ) -> PersistedValue {
    // Each change replaces the whole value, and is frequent: this process reads back its own last
    // value.
    PersistedValue(
      path, magic: experiencesMagic, slotSize: slotSize, files: files, encryption: encryption,
      isShared: false)
  }
}
