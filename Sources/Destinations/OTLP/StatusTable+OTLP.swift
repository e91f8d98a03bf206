public import Cairn

extension StatusTable {
  /// The meaning of a receiver's statuses in the OTLP specification: only 429, 502, 503 and 504 may
  /// be retried.
  ///
  /// | status | meaning |
  /// |---|---|
  /// | 2xx | accepted |
  /// | 429, 502, 503, 504, 3xx | later |
  /// | 413 | split |
  /// | every other 4xx and 5xx | refused |
  ///
  /// Events therefore become dead letters if a token has expired. To keep them until the token is
  /// renewed instead:
  ///
  /// ```swift
  /// var statuses = StatusTable.otlp
  /// for status in [401, 403] { statuses[status] = .halted }
  /// ```
  public static let otlp: StatusTable = {
    var table = StatusTable.standard
    for status in 400...599 { table[status] = .refused }
    for status in [429, 502, 503, 504] { table[status] = .later }
    table[413] = .split
    return table
  }()
}
