import ToolSupport
import ArgumentParser
import Cairn
import CairnExperiments

/// Shows how visitors are split between variations.
struct DistributionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "distribution",
    abstract: "Show how visitors are split, compared with the document's allocation.",
    discussion: """
      The visitors are named visitor-1, visitor-2 and so on, and are assumed to match all rules. A \
      chi-square test gives the probability that the allocated shares result in such a split by \
      chance.

      Exits with 1 when the probability is below 0.001, divided by the number of experiences.
      --json prints an array with one object for each experience: key, id, layout, visitors, \
      shares (each with variation, allotted, visitors), chiSquare, probability, isProbable.
      """)

  @OptionGroup var document: DocumentArgument
  @Option(help: "The number of visitors; 100 or more.") var visitors = 100_000
  @Option(help: "Only the experience with this key.") var experience: String?
  @Flag(help: "Print JSON instead of bars.") var json = false

  func validate() throws {
    guard visitors >= 100 else { throw ValidationError("Too few visitors for a result.") }
  }

  func run() throws {
    let document = try document.read()
    var experiences = document.experiences
    if let key = experience {
      guard let wanted = document.experience(key: key) else {
        throw ValidationError("No experience has the key \"\(key)\".")
      }
      experiences = [wanted]
    }
    let limit = 0.001 / Double(max(1, experiences.count))
    let all = experiences.map { Distribution($0, visitors: visitors, limit: limit) }
    let text = all.map { $0.text(on: .standardOutput) }.joined(separator: "\n\n")
    print(json ? try StableJSON.text(all) : text)
    if !all.allSatisfy(\.isProbable) { throw ExitCode(1) }
  }
}
