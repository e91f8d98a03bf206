/// Measures one piece of content while it is on the screen: whether it is viewed, how long, and how much of it.
///
/// A value without a clock: it is told what happens and when, in milliseconds of a clock that never goes back, and
/// answers with what is to be recorded. An exposure begins when something of the content can be seen and ends when nothing
/// can. It counts one view at most, as soon as enough was seen for long enough without a break. Only what was viewed is
/// measured: with the view, the looks that were too short count, too.
///
/// In the back nobody looks. What was measured until then is said, since the process may not come back; if it does, the
/// exposure goes on, and what is new is said later.
public struct ExposureMeter: Hashable, Sendable {
  /// What happens.
  public enum Input: Hashable, Sendable {
    /// So much of the content can be seen from now on.
    case seen(Visibility)
    /// The content is no longer on the screen.
    case gone
    /// The app came to the front.
    case foreground
    /// The app went to the back, or ends.
    case background
    /// The time that `due` names has come.
    case tick
  }

  /// What is to be recorded.
  public enum Output: Hashable, Sendable {
    /// The content was viewed.
    case viewed
    /// It was measured since it was viewed, or since this was said last.
    case measured(ContentMeasures)
  }

  private let rule: Viewability
  private var visibility = Visibility.none
  private var isInFront = true
  private var isViewed = false
  /// When the present look began; nil while too little can be seen.
  private var start: Int64?
  /// What was not said yet.
  private var measures = ContentMeasures()

  /// Makes a meter that has seen nothing, of an app in front.
  public init(_ rule: Viewability = Viewability()) { self.rule = rule.bounded }

  /// When it wants a `tick`, if nothing else happens before; nil when it waits for nothing.
  public var due: Int64? { isViewed ? nil : start.map { $0 + rule.milliseconds } }

  /// Takes in what happens, and says what is to be recorded, in this order.
  public mutating func handle(_ input: Input, at milliseconds: Int64) -> [Output] {
    // What became due before this is true whatever this is.
    var outputs = view(at: milliseconds)
    switch input {
    case .tick: break
    case .seen(let visibility): self.visibility = visibility
    case .gone: visibility = .none
    case .foreground: isInFront = true
    case .background: isInFront = false
    }
    look(at: milliseconds)
    outputs += view(at: milliseconds)
    if visibility.fraction == 0 || !isInFront { outputs += tell() }
    if visibility.fraction == 0 { (isViewed, measures) = (false, ContentMeasures()) }
    return outputs
  }

  /// Begins a look or ends it.
  private mutating func look(at now: Int64) {
    if isInFront { measures.see(visibility) }
    let isLooking = isInFront && visibility.fraction > 0 && visibility.share >= rule.fraction
    if isLooking {
      start = start ?? now
    } else if let start {
      measures.dwellMilliseconds += Int(min(max(0, now - start), rule.longestMilliseconds))
      self.start = nil
    }
  }

  private mutating func view(at now: Int64) -> [Output] {
    guard let due, now >= due else { return [] }
    isViewed = true
    return [.viewed]
  }

  private mutating func tell() -> [Output] {
    guard isViewed, measures.dwellMilliseconds > 0 else { return [] }
    defer { measures = ContentMeasures() }
    return [.measured(measures)]
  }
}
