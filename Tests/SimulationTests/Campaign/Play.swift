/// A history that can be tested, and shortened when it fails.
protocol Play: Sendable {
  associatedtype Step

  var seed: UInt64 { get set }
  var steps: [Step] { get set }
  /// The parameters beside the steps.
  var setting: String { get }
}

extension Scenario: Play {
  var setting: String {
    "policy \(policy), window \(windowBytes), lanes of \(laneEvents), segments of \(segmentBytes) bytes, \(destinations)"
  }
}
