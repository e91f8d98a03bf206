@testable import Cairn
@testable import CairnMigration

/// A file of another SDK: the first byte selects its format.
enum LegacyTarget: FuzzTarget {
  // A database of some KiB may need many pages of the cache.
  static var limit: InputLimit { InputLimit(milliseconds: 1_000, bytes: 128 << 20) }

  private static let folder = "/container"
  private static let formats: [(vendor: String, path: String)] = [
    ("segment", "Library/Application Support/segment/key/0-segment-events"),
    ("analytics-ios", "Library/Application Support/segmentio.queue.plist"),
    (
      "amplitude",
      "Library/Application Support/amplitude/amplitude-swift-storage-k-i.events.index/v2-0"
    ),
    ("rudder-swift", "Documents/rudder/analytics/events/key/0"),
    ("posthog", "Library/Application Support/com.example/key/posthog.queueFolder.uuid/0"),
    ("convert", "Library/Application Support/com.convertexperiments.sdk/event-queue.json"),
    ("telemetrydeck", "Library/Caches/telemetrysignalcache"),
    ("b2metric", "Library/Application Support/b2m_events.json"),
    ("amplitude-ios", "Library/com.amplitude.database"),
    ("mixpanel", "Library/token_MPDB.sqlite"),
    ("rudder-ios", "Library/rl_persistence.sqlite"),
    ("snowplow", "Library/snowplow/snowplowEvents-n.sqlite"),
    ("adobe", "Library/Caches/com.adobe.edge"),
    ("mixpanel", "Library/mixpanel-token-events"),
    ("mixpanel", "Library/mixpanel-token-properties"),
    ("convert", "Library/Application Support/convert-decision-store.json"),
    ("segment", "Library/Preferences/com.segment.storage.key.plist"),
  ]

  static func run(_ input: [UInt8]) {
    guard let first = input.first else { return }
    let format = formats[Int(first) % formats.count]
    let content = Array(input.dropFirst())
    let disk = FuzzFiles(["\(folder)/\(format.path)": [0: content]])
    let items = read(format.vendor, disk)
    precondition(items == read(format.vendor, disk), "read again it is the same")
    for case .event(let event) in items {
      precondition(event.message["type"]?.stringValue != nil, "an event has a type")
      let mapping = ImportMapping(anonymousID: "a", fileTime: 1, now: 2)
      let imported = mapping.event(event, in: "file")
      precondition(
        imported.map { Value(json: $0.json) != nil } ?? false, "an event can be imported")
    }
  }

  private static func read(_ vendor: String, _ disk: FuzzFiles) -> [LegacyItem] {
    var items: [LegacyItem] = []
    do throws(FileError) {
      let container = Container(folder: folder, bundleID: "com.example", files: disk)
      for store in try StoreFinder.stores(of: vendor, in: container) {
        for queue in store.queues {
          var reader = try queue.open(queue.path, disk)
          while let item = try reader.next() { items.append(item) }
        }
      }
    } catch {
      preconditionFailure("a disk without faults: \(error)")
    }
    return items
  }

  static func repair(_ input: inout [UInt8], _ dice: inout FuzzDice) {}
}
