/// Handling of what the app itself reports about its life and its device.
extension Engine {
  /// What the app has reported.
  struct AppReports: Sendable {
    var isInFront: Bool?
    var connection = Connection()
  }

  func appDidEnterForeground() {
    let isNew = appReports.withLock { reports in
      defer { reports.isInFront = true }
      return reports.isInFront != true
    }
    if isNew { handle(.foreground) }
  }

  func appDidEnterBackground(onEnd: @escaping @Sendable () -> Void) {
    let isNew = appReports.withLock { reports in
      defer { reports.isInFront = false }
      return reports.isInFront != false
    }
    guard isNew else { return onEnd() }
    let time = HostTime()
    time.whenEnded(onEnd)
    handle(.background, within: time)
  }

  func appWillTerminate() { handle(.terminating) }

  func lowPowerModeDidChange(_ isEnabled: Bool) { handle(.lowPower(isEnabled)) }

  func networkDidChange(to status: NetworkStatus) {
    let path = status.kind.map { Connection.Path($0) }
    for signal in appReports.withLock({ $0.connection.change(to: path) }) { handle(signal) }
  }
}

/// The network connection of a device, as an app reports it.
public enum NetworkStatus: Hashable, Sendable {
  /// There is no connection.
  case unavailable
  /// The connection is Wi-Fi.
  case wifi
  /// The connection is a mobile network.
  case cellular
  /// The connection is a cable.
  case wired
  /// There is a connection of another or of an unknown kind.
  case other
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
