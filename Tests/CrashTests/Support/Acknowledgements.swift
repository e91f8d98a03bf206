import Foundation

/// The receipts of `journalworkload` in a file that survives the process.
struct Acknowledgements {
  /// A line of the file.
  struct Line {
    var promise: String
    var event: Deliveries.NumberedEvent
  }

  private(set) var lines: [Line] = []

  init(path: String) {
    let data = FileManager.default.contents(atPath: path) ?? Data()
    // The last line may be incomplete.
    let text = String(decoding: data, as: UTF8.self)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      let words = line.split(separator: " ")
      guard words.count == 4, let run = Int(words[1]), let thread = Int(words[2]),
        let number = Int(words[3])
      else { continue }
      lines.append(
        Line(
          promise: String(words[0]),
          event: Deliveries.NumberedEvent(run: run, thread: thread, number: number)))
    }
  }

  /// The events that survive the process.
  var stored: [Deliveries.NumberedEvent] {
    lines.filter { $0.promise == "stored" || $0.promise == "durable" }.map(\.event)
  }
}
