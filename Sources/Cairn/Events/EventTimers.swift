/// The beginnings of timed events, in the order of their starts.
package struct EventTimers: Equatable, Sendable {
  /// The maximum number of timers; the one that was started first makes room.
  package static let most = 64

  /// The beginning of an event.
  package struct Timer: Equatable, Sendable {
    fileprivate var name: String
    fileprivate var start: Moment
    /// The identifier of the boot that the continuous clock counts from; 0 if it is unknown.
    fileprivate var boot: UInt64
    /// The time after which the timer no longer counts.
    fileprivate var maximum: Milliseconds

    package init(_ name: String, start: Moment, boot: UInt64, maximum: Milliseconds) {
      self.name = name
      (self.start, self.boot, self.maximum) = (start, boot, max(0, maximum))
    }

    /// Returns the time since the beginning; nil when it is unknown or longer than the maximum.
    ///
    /// The continuous clock is used. Only across a reboot the wall clock has to tell, which may
    /// have been set back; then the time is unknown.
    package func duration(until now: Moment, boot: UInt64) -> Milliseconds? {
      let isSameBoot = boot == self.boot && now.continuous >= start.continuous
      let duration = isSameBoot ? now.continuous - start.continuous : now.wall - start.wall
      return duration >= 0 && duration <= maximum ? duration : nil
    }
  }

  private var timers: [Timer] = []

  package init() {}

  package var isEmpty: Bool { timers.isEmpty }

  /// The timer of the event with this name.
  package subscript(name: String) -> Timer? { timers.first { $0.name == name } }

  /// Starts a timer; an earlier one of the same event is discarded.
  mutating func start(_ timer: Timer) {
    remove(timer.name)
    timers.append(timer)
    if timers.count > Self.most { timers.removeFirst() }
  }

  /// Removes the timer that was started first, but not the last one; returns false without another.
  mutating func removeFirst() -> Bool {
    guard timers.count > 1 else { return false }
    timers.removeFirst()
    return true
  }

  /// Removes the timer of the event with this name, and returns it.
  @discardableResult
  mutating func remove(_ name: String) -> Timer? {
    timers.firstIndex { $0.name == name }.map { timers.remove(at: $0) }
  }

  package var names: [String] { timers.map(\.name) }

  /// Returns the timers, those of some events with another name.
  func renamed(_ names: [String: String]) -> EventTimers {
    var renamed = EventTimers()
    for var timer in timers {
      timer.name = names[timer.name] ?? timer.name
      renamed.start(timer)
    }
    return renamed
  }

  /// Returns these timers, and those of `others` with other names.
  func merged(over others: EventTimers) -> EventTimers {
    var merged = others
    for timer in timers { merged.start(timer) }
    return merged
  }
}

/// Conversion to and from the stored value: an array of five members for each timer.
extension EventTimers {
  var stored: Value {
    .array(
      timers.map { timer in
        .array([
          .string(timer.name), .integer(timer.start.wall.milliseconds),
          .integer(timer.start.continuous.milliseconds), .integer(timer.maximum.count),
          .string(Hex.text(timer.boot)),
        ])
      })
  }

  init(stored: Value?) {
    guard case .array(let members)? = stored else { return }
    for member in members {
      guard case .array(let parts) = member, parts.count == 5, let name = parts[0].stringValue,
        let wall = parts[1].milliseconds, let continuous = parts[2].milliseconds,
        let maximum = parts[3].milliseconds,
        let boot = parts[4].stringValue.flatMap({ Hex.value($0[...], as: UInt64.self) })
      else { continue }
      let start = Moment(
        wall: WallTime(milliseconds: wall.count),
        continuous: MonotonicTime(milliseconds: continuous.count))
      self.start(Timer(name, start: start, boot: boot, maximum: maximum))
    }
  }
}

extension Value {
  /// The milliseconds; where an `Int` has 32 bits, a greater number is a `.double`.
  fileprivate var milliseconds: Milliseconds? {
    switch self {
    case .int(let number): Milliseconds(Int64(number))
    case .double(let number): Milliseconds(clamping: number)
    default: nil
    }
  }
}
