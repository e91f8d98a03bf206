/// Handling of what the app itself reports about its life and its device.
extension Engine {
  /// The reports of the app, and the signals of them that are not handled yet.
  struct AppReports: Sendable {
    var isInFront: Bool?
    var connection = Connection()
    /// The signals that wait for their turn.
    var waiting: [(signal: HostSignal, time: BackgroundTime?)] = []
    /// Whether a thread handles the waiting signals.
    var isHandling = false
  }

  func appDidEnterForeground() {
    report { reports in
      guard reports.isInFront != true else { return }
      reports.isInFront = true
      reports.waiting.append((.foreground, nil))
    }
  }

  func appDidEnterBackground(onEnd: @escaping @Sendable () -> Void) {
    let time = BackgroundTime()
    time.whenEnded(onEnd)
    let isNew = report { reports in
      guard reports.isInFront != false else { return }
      reports.isInFront = false
      reports.waiting.append((.background, time))
    }
    if !isNew { time.end() }
  }

  /// Does not wait for its turn, because the process ends when this returns.
  func appWillTerminate() { if !registry.isClosed { handle(.terminating) } }

  func lowPowerModeDidChange(_ isEnabled: Bool) {
    report { $0.waiting.append((.lowPower(isEnabled), nil)) }
  }

  func networkDidChange(to status: NetworkStatus) {
    let path = status.kind.map { Connection.Path($0) }
    report { reports in
      var signals = reports.connection.change(to: path)
      // The system itself may have reported the loss of the network.
      let isKnown = signals.contains(.online) || hostState.withLock { $0.isOnline }
      if path != nil, !isKnown { signals.append(.online) }
      reports.waiting += signals.map { ($0, nil) }
    }
  }

  /// Applies a report, and handles its signals after those of earlier reports; returns whether
  /// there are any.
  ///
  /// No lock is held while a signal is handled, so that a handler of the log may report too.
  /// Without the order, a state that is over could overtake the one that followed it.
  @discardableResult
  private func report(_ change: (inout AppReports) -> Void) -> Bool {
    guard !registry.isClosed else { return false }
    let (isNew, isFirst) = appReports.withLock { reports in
      let before = reports.waiting.count
      change(&reports)
      let isNew = reports.waiting.count > before
      guard isNew, !reports.isHandling else { return (isNew, false) }
      reports.isHandling = true
      return (true, true)
    }
    while isFirst, let next = nextReport() { handle(next.signal, within: next.time) }
    return isNew
  }

  private func nextReport() -> (signal: HostSignal, time: BackgroundTime?)? {
    appReports.withLock { reports in
      guard !reports.waiting.isEmpty else {
        reports.isHandling = false
        return nil
      }
      return reports.waiting.removeFirst()
    }
  }
}

extension NetworkStatus {
  fileprivate var kind: NetworkKind? {
    switch self {
    case .unavailable: nil
    case .wifi: .wifi
    case .cellular: .cellular
    case .wired: .wired
    case .other: .other
    }
  }
}
