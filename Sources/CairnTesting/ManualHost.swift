package import Cairn

/// A device that a test controls: the app enters the background, the network is lost, the battery
/// is low.
///
/// Each call returns when the SDK has handled the signal; deliveries that it causes run
/// asynchronously. The device outlives a launch, and its state is kept. Safe to use from any
/// thread.
public final class ManualHost: Sendable {
  private struct State {
    var handle: (@Sendable (HostSignal) -> Void)?
    var isOnline = true
    var savesPower = false
    var isInForeground = true
    /// Whether the host reports the foreground, as a phone does; otherwise every launch is in it.
    var reportsForeground = false
    var times: [(time: BackgroundTime, onExpiry: @Sendable () -> Void)] = []
  }

  private let state = Locked(State())

  /// Creates a device with a network and a full battery.
  ///
  /// - Parameter isInForeground: Whether the app is launched in the foreground, which is the
  ///   default. False is a launch by the system in the background, which begins no session until
  ///   `enterForeground()`.
  public init(isInForeground: Bool = true) { prepareLaunch(isInForeground: isInForeground) }

  /// Whether the device has a network; true at first.
  public var isOnline: Bool {
    get { state.withLock { $0.isOnline } }
    set {
      state.withLock { $0.isOnline = newValue }
      say(newValue ? .online : .offline)
    }
  }

  /// Whether the device saves power; false at first.
  public var isLowPower: Bool {
    get { state.withLock { $0.savesPower } }
    set {
      state.withLock { $0.savesPower = newValue }
      say(.lowPower(newValue))
    }
  }

  /// Moves the app to the foreground.
  public func enterForeground() {
    state.withLock { $0.isInForeground = true }
    say(.foreground)
  }

  /// Moves the app to the background, and grants background time until `expireBackgroundTime`.
  public func enterBackground() {
    state.withLock { $0.isInForeground = false }
    say(.background)
  }

  /// Announces the orderly end of the process.
  ///
  /// The process does not end; see `TestAnalytics.relaunch()`.
  public func terminate() { say(.terminating) }

  /// The number of requests for background time that the SDK has not ended yet.
  ///
  /// While it is 0, a real device may suspend the app.
  public var backgroundTimes: Int { running.count }

  /// Expires the background time, as a system does that has granted enough.
  public func expireBackgroundTime() {
    for (time, onExpiry) in running {
      onExpiry()
      time.end()
    }
  }

  /// Returns when the SDK has ended all requests for background time.
  public func untilBackgroundTimeEnds() async {
    for (time, _) in running {
      await withCheckedContinuation { ended in time.whenEnded { ended.resume() } }
    }
  }

  /// Sets where the next launch takes place.
  func prepareLaunch(isInForeground: Bool) {
    state.withLock { state in
      state.isInForeground = isInForeground
      if !isInForeground { state.reportsForeground = true }
    }
  }

  package func say(_ signal: HostSignal) { state.withLock { $0.handle }?(signal) }

  private var running: [(time: BackgroundTime, onExpiry: @Sendable () -> Void)] {
    state.withLock { $0.times.filter { !$0.time.isEnded } }
  }
}

extension ManualHost: Host {
  package var reportsForeground: Bool { state.withLock { $0.reportsForeground } }

  package var isInFront: Bool { state.withLock { $0.isInForeground } }

  package func start(_ handle: @escaping @Sendable (HostSignal) -> Void) {
    let (isOnline, savesPower, isInFront) = state.withLock { state in
      state.handle = handle
      return (state.isOnline, state.savesPower, state.reportsForeground && state.isInForeground)
    }
    if !isOnline { handle(.offline) }
    if savesPower { handle(.lowPower(true)) }
    if isInFront { handle(.foreground) }
  }

  package func stop() { state.withLock { $0.handle = nil } }

  package func time(for purpose: String, onExpiry: @escaping @Sendable () -> Void)
    -> BackgroundTime?
  {
    let time = BackgroundTime()
    state.withLock { state in
      state.times.removeAll { $0.time.isEnded }
      state.times.append((time, onExpiry))
    }
    return time
  }
}
