import CoreMetrics
import Metrics

/// The counters and histograms of events and commits, in whichever back end of swift-metrics.
struct CollectorMetrics: Sendable {
  enum Fate: String, CaseIterable, Sendable {
    case stored, duplicate, conflict, refused, expired, erased
  }

  /// The limit by which a request was refused.
  enum Limit: String, CaseIterable, Sendable {
    case address, key, quota
  }

  private let events: [Fate: Counter]
  private let refusals: [EventRefusal.Rule: Counter]
  private let errors: [String: Counter]
  private let limits: [Limit: Counter]
  private let commitDuration: Metrics.Timer
  private let commitEvents: Recorder

  /// Creates all series at zero, so that their rates are known from the first event on.
  init(_ factory: any MetricsFactory) {
    let counter = { (name: String, labels: [(String, String)]) in
      Counter(label: name, dimensions: labels, factory: factory)
    }
    events = Dictionary(
      uniqueKeysWithValues: Fate.allCases.map {
        ($0, counter(MetricNames.events, [("fate", $0.rawValue)]))
      })
    refusals = Dictionary(
      uniqueKeysWithValues: EventRefusal.Rule.allCases.map {
        ($0, counter(MetricNames.refusedEvents, [("rule", $0.rawValue)]))
      })
    errors = Dictionary(
      uniqueKeysWithValues: MeasuredEventStore.Operation.allCases.flatMap { operation in
        MeasuredEventStore.kinds.map { kind in
          (
            operation.rawValue + kind,
            counter(
              MetricNames.storeErrors, [("operation", operation.rawValue), ("kind", kind)])
          )
        }
      })
    limits = Dictionary(
      uniqueKeysWithValues: Limit.allCases.map {
        ($0, counter(MetricNames.limitedRequests, [("limit", $0.rawValue)]))
      })
    commitDuration = Metrics.Timer(label: MetricNames.commitDuration, factory: factory)
    commitEvents = Recorder(label: MetricNames.commitEvents, factory: factory)
  }

  /// Records the results of a batch.
  func batch(_ verdicts: [EventVerdict], _ results: [StoreResult]) {
    var counts: [Fate: Int] = [:]
    for result in results { counts[result.fate, default: 0] += 1 }
    for verdict in verdicts {
      guard case .refused(_, let refusal) = verdict else { continue }
      counts[.refused, default: 0] += 1
      refusals[refusal.rule]?.increment()
    }
    for (fate, count) in counts { events[fate]?.increment(by: count) }
  }

  func commit(events: Int, _ duration: Duration) {
    commitEvents.record(events)
    commitDuration.recordNanoseconds(duration.nanoseconds)
  }

  func limited(_ limit: Limit) { limits[limit]?.increment() }

  func error(_ operation: MeasuredEventStore.Operation, _ kind: String) {
    errors[operation.rawValue + kind]?.increment()
  }
}

extension StoreResult {
  fileprivate var fate: CollectorMetrics.Fate {
    switch self {
    case .stored: .stored
    case .duplicate: .duplicate
    case .conflict: .conflict
    case .expired: .expired
    case .erased: .erased
    }
  }
}

extension Duration {
  var nanoseconds: Int64 { Int64(self / .nanoseconds(1)) }
}
