import Cairn

/// The age limit of `/track`, which silently discards events older than five days.
///
/// It does not apply to profiles.
struct MixpanelAge {
  private static let most: Int64 = 5 * 86_400_000
  /// The oldest accepted time, in milliseconds since 1970; nil if events of any age are accepted.
  private let oldest: Int64?

  init(_ endpoint: MixpanelDestination.Endpoint, at now: Int64) {
    oldest = endpoint == .track ? now - Self.most : nil
  }

  /// Returns the refusal of an item that is too old; nil if at least its profile can be sent.
  func refusal(_ item: MappedBatch.Item) -> DeliveryRejection? {
    guard oldest != nil, let records = Value(json: item.json)?.objectValue, isTooOld(records),
      records.count == 1
    else { return nil }
    return "older than the five days that /track accepts; /import accepts it"
  }

  /// Returns whether the item has an event that is too old.
  func concerns(_ item: MappedBatch.Item) -> Bool {
    isTooOld(Value(json: item.json)?.objectValue ?? [:])
  }

  /// Returns the records of an item without an event that is too old.
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
