/// One thing that happens in a simulated world: to a program, to the clock, or to the disk.
enum Step: Hashable, Sendable {
  /// A program starts, if it is not running.
  case start(Int)
  case track(Int, bytes: Int)
  case sync(Int)
  /// A program delivers to a destination: the next batch is sent, or the one under way is answered.
  case deliver(Int, destination: Int, roll: Int)
  /// The context of the events that follow.
  case context(Int, Int)
  /// In the middle of what the first program does next, behind so many of its calls, another one records
  /// some events and delivers.
  case interrupt(Int, after: Int, by: Int, bytes: Int)
  /// A program ends as it should.
  case close(Int)
  case kill(Int)
  /// Time passes, in milliseconds.
  case pass(Int)
  /// Somebody sets the clock on the wall.
  case jump(Int)
  /// The disk has so much room beyond what it holds now; nil for enough.
  case room(Int?)
  /// Every change fails with this, until nil.
  case refuse(Int32?)
  /// The next calls of a kind fail.
  case fail(call: String, path: String, after: Int, count: Int, code: Int32)
  /// Somebody removes the whole folder.
  case vanish
  /// A program makes room, as its caps say.
  case prune(Int)
  /// The next write to such a file writes only so many bytes.
  case short(path: String, after: Int, bytes: Int)

  /// Whether the disk does not do what it is asked for.
  var isTrouble: Bool {
    switch self {
    case .room, .refuse, .fail, .short, .vanish: true
    case .start, .track, .sync, .deliver, .context, .interrupt, .close, .kill, .pass, .jump, .prune:
      false
    }
  }
}
