/// The difference between two texts with the same number of lines, in the unified form.
struct SourceDiff {
  private static let context = 3
  private let old: [Substring]
  private let new: [Substring]

  init(_ old: [UInt8], _ new: [UInt8]) {
    self.old = Self.lines(old)
    self.new = Self.lines(new)
  }

  private static func lines(_ bytes: [UInt8]) -> [Substring] {
    Substring(String(decoding: bytes, as: UTF8.self)).split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" })
  }

  /// Whether the lines correspond.
  var isAligned: Bool { old.count == new.count }

  func text(_ path: String) -> String {
    let changed = zip(old, new).enumerated().filter { $0.element.0 != $0.element.1 }.map(\.offset)
    var hunks: [Range<Int>] = []
    for line in changed {
      let range = max(0, line - Self.context)..<min(old.count, line + Self.context + 1)
      if let last = hunks.last, last.upperBound >= range.lowerBound {
        hunks[hunks.count - 1] = last.lowerBound..<range.upperBound
      } else {
        hunks.append(range)
      }
    }
    var lines = ["--- a/\(path)", "+++ b/\(path)"]
    for hunk in hunks {
      // Behind the last end of a line there is no line.
      let hunk = hunk.upperBound == old.count && old.last == "" ? hunk.dropLast() : hunk
      lines.append(
        "@@ -\(hunk.lowerBound + 1),\(hunk.count) +\(hunk.lowerBound + 1),\(hunk.count) @@")
      lines += Self.lines(of: hunk, old, new)
    }
    return lines.joined(separator: "\n")
  }

  private static func lines(
    of hunk: Range<Int>, _ old: [Substring], _ new: [Substring]
  ) -> [String] {
    var lines: [String] = []
    var added: [String] = []
    for place in hunk {
      if old[place] == new[place] {
        lines += added + [" \(old[place])"]
        added = []
      } else {
        lines.append("-\(old[place])")
        added.append("+\(new[place])")
      }
    }
    return lines + added
  }
}
