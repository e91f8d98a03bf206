/// The shared instance, for apps that do not pass an instance to their code.
extension Analytics {
  private enum Shared: Sendable {
    case none
    /// The thread that creates the instance.
    case starting(by: UInt)
    case started(Analytics)
  }

  private static let sharedState = WaitableValue(Shared.none)
  private static let warnings = Locked<Set<String>>([])
  /// An instance that records nothing.
  private static let absent = Analytics()

  /// The instance that `start(_:)` created.
  ///
  /// Before `start(_:)`, its calls record nothing and return nil, which the log says once.
  /// Call `start(_:)` first thing when the app starts; while it runs, other threads wait here for
  /// its end. An app that passes its instance on, or has several of them, does not need this
  /// property.
  public static var shared: Analytics {
    if let instance = sharedInstance { return instance }
    warnOnce("Analytics.shared was used before Analytics.start(_:): it records nothing until then")
    return absent
  }

  /// Creates the shared instance, and returns it.
  ///
  /// It is created once: a later call changes nothing, returns the first instance, and logs a
  /// warning. It can be called from any thread; while another thread creates the instance, the call
  /// waits for it. A closure of the configuration that calls it meanwhile gets an instance that
  /// records nothing. `init(_:)` describes the work.
  ///
  /// - Parameter configuration: The configuration of the instance.
  /// - Returns: The shared instance.
  @discardableResult
  public static func start(_ configuration: Configuration) -> Analytics {
    let thread = ThreadNumber.current
    let before = sharedState.wait { state -> Shared? in
      switch state {
      case .none:
        state = .starting(by: thread)
        return Shared.none
      case .starting(let starter): return starter == thread ? state : nil
      case .started: return state
      }
    }
    switch before {
    case .none:
      let analytics = Analytics(configuration)
      sharedState.change { $0 = .started(analytics) }
      return analytics
    case .starting:
      warnOnce("Analytics.start(_:) was called by a closure that it has called: it is ignored")
      return absent
    case .started(let analytics):
      configuration.diagnostics(
        Diagnostic(
          .warning, "shared.again",
          "Analytics.start(_:) was called again: the first configuration applies"))
      return analytics
    }
  }

  /// The instance; nil before the start, and for the thread that creates it.
  private static var sharedInstance: Analytics? {
    sharedState.wait { state -> Analytics?? in
      switch state {
      case .none: .some(nil)
      case .starting(let starter): starter == ThreadNumber.current ? .some(nil) : nil
      case .started(let analytics): analytics
      }
    }
  }

  private static func warnOnce(_ text: String) {
    guard warnings.withLock({ $0.insert(text).inserted }) else { return }
    SystemLog.write(Diagnostic(.error, "shared.missing", text), from: .error)
  }
}
