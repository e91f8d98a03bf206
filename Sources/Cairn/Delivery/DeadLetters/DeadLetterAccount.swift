/// The bookkeeping of a destination's counters when dead letters are replayed or discarded.
///
/// The dead letters have their own cursor. Its counters hold the total numbers of replayed and
/// discarded letters, and are committed together with the removal of the letters. The destination's
/// cursor follows: the difference is added to it, at once or, after a crash, at the next change.
/// The step can therefore be repeated, and each event is moved once.
enum DeadLetterAccount {
  /// The disposition of a letter.
  enum Disposition {
    case replayed
    case discarded
    /// The letter was among the oldest when the letters reached their limit.
    case pushedOut
  }

  private static let reasons = [DropReason.discarded, .deadLettersFull]

  /// Raises the letters' counters to at least the destination's, because theirs may be lost.
  static func begin(_ letters: inout Counters, with destination: Counters) {
    letters.replayed = max(letters.replayed, destination.replayed)
    for reason in reasons { letters[reason] = max(letters[reason], destination[reason]) }
  }

  static func add(_ number: Int, _ disposition: Disposition, to letters: inout Counters) {
    switch disposition {
    case .replayed: letters.replayed &+= UInt64(number)
    case .discarded: letters[.discarded] &+= UInt64(number)
    case .pushedOut: letters[.deadLettersFull] &+= UInt64(number)
    }
  }

  /// Adds the difference of the letters' counters to the destination's; the sum of the latter stays
  /// the same.
  static func settle(_ destination: inout Counters, to letters: Counters) {
    let replayed = move(letters.replayed, destination.replayed, from: &destination)
    destination.replayed &+= replayed
    for reason in reasons {
      let dropped = move(letters[reason], destination[reason], from: &destination)
      destination[reason] &+= dropped
    }
  }

  private static func move(_ goal: UInt64, _ now: UInt64, from counters: inout Counters) -> UInt64 {
    let number = min(goal > now ? goal - now : 0, counters.deadLettered)
    counters.deadLettered &-= number
    return number
  }

  /// Returns how many of the events that are counted as dead-lettered these letters represent.
  ///
  /// A letter may be stored twice for one rejection, and after a crash one event may be rejected
  /// twice. The result is at most the number of letters, at least the number of events, and
  /// otherwise the count that exceeds the letters that stay.
  static func number(letters: Int, events: Int, staying: Int, deadLettered: UInt64) -> Int {
    let counted = Int(clamping: deadLettered)
    return min(letters, counted, max(events, counted - staying))
  }
}
