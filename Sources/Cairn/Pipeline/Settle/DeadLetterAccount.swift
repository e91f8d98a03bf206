/// What becomes of a destination's account when dead letters are put back or discarded.
///
/// The letters have a cursor of their own. Its counters say how many were ever put back and discarded, and commit with
/// the letters that are gone. The destination's cursor follows: what it lacks it is given, now or, after a crash, at
/// the next time. So the step may be done again, and each event moves once.
enum DeadLetterAccount {
  /// What became of a letter.
  enum Fate {
    case replayed
    case discarded
    /// It was among the oldest when they reached their cap.
    case pushedOut
  }

  private static let reasons = [DropReason.discarded, .deadLettersFull]

  /// Makes the letters' counters no less than the destination's: theirs may be lost.
  static func begin(_ letters: inout Counters, with destination: Counters) {
    letters.replayed = max(letters.replayed, destination.replayed)
    for reason in reasons { letters[reason] = max(letters[reason], destination[reason]) }
  }

  static func add(_ number: Int, _ fate: Fate, to letters: inout Counters) {
    switch fate {
    case .replayed: letters.replayed &+= UInt64(number)
    case .discarded: letters[.discarded] &+= UInt64(number)
    case .pushedOut: letters[.deadLettersFull] &+= UInt64(number)
    }
  }

  /// Gives the destination's counters what those of the letters have more; the sum stays the same.
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

  /// How many of the events that are counted as dead-lettered these letters are.
  ///
  /// A letter may be stored twice for one refusal, and after a crash one event may be refused twice: no more than there
  /// are letters, no fewer than events, and in between what is not accounted for by those that stay.
  static func number(letters: Int, events: Int, staying: Int, deadLettered: UInt64) -> Int {
    let counted = Int(clamping: deadLettered)
    return min(letters, counted, max(events, counted - staying))
  }
}
