/// The table of cohorts, whose cells have a color for their share.
struct CohortTable: Sendable {
  let question: RetentionQuestion
  let answer: RetentionTable

  private var cohorts: [RetentionTable.Cohort] { answer.cohorts.filter { $0.users > 0 } }
  private var width: Int { min(question.units, cohorts.map(\.back.count).max() ?? 0) }

  func html(_ zone: ZonedTime) -> HTML {
    guard !cohorts.isEmpty else {
      return "<p class=\"empty\">No user began in this period. Choose a longer one.</p>"
    }
    let heads = (0..<width).map { column -> HTML in
      "<th scope=\"col\" class=\"n\">\(column + 1)</th>"
    }
    let caption = "Users that came back, by \(question.unit.rawValue)s after the first"
    return """
      <div class="scroll" role="region" aria-label="\(caption)" tabindex="0">\
      <table class="cohorts"><caption>\(caption)</caption>
      <thead><tr><th scope="col">\(question.unit == .week ? "Week of" : "Day")</th>\
      <th scope="col" class="n">Users</th>\(heads)</tr></thead>
      <tbody>\(cohorts.map { row($0, zone) })</tbody><tfoot>\(average)</tfoot></table></div>
      """
  }

  private func row(_ cohort: RetentionTable.Cohort, _ zone: ZonedTime) -> HTML {
    let cells = (0..<width).map { column -> HTML in
      guard column < cohort.back.count else { return "<td></td>" }
      return Self.cell(cohort.back[column], of: cohort.users)
    }
    return """
      <tr><th scope="row"><time datetime="\(zone.day(cohort.start))">\(zone.day(cohort.start))\
      </time></th><td class="n">\(Words.number(cohort.users))</td>\(cells)</tr>

      """
  }

  /// The cohorts that have reached a column count in its average.
  private var average: HTML {
    let cells = (0..<width).map { column -> HTML in
      let reached = cohorts.filter { column < $0.back.count }
      return Self.cell(
        reached.reduce(0) { $0 + $1.back[column] }, of: reached.reduce(0) { $0 + $1.users })
    }
    let users = cohorts.reduce(0) { $0 + $1.users }
    return """
      <tr><th scope="row">All</th><td class="n">\(Words.number(users))</td>\(cells)</tr>
      """
  }

  private static func cell(_ users: Int, of all: Int) -> HTML {
    guard all > 0 else { return "<td></td>" }
    let percent = Int((Double(users) / Double(all) * 100).rounded())
    let heat = min(10, users == 0 ? 0 : max(1, (percent + 5) / 10))
    return """
      <td class="n h\(heat)" title="\(Words.count(users, "user")) of \(Words.number(all))">\
      \(percent)<small>%</small></td>
      """
  }

  var table: DataTable {
    DataTable(
      name: "retention", caption: "Retention",
      columns: [
        .init(name: "start", title: "Start"), .init(name: "users", title: "Users", isNumeric: true),
      ]
        + (0..<width).map {
          .init(name: "\(question.unit.rawValue)\($0 + 1)", title: "\($0 + 1)", isNumeric: true)
        },
      rows: cohorts.map { cohort in
        [.day(cohort.start), .number(cohort.users)]
          + (0..<width).map { $0 < cohort.back.count ? .number(cohort.back[$0]) : .none }
      })
  }
}
