/// Numbered files of lines in a folder.
struct LineFiles: Sendable {
  static let end = UInt8(ascii: "\n")
  private static let suffix = ".ndjson"

  private let folder: String
  private let prefix: String
  private let files: any FileSystem

  init(_ folder: String, prefix: String, files: any FileSystem) {
    self.folder = folder
    self.prefix = prefix
    self.files = files
  }

  /// Returns the numbers of the existing files, in order; creates the folder if it does not exist.
  func numbers() throws(FileError) -> [Int] {
    try files.makeDirectory(folder)
    return try files.list(folder).compactMap(number).sorted()
  }

  func read(_ number: Int) throws(FileError) -> [UInt8] {
    let file = try OpenFile(path(number), .read, in: files)
    return try file.read(file.status().size, at: 0)
  }

  /// Appends to a file, whose length must be `offset`, or creates it if `offset` is 0; returns when
  /// the bytes are synced.
  func append(_ bytes: [UInt8], to number: Int, at offset: Int) throws(FileError) {
    let file = try open(number, isNew: offset == 0)
    guard try file.status().size == offset else {
      throw FileError(call: "append", path: path(number), code: FileError.stale)
    }
    try file.write(bytes, at: offset)
    try file.sync()
    if offset == 0 { try files.syncDirectory(folder) }
  }

  private func open(_ number: Int, isNew: Bool) throws(FileError) -> OpenFile {
    guard isNew else { return try OpenFile(path(number), .readWrite, in: files) }
    do throws(FileError) {
      return try OpenFile(path(number), .create, in: files)
    } catch {
      guard error.code == FileError.exists else { throw error }
      return try OpenFile(path(number), .readWrite, in: files)
    }
  }

  /// Replaces the content of a file in one step.
  func replace(_ number: Int, with bytes: [UInt8]) throws(FileError) {
    let draft = path(number) + ".tmp"
    try? files.remove(draft)
    let file = try OpenFile(draft, .create, in: files)
    try file.write(bytes, at: 0)
    try file.sync()
    try files.move(draft, to: path(number))
    try files.syncDirectory(folder)
  }

  func remove(_ number: Int) throws(FileError) { try files.remove(path(number)) }

  private func path(_ number: Int) -> String {
    let digits = String(number)
    let zeros = String(repeating: "0", count: max(0, 6 - digits.count))
    return "\(folder)/\(prefix)-\(zeros)\(digits)\(Self.suffix)"
  }

  private func number(_ name: String) -> Int? {
    guard name.hasPrefix(prefix + "-"), name.hasSuffix(Self.suffix) else { return nil }
    let digits = name.dropFirst(prefix.count + 1).dropLast(Self.suffix.count)
    return digits.allSatisfy(\.isNumber) ? Int(digits) : nil
  }
}
