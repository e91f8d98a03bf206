import CairnContent
import Testing

@Suite struct ExposureMeterTests {
  /// An input after a number of milliseconds.
  struct Step: Sendable, CustomTestStringConvertible {
    var wait: Int64
    var input: ExposureMeter.Input

    init(_ wait: Int64, _ input: ExposureMeter.Input) { (self.wait, self.input) = (wait, input) }

    /// Creates an input for a visible fraction.
    init(_ wait: Int64, _ fraction: Double) {
      self.init(wait, .seen(ContentVisibility(fraction: fraction)))
    }

    var testDescription: String { "+\(wait) \(input)" }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var rule = Viewability()
    var steps: [Step]
    var outputs: [String]
  }

  /// Returns each output with its time.
  static func run(_ rule: Viewability, _ steps: [Step], from start: Int64 = 5_000) -> [String] {
    var meter = ExposureMeter(rule)
    var now = start
    return steps.flatMap { step in
      now += step.wait
      return meter.handle(step.input, at: now).map { "\(now - start) \(text($0))" }
    }
  }

  static func text(_ output: ExposureMeter.Output) -> String {
    switch output {
    case .viewed: return "viewed"
    case .measured(let measures):
      let depth = measures.scrollDepth.map { " down to \($0)" } ?? ""
      return "dwell \(measures.dwellMilliseconds), \(measures.visibleFraction ?? 0) seen\(depth)"
    }
  }

  static let rows = [
    Row(
      testDescription: "half of it for a second is a view, said when the second is over",
      steps: [Step(0, 0.5), Step(999, .tick), Step(1, .tick), Step(2_000, .gone)],
      outputs: ["1000 viewed", "3000 dwell 3000, 0.5 seen"]),
    Row(
      testDescription: "a tick that comes late, or never, changes nothing",
      steps: [Step(0, 1), Step(1_700, .gone)],
      outputs: ["1700 viewed", "1700 dwell 1700, 1.0 seen"]),
    Row(
      testDescription: "less than half, however long, is nothing",
      steps: [Step(0, 0.49), Step(60_000, .tick), Step(0, .gone)], outputs: []),
    Row(
      testDescription: "what never reaches a second is nothing, however often it comes",
      steps: [
        Step(0, 1), Step(999, 0.1), Step(10, 1), Step(999, 0.1), Step(10, 1), Step(999, .gone),
      ],
      outputs: []),
    Row(
      testDescription: "the second is one without a break; once there is a view, short looks count",
      steps: [Step(0, 0.6), Step(900, 0.2), Step(100, 0.7), Step(1_000, .tick), Step(0, .gone)],
      outputs: ["2000 viewed", "2000 dwell 1900, 0.7 seen"]),
    Row(
      testDescription: "while the clock stands still nothing is viewed",
      steps: [
        Step(0, 1), Step(0, .tick), Step(0, 0.3), Step(0, 1), Step(0, .tick), Step(0, .gone),
      ],
      outputs: []),
    Row(
      testDescription: "one view an exposure, and another one when it was gone in between",
      steps: [
        Step(0, 1), Step(1_000, .tick), Step(0, 0.2), Step(50, 1), Step(1_000, .tick), Step(0, 0),
        Step(10, 1), Step(1_000, .tick), Step(0, .gone),
      ],
      outputs: [
        "1000 viewed", "2050 dwell 2000, 1.0 seen", "3060 viewed", "3060 dwell 1000, 1.0 seen",
      ]),
    Row(
      testDescription: "gone twice, or before it was seen, is nothing new",
      steps: [Step(0, .gone), Step(0, 1), Step(1_000, .gone), Step(500, .gone), Step(0, 0)],
      outputs: ["1000 viewed", "1000 dwell 1000, 1.0 seen"]),
    Row(
      testDescription:
        "in the back nobody looks: what was measured is said, and goes on without another view",
      steps: [
        Step(0, 1), Step(1_500, .background), Step(9_000, .foreground), Step(700, .gone),
      ],
      outputs: [
        "1500 viewed", "1500 dwell 1500, 1.0 seen", "11200 dwell 700, 1.0 seen",
      ]),
    Row(
      testDescription: "the background breaks a second that is not over, and nothing is said of it",
      steps: [
        Step(0, 1), Step(900, .background), Step(5_000, .tick), Step(0, .foreground),
        Step(900, .background), Step(0, .foreground), Step(1_000, .tick), Step(0, .gone),
      ],
      outputs: ["7800 viewed", "7800 dwell 2800, 1.0 seen"]),
    Row(
      testDescription: "what is seen only in the back is not seen",
      steps: [Step(0, .background), Step(0, 1), Step(5_000, .tick), Step(0, .gone)], outputs: []),
    Row(
      testDescription: "gone in the back: what was measured is said once",
      steps: [Step(0, 1), Step(1_000, .background), Step(400, .gone), Step(0, .foreground)],
      outputs: ["1000 viewed", "1000 dwell 1000, 1.0 seen"]),
    Row(
      testDescription: "both halves of the rule can be set: a fifth, for three seconds",
      rule: Viewability(fraction: 0.2, seconds: 3),
      steps: [Step(0, 0.2), Step(2_999, .tick), Step(1, .tick), Step(0, .gone)],
      outputs: ["3000 viewed", "3000 dwell 3000, 0.2 seen"]),
    Row(
      testDescription: "without a time it is viewed at once",
      rule: Viewability(seconds: 0), steps: [Step(0, 0.4), Step(10, 0.5), Step(5, .gone)],
      outputs: ["10 viewed", "15 dwell 5, 0.5 seen"]),
    Row(
      testDescription: "one look counts no longer than the rule says, as over a night",
      rule: Viewability(maximumDwell: 60), steps: [Step(0, 1), Step(40_000_000, .gone)],
      outputs: ["40000000 viewed", "40000000 dwell 60000, 1.0 seen"]),
    Row(
      testDescription: "an article longer than the screen is viewed when it fills half of that",
      steps: [
        Step(0, .seen(ContentVisibility(fraction: 0.2, coverage: 1, depth: 0.2))),
        Step(1_000, .seen(ContentVisibility(fraction: 0.2, coverage: 1, depth: 0.9))),
        Step(1_000, .seen(ContentVisibility(fraction: 0.1, coverage: 0.5, depth: 0.3))),
        Step(0, .gone),
      ],
      outputs: ["1000 viewed", "2000 dwell 2000, 0.2 seen down to 0.9"]),
  ]

  @Test("an exposure is measured as in the table", arguments: rows)
  func table(row: Row) {
    #expect(Self.run(row.rule, row.steps) == row.outputs)
    // The result does not depend on the clock's origin.
    #expect(Self.run(row.rule, row.steps, from: .max / 2) == row.outputs)
  }

  @Test("the meter requests a tick only for the time at which a view is complete")
  func due() {
    var meter = ExposureMeter()
    #expect(meter.due == nil)
    _ = meter.handle(.seen(ContentVisibility(fraction: 0.6)), at: 100)
    _ = meter.handle(.seen(ContentVisibility(fraction: 0.8)), at: 300)
    #expect(meter.due == 1_100)
    _ = meter.handle(.background, at: 400)
    #expect(meter.due == nil)
    _ = meter.handle(.foreground, at: 500)
    #expect(meter.due == 1_500)
    _ = meter.handle(.tick, at: 1_500)
    #expect(meter.due == nil)
  }

  @Test("a rule out of range is clamped, and a value that is not a number is the default")
  func bounds() {
    #expect(
      Viewability(fraction: 0, seconds: -1, maximumDwell: 1e9).bounded
        == Viewability(fraction: 0.01, seconds: 0, maximumDwell: 86_400))
    #expect(Viewability(fraction: .nan, seconds: .nan, maximumDwell: .nan).bounded == Viewability())
  }
}
