import Foundation

/// What the events say of the app, the device and the session.
extension Engine {
  /// What the device says is recorded before anything else is done about it.
  func record(_ signal: HostSignal) {
    context.hear(signal)
    let now = clock.now()
    switch signal {
    case .foreground: recorder.attend(.activity, at: now)
    case .background: recorder.attend(.background, at: now)
    case .terminating: recorder.attend(.terminating, at: now)
    default: break
    }
    lifecycle.hear(signal)
  }

  func open(_ url: URL, referrer: URL?) -> EventID? {
    let link = DeepLink(url, referrer: referrer, without: secretNames, longest: longestLink)
    // A link that the user did not agree to have recorded is not kept for another event either.
    if recorder.pass(at: clock.now()).refusal == nil { lifecycle.open(link) }
    return recorder.record(link).id
  }
}
