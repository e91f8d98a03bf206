import Testing

@testable import CairnCollector

@Suite("Short rows of the activity are merged at intervals, and after many")
struct ActivityMergeTests {
  private let start = ContinuousClock.now

  private static func keys(_ count: Int, hours: Int) -> [ActivityChange.Key] {
    (0..<count).map { number in
      ActivityChange.Key(
        project: ExactText("shop"), name: ExactText("\(number)"), hour: Int64(number % hours))
    }
  }

  @Test("after ten minutes all hours are merged, and never two merges at once")
  func interval() {
    var merge = ActivityMerge()
    #expect(merge.begin(at: start) == nil)
    #expect(merge.begin(at: start + .seconds(599)) == nil)
    #expect(merge.begin(at: start + .seconds(600)) == .all)
    #expect(merge.begin(at: start + .seconds(2_000)) == nil)
    merge.end()
    #expect(merge.begin(at: start + .seconds(2_001)) == .all)
    merge.end()
    #expect(merge.begin(at: start + .seconds(2_600)) == nil)
  }

  @Test("after many rows their hours are merged, and at most every ten seconds")
  func rows() {
    var merge = ActivityMerge()
    merge.add(Self.keys(9_999, hours: 2))
    #expect(merge.begin(at: start) == nil)
    merge.add(Self.keys(1, hours: 1))
    guard case .some(let hours)? = merge.begin(at: start + .seconds(1)) else {
      Issue.record("no hours")
      return
    }
    #expect(Set(hours.map(\.hour)) == [0, 1] && hours.count == 2)
    merge.add(Self.keys(10_000, hours: 1))
    #expect(merge.begin(at: start + .seconds(60)) == nil)
    merge.end()
    #expect(merge.begin(at: start + .seconds(10)) == nil)
    #expect(merge.begin(at: start + .seconds(11)) != nil)
    merge.end()
    // The rows were counted anew.
    #expect(merge.begin(at: start + .seconds(60)) == nil)
  }

  @Test("rows of more hours than are remembered cause a merge of all")
  func manyHours() {
    var merge = ActivityMerge()
    merge.add(Self.keys(20_000, hours: 5_000))
    #expect(merge.begin(at: start) == .all)
  }
}
