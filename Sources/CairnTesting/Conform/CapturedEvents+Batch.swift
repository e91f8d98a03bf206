package import Cairn
import Foundation

extension CapturedEvents {
  /// Returns a batch of the events, sealed by a destination, before its first attempt.
  package func batch(for destination: any Destination) -> Batch {
    Batch(
      key: UUID(), events: events, body: destination.seal(events, context: context), attempt: 0,
      milliseconds: events.first?.milliseconds ?? 0)
  }
}
