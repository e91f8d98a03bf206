import Foundation

/// What the events say of the app, the device and the session.
extension Engine {
  static func sessions(
    _ configuration: Configuration, _ path: String, _ journal: Journal, _ files: any FileSystem,
    _ diagnostics: Diagnostics, _ vault: Vault, opens: Bool
  ) -> SessionKeeper {
    guard let timeout = configuration.sessionTimeout else { return .none }
    let seams = configuration.seams
    let keeper = SessionKeeper(
      path + "/session", files: files, timeout: Int64(timeout * 1_000), boot: journal.bootSession,
      at: seams.clock.now(), randomness: seams.randomness, vault: vault,
      opens: opens)
    if let trouble = keeper.trouble {
      diagnostics.report(
        .notice, "session.storage", "the next launch will not know of this session: \(trouble)")
    }
    return keeper
  }

  static func superProperties(
    _ configuration: Configuration, _ path: String, _ files: any FileSystem,
    _ diagnostics: Diagnostics, _ vault: Vault, opens: Bool
  ) -> SuperPropertyStore {
    let store = SuperPropertyStore(
      path + "/super", files: files, maximumEventBytes: configuration.maximumEventBytes,
      vault: vault, opens: opens)
    if let trouble = store.trouble {
      diagnostics.report(
        .error, "superProperties.storage", "they hold for this run alone: \(trouble)")
    }
    return store
  }

  /// Records what the launch has to say.
  func begin(_ path: String, _ files: any FileSystem) {
    recorder.recordLeft()
    lifecycle.launch(path + "/release", files: files)
    context.readScreen()
  }

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
    let link = DeepLink(url, referrer: referrer, dropping: secretQueryKeys)
    lifecycle.open(link)
    return recorder.record(link).id
  }
}
