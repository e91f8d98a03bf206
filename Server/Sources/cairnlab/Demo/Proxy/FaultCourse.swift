/// What the proxy does with a request that meets a fault: how much of it reaches the collector, how much of an answer
/// reaches the client, and how it ends.
struct FaultCourse: Equatable, Sendable {
  enum Amount: Sendable {
    case nothing
    case half
    case all
    /// All of it, in small pieces with pauses between them.
    case slowly
  }

  enum Ending: Sendable {
    /// The connection may take another request.
    case open
    /// FIN.
    case closed
    /// RST, which also throws away what was not read.
    case reset
    /// Neither a word nor an end, until the client hangs up.
    case hanging
  }

  var passed: Amount
  var answered: Amount
  var ending: Ending

  /// Nil stands for a request that passes.
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
      // The collector has the batch, and the client hears of a failure or nothing that makes sense.
      case .serverError, .html, .garbage, .otherEvents, .halfAgain: (.all, .all, .open)
      case .requestTimeout, .tooLarge, .tooManySeconds, .tooManyDate, .unavailable,
        .movedPermanently, .found, .temporaryRedirect:
        (.nothing, .all, .open)
      }
  }
}
