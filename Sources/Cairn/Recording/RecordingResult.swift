/// The result of a recording call.
package struct RecordingResult: Sendable {
  package let receipt: Receipt
  /// The identifier of the event; nil when it was refused.
  package let id: EventID?
}
