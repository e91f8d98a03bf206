@testable import Cairn
@testable import CairnMigration

/// A file of another SDK: the first byte selects its format.
///
/// With `FUZZ_TARGET=legacy:segment`, only the files of that SDK are read.
enum LegacyTarget: FuzzTarget {
  static var limit: InputLimit {
    // A database of some KiB may need many pages of the cache.
    let isText = vendor.map { !databases.contains($0) } ?? false
    return isText
      ? InputLimit(milliseconds: 1_000, bytes: 16 << 20)
      : InputLimit(milliseconds: 1_000, bytes: 128 << 20)
  }

  private struct Format {
    var vendor: String
    var path: String
    /// An empty file, without which this one is not read.
    var companion: String?
  }

  private static let folder = "/container"
  private static let databases: Set<String> = [
    "adobe", "amplitude-ios", "mixpanel", "rudder-ios", "snowplow",
  ]

  // New ones come last: the inputs that are kept have the places in this list.
  private static let formats: [Format] = [
    Format(
      vendor: "segment", path: "Library/Application Support/segment/key/0-segment-events"),
    Format(vendor: "analytics-ios", path: "Library/Application Support/segmentio.queue.plist"),
    Format(
      vendor: "amplitude",
      path: "Library/Application Support/amplitude/amplitude-swift-storage-k-i.events.index/v2-0"),
    Format(vendor: "rudder-swift", path: "Documents/rudder/analytics/events/key/0"),
    Format(
      vendor: "posthog",
      path: "Library/Application Support/com.example/key/posthog.queueFolder.uuid/0"),
    Format(
      vendor: "convert",
      path: "Library/Application Support/com.convertexperiments.sdk/event-queue.json"),
    Format(vendor: "telemetrydeck", path: "Library/Caches/telemetrysignalcache"),
    Format(vendor: "b2metric", path: "Library/Application Support/b2m_events.json"),
    Format(vendor: "amplitude-ios", path: "Library/com.amplitude.database"),
    Format(vendor: "mixpanel", path: "Library/token_MPDB.sqlite"),
    Format(vendor: "rudder-ios", path: "Library/rl_persistence.sqlite"),
    Format(vendor: "snowplow", path: "Library/snowplow/snowplowEvents-n.sqlite"),
    Format(vendor: "adobe", path: "Library/Caches/com.adobe.edge"),
    Format(vendor: "mixpanel", path: "Library/mixpanel-token-events"),
    Format(vendor: "mixpanel", path: "Library/mixpanel-token-properties"),
    Format(
      vendor: "convert", path: "Library/Application Support/convert-decision-store.json"),
    Format(
      vendor: "segment", path: "Library/Preferences/com.segment.storage.key.plist"),
    Format(
      vendor: "analytics-ios", path: "Library/Application Support/segmentio.traits.plist"),
    Format(
      vendor: "amplitude",
      path: "Library/Preferences/com.amplitude.storage.amplitude-swift-storage-k-i.plist"),
    Format(
      vendor: "mixpanel", path: "Library/Preferences/Mixpanel.plist",
      companion: "Library/token_MPDB.sqlite"),
    Format(
      vendor: "posthog",
      path: "Library/Application Support/com.example/key/posthog.registerProperties"),
    Format(vendor: "posthog", path: "Library/Application Support/com.example/posthog.queue.plist"),
    Format(vendor: "rudder-ios", path: "Library/Preferences/com.example.plist"),
    Format(
      vendor: "rudder-swift", path: "Library/Preferences/com.example.analytics.key.plist"),
    Format(
      vendor: "snowplow", path: "Library/Application Support/snowplow/namespace_n.dict",
      companion: "Library/snowplow/snowplowEvents-n.sqlite"),
    Format(
      vendor: "adobe", path: "Library/com.adobe.aep.datastore/com.adobe.edge.identity.json"),
    Format(vendor: "adobe", path: "Library/Preferences/com.example.plist"),
    Format(
      vendor: "telemetrydeck", path: "Library/Preferences/com.telemetrydeck.0123456789ab.plist"),
    Format(vendor: "convert", path: "Library/Preferences/com.example.plist"),
  ]

  /// The SDK in the name of the target; nil for all.
  private static let vendor: String? = {
    let parts = FuzzName.selected.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    precondition(StoreFinder.vendors.contains(parts[1]), "no SDK \(parts[1])")
    return parts[1]
  }()

  private static let own = formats.filter { vendor == nil || $0.vendor == vendor }

  private static func format(_ byte: UInt8) -> Format {
    let format = formats[Int(byte) % formats.count]
    return vendor == nil || format.vendor == vendor ? format : own[Int(byte) % own.count]
  }

  static func run(_ input: [UInt8]) {
    guard let first = input.first else { return }
    let format = format(first)
    var pieces = ["\(folder)/\(format.path)": [0: Array(input.dropFirst())]]
    if let companion = format.companion { pieces["\(folder)/\(companion)"] = [:] }
    let disk = FuzzFiles(pieces)
    let found = read(format.vendor, disk)
    precondition(found == read(format.vendor, disk), "read again it is the same")
    for identity in found.identities { check(identity) }
    for case .event(let event) in found.items {
      precondition(event.message["type"]?.stringValue != nil, "an event has a type")
      let mapping = ImportMapping(anonymousID: "a", fileTime: 1, now: 2)
      let imported = mapping.event(event, in: "file")
      precondition(
        imported.map { Value(json: $0.json) != nil } ?? false, "an event can be imported")
    }
  }

  /// Uses an identity as a launch does.
  private static func check(_ identity: LegacyIdentity) {
    _ = identity.initialSession
    _ = identity.latestUserID
    for object in [identity.traits, identity.superProperties, identity.groups] {
      guard let object else { continue }
      precondition(
        Value(json: Value.object(object).json) != nil, "what is registered can be stored")
    }
  }

  private struct Contents: Equatable {
    var items: [LegacyItem] = []
    var identities: [LegacyIdentity] = []
  }

  private static func read(_ vendor: String, _ disk: FuzzFiles) -> Contents {
    var contents = Contents()
    do throws(FileError) {
      let container = Container(folder: folder, bundleID: "com.example", files: disk)
      for store in try StoreFinder.stores(of: vendor, in: container) {
        contents.identities.append(store.identity)
        for queue in store.queues {
          var reader = try queue.open(queue.path, disk)
          while let item = try reader.next() { contents.items.append(item) }
        }
      }
    } catch {
      preconditionFailure("a disk without faults: \(error)")
    }
    return contents
  }

  static func repair(_ input: inout [UInt8], _ dice: inout FuzzDice) {}
}
