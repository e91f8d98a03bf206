import JournalInspection
import ToolSupport
import CAllocations
import Cairn
import Foundation

/// Measures the three operations.
struct TrackBenchmark {
  /// Accepts nothing, so that only recording is measured, with a waiting worker as in an app.
  private struct Unreachable: Destination {
    let name = "unreachable"
    func deliver(_ batch: Batch) async -> Outcome { .later(afterSeconds: 300, reason: "bench") }
  }

  /// Nanoseconds of each call.
  private struct Samples {
    var track: [Int] = []
    var built: [Int] = []
    var variables: [Int] = []
    var pwrite: [Int] = []
    var sqlite: [Int] = []
  }

  private static let rounds = 10
  private let folder: String
  private let analytics: Analytics
  private let properties = Self.makeProperties()

  init(folder: String, encryption: Encryption? = nil, isEnriched: Bool = false) {
    self.folder = folder
    var configuration = Configuration(destinations: [Unreachable()])
    configuration.directory = URL(fileURLWithPath: folder + "/cairn")
    configuration.flushAt = 100_000
    configuration.encryption = encryption
    // As in an app.
    configuration.context = .all
    configuration.sessionTimeout = 1_800
    configuration.lifecycleEvents = .all
    analytics = Analytics(configuration)
    if isEnriched {
      analytics.superProperties.register([
        "plan": "pro", "theme": "dark", "experiment": "b", "seats": 12, "is_trial": false,
      ])
    }
  }

  func run(calls: Int, pacedCalls: Int) throws -> TrackReport {
    for _ in 0..<1_000 { track() }
    let size = try recordSize()
    let product = BenchProduct()
    let bare = try BareWriter(folder: folder, bytes: size.record)
    let sqlite = try SQLiteInserter(folder: folder, bytes: size.payload)
    var samples = Samples()
    for _ in 0..<Self.rounds {
      samples.track += Stopwatch.measure(calls / Self.rounds) { track() }
      samples.built += Stopwatch.measure(calls / Self.rounds) { trackBuilt() }
      samples.variables += Stopwatch.measure(calls / Self.rounds) { trackVariables(product) }
      samples.pwrite += try Stopwatch.measure(calls / Self.rounds) { try bare.write() }
      samples.sqlite += try sqlite.measure(calls / Self.rounds / 10)
    }
    let speed = throughput(calls)
    let back = Latencies(samples.track)
    let bareBack = Latencies(samples.pwrite)
    return TrackReport(
      track: back, trackBuilt: Latencies(samples.built),
      trackVariables: Latencies(samples.variables), pwrite: bareBack,
      sqlite: Latencies(samples.sqlite),
      steps: TrackSteps(properties: properties, call: back.p50, write: bareBack.p50),
      ratio: TrackReport.ratio(back, bareBack), eventsPerSecond: speed.eventsPerSecond,
      allocationsPerCall: speed.allocationsPerCall, bytesPerPayloadByte: try bytesPerPayloadByte(),
      paced: try measurePaced(pacedCalls, bare))
  }

  private func track() { analytics.track("Product Added", properties) }

  /// Builds the dictionary from literals in the call.
  private func trackBuilt() { analytics.track("Product Added", Self.makeProperties()) }

  /// Builds the dictionary from variables in the call, as an app does.
  private func trackVariables(_ product: BenchProduct) {
    analytics.track(
      "Product Added",
      [
        "product_id": product.id, "name": product.name, "price": product.price,
        "currency": product.currency, "quantity": product.quantity, "in_stock": product.isInStock,
        "category": product.category, "url": product.url, "score": product.score,
        "coupon": product.coupon,
      ])
  }

  @inline(__always)
  private static func makeProperties() -> [String: Value] {
    [
      "product_id": "sku-12345-abc", "name": "Röd tröja \"XL\"", "price": 199.95,
      "currency": "SEK", "quantity": 3, "in_stock": true, "category": "clothes/sweaters",
      "url": "https://example.com/p/12345?ref=a&b=c", "score": 0.875, "coupon": nil,
    ]
  }

  private func throughput(_ calls: Int) -> (eventsPerSecond: Int, allocationsPerCall: Double?) {
    let allocations = allocations_count()
    let start = Stopwatch.nanoseconds()
    for _ in 0..<calls { track() }
    let nanoseconds = Stopwatch.nanoseconds() - start
    let allocated = Double(allocations_count() - allocations) / Double(calls)
    return (
      calls * 1_000_000_000 / max(nanoseconds, 1),
      allocations < 0 ? nil : (allocated * 1_000).rounded() / 1_000
    )
  }

  private func measurePaced(_ calls: Int, _ bare: BareWriter) throws -> TrackReport.Paced {
    var samples: (track: [Int], pwrite: [Int]) = ([], [])
    for _ in 0..<Self.rounds {
      samples.track += Stopwatch.measure(calls / Self.rounds, paced: true) { track() }
      samples.pwrite += try Stopwatch.measure(calls / Self.rounds, paced: true) { try bare.write() }
    }
    let slow = Latencies(samples.track)
    let bareSlow = Latencies(samples.pwrite)
    return TrackReport.Paced(
      track: slow, pwrite: bareSlow, ratio: TrackReport.ratio(slow, bareSlow))
  }

  /// Returns the size of one event of the benchmark in the journal, and that of its JSON.
  ///
  /// The first events of the journal are those of the session and of the launch.
  private func recordSize() throws -> (record: Int, payload: Int) {
    let folder = try JournalSearch.journals(in: folder + "/cairn")[0].log
    let segment = try folder.findings().segments[0]
    var scanner = try folder.scanner(segment)
    var size = (record: 0, payload: 0)
    while let item = try scanner.next() {
      guard case .record(let frame, _, let payload) = item, frame.type == .event else { continue }
      size = (frame.total, EventRecord.json(payload).count)
    }
    return size
  }

  private func bytesPerPayloadByte() throws -> Double {
    let folder = try JournalSearch.journals(in: folder + "/cairn")[0].log
    var written = 0
    var payload = 0
    for segment in try folder.findings().segments {
      written += segment.bytes
      var scanner = try folder.scanner(segment)
      while let item = try scanner.next() {
        guard case .record(let frame, _, let bytes) = item, frame.type == .event else { continue }
        payload += EventRecord.json(bytes).count
      }
    }
    return (Double(written) / Double(max(payload, 1)) * 1_000).rounded() / 1_000
  }
}
