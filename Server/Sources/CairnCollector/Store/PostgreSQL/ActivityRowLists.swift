#if canImport(PostgreSQLClient)
/// The rows that a question listed, for another pass over the same ones, or over some of them.
final class ActivityRowLists {
  /// A row of the activity, at first without its entries.
  struct Row {
    var id: Int64
    var part: ActivityPart
  }

  /// The rows of a selection.
  struct List {
    fileprivate var read: ActivityRead
    fileprivate var project: String
    fileprivate var rows: [Row] = []
    fileprivate var isComplete = true

    mutating func append(_ row: Row) {
      guard isComplete else { return }
      rows.append(row)
      if rows.count > ActivityRowLists.maxRows { (rows, isComplete) = ([], false) }
    }
  }

  static let maxRows = 50_000

  private var last: List?
  /// The partitions that have events, after the first event was read.
  var partitions: [PartitionNumbers]?

  /// Returns the rows if the last selection has them.
  func rows(of read: ActivityRead, _ project: String) -> [Row]? {
    guard let last, last.read.hasRows(of: read), last.project.utf8.elementsEqual(project.utf8)
    else { return nil }
    let hours = read.hours
    return last.read.hours == hours ? last.rows : last.rows.filter { hours.contains($0.part.hour) }
  }

  func new(_ read: ActivityRead, _ project: String) -> List { List(read: read, project: project) }

  /// Keeps the list of a whole selection in place of the one before.
  func keep(_ list: List) { last = list.isComplete ? list : nil }
}

extension ActivityRead {
  /// Returns whether the entries of a row are needed.
  func hasEntries(of row: ActivityRowLists.Row) -> Bool {
    detailedHours.map { $0.contains(row.part.hour) } ?? true
  }

  /// Returns whether this selection has the rows of the other one, in the same order.
  fileprivate func hasRows(of other: ActivityRead) -> Bool {
    names?.map(ExactText.init) == other.names?.map(ExactText.init)
      && hours.lowerBound <= other.hours.lowerBound && hours.upperBound >= other.hours.upperBound
      && needsNames == other.needsNames && isNewestFirst == other.isNewestFirst
  }
}
#endif
