/// The life of the app and the state of the device, as the app itself reports them.
///
/// The SDK observes Apple platforms and Linux itself. Call these methods only where it cannot:
/// on Android, and in a host with an app life cycle of its own.
extension Analytics {
  /// Reports that the app came to the foreground.
  ///
  /// A session begins or continues, and pending events are delivered. A repeated report has no
  /// effect. Safe to call from any thread; returns without waiting for the network.
  public func appDidEnterForeground() { engine?.appDidEnterForeground() }

  /// Reports that the app went to the background, where the system may end it without notice.
  ///
  /// Pending events are delivered, and the journal is synced. A repeated report only calls
  /// `completion`. Safe to call from any thread; returns without waiting for the network.
  ///
  /// - Parameter completion: Called once, on any thread, when all destinations have accepted the
  ///   pending events or an attempt has failed, and recorded events survive a loss of power. On
  ///   Android, keep the process running until then, for example with a job of the system.
  public func appDidEnterBackground(completion: @escaping @Sendable () -> Void = {}) {
    guard let engine else { return completion() }
    engine.appDidEnterBackground(onEnd: completion)
  }

  /// Reports that the process ends when this call returns.
  ///
  /// Recorded events are synced, for two seconds at most; nothing is delivered. Call
  /// ``close(flushingForSeconds:)`` instead where the app can wait for the network.
  public func appWillTerminate() { engine?.appWillTerminate() }

  /// Reports the network connection, at the start and after each change.
  ///
  /// While it is `unavailable`, no delivery is attempted, not even by `flush()`; when it returns,
  /// pending events are delivered at once. The events' `network` context names the kind. Without
  /// a report, the network is assumed to be available. Safe to call from any thread.
  public func networkDidChange(to status: NetworkStatus) { engine?.networkDidChange(to: status) }

  /// Reports whether the device saves power.
  ///
  /// While it does, events wait for at least five minutes for others before a delivery begins.
  /// Safe to call from any thread.
  public func lowPowerModeDidChange(isEnabled: Bool) { engine?.lowPowerModeDidChange(isEnabled) }
}
