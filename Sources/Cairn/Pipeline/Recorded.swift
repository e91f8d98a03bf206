/// What a call that records comes to.
package struct Recorded: Sendable {
  package let receipt: Receipt
  /// The event's identifier; nil when it was refused.
  package let id: EventID?
}
