/// The result of the check of one element of a batch.
enum EventVerdict: Sendable {
  case sound(CheckedEvent)
  case refused(messageID: String?, reason: String)
}
