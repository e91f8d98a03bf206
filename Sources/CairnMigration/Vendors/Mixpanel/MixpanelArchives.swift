import Cairn

/// The archives of mixpanel-swift before version 3: `mixpanel-<instance>-events` and the like, each
/// a keyed archive that is written as a whole.
enum MixpanelArchives {
  private static let prefix = "mixpanel-"
  private static let kinds = ["events", "people", "groups"]
  private static let longest = 32 << 20

  /// Returns the names of the instances with archives in a folder, sorted.
  static func instances(
    in folder: String, of container: Container
  ) throws(FileError) -> [String] {
    let suffixes = (kinds + ["properties", "optOutStatus"]).map { "-\($0)" }
    let names = try container.names(in: folder).compactMap { name -> String? in
      guard name.hasPrefix(prefix), let suffix = suffixes.first(where: name.hasSuffix) else {
        return nil
      }
      let instance = name.dropFirst(prefix.count).dropLast(suffix.count)
      return instance.isEmpty ? nil : String(instance)
    }
    return Set(names).sorted()
  }

  static func queues(
    of instance: String, in folder: String, _ container: Container, _ identity: LegacyIdentity
  ) throws(FileError) -> [QueueFile] {
    var queues: [QueueFile] = []
    for kind in kinds {
      let path = "\(folder)/\(prefix)\(instance)-\(kind)"
      guard try container.hasFile(path) else { continue }
      queues.append(
        QueueFile(path, label: "\(instance)-\(kind)") { (path, files) throws(FileError) in
          ItemQueueReader(try items(in: path, kind, identity, files))
        })
    }
    return queues
  }

  private static func items(
    in path: String, _ kind: String, _ identity: LegacyIdentity, _ files: any FileSystem
  ) throws(FileError) -> [LegacyItem] {
    let file = try OpenFile(path, .read, in: files)
    let size = try file.status().size
    guard size <= longest else { return [.lost(.tooLong, label: kind)] }
    guard let list = KeyedArchive.read(try file.read(size, at: 0))?.array else {
      return [.lost(.unreadable, label: kind)]
    }
    let table = "mixpanel_\(kind)"
    return list.enumerated().map { place, element in
      let label = "\(kind)#\(place)"
      guard case .dictionary(let members) = element else { return .lost(.unknown, label: label) }
      let row = members.mapValues(\.value)
      return MixpanelEvent.item(row, time: nil, table, label, identity)
    }
  }

  /// Returns the identity in the archives of an instance; nil when there is none.
  static func identity(
    of instance: String, in folder: String, _ container: Container
  ) throws(FileError) -> LegacyIdentity? {
    func archive(_ kind: String) throws(FileError) -> PropertyList? {
      let path = container.original("\(folder)/\(prefix)\(instance)-\(kind)")
      return try container.content(path, limit: longest).flatMap { KeyedArchive.read($0) }
    }
    let properties = try archive("properties")?.dictionary ?? [:]
    func text(_ name: String) -> String? {
      properties[name]?.string.flatMap { $0.isEmpty ? nil : $0 }
    }
    var identity = LegacyIdentity(anonymousID: text("anonymousId"), userID: text("userId"))
    // Before there were two identifiers, the distinct one was that of the device or of the user.
    if identity.anonymousID == nil, identity.userID == nil {
      identity.anonymousID = text("distinctId")
    }
    identity.optedOut = try archive("optOutStatus")?.bool
    if case .dictionary(let members)? = properties["superProperties"], !members.isEmpty {
      identity.superProperties = members.mapValues(\.value)
    }
    identity.details.set("alias", text("alias").map(Value.string))
    identity.details.set("distinctId", text("distinctId").map(Value.string))
    return identity.isEmpty ? nil : identity
  }
}
