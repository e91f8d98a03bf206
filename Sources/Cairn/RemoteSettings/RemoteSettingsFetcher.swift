import Foundation

/// Fetches remote settings, stores them, and applies them.
package actor RemoteSettingsFetcher {
  private static let retryInterval: Milliseconds = .minutes(5)
  private static let longestRequest: Milliseconds = .minutes(1)
  /// The maximum number of invalid values in one document that are logged, each with a line.
  private static let mostIssues = 10

  private nonisolated let disk = DiskExecutor()
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    disk.asUnownedSerialExecutor()
  }

  private let settings: RemoteSettings
  private let interval: Milliseconds
  private let address: UInt64
  private let path: String
  private let files: any FileSystem
  /// The file; nil until it can be opened.
  private var file: DoubleSlotFile?
  private let clock: any Clock
  private let boot: UInt64
  private let gate: RemoteSettingsGate
  private let diagnostics: Diagnostics
  private let onSchedule: @Sendable (RemoteSettingsValues?) -> Void
  private var copy: CachedRemoteSettings?
  /// The settings in force.
  private var rules: RemoteSettingsValues?
  private var nextRequest: MonotonicTime
  private var isUnavailable = false
  private var isAsking = false

  /// Applies the settings that an earlier launch stored, unless they have expired.
  ///
  /// `onSchedule` is called with the settings in force, nil for none, whenever they change.
  init(
    _ settings: RemoteSettings, _ path: String, files: any FileSystem, clock: any Clock,
    gate: RemoteSettingsGate, diagnostics: Diagnostics,
    onSchedule: @escaping @Sendable (RemoteSettingsValues?) -> Void
  ) {
    self.settings = settings
    self.path = path
    self.files = files
    self.clock = clock
    self.gate = gate
    self.diagnostics = diagnostics
    self.onSchedule = onSchedule
    let (interval, now) = (Milliseconds(seconds: settings.refreshInterval), clock.now())
    self.interval = interval
    address = XXH64.hash(Array(settings.url.absoluteString.utf8), seed: 0)
    boot = BootID.identifier(files)
    file = Self.open(path, files, diagnostics)
    nextRequest = now.continuous
    guard let kept = CachedSettingsLoader(file, from: address, now, boot: boot) else { return }
    copy = kept.copy
    nextRequest = now.continuous + max(0, interval - min(interval, kept.copy.age.spent))
    guard let rules = kept.rules else { return }
    self.rules = rules
    gate.set(rules, until: kept.end)
    onSchedule(rules)
  }

  /// Opens a file that could not be opened before.
  private func reopen() {
    guard file == nil else { return }
    file = Self.open(path, files, diagnostics)
    let now = clock.now()
    // Settings that were fetched since are newer.
    guard copy == nil, let kept = CachedSettingsLoader(file, from: address, now, boot: boot) else {
      return
    }
    copy = kept.copy
    if let rules = kept.rules { apply(rules, until: kept.end) }
  }

  private static func open(
    _ path: String, _ files: any FileSystem, _ diagnostics: Diagnostics
  ) -> DoubleSlotFile? {
    do throws(FileError) {
      return try DoubleSlotFile(
        path, magic: CachedRemoteSettings.magic, slotSize: CachedRemoteSettings.slotSize,
        files: files)
    } catch {
      diagnostics.report(
        .notice, "settings.storage", "remote settings are not kept across launches: \(error)")
      return nil
    }
  }

  /// Starts the work; it ends when the task is cancelled.
  nonisolated func begin() -> Task<Void, Never> {
    Task.detached(priority: .utility) { await self.run() }
  }

  /// Fetches the settings when they are due, until cancelled.
  func run() async {
    while !Task.isCancelled {
      await refresh()
      try? await clock.sleep(untilContinuous: nextWake)
    }
  }

  /// Fetches the settings if they are due, after the app entered the foreground or the network
  /// returned.
  nonisolated func handle(_ signal: HostSignal) {
    Task.detached(priority: .utility) { await self.refresh(isOnline: signal == .online) }
  }

  private var nextWake: MonotonicTime {
    guard let rules, let age = copy?.age else { return nextRequest }
    return min(nextRequest, age.moment.continuous + rules.validFor - age.spent)
  }

  /// Fetches the settings if they are due, or if the last request failed and the network is
  /// available again.
  package func refresh(isOnline: Bool = false) async {
    reopen()
    grow()
    let now = clock.now().continuous
    guard !isAsking, now >= nextRequest || isOnline && isUnavailable else { return }
    isAsking = true
    nextRequest = now + min(interval, Self.retryInterval)
    let answer = await answer()
    isAsking = false
    // A cancelled task has no response because of the cancellation.
    if !Task.isCancelled { take(RemoteSettingsResponse(answer, hasCopy: copy != nil)) }
  }

  /// Updates the age of the settings, and removes those that have expired.
  private func grow() {
    guard let age = copy?.age.advanced(to: clock.now(), boot: boot) else { return }
    copy?.age = age
    store()
    guard let rules, age.spent >= rules.validFor else { return }
    self.rules = nil
    gate.clear()
    onSchedule(nil)
    diagnostics.report(
      .notice, "settings.expired",
      "the remote settings have expired, because newer ones could not be fetched")
  }

  /// Sends the request; returns nil when there was no response.
  private func answer() async -> HTTPResponse? {
    var request = HTTPRequest(url: settings.url, method: "GET")
    request.headers = [
      ("Accept", "application/json"), ("User-Agent", "\(Library.name)/\(Library.version)"),
    ]
    if let tag = copy?.tag { request.headers.append(("If-None-Match", tag)) }
    return await clock.limit(Self.longestRequest) { [settings, request] in
      try? await settings.transport.send(request)
    } ?? nil
  }

  private func take(_ answer: RemoteSettingsResponse) {
    let now = clock.now()
    let fresh = RemoteAge(spent: 0, moment: now, boot: boot)
    switch answer {
    case .unusable(let reason):
      if !isUnavailable {
        diagnostics.report(
          .notice, "settings.unavailable",
          "remote settings could not be fetched; the last ones stay until they expire: \(reason)")
      }
      isUnavailable = true
      return
    case .unchanged: copy?.age = fresh
    case .new(_, let issues, let body, let tag):
      for issue in issues.prefix(Self.mostIssues) {
        diagnostics.report(.warning, "settings.value", "in the remote settings, \(issue)")
      }
      if issues.count > Self.mostIssues {
        diagnostics.report(
          .warning, "settings.value",
          "in the remote settings, \(issues.count - Self.mostIssues) more are ignored")
      }
      copy = CachedRemoteSettings(body: body, tag: tag, age: fresh)
    }
    isUnavailable = false
    nextRequest = now.continuous + interval
    store()
    if case .new(let rules, _, _, _) = answer {
      apply(rules, until: now.continuous + rules.validFor)
    } else if let copy, let (rules, _) = try? RemoteSettingsValues.read(copy.body) {
      apply(rules, until: now.continuous + rules.validFor)
    }
  }

  private func apply(_ new: RemoteSettingsValues, until end: MonotonicTime) {
    gate.set(new, until: end)
    guard new != rules else { return }
    rules = new
    onSchedule(new)
    diagnostics.report(
      .notice, "settings.changed", "new remote settings are in effect: \(new)")
  }

  private func store() {
    guard let copy, let file else { return }
    do throws(FileError) {
      try file.write(copy.encoded(from: address))
    } catch {
      diagnostics.report(
        .notice, "settings.storage", "remote settings are not kept across launches: \(error)")
    }
  }
}
