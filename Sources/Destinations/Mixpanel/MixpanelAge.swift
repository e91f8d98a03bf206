import Cairn

/// What `/track` throws away without a word: an event that is older than five days.
///
/// Profiles may be as old as they like.
struct MixpanelAge {
  private static let most: Int64 = 5 * 86_400_000
  /// In milliseconds since 1970; nil where events of any age are taken.
  private let oldest: Int64?

  init(_ endpoint: MixpanelDestination.Endpoint, at now: Int64) {
    oldest = endpoint == .track ? now - Self.most : nil
  }

  /// Nil for an item of which at least a profile can be sent.
  func refusal(_ item: SealedItems.Item) -> Rejection? {
    guard oldest != nil, let records = Value(json: item.json)?.objectValue, isTooOld(records),
      records.count == 1
    else { return nil }
    return "older than the five days that /track takes; /import takes it"
  }

  /// An item's records without an event that is too old.
  func fitted(_ records: [String: Value], count: (String) -> Void) -> [String: Value] {
    guard isTooOld(records) else { return records }
    count("event older than five days left out, its profile sent")
    return records.filter { $0.key != MixpanelPart.Route.events.rawValue }
  }

  private func isTooOld(_ records: [String: Value]) -> Bool {
    let event = records[MixpanelPart.Route.events.rawValue]
    guard let oldest, let time = event?["properties"]?["time"]?.intValue else { return false }
    return Int64(time) < oldest
  }
}
