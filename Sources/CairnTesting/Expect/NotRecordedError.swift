/// An event that was not recorded before the limit of `TestAnalytics.untilRecorded`.
public struct NotRecordedError: Error, Sendable, CustomStringConvertible {
  /// The expected event, the most similar ones with their differences, and all recorded events.
  public let description: String
}
