/// Lines in files, each exactly once, whatever happens while they are written.
///
/// A batch is given again until it is settled, and what was written of it before a crash is at the end of the files. So
/// the lines there tell what is to be left out.
struct LineLog: Sendable {
  private struct End {
    var number: Int
    var size: Int
    /// Of the last lines.
    var ids: Set<String> = []
  }

  private let files: LineFiles
  private let mostBytes: Int
  private let mostFiles: Int?
  private let window: Int
  /// Nil when it must be looked for: at first, and when a write has failed.
  private var end: End?

  /// `window`: so many lines may have been written, and not settled.
  init(_ files: LineFiles, mostBytes: Int, mostFiles: Int?, window: Int) {
    self.files = files
    self.mostBytes = mostBytes
    self.mostFiles = mostFiles
    self.window = window
  }

  mutating func append(_ lines: [EventLine]) throws(FileError) {
    var end = try known(max(window, lines.count))
    self.end = nil
    var text: [UInt8] = []
    for line in lines where !(line.id.map(end.ids.contains) ?? false) {
      let size = end.size + text.count
      if size > 0, size + line.json.count >= mostBytes {
        try write(text, &end)
        text = []
        end.number += 1
        end.size = 0
      }
      text += line.json
      text.append(LineFiles.end)
    }
    try write(text, &end)
    // It may be given once more, if it could not be settled.
    end.ids = Set(lines.compactMap(\.id))
    self.end = end
  }

  private func known(_ count: Int) throws(FileError) -> End {
    if let end { return end }
    return try find(count)
  }

  private func write(_ text: [UInt8], _ end: inout End) throws(FileError) {
    guard !text.isEmpty else { return }
    try files.append(text, to: end.number, at: end.size)
    if end.size == 0 { try removeOldest(before: end.number) }
    end.size += text.count
  }

  private func removeOldest(before newest: Int) throws(FileError) {
    guard let mostFiles else { return }
    for number in try files.numbers() where number <= newest - mostFiles {
      try files.remove(number)
    }
  }

  /// Looks at the last lines, in as many files as it takes, and takes out of the newest what is no line.
  private func find(_ count: Int) throws(FileError) -> End {
    let numbers = try files.numbers()
    var end = End(number: numbers.last ?? 1, size: 0)
    for number in numbers.reversed() where end.ids.count < count {
      let bytes = try files.read(number)
      let whole = bytes[..<(bytes.lastIndex(of: LineFiles.end).map { $0 + 1 } ?? 0)]
      let lines = whole.split(separator: LineFiles.end)
      let last = lines.suffix(count).map { EventLine($0) }
      end.ids.formUnion(last.compactMap(\.id))
      guard number == end.number else { continue }
      let good = lines.dropLast(last.count) + last.filter { $0.id != nil }.map { $0.json[...] }
      let mended = good.flatMap { $0 + [LineFiles.end] }
      if mended != bytes { try files.replace(number, with: mended) }
      end.size = mended.count
    }
    return end
  }
}
