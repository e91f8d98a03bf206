import Cairn

/// One thing that happens to a program that counts interactions.
enum ContentStep: Hashable, Sendable {
  case track([ContentTally.Kind])
  /// The program says what an experience is made of, by its number; the first time it does so by itself.
  case register(Int)
  /// Time passes, in milliseconds; alarms ring when they are due.
  case pass(Int)
  /// The network answers what is under way, by the roll of a die.
  case answer(UInt64)
  case flush
  case background
  /// The program dies, and starts again; what is under way may still arrive.
  case kill(roll: UInt64)
  /// The program dies before the call that it makes to the disk after so many.
  case doom(Int)
  /// The program dies in the midst of its next delivery, after so many requests.
  case cut(Int)
}
