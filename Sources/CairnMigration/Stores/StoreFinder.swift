package import Cairn

/// Finds the stores of all SDKs in a container.
package enum StoreFinder {
  /// The SDKs whose stores can be read, by the names in `MigrationSource`.
  package static let vendors = [
    SegmentStore.vendor, AnalyticsIOSStore.vendor, AmplitudeStore.vendor, AmplitudeDatabase.vendor,
    MixpanelStore.vendor, PostHogStore.vendor, RudderSwiftStore.vendor, RudderDatabase.vendor,
    SnowplowStore.vendor, ConvertStore.vendor, AdobeStore.vendor, TelemetryDeckStore.vendor,
    B2MetricStore.vendor,
  ]

  /// Returns the stores of a source; none when the app is not a member of its group.
  static func stores(
    of format: MigrationSource.Format, in container: Container
  ) throws(FileError) -> [LegacyStore] {
    guard let place = format.place(in: container) else { return [] }
    return try stores(of: format.vendor, key: format.key, in: place)
  }

  /// Returns the stores of an SDK.
  ///
  /// The key is the write key, the API key, the token or the name by which the SDK distinguishes
  /// its stores; with nil all stores of the SDK are returned.
  package static func stores(
    of vendor: String, key: String? = nil, in container: Container
  ) throws(FileError) -> [LegacyStore] {
    switch vendor {
    case SegmentStore.vendor: try SegmentStore.find(key, in: container)
    case AnalyticsIOSStore.vendor: try AnalyticsIOSStore.find(in: container)
    case AmplitudeStore.vendor: try AmplitudeStore.find(key, in: container)
    case AmplitudeDatabase.vendor: try AmplitudeDatabase.find(key, in: container)
    case MixpanelStore.vendor: try MixpanelStore.find(key, in: container)
    case PostHogStore.vendor: try PostHogStore.find(key, in: container)
    case RudderSwiftStore.vendor: try RudderSwiftStore.find(key, in: container)
    case RudderDatabase.vendor: try RudderDatabase.find(in: container)
    case SnowplowStore.vendor: try SnowplowStore.find(key, in: container)
    case ConvertStore.vendor: try ConvertStore.find(in: container)
    case AdobeStore.vendor: try AdobeStore.find(in: container)
    case TelemetryDeckStore.vendor: try TelemetryDeckStore.find(in: container)
    case B2MetricStore.vendor: try B2MetricStore.find(in: container)
    default: []
    }
  }

  /// Returns the stores of all SDKs.
  package static func all(in container: Container) throws(FileError) -> [LegacyStore] {
    var stores: [LegacyStore] = []
    for vendor in vendors { stores += try self.stores(of: vendor, in: container) }
    return stores
  }
}
