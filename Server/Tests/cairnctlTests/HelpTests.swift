import Foundation
import Testing
import ToolTestSupport

@Suite("The help of the tools") struct HelpTests {
  /// The names that the help speaks of are those of options; the parser derives a name from a
  /// property, of which it takes each capital letter of an abbreviation for a word.
  @Test("the help names each option as it is parsed", arguments: ["cairnctl", "cairnlab"])
  func options(tool: String) throws {
    let help = try Command.run(Command.program(tool), ["--experimental-dump-help"]).output
    let dump = try JSONSerialization.jsonObject(with: Data(help.utf8))
    var texts: [String] = []
    var names: Set<String> = ["--help", "--version"]
    Self.read(dump, &texts, &names)
    #expect(names.count > 20 && texts.count > 40)
    for text in texts {
      for match in text.matches(of: /--[a-zA-Z][a-zA-Z0-9-]*/) {
        #expect(names.contains(String(match.output)), "\(text)")
      }
    }
    for name in names {
      let words = name.dropFirst(2).split(separator: "-")
      let odd = words.filter { $0.count < 2 || ["sd", "ks", "ur", "ls"].contains($0) }
      #expect(odd.isEmpty, "\(name)")
    }
  }

  private static func read(_ value: Any, _ texts: inout [String], _ names: inout Set<String>) {
    if let values = value as? [Any] { for value in values { read(value, &texts, &names) } }
    guard let members = value as? [String: Any] else { return }
    for key in ["abstract", "discussion"] {
      if let text = members[key] as? String { texts.append(text) }
    }
    if let name = members["name"] as? String, members["kind"] as? String == "long" {
      names.insert("--" + name)
    }
    for value in members.values { read(value, &texts, &names) }
  }
}
