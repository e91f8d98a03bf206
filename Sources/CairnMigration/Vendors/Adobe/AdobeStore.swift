import Cairn

/// The store of Adobe's Mobile SDK: a database for the queue of each extension, and named
/// collections of values.
enum AdobeStore {
  static let vendor = "adobe"
  private static let edge = "com.adobe.edge"
  private static let table = "TB_AEP_DATA_ENTITY"
  private static let pageViews = "web.webpagedetails.pageViews"

  static func find(in container: Container) throws(FileError) -> [LegacyStore] {
    let identity = try AdobeIdentity.read(container)
    var queues: [QueueFile] = []
    for name in try container.names(in: container.caches) {
      guard name.hasPrefix("com.adobe."), !SQLiteStore.isCompanion(name) else { continue }
      let path = "\(container.caches)/\(name)"
      guard try isDatabase(path, container) else { continue }
      queues.append(try queue(path, name, container, identity.anonymousID))
    }
    let store = LegacyStore(vendor, identity: identity, queues: queues)
    return store.isEmpty ? [] : [store]
  }

  /// Whether the file is a queue: the folder also has other files of the SDK.
  private static func isDatabase(
    _ path: String, _ container: Container
  ) throws(FileError) -> Bool {
    if path.hasSuffix("/\(edge)") { return true }
    guard try container.files.attributes(path)?.kind != .folder else { return false }
    let head = try OpenFile(path, .read, in: container.files).read(16, at: 0)
    return head.starts(with: "SQLite format 3\0".utf8)
  }

  private static func queue(
    _ path: String, _ name: String, _ container: Container, _ ecid: String?
  ) throws(FileError) -> QueueFile {
    let companions = try SQLiteStore.companions(of: path, in: container)
    return QueueFile(path, label: name, companions: companions) {
      (path, files) throws(FileError) in
      try TableReader(path, files, label: name, tables: { _ in [Self.rows] }) {
        record, key, _, label in
        // The other queues hold requests to Adobe's servers, which are no events.
        name == edge ? item(record, key, label, ecid) : .skipped(name)
      }
    }
  }

  private static var rows: SQLiteTable {
    var rows = SQLiteTable(table)
    rows.time = "timestamp"
    return rows
  }

  private static func item(
    _ record: [UInt8], _ key: SQLiteTable.Key, _ label: String, _ ecid: String?
  ) -> LegacyItem {
    guard !record.isEmpty else { return .skipped("\(edge) row without data") }
    guard let row = Value(json: record)?.objectValue else {
      return .lost(.unreadable, label: label)
    }
    let event = row.object("event")
    let data = event.object("data")
    let xdm = data.object("xdm")
    guard !xdm.isEmpty, event["type"] != .string("com.adobe.eventType.edgeConsent") else {
      return .skipped("\(edge) row without an event")
    }
    let identities = row.object("identityMap").object("identityMap")
    let device = identities["ECID"]?.arrayValue?.first?["id"]?.stringValue ?? ecid
    var message: [String: Value] = ["messageId": event["id"] ?? .null]
    message["timestamp"] = Int64(exactly: key.time).flatMap(Timestamps.text).map(Value.string)
    message["anonymousId"] = device.map(Value.string)
    message["properties"] = .object(data.filter { $0.key == "xdm" || $0.key == "data" })
    let type = xdm["eventType"]?.stringValue ?? event["name"]?.stringValue ?? ""
    if type == pageViews {
      message["type"] = "screen"
      message["name"] = xdm.object("web").object("webPageDetails")["name"]
    } else {
      message["type"] = "track"
      message["event"] = .string(type)
    }
    var own: [String: Value] = ["identityMap": .object(identities)]
    own.set("datastreamId", row.object("configuration")["edge.configId"])
    message["context"] = ["adobe": .object(own)]
    return .event(LegacyEvent(label, message))
  }
}
