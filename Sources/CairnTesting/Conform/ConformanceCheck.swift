/// The checks of `DestinationConformance`.
public enum ConformanceCheck: String, CaseIterable, Hashable, Sendable {
  /// The name is a valid file name, and the same for every instance.
  case name = "its name is a valid folder name, and always the same"
  /// Two instances of one configuration have the same settings, and each variant has different
  /// ones.
  case settings = "its settings change with the key and the address, and with nothing else"
  /// `accepts` always gives the same answer.
  case acceptance = "it always accepts or filters the same events"
  /// Batches keep to `limits`, requests to the back end's limits, and no event is sent twice.
  case limits = "no batch and no request exceeds its limits, and every event is sent once"
  /// The request has the events' identifiers.
  case identifiers =
    "a request holds the identifiers of its events, in the order in which they were recorded"
  /// A second and a third attempt send the same request as the first one.
  case resends = "a resend is the same request, except for fields that identify the attempt"
  /// An attempt after the process was killed sends the same request.
  case relaunch = "a resend in the next launch is the same request"
  /// Statuses have the meanings in `DestinationConformance.statuses`.
  case statuses = "every status has the meaning in the table"
  /// `Retry-After` is respected in seconds and as a date, up to
  /// `DestinationConformance.maximumRetryAfter`.
  case retryAfter =
    "Retry-After is respected, as seconds and as a date, up to the maximum"
  /// A missing response is not a refusal.
  case silence = "without an answer the events are kept"
  /// A response that cannot be interpreted is not a refusal.
  case nonsense = "an answer that cannot be interpreted refuses nothing"
  /// Numbers and strings are unchanged.
  case values = "values arrive unchanged"
  /// Very long, deep, wide, empty and unusual events are sent, cut or refused, and the other events
  /// arrive.
  case hardEvents = "an extreme event does not prevent the delivery of others"
  /// A batch that is refused because of one event is divided until that event is alone.
  case poison = "an event that the server refuses does not prevent the delivery of others"
  /// Stored and printed text has no key or token.
  case secrets = "no secret is in an outcome or in the log"
  /// Bodies of other versions and damaged bodies cause no crash, and an unreadable body is not
  /// accepted.
  case damage = "a body that cannot be read does not count as delivered"
  /// The request for the system is that of `deliver`, and responses have the same outcomes.
  case background =
    "the request that the system sends is that of deliver, and so is the meaning of responses"
}
