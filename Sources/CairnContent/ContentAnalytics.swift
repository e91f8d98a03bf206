public import Cairn
import Foundation

/// Counts how often content was seen and used: single assets, and experiences that are made of several.
///
/// ```swift
/// let content = ContentAnalytics(analytics)
/// content.trackAsset("https://img.example.com/hero.jpg", .view, location: "home")
/// let banner = content.registerExperience(assets: ["https://img.example.com/hero.jpg"], texts: ["Summer sale"])
/// content.trackExperienceClick(banner, location: "home")
/// ```
///
/// An interaction is an event in the journal when the call returns, and is counted when it is sent: by `CairnAdobe`, or by
/// `ContentEngagement` in front of any other destination. However often the app crashes in between, each is counted once.
/// Every method may be called from any thread; those that track wait for nothing but the disk.
///
/// An interaction is recorded as other events are: consent, the tracking switch and remote settings hold for it, rules of
/// redaction apply to addresses, locations and extras, and it is an activity of the session. It is not sampled, and neither
/// enrichers nor super properties change it, since they would divide the counts.
public final class ContentAnalytics: Sendable {
  /// What records the interactions.
  public let analytics: Analytics
  package let definitions: Definitions?
  private let settings: Locked<Settings>
  private let makeDestination: (@Sendable (ContentConfiguration) -> any Destination)?
  /// Changes of the configuration, one after another.
  private let changes = Turnstile()
  /// At which the engine tells it what it hears.
  private let place = Locked<Int?>(nil)

  struct Settings {
    var configuration: ContentConfiguration
    var rules: ExclusionRules
    /// Experiences that were tracked and are not known: each is said once.
    var unknown: Set<ExactText> = []
    /// Experiences that were announced to the featurization service in this launch.
    var announced: Set<ExactText> = []

    init(_ configuration: ContentConfiguration) {
      self.configuration = configuration
      rules = ExclusionRules(configuration)
    }
  }

  /// Begins to track.
  ///
  /// - Parameters:
  ///   - analytics: What records the interactions. Its configuration names the destination that counts them.
  ///   - configuration: How content analytics works.
  ///   - destination: Makes that destination from a configuration, for `update(_:)`; nil when it never changes.
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
      hear: { [weak self] in self?.hear($0) }, forget: { [weak self] _ in self?.forget() })
    self.place.withLock { $0 = place }
    warn(bounded)
  }

  deinit {
    if let place = place.withLock({ $0 }) { analytics.engine?.leave(place) }
  }

  /// What holds now.
  public var configuration: ContentConfiguration { settings.withLock { $0.configuration } }

  /// Takes another configuration from now on.
  ///
  /// Patterns hold for the next call. Batching: what waits is delivered at once if it is switched off or as many wait as
  /// the new size says; a new interval begins now, and ends at `ContentConfiguration.longestWait` at the latest.
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

  /// Forgets the definitions of experiences, and gives up the interactions that wait, sealed or not; `Analytics.reset()` does
  /// the same, and forgets the user.
  ///
  /// Nothing delivers them any more, also when the process is killed as soon as it has returned; they are counted
  /// (`DropReason.reset`), and their records go from the disk when other destinations have what was recorded with them. What
  /// the network has given to the destination is forgotten too.
  public func reset() {
    analytics.engine?.giveUpInteractions()
    forget()
  }

  private func hear(_ signal: HostSignal) {
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

  /// What does not change while a call is worked at.
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
        .debug, "content.tracked",
        "[BATCH_PROCESSOR] accumulated \(subject.name.uppercased()) event: \(id)")
    }
    return id
  }

  /// Whether there is anything but white space; said when there is not.
  func isPresent(_ text: String, _ what: String) -> Bool {
    if text.contains(where: { !$0.isWhitespace }) { return true }
    report(.warning, "content.blank", "an interaction was not tracked: its \(what) is blank")
    return false
  }
}
