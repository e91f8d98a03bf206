import Cairn
import CairnExperiments
import Testing

/// The times of requests for the document, as a table of inputs at given seconds.
@Suite struct RefreshScheduleTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var hasDocument = true
    /// The second, the input, and whether a request follows.
    var steps: [(Int64, RefreshSchedule.Input, Bool)]
    /// The second of the next wake-up; nil for none.
    var wake: Int64?
  }

  static func failed(_ retryAfter: Int64? = nil, random: UInt64) -> RefreshSchedule.Input {
    .failed(retryAfter: retryAfter.map { Milliseconds($0 * 1_000) }, random: random)
  }

  /// A random number for which the wait after the first failure is four seconds.
  static let four: UInt64 = 4_000

  static let rows: [Row] = [
    Row(testDescription: "at the start", steps: [(0, .time, true)], wake: nil),
    Row(
      testDescription: "not again while it is asked for",
      steps: [(0, .time, true), (1, .time, false), (400, .asked, false)], wake: nil),
    Row(
      testDescription: "every five minutes",
      steps: [
        (0, .time, true), (1, .fetched, false), (300, .time, false), (301, .time, true),
        (302, .fetched, false),
      ], wake: 602),
    Row(
      testDescription: "when somebody wants it, whatever the interval says",
      steps: [(0, .time, true), (1, .fetched, false), (2, .asked, true), (9, .fetched, false)],
      wake: 309),
    Row(
      testDescription: "not in the back, and at once in front if the interval is over",
      steps: [
        (0, .time, true), (1, .fetched, false), (2, .signal(.background), false),
        (301, .time, false), (900, .signal(.foreground), true),
      ], wake: nil),
    Row(
      testDescription: "coming to the front before the interval is over changes nothing",
      steps: [
        (0, .time, true), (1, .fetched, false), (2, .signal(.background), false),
        (300, .signal(.foreground), false),
      ], wake: 301),
    Row(
      testDescription: "not while power is saved",
      steps: [
        (0, .time, true), (1, .fetched, false), (2, .signal(.lowPower(true)), false),
        (301, .time, false), (900, .signal(.foreground), false),
      ], wake: nil),
    Row(
      testDescription: "not in Low Data Mode, and again when it ends",
      steps: [
        (0, .time, true), (1, .fetched, false), (2, .signal(.lowData(true)), false),
        (301, .time, false), (900, .signal(.lowData(false)), true),
      ], wake: nil),
    Row(
      testDescription: "when power is saved no more",
      steps: [
        (0, .time, true), (1, .fetched, false), (2, .signal(.lowPower(true)), false),
        (900, .signal(.lowPower(false)), true),
      ], wake: nil),
    Row(
      testDescription: "the start asks once while power is saved",
      steps: [(0, .signal(.lowPower(true)), true), (1, failed(random: four), false)], wake: nil),
    Row(
      testDescription: "without any document also while power is saved, and in the back",
      hasDocument: false,
      steps: [
        (0, .signal(.lowPower(true)), true), (1, .signal(.background), false),
        (2, failed(random: four), false), (6, .time, true), (7, .fetched, false),
      ], wake: nil),
    Row(
      testDescription: "after a failure, and later after the next one",
      steps: [
        (0, .time, true), (1, failed(random: four), false), (4, .time, false), (5, .time, true),
        (6, failed(random: 9_000), false),
      ], wake: 15),
    Row(
      testDescription: "not before the server says, with jitter on top, at most five minutes",
      steps: [(0, .time, true), (1, failed(600, random: four), false), (300, .time, false)],
      wake: 305),
    Row(
      testDescription: "failures are forgotten with the first answer",
      steps: [
        (0, .time, true), (0, failed(random: four), false), (4, .time, true),
        (4, .fetched, false), (304, .time, true), (304, failed(random: four), false),
      ], wake: 308),
    Row(
      testDescription: "not without a network, and at once with one after a failure",
      steps: [
        (0, .time, true), (1, failed(random: four), false), (2, .signal(.offline), false),
        (50, .time, false), (51, .signal(.online), true),
      ], wake: nil),
    Row(
      testDescription: "a network sooner than the back-off is over is reason enough",
      steps: [(0, .time, true), (1, failed(random: four), false), (2, .signal(.online), true)],
      wake: nil),
    Row(
      testDescription: "a network changes nothing about what the server said",
      steps: [(0, .time, true), (1, failed(60, random: 0), false), (2, .signal(.online), false)],
      wake: 61),
    Row(
      testDescription: "a network changes nothing when the last answer was good",
      steps: [(0, .time, true), (1, .fetched, false), (2, .signal(.online), false)], wake: 301),
    Row(
      testDescription: "without a network not even at the start, and then at once",
      steps: [(0, .signal(.offline), false), (9, .signal(.online), true)], wake: nil),
  ]

  @Test("the document is requested at the times in the table", arguments: rows)
  func table(row: Row) {
    var schedule = RefreshSchedule(interval: 300_000, hasDocument: row.hasDocument, at: 0)
    for (place, (second, input, asks)) in row.steps.enumerated() {
      #expect(
        schedule.handle(input, at: MonotonicTime(milliseconds: second * 1_000)) == asks,
        "step \(place)")
    }
    #expect(schedule.wake == row.wake.map { MonotonicTime(milliseconds: $0 * 1_000) })
  }

  @Test("the back-off grows up to the interval, and differs between devices")
  func backOff() {
    var schedule = RefreshSchedule(interval: 300_000, hasDocument: true, at: 0)
    var waits: [MonotonicTime] = []
    for _ in 0..<10 {
      _ = schedule.handle(.asked, at: 0)
      // The random number is chosen so that each wait is the greatest below its limit.
      _ = schedule.handle(.failed(retryAfter: nil, random: 299_999), at: 0)
      waits.append(schedule.wake ?? -1)
    }
    #expect(waits.allSatisfy { (0...300_000).contains($0) })
    #expect(Array(waits.suffix(4)) == [299_999, 299_999, 299_999, 299_999])
    #expect(Set(waits.prefix(6)).count == 6)
  }
}
