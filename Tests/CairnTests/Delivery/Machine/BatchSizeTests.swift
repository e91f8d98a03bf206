import Cairn
import Testing

@Suite struct BatchSizeTests {
  /// Simulates how a destination that refuses batches with a bad event accepts a number of events.
  struct Run {
    var requests = 0
    var requestsUntilClean = 0
    var delivered = 0
    var found: [Int] = []
  }

  func run(events: Int, offenders: Set<Int>, limit: Int = 500) -> Run {
    var run = Run()
    var size = AdaptiveBatchSize()
    var next = 0
    while next < events {
      let count = min(size.most ?? limit, limit, events - next)
      let bad = offenders.intersection(next..<next + count)
      run.requests += 1
      if bad.isEmpty {
        run.delivered += count
        size.delivered(count)
        next += count
      } else if count == 1 {
        run.found.append(next)
        size.delivered(1)
        next += 1
      } else {
        size.refused(count)
      }
      if run.delivered < events - offenders.count { run.requestsUntilClean = run.requests + 1 }
    }
    return run
  }

  @Test("one offending event of 500 costs at most 2·log2(500) + 2 requests, wherever it is")
  func oneOffender() {
    var most = 0
    for offender in 0..<500 {
      let run = run(events: 500, offenders: [offender])
      #expect(run.found == [offender])
      #expect(run.delivered == 499)
      most = max(most, run.requestsUntilClean)
    }
    // 2·log2(500) + 2 = 19.9
    #expect(most <= 19)
    #expect(most == 12)
  }

  @Test("several offenders are all found, and nothing else")
  func severalOffenders() {
    for offenders in [[0, 1], [0, 499], [10, 11, 12], Array(0..<20), [5, 100, 250, 499]] {
      let run = run(events: 500, offenders: Set(offenders))
      #expect(run.found == offenders)
      #expect(run.delivered == 500 - offenders.count)
      #expect(run.requests <= offenders.count * 19 + 1)
    }
  }

  @Test("after a batch that was too large batches stay small, and grow again slowly")
  func tooMuch() {
    var size = AdaptiveBatchSize()
    #expect(size.most == nil)
    size.tooMuch(500)
    #expect(size.most == 250)
    size.tooMuch(250)
    for _ in 0..<15 { size.delivered(125) }
    #expect(size.most == 125)
    size.delivered(125)
    #expect(size.most == 250)
    size.rest()
    #expect(size.most == 250)
    size.tooMuch(1)
    #expect(size.most == 1)
  }

  @Test("a refused event is searched for within the destination's limit")
  func both() {
    var size = AdaptiveBatchSize()
    size.tooMuch(40)
    size.refused(20)
    #expect(size.most == 10)
    size.delivered(10)
    #expect(size.most == 5)
    size.delivered(10)
    #expect(!size.isSearching)
    #expect(size.most == 20)
  }
}
