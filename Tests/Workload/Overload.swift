import Cairn
import CairnTesting
import Foundation

/// The command `overload`: measures the cost of `track()` for its caller when events arrive faster
/// than the oldest can be dropped.
struct Overload {
  private let configuration: Configuration
  private let events: Int
  private let threads: Int
  private let log: String

  init(_ arguments: Arguments) throws {
    let server = RecordingDestination(name: "down")
    server.isOffline = true
    var configuration = try arguments.configuration([server])
    configuration.journal.bytes = try arguments.number("cap", 20 << 20)
    configuration.seams.segmentBytes = 1 << 20
    configuration.diagnostics = { _ in }
    events = try arguments.number("events", 2_000_000)
    threads = max(1, try arguments.number("threads", 1))
    log = try arguments.required("directory") + "/workload/v1/log"
    self.configuration = configuration
  }

  func run() async throws {
    let analytics = Analytics(configuration)
    let watch = Locked((most: 0, isDone: false))
    let watching = Thread { [log] in
      while !watch.withLock({ $0.isDone }) {
        let bytes = Self.bytes(log)
        watch.withLock { $0.most = max($0.most, bytes) }
        // tidy:allow(sleep) looks at the disk from time to time, while others measure
        usleep(2_000)
      }
    }
    watching.start()
    let start = ContinuousClock.now
    let parts = await withTaskGroup(of: [Int64].self) { group in
      for _ in 0..<threads {
        group.addTask { [events, threads] in Self.record(events / threads, analytics) }
      }
      return await group.reduce(into: [Int64]()) { $0 += $1 }
    }
    let seconds = Double((ContinuousClock.now - start).nanoseconds) / 1e9
    watch.withLock { $0.isDone = true }
    let times = parts.sorted()
    func percentile(_ part: Double) -> Double {
      Double(times[min(times.count - 1, Int(Double(times.count) * part))]) / 1_000
    }
    let ledger = analytics.ledger()
    print("\(Int(Double(times.count) / seconds)) events/s, \(threads) threads")
    print(
      "caller: p50 \(percentile(0.5)) us, p99 \(percentile(0.99)) us, p99.9 \(percentile(0.999)) us, "
        + "max \(percentile(1)) us")
    print("disk: most \(watch.withLock { $0.most }) bytes, cap \(configuration.journal.bytes)")
    print("refused \(ledger.refused), balances \(ledger.balances)")
    if let row = ledger.destinations.first {
      let dropped = row.dropped[.capacity] ?? 0
      print("accepted \(row.accepted), dropped \(dropped), pending \(row.pending)")
    }
    print(ledger)
    await analytics.close(flushingForSeconds: 0)
  }

  private static func record(_ count: Int, _ analytics: Analytics) -> [Int64] {
    var times: [Int64] = []
    times.reserveCapacity(count)
    let filler = Value.string(String(repeating: "x", count: 150))
    for number in 0..<count {
      let start = ContinuousClock.now
      analytics.track("Overload", ["n": .int(number), "filler": filler])
      times.append((ContinuousClock.now - start).nanoseconds)
    }
    return times
  }

  private static func bytes(_ folder: String) -> Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.reduce(0) { sum, name in
      let attributes = try? FileManager.default.attributesOfItem(atPath: folder + "/" + name)
      return sum + ((attributes?[.size] as? Int) ?? 0)
    }
  }
}

extension Duration {
  fileprivate var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
