public import Cairn
import Foundation

/// Records views of and clicks on content: single assets, and experiences that consist of several
/// parts.
///
/// ```swift
/// let content = ContentAnalytics(analytics)
/// content.trackAsset("https://img.example.com/hero.jpg", .view, location: "home")
/// let banner = content.registerExperience(
///   assets: ["https://img.example.com/hero.jpg"], texts: ["Summer sale"])
/// content.trackExperienceClick(banner, location: "home")
/// ```
///
/// An interaction is an event in the journal when the call returns. It is aggregated when it is
/// sent: by `CairnAdobe`, or by `ContentEngagement` in front of any other destination. A crash in
/// between neither loses an interaction nor counts it twice. Every method may be called from any
/// thread. The methods that track wait for nothing but the disk.
///
/// Interactions are recorded like other events: consent, the tracking switch and remote settings
/// apply, redaction rules apply to URLs, locations and extras, and an interaction counts as session
/// activity. Interactions are not sampled, and neither enrichers nor super properties change them,
/// because that would split the counts.
public final class ContentAnalytics: Sendable {
  /// The instance that records the interactions.
  public let analytics: Analytics
  package let definitions: Definitions?
  private let settings: Locked<Settings>
  private let makeDestination: (@Sendable (ContentConfiguration) -> any Destination)?
  /// Serializes changes of the configuration.
  private let changes = AsyncSerialQueue()
  /// The registration for the engine's signals; nil without an engine.
  private let place = Locked<Int?>(nil)

  struct Settings {
    var configuration: ContentConfiguration
    var rules: ExclusionRules
    /// IDs of experiences that were tracked without a definition.
    ///
    /// Each is reported once.
    var unknown: Set<CodeUnitKey> = []
    /// IDs of experiences that were recorded for the featurization service in this launch.
    var announced: Set<CodeUnitKey> = []

    init(_ configuration: ContentConfiguration) {
      self.configuration = configuration
      rules = ExclusionRules(configuration)
    }
  }

  /// Makes an instance.
  ///
  /// - Parameters:
  ///   - analytics: The instance that records the interactions. Its configuration contains the
  ///     destination that aggregates them.
  ///   - configuration: The configuration of content analytics.
  ///   - destination: Makes that destination from a configuration, for `update(_:)`; nil when the
  ///     configuration never changes.
  public init(
    _ analytics: Analytics, _ configuration: ContentConfiguration = ContentConfiguration(),
    destination: (@Sendable (ContentConfiguration) -> any Destination)? = nil
  ) {
    let bounded = configuration.bounded
    self.analytics = analytics
    makeDestination = destination
    settings = Locked(Settings(bounded))
    definitions = analytics.engine.map { engine in
      Definitions(engine.experiences, diagnostics: engine.diagnostics) { [weak engine] in
        engine?.consents.most != .denied
      }
    }
    let place = analytics.engine?.accompany(
      handle: { [weak self] in self?.handle($0) }, forget: { [weak self] _ in self?.forget() })
    self.place.withLock { $0 = place }
    warn(bounded)
  }

  deinit {
    if let place = place.withLock({ $0 }) { analytics.engine?.leave(place) }
  }

  /// The current configuration.
  public var configuration: ContentConfiguration { settings.withLock { $0.configuration } }

  /// Replaces the configuration.
  ///
  /// New patterns apply to the next call. Waiting interactions are delivered at once if batching is
  /// now off or if their number reaches the new batch size. Otherwise a new interval begins, which
  /// ends `ContentConfiguration.maximumWait` after the first interaction at the latest.
  public func update(_ configuration: ContentConfiguration) async {
    await changes.pass { [self] in
      let bounded = configuration.bounded
      let hasChanged = settings.withLock { settings in
        guard settings.configuration != bounded else { return false }
        settings = Settings(bounded)
        return true
      }
      guard hasChanged else { return }
      warn(bounded)
      if let makeDestination { await analytics.addDestination(makeDestination(bounded)) }
    }
  }

  /// Removes the definitions of experiences and drops the interactions that wait for delivery,
  /// sealed or not.
  ///
  /// `Analytics.reset()` does the same and also resets the user. Dropped interactions are never
  /// delivered, even if the process is killed as soon as this method returns. They are counted as
  /// `DropReason.reset`. Their records are removed from the disk when other destinations have
  /// received the events that were recorded with them. State that the destination received from its
  /// server is removed too.
  public func reset() {
    analytics.engine?.giveUpInteractions()
    forget()
  }

  private func handle(_ signal: HostSignal) {
    if signal == .background || signal == .terminating { definitions?.storeOrder() }
  }

  private func forget() {
    definitions?.removeAll()
    settings.withLock { settings in
      settings.unknown = []
      settings.announced = []
    }
  }

  private func warn(_ configuration: ContentConfiguration) {
    for warning in configuration.warnings { report(.warning, "content.configuration", warning) }
  }

  func report(_ level: Diagnostic.Level, _ code: String, _ message: String) {
    analytics.engine?.diagnostics.report(level, code, message)
  }

  /// Calls `body` with exclusive access to the settings.
  func withSettings<Result: Sendable>(_ body: (inout sending Settings) -> sending Result) -> Result
  {
    settings.withLock(body)
  }

  func record(
    _ subject: ContentSubject, _ type: InteractionType, _ location: String?,
    _ extras: [String: Value]?, assets: [String] = [], measures: ContentMeasures? = nil
  ) -> EventID? {
    let properties = ContentInteraction.properties(
      subject, type, location, extras, assets: assets, measures: measures)
    let id = analytics.engine?.recorder.record(.interaction, subject.name, properties).id
    if let id {
      report(
        .trace, "content.tracked",
        "[BATCH_PROCESSOR] accumulated \(subject.name.uppercased()) event: \(id)")
    }
    return id
  }

  /// Returns whether the text contains anything but white space; logs a warning if it does not.
  func isPresent(_ text: String, _ what: String) -> Bool {
    if text.contains(where: { !$0.isWhitespace }) { return true }
    report(.warning, "content.blank", "an interaction was not tracked: its \(what) is blank")
    return false
  }
}
