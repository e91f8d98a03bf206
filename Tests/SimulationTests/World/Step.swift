/// A step in a simulated world: of a program, of the clock, or of the disk.
enum Step: Hashable, Sendable {
  /// A program starts, if it is not running.
  case start(Int)
  case track(Int, bytes: Int)
  case sync(Int)
  /// A program delivers to a destination: the next batch is sent, or the one in flight gets its
  /// response.
  case deliver(Int, destination: Int, roll: Int)
  /// The context of the following events changes.
  case context(Int, Int)
  /// In the middle of the next step of the first program, after this number of its calls, another
  /// one records some events and delivers.
  case interrupt(Int, after: Int, by: Int, bytes: Int)
  /// A program ends normally.
  case close(Int)
  case kill(Int)
  /// Time passes, in milliseconds.
  case pass(Int)
  /// The wall clock is changed.
  case jump(Int)
  /// The disk has this much free space; nil for enough.
  case room(Int?)
  /// Every change fails with this error, until nil.
  case refuse(Int32?)
  /// The next calls of a kind fail.
  case fail(call: String, path: String, after: Int, count: Int, code: Int32)
  /// The whole folder is removed.
  case vanish
  /// A program drops events according to its caps.
  case prune(Int)
  /// The next write to such a file writes only this number of bytes.
  case short(path: String, after: Int, bytes: Int)

  /// Whether the step makes the disk fail.
  var isTrouble: Bool {
    switch self {
    case .room, .refuse, .fail, .short, .vanish: true
    case .start, .track, .sync, .deliver, .context, .interrupt, .close, .kill, .pass, .jump, .prune:
      false
    }
  }
}
