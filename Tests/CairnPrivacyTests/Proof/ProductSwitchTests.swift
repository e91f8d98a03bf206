#if canImport(CryptoKit) || Crypto
import Cairn
import CairnContent
import CairnExperiments
import CairnTesting
import Foundation
import Testing

/// Content analytics and experiments with all pairs of switches, and a unique word in each input;
/// then all files are searched.
@Suite struct ProductSwitchTests {
  struct Switches: CustomTestStringConvertible, Sendable {
    var isTracking: Bool
    var consent: Consent
    var denialComesFirst: Bool
    /// Whether experiments send reports.
    var reports: Bool

    var testDescription: String {
      "tracking \(isTracking), \(consent)\(denialComesFirst ? ", consent said first" : "")"
        + (reports ? "" : ", no reports")
    }

    /// Returns whether the disk may contain a call with this word.
    func allow(_ word: Word) -> Bool {
      switch word {
      case .asset, .place, .extra, .scene: consent != .denied && isTracking
      case .goal: consent != .denied && isTracking && reports
      // Displayed content and the attributes of a visitor are stored for the next launch, and are
      // no events.
      case .picture, .text, .action, .segment: consent != .denied
      case .attribute: false
      }
    }

    static let all: [Switches] = [true, false].flatMap { isTracking in
      Consent.allCases.flatMap { consent in
        [true, false].flatMap { denialComesFirst in
          [true, false].map {
            Switches(
              isTracking: isTracking, consent: consent, denialComesFirst: denialComesFirst,
              reports: $0)
          }
        }
      }
    }
  }

  enum Word: String, CaseIterable {
    case asset, place, extra, picture, text, action, scene, attribute, segment, goal

    var text: String { "word-\(rawValue)-7f3a" }
    var value: Value { .string(text) }
  }

  static let document = """
    {"account_id":"100","project":{"id":"200"},"goals":[{"id":"9001","key":"purchase"}],"experiences":[
    {"id":"71001","key":"test","goals":["9001"],"variations":[
    {"id":"c1","key":"control","status":"running","traffic_allocation":100}]}]}
    """

  func callAll(_ content: ContentAnalytics, _ experiments: Experiments) {
    content.trackAsset(Word.asset.text, location: Word.place.text, extras: ["k": Word.extra.value])
    let id = content.registerExperience(
      assets: [ContentItem(Word.picture.text)], texts: [ContentItem(Word.text.text)],
      ctas: [ContentItem(Word.action.text)])
    content.trackExperienceView(id)
    content.trackExperienceClick(ExperienceID(Word.scene.text))
    let visitor = experiments.context(
      visitorID: "visitor", attributes: ["plan": Word.attribute.value])
    visitor.setDefaultSegments([.country: Word.segment.text])
    visitor.runExperience("test")
    visitor.trackConversion("purchase", data: [.transactionID: Word.goal.value])
  }

  @Test(
    "content and experiments leave nothing while denied, with any other switches",
    arguments: Switches.all)
  func search(switches: Switches) async throws {
    let folder = Folder()
    var configuration = Configuration(destinations: [RecordingDestination(name: "server")])
    configuration.directory = folder.url
    configuration.defaultConsent = switches.consent
    configuration.flushAt = 1_000
    configuration.diagnostics = { _ in }
    configuration.seams.clock = ManualClock()
    configuration.seams.host = ManualHost()
    let analytics = Analytics(configuration)
    let content = ContentAnalytics(analytics)
    let experiments = Experiments(
      analytics, ExperimentsConfiguration(document: Array(Self.document.utf8)))
    try await experiments.ready()
    experiments.setTrackingEnabled(switches.reports)
    if switches.denialComesFirst { analytics.setConsent(switches.consent) }
    analytics.setTrackingEnabled(switches.isTracking)
    if !switches.denialComesFirst { analytics.setConsent(switches.consent) }
    callAll(content, experiments)
    analytics.engine?.handle(.background)
    for word in Word.allCases where !switches.allow(word) {
      #expect(try folder.files(with: word.text) == [], "\(word)")
    }
    if switches.isTracking, switches.reports, switches.consent == .granted {
      for word in Word.allCases where switches.allow(word) {
        #expect(try !folder.files(with: word.text).isEmpty, "\(word): the search is blind")
      }
    }
    try await analytics.erase()
    for word in Word.allCases {
      #expect(try folder.files(with: word.text) == [], "\(word) after all was erased")
    }
    await analytics.close()
    withExtendedLifetime((content, experiments)) {}
  }
}
#endif
