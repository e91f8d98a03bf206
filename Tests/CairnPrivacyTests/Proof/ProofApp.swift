#if canImport(CryptoKit) || Crypto
import Cairn
import CairnContent
import CairnExperiments
import CairnPrivacy
import CairnTesting
import Foundation

/// An app in one of the states that uses every word, and the places where they can be read
/// afterwards.
final class ProofApp: Sendable {
  static let salt: [UInt8] = Array("salt of the proof".utf8)

  /// The examined data, as long as it counts.
  private struct Seen {
    /// The files; most are unchanged since the last look.
    var disk: Set<Data> = []
    var log: [String] = []
    var firstRequest = 0
  }

  let state: ProofState
  private let folder = Folder()
  private let clock = ManualClock()
  private let server = ProofServer()
  private let key = Key()
  private let seen = Locked(Seen())
  private let codes = Locked<Set<String>>([])

  private let action: RedactionAction

  /// Creates an app; in the redacted state, `action` is applied to each word.
  init(_ state: ProofState, _ action: RedactionAction = .hash(salt: ProofApp.salt)) {
    self.state = state
    self.action = action
  }

  /// Uses every word, lets everything be refused, and examines each step.
  func run() async throws {
    let analytics = Analytics(configuration)
    while !codes.withLock({ $0.contains("settings.changed") }) { await Task.yield() }
    analytics.setConsent([ConsentCategory(ProofInput.word("category")): consent])
    let experiments = Experiments(analytics, experiments)
    try await experiments.ready()
    sayAll(analytics)
    sayAll(experiments)
    let content = ContentAnalytics(analytics)
    sayAll(content)
    try look()
    for _ in 0..<6 {
      await analytics.flush()
      try look()
    }
    if state == .erased {
      try await analytics.erase()
      forget()
    }
    server.accept()
    analytics.track("later")
    try look()
    await analytics.flush()
    try look()
    await analytics.close()
    try look()
    withExtendedLifetime((experiments, content)) {}
  }

  /// Returns how a word can be read.
  func finding(_ word: String, in place: ProofPlace) -> ProofFinding {
    let texts = texts(of: place)
    let login = Data("\(word):".utf8).base64EncodedString()
    if [word, login].contains(where: { texts.hold($0) }) { return .plain }
    let hash = ProofInput.pattern.redacted(word, .hash(salt: Self.salt)) ?? word
    return texts.hold(hash) ? .hashed : .absent
  }

  private func texts(of place: ProofPlace) -> [Data] {
    let seen = seen.withLock { $0 }
    return switch place {
    case .disk: Array(seen.disk)
    case .requests: server.requests.dropFirst(seen.firstRequest).map { Data($0.text.utf8) }
    case .log: seen.log.map { Data($0.utf8) }
    }
  }

  private func look() throws {
    let files = try folder.files()
    // The names of files are on the disk as well.
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    seen.withLock {
      $0.disk.formUnion(files.values.map { Data($0) })
      $0.disk.insert(Data(names.joined(separator: "\n").utf8))
    }
  }

  /// Discards the earlier findings.
  private func forget() {
    let sent = server.requests.count
    seen.withLock { $0 = Seen(firstRequest: sent) }
  }

  private var configuration: Configuration {
    var address = URLComponents()
    (address.scheme, address.host, address.path) = ("https", "collect.example", "/v1/batch")
    address.query = "key=\(ProofInput.word("address"))"
    var http = HTTPDestination(
      endpoint: address.url ?? folder.url, writeKey: ProofInput.word("writekey"),
      name: ProofInput.word("destination"), transport: server.transport)
    http.headers = ["X-Token": ProofInput.word("header")]
    var configuration = Configuration(
      writeKey: ProofInput.word("writekey"), destinations: [http])
    configuration.directory = folder.url
    configuration.installation = ProofInput.word("installation")
    configuration.defaultConsent = consent
    configuration.flushAt = 1_000
    configuration.sessionTimeout = 1_800
    configuration.lifecycleEvents = .all
    configuration.enrichers = [ProofEnricher()]
    configuration.inspectors = [ProofInspector()]
    configuration.remoteSettings = settings
    if state == .redacted {
      configuration.redaction = [.pattern(ProofInput.pattern, action: action)]
    }
    if state == .encrypted { configuration.encryption = .chaChaPoly(key) }
    configuration.diagnostics = { [self] line in
      codes.withLock { _ = $0.insert(line.code) }
      seen.withLock { $0.log.append("\(line.code) \(line.message)") }
    }
    configuration.seams.clock = clock
    configuration.seams.host = ManualHost()
    return configuration
  }

  private var consent: Consent {
    switch state {
    case .pending: .pending
    case .denied: .denied
    case .granted, .erased, .redacted, .encrypted: .granted
    }
  }

  private var settings: RemoteSettings? {
    URL(string: "https://settings.example/\(ProofInput.word("settings"))").map {
      RemoteSettings(url: $0, transport: server.transport)
    }
  }

  private var experiments: ExperimentsConfiguration {
    let source = HTTPExperimentSource(
      key: ProofInput.word("sdk"), secret: ProofInput.word("token"),
      base: URL(string: "https://experiments.example/api") ?? folder.url,
      transport: server.transport)
    return ExperimentsConfiguration(source: source)
  }
}

extension ProofApp {
  private func word(_ name: String) -> Value { .string(ProofInput.word(name)) }

  private func sayAll(_ analytics: Analytics) {
    analytics.superProperties.register(["everywhere": word("super")])
    let link =
      "https://\(ProofInput.word("login")):x@shop.example/\(ProofInput.word("path"))"
      + "?ref=\(ProofInput.word("parameter"))&utm_source=\(ProofInput.word("campaign"))"
      + "&token=\(ProofInput.word("secret"))"
    let referrer = URL(string: "https://news.example/\(ProofInput.word("referrer"))")
    if let link = URL(string: link) { analytics.openURL(link, referrer: referrer) }
    analytics.identify(ProofInput.word("user"), traits: ["t": word("trait")])
    analytics.track(
      ProofInput.word("event"),
      [
        "p": word("property"), ProofInput.word("key"): 1,
        "list": [["deep": word("nested")]],
      ])
    analytics.screen(ProofInput.word("screen"), ["p": word("shown")])
    analytics.group(ProofInput.word("group"), traits: ["t": word("team")])
    analytics.alias(ProofInput.word("alias"))
  }

  private func sayAll(_ experiments: Experiments) {
    let visitor = experiments.context(
      visitorID: ProofInput.word("visitor"), attributes: ["plan": word("attribute")])
    visitor.setDefaultSegments([.country: ProofInput.word("segment")])
    visitor.runExperience(ProofInput.word("experience"))
    visitor.trackConversion("purchase", data: [.transactionID: word("goal")])
  }
}

extension ProofApp {
  private func sayAll(_ content: ContentAnalytics) {
    content.trackAsset(
      ProofInput.word("asset"), location: ProofInput.word("place"),
      extras: ["k": word("extra")])
    content.registerExperience(
      assets: [ContentItem(ProofInput.word("picture"))],
      texts: [ContentItem(ProofInput.word("text"), styles: ["font": word("style")])],
      ctas: [ContentItem(ProofInput.word("cta"))])
    content.trackExperienceView(ExperienceID(ProofInput.word("scene")))
  }
}

private struct ProofEnricher: Enricher {
  func enrich(_ event: inout Event) {
    guard event.name == ProofInput.word("event") else { return }
    event.context["added"] = .string(ProofInput.word("context"))
    event.properties["added"] = .string(ProofInput.word("enriched"))
  }
}

private struct ProofInspector: EventInspector {
  func inspect(_ event: Event) -> ValidationIssue? {
    event.name == "later" ? nil : ValidationIssue(ProofInput.word("objection"))
  }
}

extension [Data] {
  fileprivate func hold(_ text: String) -> Bool {
    let bytes = Data(text.utf8)
    return contains { $0.range(of: bytes) != nil }
  }
}
#endif
