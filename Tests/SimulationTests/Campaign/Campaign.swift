import CairnTesting
import Dispatch
import Foundation
import Testing

/// Many scenarios, each tried in the same way.
struct Campaign: Sendable {
  let name: String
  /// Of all crash states, so many in a hundred are this campaign's.
  let share: Int
  let make: @Sendable (UInt64) -> Scenario
  let attempt: @Sendable (Scenario) -> Verdict

  /// Tries scenario after scenario until the budget is used up, on a thread of its own: some of them wait.
  func run(_ budget: Budget = .current) async {
    let problem = await withCheckedContinuation { done in
      DispatchQueue.global().async { done.resume(returning: search(budget)) }
    }
    if let problem { Issue.record("\(problem)") }
  }

  /// What was found.
  private func search(_ budget: Budget) -> String? {
    var states = 0
    var seed = budget.firstSeed
    while states < budget.states * share / 100, !budget.isOver {
      let verdict = attempt(make(seed))
      states += max(1, verdict.states)
      Totals.add(verdict, lost: verdict.failure == nil ? 0 : 1)
      if let failure = verdict.failure, budget.stopsAtOnce {
        FileHandle.standardOutput.write(Data("FAILED \(name), seed \(seed): \(failure)\n".utf8))
        exit(3)
      }
      if verdict.failure != nil {
        return report(make(seed))
      }
      if budget.isOneSeed { break }
      seed += 1
    }
    return nil
  }

  /// The shortest scenario that still fails, and how to see it again.
  private func report(_ scenario: Scenario) -> String {
    let short = Shortening.shortest(of: scenario) { attempt($0).failure != nil }
    let steps = short.steps.enumerated().map { "  \($0 + 1). \($1)" }.joined(separator: "\n")
    return """
      \(name), seed \(scenario.seed): \(attempt(short).failure ?? "nothing")
      CAIRN_SEED=\(scenario.seed) repeats it. \(short.steps.count) of \(scenario.steps.count) steps:
      \(steps)
      policy \(short.policy), window \(short.windowBytes), lanes of \(short.laneEvents), segments of \(short.segmentBytes) bytes, \(short.destinations)
      """
  }
}
