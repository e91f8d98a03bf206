/// A session that is about to begin on this thread, while its events are prepared.
///
/// Preparing calls the app's enrichers, and what they record belongs to the session. It cannot wait for the session's own
/// events, so it begins the session itself, and these are written behind it.
final class SessionBeginning {
  private static let innermost = ThreadWord()

  let draft: SessionKeeper.Draft
  /// Whether somebody has tried to begin it on the way.
  private(set) var wasTried = false
  /// Whether the session has begun on the way.
  private(set) var hasBegun = false
  private let recorder: ObjectIdentifier
  private let outer: UInt

  /// From here on until `end` it is the thread's.
  init(_ draft: SessionKeeper.Draft, of recorder: Recorder) {
    self.draft = draft
    self.recorder = ObjectIdentifier(recorder)
    outer = Self.innermost.value
    Self.innermost.value = UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())
  }

  func end() { Self.innermost.value = outer }

  func begin(_ hasBegun: Bool) {
    wasTried = true
    self.hasBegun = hasBegun
  }

  /// The innermost one of this thread, if it is this recorder's and nobody has tried to begin it.
  static func current(of recorder: Recorder) -> SessionBeginning? {
    guard let pointer = UnsafeRawPointer(bitPattern: innermost.value) else { return nil }
    // It is alive: whoever made it takes it from the thread before letting go of it.
    let beginning = Unmanaged<SessionBeginning>.fromOpaque(pointer).takeUnretainedValue()
    guard beginning.recorder == ObjectIdentifier(recorder), !beginning.wasTried else { return nil }
    return beginning
  }
}
