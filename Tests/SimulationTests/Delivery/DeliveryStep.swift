import Cairn

/// One thing that happens to a program that delivers.
enum DeliveryStep: Hashable, Sendable {
  case track(bytes: Int)
  case sync
  /// Time passes, in milliseconds; alarms ring when they are due.
  case pass(Int)
  /// A collector answers the request that is under way to it.
  case answer(Int, roll: UInt64)
  case flush(Int)
  case signal(HostSignal)
  /// The program ends as it should, and starts with these destinations.
  case restart([Int])
  case kill
  /// The power fails, and comes back.
  case powerLoss(UInt64)
  /// The program dies before the call that it makes to the disk after so many; with the power or without.
  case doom(after: Int, power: UInt64?)
  /// The oldest events go, as the caps say.
  case prune
  /// Somebody works at the dead letters.
  case letters(Int, LetterWork)
  /// The collector takes from now on what it refused.
  case heal(Int)
  /// Somebody changes the destination's settings; the next start tells it.
  case mend(Int)

  /// Whether it may change what is counted of a destination.
  var commits: Bool {
    switch self {
    case .answer, .restart, .kill, .powerLoss, .prune, .letters: true
    case .track, .sync, .pass, .flush, .signal, .doom, .heal, .mend: false
    }
  }
}

/// What is done with dead letters.
struct LetterWork: Hashable, Sendable {
  /// Put back, or else discarded.
  var isReplay: Bool
  /// Only those whose number leaves this remainder by 2.
  var remainder: Int?
  /// Who does it dies before this call.
  var calls: Int?

  func isChosen(_ number: Int) -> Bool { remainder.map { number % 2 == $0 } ?? true }
}
