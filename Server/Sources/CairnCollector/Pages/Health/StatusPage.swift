import Foundation

/// `/status`: whether the collector works, and how well.
struct StatusPage: Page {
  static let place = PagePlace.status
  /// The newest events whose delay is measured.
  private static let sample = 200

  let store: any QuestionStore
  let parts: StatusParts
  let started = ContinuousClock.now

  func content(_ visit: Visit) async throws -> PageContent {
    let readiness =
      parts.drain.isDraining
      ? Readiness.unready("the collector is shutting down") : await store.readiness()
    let newest = try await store.search(EventSearch(project: visit.project, limit: Self.sample))
    let seesAll = visit.viewer.scope == .allProjects
    let projects = projectTable(visit)
    let keys = KeyTable(keys: parts.keys.all, viewer: visit.viewer).table
    let delays = DelayTable(events: newest.events).table
    var content = PageContent(title: "Health")
    content.lead = "Whether this collector accepts events, and how long they take."
    content.tables = [projects, keys, delays]
    content.body = """
      \(banner(readiness, tellsReason: seesAll))
      \(seesAll ? await machine() : "")
      \(seesAll ? rates(visit.zone) : "")
      <section><h2>Projects</h2>\(projects.html(visit.zone))</section>
      <section><h2>Time that events waited on the device</h2>\(delays.html(visit.zone))</section>
      <section><h2>Keys</h2>\(keys.html(visit.zone))</section>
      """
    return content
  }

  private func banner(_ readiness: Readiness, tellsReason: Bool) -> HTML {
    switch readiness {
    case .ready:
      "<p class=\"banner good\"><strong>Ready.</strong> Events are accepted and stored.</p>"
    case .unready(let reason):
      """
      <p class="banner bad"><strong>Not ready.</strong> \
      \(tellsReason ? reason : "The operator can see the reason.")</p>
      """
    }
  }

  private func machine() async -> HTML {
    let totals = store.totals
    let size = await store.size()
    let process = ProcessStatus.now()
    let uptime = Int64((ContinuousClock.now - started) / .microseconds(1))
    let oldest = parts.waitingRoom.oldest.map { Int64($0 / .microseconds(1)) } ?? 0
    let repeats = totals.duplicatesReceived
    let items: [(String, String)] = [
      ("stored", Words.number(totals.stored)),
      ("duplicates", Words.number(repeats)),
      ("duplicate share", Words.share(repeats, of: totals.stored + repeats)),
      ("conflicts", Words.number(totals.conflictsReceived)),
      ("refused", Words.number(totals.refused)), ("removed", Words.number(totals.removed)),
      ("batches waiting", Words.number(parts.waitingRoom.count)),
      ("oldest waits", Words.duration(oldest)),
      ("connections", Words.number(parts.connections.count)),
      ("viewers of Live", Words.number(parts.feed.viewers)),
      ("store", parts.kindOfStore), ("size", size.bytes.map(Words.bytes) ?? "–"),
      ("free on its disk", size.freeBytes.map(Words.bytes) ?? "–"),
      ("memory", process.residentBytes.map(Words.bytes) ?? "–"),
      ("running for", Words.duration(uptime)), ("version", CollectorVersion.text),
    ]
    let list = items.map { item -> HTML in "<div><dt>\(item.0)</dt><dd>\(item.1)</dd></div>" }
    return "<dl class=\"numbers\">\(list)</dl>"
  }

  private func rates(_ zone: ZonedTime) -> HTML {
    let minutes = parts.rates.minutes()
    guard minutes.count > 1 else {
      return "<p class=\"fine\">The rates of the last hour appear after two minutes.</p>"
    }
    let line = { (label: String, count: (CollectorStatistics) -> Int) in
      TimeChart.Line(label: label, values: minutes.map { max(0, count($0.added)) })
    }
    let chart = TimeChart(
      title: "Events of each minute",
      points: minutes.map { (zone.hour($0.time), zone.hour($0.time) + " " + zone.name) },
      lines: [
        line("stored") { $0.stored }, line("duplicates") { $0.duplicatesReceived },
        line("refused") { $0.refused + $0.conflictsReceived },
      ], noun: "events")
    return chart.html
  }

  private func projectTable(_ visit: Visit) -> DataTable {
    DataTable(
      name: "projects", caption: "Counts of each project",
      columns: [
        .init(name: "project", title: "Project"),
        .init(name: "stored", title: "Stored", isNumeric: true),
        .init(name: "duplicates", title: "Duplicates", isNumeric: true),
        .init(name: "duplicateShare", title: "Of received", isNumeric: true),
        .init(name: "conflicts", title: "Conflicts", isNumeric: true),
        .init(name: "refused", title: "Refused", isNumeric: true),
        .init(name: "removed", title: "Removed", isNumeric: true),
        .init(name: "requests", title: "Batches", isNumeric: true),
      ],
      rows: visit.projects.map { project in
        let counts = project.counts
        let received = counts.stored + counts.duplicatesReceived
        let link = PageLink(PagePlace.trends.path, ["project": project.project])
        return [
          .text(project.project, link), .number(counts.stored),
          .number(counts.duplicatesReceived), .share(counts.duplicatesReceived, of: received),
          .number(counts.conflictsReceived), .number(counts.refused), .number(counts.removed),
          .number(counts.requests),
        ]
      },
      empty: "No events yet: this collector waits for its first batch at <code>/v1/batch</code>.")
  }
}

/// The parts of a collector that Health looks at.
struct StatusParts: Sendable {
  let waitingRoom: WaitingRoom
  let connections: Connections
  let drain: Drain
  let feed: LiveFeed
  let rates: RateHistory
  let keys: KeyRing
  let kindOfStore: String
}
