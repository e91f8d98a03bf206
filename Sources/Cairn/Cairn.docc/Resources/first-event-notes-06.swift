import Cairn
import Foundation

#if os(Linux)
import CairnServer
#endif

@main
struct Notes {
  static func main() async {
    let note = CommandLine.arguments.dropFirst().joined(separator: " ")
    print("Added: \(note)")

    let analytics = Analytics(configuration)
    analytics.track("Note Added", ["characters": note.count])
    let result = await analytics.close(flushingForSeconds: 2)
    print("Delivered: \(result.delivered). Pending: \(result.pending).")
  }

  static var configuration: Configuration {
    let collector = ProcessInfo.processInfo.environment["COLLECTOR"] ?? "http://127.0.0.1:8080"
    var configuration = Configuration(writeKey: "notes", destinations: [ConsoleDestination()])
    configuration.endpoint = URL(string: collector)
    return configuration
  }
}
