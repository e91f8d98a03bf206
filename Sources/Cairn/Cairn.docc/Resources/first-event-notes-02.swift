import Cairn

@main
struct Notes {
  static func main() {
    let note = CommandLine.arguments.dropFirst().joined(separator: " ")
    print("Added: \(note)")
  }

  static var configuration: Configuration {
    Configuration(writeKey: "notes", destinations: [ConsoleDestination()])
  }
}
