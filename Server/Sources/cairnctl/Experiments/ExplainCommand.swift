import ToolSupport
import ArgumentParser
import Cairn
import CairnExperiments

/// Explains a visitor's decisions.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Print, step by step, which variation of each experience a visitor gets, and why.",
    discussion: """
      Values that are JSON are parsed: visits=12 is a number, zip='"012"' is text. Without \
      --location, experiences that are bound to locations are not served.

      Exits with 1 when no experience has the given key.
      --json prints an array with one object for each experience: key, id, variation, source, \
      reason, steps.
      """)

  @OptionGroup var document: DocumentArgument
  @Option(help: "The visitor's id.") var visitor: String
  @Option(help: "Only the experience with this key.") var experience: String?
  @Option(parsing: .upToNextOption, help: "Attributes of the visitor: name=value …")
  var attributes: [String] = []
  @Option(parsing: .upToNextOption, help: "Properties of the location: name=value …")
  var location: [String] = []
  @Option(parsing: .upToNextOption, help: "Earlier decisions: experience id=variation id …")
  var stored: [String] = []
  @Option(parsing: .upToNextOption, help: "Forced variations: experience id=variation id …")
  var forced: [String] = []
  @Option(parsing: .upToNextOption, help: "The ids of the visitor's segments.")
  var segments: [String] = []
  @Option(help: "The environment (default: experiences of all environments are served).")
  var environment: String?
  @Flag(help: "Serve experiences regardless of their locations.") var ignoreLocations = false
  @Flag(help: "Print JSON instead of lines.") var json = false

  func run() throws {
    let document = try document.read()
    let engine = DecisionEngine(document, environment: environment)
    let pairs = try NamedValues.texts(forced).map { (CodeUnitKey($0.key), $0.value) }
    let (forced, visitor) = (Dictionary(pairs) { first, _ in first }, try person())
    let keys = experience.map { [$0] } ?? document.experiences.map(\.key)
    let explained = keys.map {
      ExplainedDecision(engine.explain($0, for: visitor, forced: forced))
    }
    if json {
      print(try StableJSON.text(explained))
    } else {
      for remark in document.remarks { print("skipped: \(remark)\n") }
      print(explained.map { $0.text(on: .standardOutput) }.joined(separator: "\n\n"))
    }
    if explained.contains(where: { $0.reason == DecisionReason.unknownExperience.rawValue }) {
      throw ExitCode(1)
    }
  }

  private func person() throws -> Visitor {
    var person = Visitor(
      visitor, attributes: try NamedValues.parse(attributes),
      locationProperties: try NamedValues.parse(location))
    person.ignoresLocations = ignoreLocations
    for (experience, variation) in try NamedValues.texts(stored) {
      person.state.bucketing[experience] = variation
    }
    person.state.customSegments = segments
    return person
  }
}
