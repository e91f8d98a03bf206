import Cairn
import Foundation

@main
struct Notes {
  static func main() async {
    let note = CommandLine.arguments.dropFirst().joined(separator: " ")
    print("Added: \(note)")
  }

  static var configuration: Configuration {
    Configuration(writeKey: "notes", destinations: [ConsoleDestination()])
  }
}
