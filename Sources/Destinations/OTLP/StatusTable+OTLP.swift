public import Cairn

extension StatusTable {
  /// What a receiver's statuses mean by the OTLP specification: only 429, 502, 503 and 504 may be tried again.
  ///
  /// | status | meaning |
  /// |---|---|
  /// | 2xx | accepted |
  /// | 429, 502, 503, 504, 3xx | later |
  /// | 413 | split |
  /// | every other 4xx and 5xx | refused |
  ///
  /// A token that has expired so puts events aside in the dead letters. To keep the queue instead until it is renewed:
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
