import ArgumentParser
import Cairn
import Foundation

/// Prints events as they lie in the journal.
struct TailCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tail", abstract: "Print the last events as JSON, a line each.")

  @OptionGroup var folder: FolderArgument
  @Option(name: .shortAndLong, help: "How many events to print at first; 0 or more.")
  var number = 10
  @Flag(name: .shortAndLong, help: "Go on as events are added, until interrupted.")
  var follow = false

  func validate() throws {
    if number < 0 { throw ValidationError("The number of events cannot be negative.") }
  }

  func run() async throws {
    var tails = try JournalFolder.all(in: folder.directory).map(JournalTail.init)
    var lines: [String] = []
    for index in tails.indices { lines += try tails[index].more() }
    show(lines.suffix(number))
    while follow {
      try await Task.sleep(for: .milliseconds(200))
      for index in tails.indices { show(try tails[index].more()[...]) }
    }
  }

  /// Past the buffer of `print`, which keeps lines back when somebody reads them through a pipe.
  private func show(_ lines: ArraySlice<String>) {
    guard !lines.isEmpty else { return }
    FileHandle.standardOutput.write(Data((lines.joined(separator: "\n") + "\n").utf8))
  }
}

/// Where a reader of one journal stopped.
struct JournalTail {
  private let folder: JournalFolder
  private var offsets: [SegmentName: (offset: Int, index: UInt32)] = [:]

  init(_ folder: JournalFolder) { self.folder = folder }

  /// The events since the last call, as JSON.
  mutating func more() throws -> [String] {
    var lines: [String] = []
    for segment in try folder.findings().segments {
      let from = offsets[segment.name] ?? (SegmentHeader.size, segment.firstIndex - 1)
      guard segment.bytes > from.offset else { continue }
      let file = try OpenFile(folder.log + "/" + segment.name.fileName, .read, in: folder.files)
      var scanner = SegmentScanner(
        file, lane: segment.lane, from: from.offset, after: from.index, limit: segment.bytes)
      var index = from.index
      while let item = try scanner.next() {
        guard case .record(let frame, _, let payload) = item, frame.type == .event else { continue }
        index = frame.index
        guard EventRecord(payload) != nil else { continue }
        lines.append(String(decoding: EventRecord.json(payload), as: UTF8.self))
      }
      offsets[segment.name] = (segment.bytes, index)
    }
    return lines
  }
}
