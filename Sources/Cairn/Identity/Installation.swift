/// What is known of the installation that a journal belongs to.
package enum Installation: Sendable {
  /// Nothing here comes from another one.
  case own
  /// Another one's journal lies here, and a new one was begun beside it.
  case foreign
  /// It cannot be told now: what lies here may be another one's.
  case unknown
}
