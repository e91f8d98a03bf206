import Cairn

/// The age limit of the protocol, which accepts no event older than 72 hours.
enum MeasurementAge {
  static let most: Int64 = 72 * 3_600_000

  /// Returns the refusals of items that have become too old since they were sealed, by index.
  static func refused(
    _ batch: Batch, _ sealed: SealedItems, in requests: ArraySlice<MeasurementRequest>
  ) -> [Int: DeliveryRejection] {
    let old = requests.flatMap(\.places).filter { number in
      let place = sealed.items[number].place
      return batch.events.indices.contains(place)
        && batch.milliseconds - batch.events[place].milliseconds > most
    }
    return Dictionary(
      uniqueKeysWithValues: old.map { ($0, "older than the 72 hours that the protocol accepts") })
  }
}
