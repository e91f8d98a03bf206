import Cairn
import Foundation

/// A destination under test, and the bytes that it has delivered.
struct ConformanceSubject: Sendable {
  static let start: Int64 = 1_767_225_600_000

  let destination: any Destination
  let transport: RecordingTransport
  private let local: (@Sendable () -> [UInt8])?

  init(
    _ destination: any Destination, _ transport: RecordingTransport,
    delivered local: (@Sendable () -> [UInt8])? = nil
  ) {
    self.destination = destination
    self.transport = transport
    self.local = local
  }

  /// The bytes that it has delivered, for each request, decompressed.
  var delivered: [[UInt8]] {
    local.map { [$0()] } ?? transport.requests.map { WireBody($0).bytes }
  }

  /// Returns the events that the destination accepts.
  func wanted(_ captured: CapturedEvents) -> CapturedEvents {
    CapturedEvents(
      events: captured.events.filter(destination.accepts), context: captured.context)
  }

  /// Returns a sealed batch of these events.
  func batch(_ captured: CapturedEvents, attempt: Int = 0) -> Batch {
    batch(captured, body: destination.seal(captured.events, context: captured.context))
  }

  func batch(_ captured: CapturedEvents, body: [UInt8]) -> Batch {
    Batch(
      key: UUID(uuid: (1, 2, 3, 4, 5, 6, 0x47, 8, 0x89, 10, 11, 12, 13, 14, 15, 16)),
      events: captured.events, body: body, attempt: 0, milliseconds: Self.start)
  }
}

extension Batch {
  /// Returns the same batch as a later attempt.
  func again(attempt: Int, afterSeconds seconds: Int64) -> Batch {
    Batch(
      key: key, events: events, body: body, attempt: attempt,
      milliseconds: milliseconds + seconds * 1_000)
  }
}
