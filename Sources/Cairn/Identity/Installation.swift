/// The relation of a journal to this installation.
package enum Installation: Sendable {
  /// Nothing here comes from another one.
  case own
  /// The folder has a journal of another installation, and a new one was begun beside it.
  case foreign
  /// The relation cannot be determined now: the journal may belong to another installation.
  case unknown
}
