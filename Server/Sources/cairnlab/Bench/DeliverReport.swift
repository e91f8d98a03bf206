import ToolSupport
import Foundation

/// What `bench deliver` found.
struct DeliverReport: Codable {
  var events: Int
  /// By the clock.
  var eventsPerSecond: Int
  /// By the processor time of all threads: what one core would do.
  var eventsPerProcessorSecond: Int
  var jsonBytes: Int
  var sealedBytes: Int
  /// Growth of the process's resident memory, at the end and at most.
  var rssBytes: Int
  var peakRSSBytes: Int

  func json() throws -> String {
    try StableJSON.text(self)
  }

  /// Lines for people.
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
