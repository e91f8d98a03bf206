import Cairn

/// A step of a program that delivers.
enum DeliveryStep: Hashable, Sendable {
  case track(bytes: Int)
  case sync
  /// Time passes, in milliseconds; alarms fire when they are due.
  case pass(Int)
  /// A collector responds to the request in progress.
  case answer(Int, roll: UInt64)
  case flush(Int)
  case signal(HostSignal)
  /// The program ends normally, and starts with these destinations.
  case restart([Int])
  case kill
  /// The power fails and returns.
  case powerLoss(UInt64)
  /// The program dies before its disk call with this number, with or without a power loss.
  case doom(after: Int, power: UInt64?)
  /// The caps drop the oldest events.
  case prune
  /// The program is about to be suspended, and dies before the system gets its upload.
  case vanish
  /// The system uploads its batch of a destination; the result is reported at once, later or never.
  case upload(Int, roll: UInt64)
  /// The system reports the results of its uploads.
  case tellAnswers
  /// The system forgets its uploads of a destination.
  case forgetUploads(Int)
  /// Dead letters are put back or discarded.
  case letters(Int, LetterWork)
  /// The collector accepts events that it refused before.
  case heal(Int)
  /// The destination's settings change, which takes effect at the next start.
  case mend(Int)

  /// Whether the step may change the counters of a destination.
  var commits: Bool {
    switch self {
    case .answer, .restart, .kill, .powerLoss, .prune, .letters, .vanish, .upload, .tellAnswers:
      true
    case .track, .sync, .pass, .flush, .signal, .doom, .heal, .mend, .forgetUploads: false
    }
  }
}

/// The work on dead letters.
struct LetterWork: Hashable, Sendable {
  /// Whether they are put back; otherwise they are discarded.
  var isReplay: Bool
  /// Only letters with this remainder modulo 2.
  var remainder: Int?
  /// The process dies before this call.
  var calls: Int?

  func isChosen(_ number: Int) -> Bool { remainder.map { number % 2 == $0 } ?? true }
}
