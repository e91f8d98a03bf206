/// The answers to questions about one project, by plain SQL over the table of the events.
struct SQLAnswers: Sendable {
  let sql: any SQLDialect

  /// Makes a table of the project's events with the user of each, by the definition of a user.
  init(_ sql: any SQLDialect, project: String) async throws {
    self.sql = sql
    try await sql.run(
      """
      CREATE TEMP TABLE e AS
      WITH owned AS (
        SELECT anonymous_id AS id, min(user_id) AS owner FROM events
        WHERE project = '\(project)' AND anonymous_id IS NOT NULL AND user_id IS NOT NULL
        GROUP BY anonymous_id HAVING count(DISTINCT user_id) = 1)
      SELECT sequence, name, "timestamp" AS ts, \(sql.property("plan")) AS plan,
        CASE WHEN user_id IS NOT NULL THEN 'user ' || user_id
          WHEN owner IS NOT NULL THEN 'user ' || owner
          ELSE 'anonymous ' || anonymous_id END AS person
      FROM events LEFT JOIN owned ON owned.id = anonymous_id
      WHERE project = '\(project)';
      CREATE INDEX e_by_person ON e (person, name, ts);
      CREATE INDEX e_by_sequence ON e (sequence);
      CREATE TEMP TABLE local (sequence bigint PRIMARY KEY, day text, week text, hour text);
      CREATE TEMP TABLE full_hour (ts bigint PRIMARY KEY)
      """)
  }

  /// Fills the table of the units of the events in a time zone.
  ///
  /// An hour has the microseconds of its begin as its name: clocks can show the same hour twice. It
  /// begins when the clocks show a full hour, which in all zones of today is at a quarter by UTC.
  func use(_ zone: String) async throws {
    try await sql.run(
      """
      DELETE FROM local;
      DELETE FROM full_hour;
      INSERT INTO full_hour
      WITH RECURSIVE quarter AS (
        SELECT min(ts) / 900000000 * 900000000 - 7200000000 AS ts FROM e
        UNION ALL SELECT ts + 900000000 FROM quarter WHERE ts < (SELECT max(ts) FROM e))
      SELECT ts FROM quarter WHERE \(sql.secondOfHour("ts", zone)) = 0;
      INSERT INTO local
      SELECT sequence, \(sql.day("e.ts", zone)), \(sql.monday(sql.day("e.ts", zone))),
        CAST((SELECT max(full_hour.ts) FROM full_hour WHERE full_hour.ts <= e.ts) AS text)
      FROM e
      """)
  }

  /// Returns the name of the unit that begins at each time, and whether the time is its begin.
  func units(_ starts: [Int64], _ unit: String, _ zone: String) async throws -> [String] {
    if unit == "hour" { return starts.map { "\($0)" } }
    let values = starts.map { "(\($0))" }.joined(separator: ",")
    let (day, before) = (sql.day("ts", zone), sql.day("(ts - 1)", zone))
    let rows = try await sql.rows(
      """
      WITH given (ts) AS (VALUES \(values))
      SELECT CASE WHEN \(day) <> \(before) THEN \(day) ELSE 'no begin' END FROM given ORDER BY ts
      """)
    return rows.map { $0[0] ?? "" }
  }

  /// The numbers of one series.
  struct Series: Equatable {
    var values: [String: Int] = [:]
    var total = 0
  }

  /// Returns the numbers of the events that the condition selects, by `group`.
  func trend(
    _ unit: String, _ measure: String, _ condition: String, by group: String = "NULL"
  ) async throws -> [String?: Series] {
    let number = measure == "users" ? "count(DISTINCT person)" : "count(*)"
    var found: [String?: Series] = [:]
    let source = "FROM e JOIN local USING (sequence) WHERE \(condition)"
    let totals = "SELECT \(group) AS series, \(number) \(source) GROUP BY 1"
    for row in try await sql.rows(totals) {
      found[row[0], default: Series()].total = Self.number(row[1])
    }
    let values = "SELECT \(group) AS series, local.\(unit), \(number) \(source) GROUP BY 1, 2"
    for row in try await sql.rows(values) {
      found[row[0], default: Series()].values[row[1] ?? ""] = Self.number(row[2])
    }
    return found
  }

  struct Step: Equatable {
    var users: Int
    var median: Double?
  }

  /// Returns the steps of a funnel; the window is in microseconds.
  func funnel(_ steps: [String], window: Int64, _ condition: String) async throws -> [Step] {
    let names = steps.enumerated().map { "(\($0 + 1), '\($1)')" }.joined(separator: ",")
    let rows = try await sql.rows(
      """
      WITH RECURSIVE step (number, name) AS (VALUES \(names)),
      attempt (id, person, began, number, ts, gap, used) AS (
        SELECT sequence, person, e.ts, 1, e.ts, 0 * e.ts, ',' || sequence || ','
        FROM e JOIN local USING (sequence) WHERE name = '\(steps[0])' AND \(condition)
        UNION ALL
        SELECT id, attempt.person, began, attempt.number + 1, next.ts, next.ts - attempt.ts,
          used || next.sequence || ','
        FROM attempt JOIN step ON step.number = attempt.number + 1
        JOIN e AS next ON next.sequence = (
          SELECT c.sequence FROM e AS c
          WHERE c.person = attempt.person AND c.name = step.name AND c.ts >= attempt.ts
            AND c.ts <= began + \(window)
            AND \(sql.place(of: "',' || c.sequence || ','", in: "used")) = 0
          ORDER BY c.ts, c.sequence LIMIT 1)),
      length AS (
        SELECT id, person, began, max(number) AS reached FROM attempt GROUP BY id, person, began),
      best AS (
        SELECT id, row_number() OVER (
          PARTITION BY person ORDER BY reached DESC, began, id) AS place FROM length),
      counted AS (
        SELECT number, gap, row_number() OVER (PARTITION BY number ORDER BY gap) AS place,
          count(*) OVER (PARTITION BY number) AS users
        FROM attempt JOIN best USING (id) WHERE best.place = 1)
      SELECT number, max(users),
        avg(CASE WHEN place IN ((users + 1) / 2, (users + 2) / 2) THEN gap END) / 1000000.0
      FROM counted GROUP BY number ORDER BY number
      """)
    let found = rows.map { row in
      Step(users: Self.number(row[1]), median: row[0] == "1" ? nil : row[2].flatMap { Double($0) })
    }
    let none = Step(users: 0, median: nil)
    return found + [Step](repeating: none, count: steps.count - found.count)
  }

  struct Cohort: Equatable {
    var users = 0
    var back: [Int: Int] = [:]
  }

  /// Returns the cohorts by the names of their units; a nil name means any event.
  func retention(
    _ first: String?, _ back: String?, _ unit: String, _ condition: String
  ) async throws -> [String: Cohort] {
    let distance = "\(sql.days("cohort", "local.\(unit)")) / \(unit == "week" ? 7 : 1)"
    let cohorts = """
      WITH numbered AS (
        SELECT e.*, row_number() OVER (PARTITION BY person ORDER BY ts, sequence) AS place FROM e
        WHERE \(Self.isNamed(first))),
      member AS (
        SELECT person, local.\(unit) AS cohort FROM numbered AS e JOIN local USING (sequence)
        WHERE place = 1 AND \(condition))
      """
    var found: [String: Cohort] = [:]
    for row in try await sql.rows("\(cohorts) SELECT cohort, count(*) FROM member GROUP BY cohort")
    {
      found[row[0] ?? "", default: Cohort()].users = Self.number(row[1])
    }
    let later = try await sql.rows(
      """
      \(cohorts) SELECT cohort, \(distance), count(DISTINCT person)
      FROM member JOIN e USING (person) JOIN local USING (sequence)
      WHERE \(Self.isNamed(back)) AND local.\(unit) > cohort GROUP BY 1, 2
      """)
    for row in later {
      found[row[0] ?? "", default: Cohort()].back[Self.number(row[1])] = Self.number(row[2])
    }
    return found
  }

  private static func isNamed(_ name: String?) -> String {
    name.map { "e.name = '\($0)'" } ?? "1 = 1"
  }

  private static func number(_ text: String?) -> Int { text.flatMap { Int($0) } ?? 0 }
}
