import Cairn

/// The protocol takes no event that is older than 72 hours.
enum MeasurementAge {
  static let most: Int64 = 72 * 3_600_000

  /// Takes out what has grown too old meanwhile, with the reason.
  static func refuse(_ batch: Batch, _ items: inout SealedItems) {
    for (place, event) in batch.events.enumerated()
    where batch.milliseconds - event.milliseconds > most && items.refused[place] == nil {
      items.refused[place] = "older than the 72 hours that the protocol takes"
    }
    let refused = items.refused
    items.items.removeAll { refused[$0.place] != nil }
  }
}
