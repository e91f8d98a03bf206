import ArgumentParser
import Cairn
import Foundation

#if os(Linux)
import CairnServer
#endif

/// Counts lines, words and bytes, and tracks the use.
@main
struct WordCount: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wordcount",
    abstract: "Count the lines, words and bytes of files, and track how it is used.")

  @Option(help: "Where events go.")
  var collector = "http://127.0.0.1:8080"

  @Option(help: "Folder of the journal. (default: cairn in $XDG_STATE_HOME or ~/.local/state)")
  var journal: String?

  @Argument(help: "Files of text.")
  var files: [String]

  func run() async throws {
    let analytics = Analytics(try settings())
    var failed = 0
    for file in files {
      do {
        let count = try FileCount(file)
        // Neither the contents nor the name of the file is tracked, because they are private.
        analytics.track("File Counted", properties: count)
        Self.say("\(count.lines) \(count.words) \(count.bytes) \(file)", to: .standardOutput)
      } catch {
        failed += 1
        analytics.track("File Unreadable")
        Self.say("wordcount: cannot read \(file)", to: .standardError)
      }
    }
    await close(analytics)
    if failed > 0 { throw ExitCode.failure }
  }

  /// Does not wait for an unavailable network: undelivered events are sent by the next run.
  private func close(_ analytics: Analytics) async {
    let result = await analytics.close(flushingForSeconds: 2)
    Self.say(
      "events: \(result.delivered) delivered, \(result.pending) for the next run",
      to: .standardError)
  }

  private func settings() throws -> Configuration {
    guard let endpoint = URL(string: collector) else {
      throw ValidationError("--collector is a URL, such as http://127.0.0.1:8080")
    }
    var configuration = Configuration(writeKey: "wordcount", endpoint: endpoint)
    configuration.directory = journal.map { URL(fileURLWithPath: $0, isDirectory: true) }
    #if os(Linux)
    // On Linux, URLSession ends the process when a response ends inside its head.
    configuration.transport = AsyncHTTPClientTransport()
    #endif
    return configuration
  }

  private static func say(_ line: String, to file: FileHandle) {
    file.write(Data((line + "\n").utf8))
  }
}
