/// Checks that events arrive in the order in which they were recorded.
///
/// A life of a writer is one process, and one lane of its journal. Within a lane, an event arrives
/// for the first time only after all events that were recorded before it, even if batches were
/// split, retried or sent twice meanwhile.
struct ArrivalOrder {
  private struct Lane: Hashable {
    var writer: Int
    var life: Int
  }

  private var latest: [Lane: Int] = [:]

  /// Returns whether the order is kept; call it once for each event, in the order of arrival.
  mutating func keeps(_ mark: EventMark, life: Int) -> Bool {
    let lane = Lane(writer: mark.writer, life: life)
    let before = latest[lane] ?? .min
    latest[lane] = max(before, mark.number)
    return mark.number > before
  }
}
