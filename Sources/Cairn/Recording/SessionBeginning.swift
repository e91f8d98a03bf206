/// A session that is about to begin on this thread, while its events are prepared.
///
/// The preparation calls the app's enrichers, and events that they record belong to the session.
/// These cannot wait for the session's own events, so they begin the session themselves, and its
/// own events are written after them.
final class SessionBeginning {
  private static let innermost = ThreadLocalWord()

  let draft: SessionStore.Draft
  /// Whether an event has tried to begin the session during the preparation.
  private(set) var wasTried = false
  /// Whether an event has begun the session during the preparation.
  private(set) var hasBegun = false
  private let recorder: ObjectIdentifier
  private let outer: UInt

  /// Makes the session the thread's innermost one, until `end`.
  init(_ draft: SessionStore.Draft, of recorder: Recorder) {
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

  /// Returns the thread's innermost beginning, if it belongs to this recorder and no event has
  /// tried to begin it.
  static func current(of recorder: Recorder) -> SessionBeginning? {
    guard let pointer = UnsafeRawPointer(bitPattern: innermost.value) else { return nil }
    // The object is alive: its creator removes it from the thread before releasing it.
    let beginning = Unmanaged<SessionBeginning>.fromOpaque(pointer).takeUnretainedValue()
    guard beginning.recorder == ObjectIdentifier(recorder), !beginning.wasTried else { return nil }
    return beginning
  }
}
