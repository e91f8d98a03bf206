/// The durations of calls in nanoseconds.
struct Latencies: Encodable {
  var p50: Int
  var p99: Int
  var p999: Int
  var max: Int

  init(_ samples: [Int]) {
    let sorted = samples.sorted()
    func at(_ thousandths: Int) -> Int {
      sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, sorted.count * thousandths / 1_000)]
    }
    p50 = at(500)
    p99 = at(990)
    p999 = at(999)
    max = sorted.last ?? 0
  }

  var cells: [String] { [p50, p99, p999, max].map { "\($0)" } }
}

extension Array where Element: Comparable {
  /// The middle element; the greater of the two for an even number of elements.
  var median: Element? { isEmpty ? nil : sorted()[count / 2] }
}
