import Cairn

/// A step of a program that counts interactions.
enum ContentStep: Hashable, Sendable {
  case track([ContentTally.Kind])
  /// The program registers an experience by its number; the first time it does so by itself.
  case register(Int)
  /// Time passes, in milliseconds; alarms fire when they are due.
  case pass(Int)
  /// The network responds to the request in progress, depending on a random number.
  case answer(UInt64)
  case flush
  case background
  /// The program dies and starts again; the request in progress may still arrive.
  case kill(roll: UInt64)
  /// The program dies before its disk call with this number.
  case doom(Int)
  /// The program dies in its next delivery, after this number of requests.
  case cut(Int)
}
