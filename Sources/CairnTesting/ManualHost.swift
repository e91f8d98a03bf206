package import Cairn

/// A device that does what the test says: the app goes to the background, the network goes away, the battery is low.
///
/// Each call returns when the SDK has heard it; what it then delivers, it delivers as always. It lasts longer than one
/// launch: what is so stays so. Safe to use from any thread.
public final class ManualHost: Sendable {
  private struct State {
    var hear: (@Sendable (HostSignal) -> Void)?
    var isOnline = true
    var savesPower = false
    var times: [(time: HostTime, onExpiry: @Sendable () -> Void)] = []
  }

  private let state = Locked(State())

  /// Makes a device with a network and a full battery, whose app is in front.
  public init() {}

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

  /// The app comes to the front.
  public func enterForeground() { say(.foreground) }

  /// The app goes to the background, and is given time until `expireBackgroundTime`.
  public func enterBackground() { say(.background) }

  /// The process is about to end, in order.
  ///
  /// It does not end; see `TestAnalytics.relaunch()`.
  public func terminate() { say(.terminating) }

  /// How often the SDK has asked for time in the background and not ended it yet.
  ///
  /// While it is 0, a real device may suspend the app.
  public var backgroundTimes: Int { running.count }

  /// Takes the time in the background away, as a system does that has given enough.
  public func expireBackgroundTime() {
    for (time, onExpiry) in running {
      onExpiry()
      time.end()
    }
  }

  /// Returns when the SDK has given back all time that it asked for.
  public func untilBackgroundTimeEnds() async {
    for (time, _) in running {
      await withCheckedContinuation { ended in time.whenEnded { ended.resume() } }
    }
  }

  package func say(_ signal: HostSignal) { state.withLock { $0.hear }?(signal) }

  private var running: [(time: HostTime, onExpiry: @Sendable () -> Void)] {
    state.withLock { $0.times.filter { !$0.time.isEnded } }
  }
}

extension ManualHost: Host {
  package func start(_ hear: @escaping @Sendable (HostSignal) -> Void) {
    let (isOnline, savesPower) = state.withLock { state in
      state.hear = hear
      return (state.isOnline, state.savesPower)
    }
    if !isOnline { hear(.offline) }
    if savesPower { hear(.lowPower(true)) }
  }

  package func stop() { state.withLock { $0.hear = nil } }

  package func time(for purpose: String, onExpiry: @escaping @Sendable () -> Void) -> HostTime? {
    let time = HostTime()
    state.withLock { state in
      state.times.removeAll { $0.time.isEnded }
      state.times.append((time, onExpiry))
    }
    return time
  }
}
