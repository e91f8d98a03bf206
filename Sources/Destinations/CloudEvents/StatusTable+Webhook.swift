public import Cairn

extension StatusTable {
  /// The meaning of a receiver's statuses in the CloudEvents webhook specification and in Standard
  /// Webhooks.
  ///
  /// | status | meaning |
  /// |---|---|
  /// | 2xx | accepted |
  /// | 3xx, 408, 409, 425, 429, 5xx | later |
  /// | 401, 402, 403, 404, 415 | halted |
  /// | 410 | halted, and not sent to again until the destination is added again |
  /// | 413 | split |
  /// | 400, 422, and every other 4xx | refused |
  public static let webhook: StatusTable = {
    var table = StatusTable.standard
    for status in Array(500...599) + [409] { table[status] = .later }
    for status in [410, 415] { table[status] = .halted }
    table[460] = .refused
    return table
  }()
}
