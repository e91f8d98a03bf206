import Cairn
import Foundation

@main
struct Notes {
  static func main() async {
    let note = CommandLine.arguments.dropFirst().joined(separator: " ")
    print("Added: \(note)")

    let analytics = Analytics(configuration)
    analytics.track("Note Added", ["characters": note.count])
  }

  static var configuration: Configuration {
    Configuration(writeKey: "notes", destinations: [ConsoleDestination()])
  }
}
