/// The schedule by which a collector merges short rows of the activity.
struct ActivityMerge {
  /// An hour of a project.
  struct Hour: Hashable {
    var project: ExactText
    var hour: Int64
  }

  /// The hours with rows that can be merged.
  enum Hours: Equatable {
    /// All of the store, also those of other collectors.
    case all
    case some([Hour])
  }

  /// The time between two merges of all hours.
  private static let pause = Duration.seconds(600)
  /// A collector that added this many rows merges theirs earlier, but not more often than this.
  private static let (rowsBetween, shortPause) = (10_000, Duration.seconds(10))
  /// The maximum number of hours of which a collector knows that it added rows.
  private static let maxHours = 1_000

  private var lastOfAll: ContinuousClock.Instant?
  private var last: ContinuousClock.Instant?
  private var isMerging = false
  private var rows = 0
  private var hours: Set<Hour> = []

  mutating func add(_ keys: [ActivityChange.Key]) {
    rows += keys.count
    for key in keys where hours.count < Self.maxHours {
      hours.insert(Hour(project: key.project, hour: key.hour))
    }
  }

  /// Returns the hours to merge now; nil when that is not due.
  mutating func begin(at now: ContinuousClock.Instant) -> Hours? {
    guard !isMerging else { return nil }
    let isAll = now - (lastOfAll ?? now) >= Self.pause
    if lastOfAll == nil { lastOfAll = now }
    let isShort =
      rows >= Self.rowsBetween && last.map { now - $0 >= Self.shortPause } != false
    guard isAll || isShort else { return nil }
    defer { (rows, hours) = (0, []) }
    isMerging = true
    last = now
    if isAll { lastOfAll = now }
    return isAll || hours.count == Self.maxHours ? .all : .some(Array(hours))
  }

  mutating func end() { isMerging = false }
}
