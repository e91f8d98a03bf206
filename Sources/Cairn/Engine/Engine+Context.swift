import Foundation

/// Updates of the context, the session and the lifecycle.
extension Engine {
  /// Records a signal of the device before any other part handles it.
  func record(_ signal: HostSignal) {
    context.handle(signal)
    let now = clock.now()
    switch signal {
    case .foreground:
      recorder.setForeground(true)
      recorder.handle(.activity, at: now)
    case .background:
      recorder.handle(.background, at: now)
      // A Mac app is used while another one is in front.
      if host.reportsForeground || appReports.withLock({ $0.isInFront == false }) {
        recorder.setForeground(false)
      }
    case .terminating: recorder.handle(.terminating, at: now)
    case .offline, .online, .network, .suspending, .lowPower, .lowData: break
    }
    lifecycle.handle(signal)
  }

  func open(_ url: URL, referrer: URL?) -> EventID? {
    // A link brings the app to the foreground, but may arrive before the system's notification.
    recorder.setForeground(true)
    let link = DeepLink(url, referrer: referrer, without: secretQueryKeyNames, longest: longestLink)
    // A link that may not be recorded is not kept for a later event either.
    if recorder.pass(at: clock.now()).refusal == nil { lifecycle.open(link) }
    return recorder.record(link).id
  }
}
