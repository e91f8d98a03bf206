@main
struct Notes {
  static func main() async {
    let note = CommandLine.arguments.dropFirst().joined(separator: " ")
    print("Added: \(note)")
  }
}
