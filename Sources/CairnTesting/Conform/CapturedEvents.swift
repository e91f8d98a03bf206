package import Cairn
import Foundation

/// Events in the form in which the engine passes them to a destination.
package struct CapturedEvents: Sendable {
  package var events: [StoredEvent] = []
  package var context: [UInt8] = []

  package init(events: [StoredEvent] = [], context: [UInt8] = []) {
    self.events = events
    self.context = context
  }

  /// Returns the events that the given calls record.
  package static func recording(_ record: (Analytics) -> Void) async -> CapturedEvents {
    let catcher = CapturingDestination()
    let testing = TestAnalytics(.conformance { _ in }, deliveringTo: catcher)
    record(testing.analytics)
    await testing.analytics.flush()
    await testing.analytics.close()
    return catcher.caught.withLock { $0 }
  }

  private final class CapturingDestination: Destination {
    let name = "catcher"
    let limits = BatchLimits(events: .max, bytes: .max)
    let kinds = Set(EventKind.allCases)
    let caught = Locked(CapturedEvents())

    func accepts(_ event: StoredEvent) -> Bool { true }

    func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
      caught.withLock { $0 = CapturedEvents(events: events, context: context) }
      return []
    }

    func deliver(_ batch: Batch) async -> Outcome { .accepted }
  }
}

extension Configuration {
  /// Returns a configuration in which no event is recorded automatically, nothing is delivered
  /// before a flush, and events may have the maximum size.
  static func conformance(_ log: @escaping @Sendable (Diagnostic) -> Void) -> Configuration {
    var configuration = Configuration(destinations: [])
    configuration.lifecycleEvents = []
    configuration.sessionTimeout = nil
    configuration.flushAt = 100_000
    configuration.flushInterval = 86_400
    configuration.maximumEventBytes = 1_000_000
    configuration.diagnostics = log
    return configuration
  }
}

extension CapturedEvents {
  /// Returns a batch of the events, sealed by a destination, before its first attempt.
  package func batch(for destination: any Destination) -> Batch {
    Batch(
      key: UUID(), events: events, body: destination.seal(events, context: context), attempt: 0,
      milliseconds: events.first?.milliseconds ?? 0)
  }
}
