/// One thing that happens to the programs that share a folder.
enum SharedStep: Hashable, Sendable {
  case track(Int)
  /// The server answers the request that a program has under way.
  case answer(Int, roll: UInt64)
  case flush(Int)
  /// Time passes for both, in milliseconds.
  case pass(Int)
  /// A program drops the oldest events, as the cap says.
  case prune(Int)
  /// The next so many calls of this kind fail.
  case fail(SharedFault, calls: Int)
  /// The disk is well again.
  case heal
  /// A program dies and starts again.
  case kill(Int)
}

/// A call to the disk that fails, all others go through.
enum SharedFault: Int, CaseIterable, Sendable {
  case commit
  case cursorSync
  case cursorRead
  case lock
  case body
  case deadLetter
  case journalRead
}
