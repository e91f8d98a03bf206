/// What `DestinationConformance` checks.
public enum ConformanceCheck: String, CaseIterable, Hashable, Sendable {
  /// The name is one that a file can have, and the same for every instance.
  case name = "its name is one that a cursor can have, and always the same"
  /// Two instances of one configuration have the same settings, each variant has others.
  case settings = "its settings change with the key and the address, and with nothing else"
  /// `accepts` gives one answer.
  case acceptance = "whether it wants an event is always answered alike"
  /// Batches keep to `limits`, requests to what the back end takes, and nothing is sent twice.
  case limits = "no batch and no request holds more than it may, and every event is sent once"
  /// The events are found in the request by their identifiers.
  case identifiers =
    "a request holds the identifiers of its events, in the order in which they were recorded"
  /// A second and a third attempt send what the first one sent.
  case resends = "a resend is the same request, but for what tells the attempts apart"
  /// So does an attempt after the process was killed.
  case relaunch = "a resend in the next launch is the same request"
  /// `DestinationConformance.statuses` is what happens.
  case statuses = "every status means what the table says"
  /// Seconds and dates are heeded, up to `DestinationConformance.longestWait`.
  case retryAfter =
    "Retry-After is heeded, as seconds and as a date, as long as it may be and no longer"
  /// No answer is no refusal.
  case silence = "without an answer the events are kept"
  /// Neither is an answer that nobody understands.
  case nonsense = "an answer that cannot be understood refuses nothing"
  /// Numbers and texts are what they were.
  case values = "values arrive as they were"
  /// Very long, deep, wide, empty and strange events are sent, cut or refused, and the others arrive.
  case hardEvents = "an event at the edge of what is possible does not take others along"
  /// A batch that is refused for one event is divided until that one is alone.
  case poison = "one event that the server refuses does not take others along"
  /// No key or token is in what is stored or printed.
  case secrets = "no secret is in an outcome or in the log"
  /// Bodies of other versions, and damaged ones, are met with; one that cannot be read is not accepted.
  case damage = "a body that cannot be read does not count as delivered"
}
