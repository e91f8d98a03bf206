/// The meaning of each HTTP status for a batch.
///
/// | status | meaning |
/// |---|---|
/// | 2xx | accepted, unless the body says otherwise |
/// | 400, 415, 422, 501, 505, and every other 4xx | refused |
/// | 401, 402, 403, 404 | halted |
/// | 413 | split |
/// | 3xx, 408, 410, 425, 429, 460, every other 5xx, and anything else | later |
///
/// Accepted events are delivered. A batch that is refused is halved until the offending event is
/// alone, which is kept as a dead letter. A halted destination keeps all events and tries again
/// every five minutes. A batch that is split is sent in smaller ones. Later means that the same
/// batch is sent again after a back-off.
///
/// This table is `standard`. If a server uses a status differently, change that row:
/// `destination.statuses[404] = .later`.
public struct StatusTable: Hashable, Sendable {
  /// The meaning of a status, named after the `Outcome` of the batch.
  public enum Meaning: Hashable, Sendable {
    /// The server has accepted the batch. If the response has results for single events, they
    /// apply.
    case accepted
    /// The same batch is sent again, after `Retry-After` or the back-off.
    case later
    /// The batch is too large; smaller batches are sent.
    case split
    /// The batch is permanently refused; the SDK isolates the offending event, which becomes a dead
    /// letter.
    case refused
    /// The server accepts nothing until the set-up is fixed; all events are kept.
    case halted
  }

  private var meanings: [Int: Meaning]

  /// The table above.
  public static let standard = StatusTable(meanings: [
    200...299: .accepted,
    400...499: .refused,
    401...404: .halted,
    408...408: .later,
    410...410: .later,
    413...413: .split,
    425...425: .later,
    429...429: .later,
    460...460: .later,
    501...501: .refused,
    505...505: .refused,
  ])

  /// Later rows come before earlier ones.
  private init(meanings rows: KeyValuePairs<ClosedRange<Int>, Meaning>) {
    meanings = [:]
    for (range, meaning) in rows {
      for status in range { meanings[status] = meaning }
    }
  }

  /// The meaning of a status; `.later` for one that the table does not have.
  public subscript(status: Int) -> Meaning {
    get { meanings[status] ?? .later }
    set { meanings[status] = newValue }
  }

  /// The differences from `standard`.
  var changes: String {
    meanings.filter { Self.standard[$0.key] != $0.value }.sorted { $0.key < $1.key }
      .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  }

  func outcome(_ status: Int, retryAfter: Int?) -> Outcome {
    let reason = "status \(status)"
    return switch self[status] {
    case .accepted: .accepted
    case .later: .later(afterSeconds: retryAfter, reason: reason)
    case .split: .split
    case .refused: .refused(DeliveryRejection(reason, status: status))
    case .halted: .halted(reason: reason)
    }
  }
}
