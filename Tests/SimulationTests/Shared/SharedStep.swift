/// A step of the programs that share a folder.
enum SharedStep: Hashable, Sendable {
  case track(Int)
  /// The server responds to the request of a program.
  case answer(Int, roll: UInt64)
  case flush(Int)
  /// Time passes for both, in milliseconds.
  case pass(Int)
  /// A program drops the oldest events according to the cap.
  case prune(Int)
  /// The next calls of this kind fail.
  case fail(SharedFault, calls: Int)
  /// The disk works again.
  case heal
  /// A program dies and starts again.
  case kill(Int)
}

/// The disk call that fails; all others succeed.
enum SharedFault: Int, CaseIterable, Sendable {
  case commit
  case cursorSync
  case cursorRead
  case lock
  case body
  case deadLetter
  case journalRead
}
