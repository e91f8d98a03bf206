/// The actions of the proxy for a request with a fault: how much of it reaches the collector, how
/// much of a response reaches the client, and how the connection ends.
struct FaultCourse: Equatable, Sendable {
  enum Amount: Sendable {
    case nothing
    case half
    case all
    /// The complete message, in small chunks with pauses between them.
    case slowly
  }

  enum Ending: Sendable {
    /// The connection accepts another request.
    case open
    /// The connection ends with FIN.
    case closed
    /// The connection ends with RST, which also discards unread data.
    case reset
    /// The connection stays open without data until the client closes it.
    case hanging
  }

  var passed: Amount
  var answered: Amount
  var ending: Ending

  /// Creates the course; nil stands for a request that passes.
  init(_ fault: Fault?) {
    (passed, answered, ending) =
      switch fault {
      case nil: (.all, .all, .open)
      case .resetOnConnect: (.nothing, .nothing, .reset)
      case .resetInRequest: (.half, .nothing, .reset)
      case .resetBeforeAnswer: (.all, .nothing, .reset)
      case .resetInAnswer: (.all, .half, .reset)
      case .resetAfterAnswer: (.all, .all, .reset)
      case .silence: (.nothing, .nothing, .hanging)
      case .slowRequest: (.slowly, .all, .open)
      case .slowAnswer: (.all, .slowly, .open)
      case .closedBeforeAnswer: (.all, .nothing, .closed)
      case .truncatedAnswer: (.all, .half, .closed)
      case .notHTTP: (.all, .all, .closed)
      // The collector has the batch, and the client gets a failure or an invalid response.
      case .serverError, .html, .garbage, .otherEvents, .halfAgain: (.all, .all, .open)
      case .requestTimeout, .tooLarge, .tooManySeconds, .tooManyDate, .unavailable,
        .movedPermanently, .found, .temporaryRedirect:
        (.nothing, .all, .open)
      }
  }
}
