/// The checks of `DestinationConformance`.
public enum ConformanceCheck: String, CaseIterable, Hashable, Sendable {
  /// The name is a valid file name, and the same for every instance.
  case name = "its name is one that a cursor can have, and always the same"
  /// Two instances of one configuration have the same settings, and each variant has different
  /// ones.
  case settings = "its settings change with the key and the address, and with nothing else"
  /// `accepts` always gives the same answer.
  case acceptance = "whether it wants an event is always answered alike"
  /// Batches keep to `limits`, requests to the back end's limits, and no event is sent twice.
  case limits = "no batch and no request holds more than it may, and every event is sent once"
  /// The request has the events' identifiers.
  case identifiers =
    "a request holds the identifiers of its events, in the order in which they were recorded"
  /// A second and a third attempt send the same request as the first one.
  case resends = "a resend is the same request, but for what tells the attempts apart"
  /// An attempt after the process was killed sends the same request.
  case relaunch = "a resend in the next launch is the same request"
  /// Statuses have the meanings in `DestinationConformance.statuses`.
  case statuses = "every status means what the table says"
  /// `Retry-After` is respected in seconds and as a date, up to
  /// `DestinationConformance.maxRetryAfter`.
  case retryAfter =
    "Retry-After is heeded, as seconds and as a date, as long as it may be and no longer"
  /// A missing response is not a refusal.
  case silence = "without an answer the events are kept"
  /// A response that cannot be interpreted is not a refusal.
  case nonsense = "an answer that cannot be understood refuses nothing"
  /// Numbers and strings are unchanged.
  case values = "values arrive as they were"
  /// Very long, deep, wide, empty and unusual events are sent, cut or refused, and the other events
  /// arrive.
  case hardEvents = "an event at the edge of what is possible does not take others along"
  /// A batch that is refused because of one event is divided until that event is alone.
  case poison = "one event that the server refuses does not take others along"
  /// Stored and printed text has no key or token.
  case secrets = "no secret is in an outcome or in the log"
  /// Bodies of other versions and damaged bodies cause no crash, and an unreadable body is not
  /// accepted.
  case damage = "a body that cannot be read does not count as delivered"
}
