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
  /// The program is about to be suspended, and dies before the system has what it was to be handed.
  case vanish
  /// The system uploads what it has for a destination; what comes of that is told at once, later or never.
  case upload(Int, roll: UInt64)
  /// The system tells what came of its uploads.
  case tellAnswers
  /// The system forgets what it has for a destination.
  case forgetUploads(Int)
  /// Somebody works at the dead letters.
  case letters(Int, LetterWork)
  /// The collector takes from now on what it refused.
  case heal(Int)
  /// Somebody changes the destination's settings; the next start tells it.
  case mend(Int)

  /// Whether it may change what is counted of a destination.
  var commits: Bool {
    switch self {
    case .answer, .restart, .kill, .powerLoss, .prune, .letters, .vanish, .upload, .tellAnswers:
      true
    case .track, .sync, .pass, .flush, .signal, .doom, .heal, .mend, .forgetUploads: false
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
