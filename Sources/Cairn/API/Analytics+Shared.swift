/// The instance of an app that wants to reach it from everywhere.
extension Analytics {
  private enum Shared {
    case none
    case starting
    case started(Analytics)
  }

  private static let sharedState = Locked(Shared.none)
  private static let hasWarned = Locked(false)
  /// An instance that records nothing.
  private static let absent = Analytics()

  /// The instance that `start(_:)` created.
  ///
  /// Before `start(_:)`, its calls record nothing and return nil, which standard error says once.
  /// Call `start(_:)` first thing when the app starts. An app that passes its instance on, or has
  /// several of them, does not need this property.
  public static var shared: Analytics {
    if case .started(let analytics) = sharedState.withLock({ $0 }) { return analytics }
    warnOnce(
      "Analytics.shared was used before Analytics.start(_:): its calls record nothing until then")
    return absent
  }

  /// Creates the shared instance, and returns it.
  ///
  /// It is created once: a later call changes nothing, returns the first instance, and logs a
  /// warning. See `init(_:)` for what it does. It can be called from any thread.
  ///
  /// - Parameter configuration: The configuration of the instance.
  /// - Returns: The shared instance.
  @discardableResult
  public static func start(_ configuration: Configuration) -> Analytics {
    let before = sharedState.withLock { state in
      defer { if case .none = state { state = .starting } }
      return state
    }
    switch before {
    case .none:
      let analytics = Analytics(configuration)
      sharedState.withLock { $0 = .started(analytics) }
      return analytics
    case .starting:
      warnOnce("Analytics.start(_:) was called while another call of it ran: it is ignored")
      return absent
    case .started(let analytics):
      configuration.diagnostics(
        Diagnostic(
          .warning, "shared.again",
          "Analytics.start(_:) was called again: the first configuration applies"))
      return analytics
    }
  }

  private static func warnOnce(_ text: String) {
    let isFirst = hasWarned.withLock { hasWarned in
      defer { hasWarned = true }
      return !hasWarned
    }
    guard isFirst else { return }
    StandardError.write(Diagnostic(.error, "shared.missing", text), from: .error)
  }
}
