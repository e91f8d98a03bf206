/// Writes lines to files, each exactly once, even if a write is interrupted.
///
/// A batch is delivered again until it is settled, and the part of it that was written before a
/// crash is at the end of the files. So the lines there determine which lines to skip.
struct LineLog: Sendable {
  private struct End {
    var number: Int
    var size: Int
    /// The identifiers of the last lines.
    var ids: Set<String> = []
  }

  private let files: LineFiles
  private let maximumBytes: Int
  private let mostFiles: Int?
  private let window: Int
  /// The end of the newest file; nil when it must be determined: at first, and after a failed
  /// write.
  private var end: End?

  /// Creates the log; `window` is the maximum number of lines that may have been written but not
  /// settled.
  init(_ files: LineFiles, maximumBytes: Int, mostFiles: Int?, window: Int) {
    self.files = files
    self.maximumBytes = maximumBytes
    self.mostFiles = mostFiles
    self.window = window
  }

  mutating func append(_ lines: [EventLine]) throws(FileError) {
    var end = try known(max(window, lines.count))
    self.end = nil
    var text: [UInt8] = []
    for line in lines where !(line.id.map(end.ids.contains) ?? false) {
      let size = end.size + text.count
      if size > 0, size + line.json.count >= maximumBytes {
        try write(text, &end)
        text = []
        end.number += 1
        end.size = 0
      }
      text += line.json
      text.append(LineFiles.end)
    }
    try write(text, &end)
    // The same lines may be delivered once more, if the batch could not be settled.
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

  /// Reads the last lines, from as many files as necessary, and removes incomplete lines from the
  /// newest file.
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
