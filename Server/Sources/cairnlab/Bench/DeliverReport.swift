import ToolSupport
import Foundation

/// The result of `bench deliver`.
struct DeliverReport: Codable {
  var events: Int
  /// Events per second of elapsed time.
  var eventsPerSecond: Int
  /// Events per second of processor time of all threads, as on one core.
  var eventsPerProcessorSecond: Int
  var jsonBytes: Int
  var sealedBytes: Int
  /// The growth of the process's resident memory at the end.
  var rssBytes: Int
  var peakRSSBytes: Int

  func json() throws -> String {
    try StableJSON.text(self)
  }

  /// The result as lines for people.
  var text: String {
    """
    delivered:                      \(events) events, \(jsonBytes / max(1, events)) bytes of JSON each
    events a second:                \(eventsPerSecond)
    events a second of one core:    \(eventsPerProcessorSecond)
    bytes sent a byte of JSON:      \(Double(sealedBytes * 1_000 / max(1, jsonBytes)) / 1_000)
    memory grew by:                 \(rssBytes / 1_024) KiB, at most \(peakRSSBytes / 1_024) KiB
    """
  }
}
