@main
struct Notes {
  static func main() {
    let note = CommandLine.arguments.dropFirst().joined(separator: " ")
    print("Added: \(note)")
  }
}
