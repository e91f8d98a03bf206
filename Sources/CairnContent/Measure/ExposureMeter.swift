import Cairn

/// A state machine that measures one piece of content on the screen: views, dwell time and
/// visibility.
///
/// It is a value without a clock. Each input has a time in milliseconds of a monotonic clock, and
/// the result is the list of outputs to record. An exposure begins when any part of the content
/// becomes visible, and ends when none is. It records at most one view, as soon as enough was
/// visible for long enough without a break. Only viewed content is measured; the dwell time then
/// includes earlier looks that were too short for a view. A look is a period in which enough is
/// visible without a break.
///
/// Background time is not counted. When the app goes to the background, the measures so far are
/// output, because the process may not return. If it does return, the exposure continues, and new
/// measures are output later.
public struct ExposureMeter: Hashable, Sendable {
  /// An input of the state machine.
  public enum Input: Hashable, Sendable {
    /// The visibility of the content changed.
    case seen(ContentVisibility)
    /// The content is no longer on the screen.
    case gone
    /// The app came to the foreground.
    case foreground
    /// The app went to the background or terminates.
    case background
    /// The time of `due` was reached.
    case tick
  }

  /// An output of the state machine, to be recorded.
  public enum Output: Hashable, Sendable {
    /// A view of the content.
    case viewed
    /// The measures since the view, or since the last output of measures.
    case measured(ContentMeasures)
  }

  private let rule: Viewability
  private var visibility = ContentVisibility.none
  private var isInFront = true
  private var isViewed = false
  /// The start of the current look; nil while too little is visible.
  private var start: MonotonicTime?
  /// The measures that were not output yet.
  private var measures = ContentMeasures()

  /// Makes a meter for an app in the foreground, with nothing visible.
  public init(_ rule: Viewability = Viewability()) { self.rule = rule.bounded }

  /// The time at which a `tick` is needed unless another input comes first; nil when none is
  /// needed.
  public var due: Int64? { dueTime?.milliseconds }

  private var dueTime: MonotonicTime? { isViewed ? nil : start.map { $0 + rule.time } }

  /// Handles an input and returns the outputs, in the order in which they are to be recorded.
  public mutating func handle(_ input: Input, at milliseconds: Int64) -> [Output] {
    let now = MonotonicTime(milliseconds: milliseconds)
    // A view that became due before this input counts, whatever the input is.
    var outputs = view(at: now)
    switch input {
    case .tick: break
    case .seen(let visibility): self.visibility = visibility
    case .gone: visibility = .none
    case .foreground: isInFront = true
    case .background: isInFront = false
    }
    look(at: now)
    outputs += view(at: now)
    if visibility.fraction == 0 || !isInFront { outputs += report() }
    if visibility.fraction == 0 { (isViewed, measures) = (false, ContentMeasures()) }
    return outputs
  }

  /// Begins or ends a look.
  private mutating func look(at now: MonotonicTime) {
    if isInFront { measures.see(visibility) }
    let isLooking = isInFront && visibility.fraction > 0 && visibility.share >= rule.fraction
    if isLooking {
      start = start ?? now
    } else if let start {
      measures.dwellMilliseconds += Int(min(max(0, now - start), rule.longestTime).count)
      self.start = nil
    }
  }

  private mutating func view(at now: MonotonicTime) -> [Output] {
    guard let dueTime, now >= dueTime else { return [] }
    isViewed = true
    return [.viewed]
  }

  private mutating func report() -> [Output] {
    guard isViewed, measures.dwellMilliseconds > 0 else { return [] }
    defer { measures = ContentMeasures() }
    return [.measured(measures)]
  }
}
