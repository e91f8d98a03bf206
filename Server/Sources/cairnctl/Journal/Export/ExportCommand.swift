import JournalInspection
import ToolSupport
import ArgumentParser
import Foundation

/// Prints all events of a journal.
struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write all events as JSON, one per line.",
    discussion: """
      Writes every readable event once, in the order of delivery, even if it was delivered \
      already. The last line on standard error counts them and the damaged events. Exits with 1 \
      when a file could not be read.

      A time is a date (2026-11-21), a date with a time (2026-11-21T07:44:50Z), or an age (90s, \
      15m, 36h, 7d).
      """)

  @OptionGroup var folder: FolderArgument
  @OptionGroup var key: KeyArgument
  @Option(help: "Write to this file, which appears when it is complete.") var output: String?
  @Option(help: "Only events that this destination has not settled.") var pending: String?
  @Option(help: "The dead letters of this destination: the events that it refused, with reasons.")
  var dead: String?
  @Option(help: "Only events recorded at this time or later.") var since: PointInTime?
  @Option(help: "Only events recorded at this time or earlier.") var until: PointInTime?

  func validate() throws {
    if pending != nil, dead != nil {
      throw ValidationError("Give either --pending or --dead, not both.")
    }
    if let since, let until, since.milliseconds > until.milliseconds {
      throw ValidationError("--since is later than --until.")
    }
  }

  func run() async throws {
    let folders = try JournalSearch.journals(in: folder.directory, encryption: key.encryption())
    try refuseOutput(in: folders)
    let times = (since?.milliseconds ?? .min)...(until?.milliseconds ?? .max)
    let sink = try ExportSink(output)
    var export = Export(choice, times: times, into: sink)
    let chosen = folders.filter(export.applies)
    guard !chosen.isEmpty else {
      throw ValidationError("No journal here has a destination \(pending ?? dead ?? "").")
    }
    for folder in chosen { try export.add(folder) }
    try sink.close()
    for remark in export.remarks { note(remark) }
    note(export.summary)
    if !export.isComplete { throw ExitCode(1) }
  }

  private var choice: Export.Choice {
    if let pending { return .pending(pending) }
    if let dead { return .dead(dead) }
    return .all
  }

  private func refuseOutput(in folders: [JournalFolder]) throws {
    guard let output else { return }
    let place = URL(fileURLWithPath: output).resolvingSymlinksInPath().path
    for folder in folders {
      let inside = URL(fileURLWithPath: folder.path).resolvingSymlinksInPath().path + "/"
      if place.hasPrefix(inside) {
        throw ValidationError("The output must not be in the journal's folder.")
      }
    }
  }

  private func note(_ text: String) { Terminal.standardError.write(text + "\n") }
}
