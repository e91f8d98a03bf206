import Cairn
import CairnMigration
import Counterparts
import Testing

@Suite("Stores of other SDKs", .needsLegacyStores)
struct FixtureTests {
  private static let names = [
    "adobe": "adobe", "amplitude": "amplitude", "amplitude-legacy-ios": "amplitude-ios",
    "analytics-ios": "analytics-ios", "convert": "convert", "mixpanel": "mixpanel",
    "posthog": "posthog", "rudder-ios": "rudder-ios", "rudder-swift": "rudder-swift",
    "segment": "segment", "snowplow": "snowplow", "telemetrydeck": "telemetrydeck",
  ]

  private static func container(_ name: String) -> Container {
    var container = Container(folder: LegacyFixtures.store(of: name), files: PosixFileSystem())
    let keychain = LegacyFixtures.file("keychain.json", of: name).flatMap { Value(json: $0) }
    if let keychain {
      container.password = { service, account in
        keychain["service"] == .string(service) && keychain["account"] == .string(account)
          ? keychain["value"]?.stringValue : nil
      }
    }
    return container
  }

  private static func stores(_ name: String) throws -> [LegacyStore] {
    let vendor = names[String(name.split(separator: "/")[0])] ?? ""
    return try StoreFinder.stores(of: vendor, in: container(name))
  }

  @Test("there are fixtures of all formats") func coverage() {
    let folders = Set(LegacyFixtures.cases.map { String($0.split(separator: "/")[0]) })
    #expect(folders == Set(Self.names.keys))
  }

  @Test("all events are read, field by field", arguments: LegacyFixtures.cases)
  func events(_ name: String) throws {
    guard let expected = LegacyFixtures.file("expected.json", of: name).flatMap({ Value(json: $0) })
    else { return }
    let found = try StoreContents(try Self.stores(name), PosixFileSystem())
    if let number = expected["found"]?.intValue {
      #expect(found.identity.optedOut == true || !found.unusable.isEmpty)
      #expect(found.events.count == number)
      return
    }
    if expected["minimum"] == true {
      #expect(found.events.count >= expected["count"]?.intValue ?? 0)
    } else {
      #expect(found.events.count == expected["count"]?.intValue)
    }
    if let lost = expected["lost"]?.intValue { #expect(found.lost.count == lost, "\(found.lost)") }
    if let skipped = expected["notImported"]?.objectValue {
      #expect(found.skipped.mapValues(Value.int) == skipped)
    }
    if let ids = expected["messageIds"]?.arrayValue {
      let these = found.events.map { $0.messageID.map(Value.string) ?? .null }
      #expect(Array(these.prefix(ids.count)) == ids)
    }
    if let events = expected["events"]?.arrayValue { compare(found.events, events) }
  }

  private func compare(_ found: [LegacyEvent], _ expected: [Value]) {
    var differences = Differences()
    for (event, expected) in zip(found, expected) {
      var expected = expected.objectValue ?? [:]
      let label = expected["from"]?.stringValue ?? ""
      for name in ["from", "fill", "note"] { expected[name] = nil }
      // The importer supplies them.
      for name in ["messageId", "timestamp"] where expected[name] == .null { expected[name] = nil }
      differences.compare(.object(event.message), .object(expected), at: "\(label)|\(event.label)")
    }
    #expect(differences.isEmpty, "\(differences)")
  }

  @Test("the identity is read, field by field", arguments: LegacyFixtures.cases)
  func identity(_ name: String) throws {
    guard let expected = LegacyFixtures.file("identity.json", of: name).flatMap({ Value(json: $0) })
    else { return }
    let found = try StoreContents(try Self.stores(name), PosixFileSystem())
    var differences = Differences()
    for (key, value) in expected.objectValue ?? [:] where !key.hasSuffix("Note") && key != "source"
    {
      let wanted: Value? = if value == .null { Value?.none } else { value }
      differences.compare(Self.member(key, of: found), wanted, at: key)
    }
    #expect(differences.isEmpty, "\(differences)")
  }

  private static func member(_ name: String, of found: StoreContents) -> Value? {
    let identity = found.identity
    switch name {
    case "anonymousId": return identity.anonymousID.map(Value.string)
    case "userId": return identity.userID.map(Value.string)
    case "traits": return identity.traits.map(Value.object)
    case "groups": return identity.groups.map(Value.object)
    case "superProperties": return identity.superProperties.map(Value.object)
    case "session": return identity.session.map(Value.object)
    case "optedOut": return identity.optedOut.map(Value.bool)
    case "userIdFromQueue": return found.events.last { $0.userID != nil }?.userID.map(Value.string)
    default: return identity.details[name]
    }
  }

  @Test("a store is found by its own SDK only", arguments: LegacyFixtures.cases)
  func vendors(_ name: String) throws {
    let vendor = Self.names[String(name.split(separator: "/")[0])]
    let found = try StoreFinder.all(in: Self.container(name))
    #expect(found.allSatisfy { $0.vendor == vendor })
  }
}
