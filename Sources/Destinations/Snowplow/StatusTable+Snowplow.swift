public import Cairn

extension StatusTable {
  /// The meaning of a Snowplow collector's statuses, as in Snowplow's own trackers.
  ///
  /// | status | meaning |
  /// |---|---|
  /// | 2xx | accepted |
  /// | 400, 410, 422 | refused |
  /// | 401, 403 | halted |
  /// | 413 | split |
  /// | every other | later |
  public static let snowplow: StatusTable = {
    var table = StatusTable.standard
    for status in 400...599 { table[status] = .later }
    for status in [400, 410, 422] { table[status] = .refused }
    for status in [401, 403] { table[status] = .halted }
    table[413] = .split
    return table
  }()
}
