package import Cairn

/// The last valid document of a source, kept across launches.
///
/// See Documentation/JournalFormat.md, section 18. A new document is written to a draft, synced,
/// and renamed, so that there is always a complete one. It contains no user data and is not
/// encrypted.
package struct DocumentCache: Sendable {
  /// The magic number `EVJDOC1\0`.
  package static let magic: UInt64 = 0x0031_434F_444A_5645
  private static let headerSize = 20
  private static let longestMark = 512

  /// A stored document.
  package struct Copy: Equatable, Sendable {
    package var document: [UInt8]
    /// The ETag for `If-None-Match` in the next request; nil for none.
    package var etag: String?

    package init(document: [UInt8], etag: String?) {
      self.document = document
      self.etag = etag.flatMap { $0.utf8.count <= DocumentCache.longestMark ? $0 : nil }
    }
  }

  private let folder: String
  private let name: String
  private let files: any FileSystem
  private let randomness: any Randomness
  private let diagnostics: Diagnostics

  /// Makes a cache in a folder, which the first `store` creates.
  package init(
    _ folder: String, source: String, files: any FileSystem, randomness: any Randomness,
    diagnostics: Diagnostics
  ) {
    self.folder = folder
    self.files = files
    self.randomness = randomness
    self.diagnostics = diagnostics
    name = Hex.text(XXH64.hash(Array(source.utf8), seed: 0))
  }

  private var path: String { "\(folder)/\(name)" }

  /// Loads the stored document, marked as being read until the mark is removed; nil when there is
  /// none or it cannot be used.
  ///
  /// A document that is damaged, too large, or that ended the process that last read it, is moved
  /// aside and logged.
  package func beginReading(atMost most: Int) -> (copy: Copy, mark: ReadingMark?)? {
    do throws(FileError) {
      let file = try OpenFile(path, .read, in: files)
      let size = try file.status().size
      guard size - Self.headerSize - Self.longestMark <= most else {
        putAside("has more than \(most) bytes")
        return nil
      }
      let bytes = try file.read(size, at: 0)
      guard let copy = Self.decode(bytes), copy.document.count <= most else {
        putAside("is damaged")
        return nil
      }
      guard let mark = ReadingMark.make(markPath, of: bytes, in: files) else { return (copy, nil) }
      if !mark.isOfDeadReader { return (copy, mark) }
      putAside("killed the process that read it last")
      mark.remove()
    } catch {
      // It is normal that there is no document yet.
      if error.code != FileError.missing { report("the stored document cannot be read: \(error)") }
    }
    return nil
  }

  /// Loads the stored document without parsing it.
  package func load() -> Copy? {
    guard let (copy, mark) = beginReading(atMost: .max) else { return nil }
    mark?.remove()
    return copy
  }

  private var markPath: String { path + Self.markSuffix }
  private static let markSuffix = ".reading"

  /// Moves the stored document aside, because it is not valid or not complete.
  package func putAside(_ problem: String) {
    diagnostics.report(
      .warning, "experiments.cache",
      "the stored document of the experiments \(problem); it is renamed to \(name).bad")
    do throws(FileError) {
      try files.move(path, to: path + ".bad")
    } catch {
      report("the stored document cannot be renamed: \(error)")
    }
  }

  /// Whether a document is stored; it may have been erased.
  package var isThere: Bool { (try? OpenFile(path, .read, in: files)) != nil }

  /// Stores a document in place of the last one; logs a failure.
  package func store(_ copy: Copy) {
    do throws(FileError) {
      try files.makeDirectory(folder)
      try clear()
      let draft = "\(path).\(Hex.text(randomness.next()))"
      try write(Self.encode(copy), to: draft)
      try files.move(draft, to: path)
      try files.syncDirectory(folder)
    } catch {
      report("the document is not stored for the next launch: \(error)")
    }
  }

  private func report(_ message: String) {
    diagnostics.report(.notice, "experiments.cacheStorage", message)
  }

  /// Removes drafts that were left by processes that died while writing.
  private func clear() throws(FileError) {
    for other in try files.list(folder) where other.hasPrefix(name + ".") {
      if !other.hasSuffix(".bad"), !other.hasSuffix(Self.markSuffix) {
        try? files.remove("\(folder)/\(other)")
      }
    }
  }

  private func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    let file = try OpenFile(path, .create, in: files)
    do throws(FileError) {
      try file.write(bytes, at: 0)
      try file.sync()
    } catch {
      try? files.remove(path)
      throw error
    }
  }

  package static func encode(_ copy: Copy) -> [UInt8] {
    let mark = Array((copy.etag ?? "").utf8)
    var buffer = OutputBuffer(capacity: headerSize + mark.count + copy.document.count)
    buffer.append(littleEndian: magic)
    buffer.append(littleEndian: UInt64(0))
    buffer.append(littleEndian: UInt32(mark.count))
    buffer.append(mark)
    buffer.append(copy.document)
    buffer.store(XXH64.hash(buffer.bytes.slice(16, buffer.count - 16), seed: magic), at: 8)
    return Array(buffer.bytes)
  }

  /// Decodes a stored document; nil when it is not complete.
  package static func decode(_ bytes: [UInt8]) -> Copy? {
    let mark = bytes.withUnsafeBytes { bytes -> Int? in
      guard bytes.count >= headerSize, bytes.littleEndian(UInt64.self, at: 0) == magic,
        bytes.littleEndian(UInt64.self, at: 8)
          == XXH64.hash(bytes.slice(16, bytes.count - 16), seed: magic)
      else { return nil }
      let count = Int(bytes.littleEndian(UInt32.self, at: 16))
      return count <= bytes.count - headerSize ? count : nil
    }
    guard let mark else { return nil }
    let etag = String(decoding: bytes[headerSize..<headerSize + mark], as: UTF8.self)
    return Copy(
      document: Array(bytes[(headerSize + mark)...]), etag: etag.isEmpty ? nil : etag)
  }
}
