import Cairn

/// The identity in the named collections of Adobe's Mobile SDK: files on iOS, user defaults on
/// tvOS and in older versions.
struct AdobeIdentity {
  private static let folder = "com.adobe.aep.datastore"
  private static let edge = "com.adobe.edge.identity"
  private static let direct = "com.adobe.module.identity"
  private static let consentCollection = "com.adobe.edge.consent"
  private static let configuration = "com.adobe.module.configuration"
  private static let properties = "identity.properties"
  private static let oldKeys = [
    "ADBMOBILE_PERSISTED_MID", "AOMS_AppMeasurement_StoredDefaults_VisitorID", "PrivacyStatus",
  ]

  private let container: Container
  private let defaults: [String: PropertyList]

  static func read(_ container: Container) throws(FileError) -> LegacyIdentity {
    let keys = [
      "Adobe.\(edge).\(properties)", "Adobe.\(direct).\(properties)",
      "Adobe.\(consentCollection).consent.preferences",
      "Adobe.\(configuration).config.overridden.map",
    ]
    let defaults = try container.defaults.standardValues(with: keys + oldKeys)
    return try AdobeIdentity(container: container, defaults: defaults).read()
  }

  private func read() throws(FileError) -> LegacyIdentity {
    let edge = try object(Self.edge, Self.properties)
    let direct = try object(Self.direct, Self.properties)
    let consent = try object(Self.consentCollection, "consent.preferences")
    let overridden = try object(Self.configuration, "config.overridden.map")
    let denial = Self.optedOut(nil, overridden?.text("global.privacy"))
    if edge == nil, direct == nil, consent == nil {
      var identity = fromVersion4()
      identity.optedOut = denial ?? identity.optedOut
      return identity
    }
    let map = edge?.object("identityMap") ?? [:]
    let ecid = map["ECID"]?.arrayValue?.first?["id"]?.stringValue
    var identity = LegacyIdentity(
      anonymousID: ecid ?? direct?.object("ecid").text("ecidString"))
    let customers = direct?["customerIds"]?.arrayValue ?? []
    let collect = consent?.object("consents").object("collect").text("val")
    let status = direct?.text("privacyStatus") ?? overridden?.text("global.privacy")
    identity.optedOut = Self.optedOut(collect, status)
    if identity.optedOut != true { identity.userID = Self.user(customers) }
    identity.details.set("identityMap", object: map)
    if let collect { identity.details["consent"] = ["collect": .string(collect)] }
    identity.details.set("privacyStatus", status.map(Value.string))
    return identity
  }

  /// Returns the identifier of a customer: one that is logged in before one of unknown state.
  private static func user(_ customers: [Value]) -> String? {
    let known = customers.filter { $0["authentication_state"]?.intValue != 2 }
    let loggedIn = known.first { $0["authentication_state"]?.intValue == 1 }
    return (loggedIn ?? known.first)?["id"]?.stringValue
  }

  /// Returns whether one of the two settings denies the collection; nil when none is known.
  private static func optedOut(_ collect: String?, _ status: String?) -> Bool? {
    if collect == "n" || status == "optedout" { return true }
    if collect == "y" || status == "optedin" { return false }
    return nil
  }

  private func fromVersion4() -> LegacyIdentity {
    var identity = LegacyIdentity(
      anonymousID: defaults["ADBMOBILE_PERSISTED_MID"]?.string,
      userID: defaults["AOMS_AppMeasurement_StoredDefaults_VisitorID"]?.string)
    switch defaults["PrivacyStatus"]?.integer {
    case 1?: identity.optedOut = false
    case 2?: identity.optedOut = true
    default: break
    }
    return identity
  }

  /// Returns an object of a collection, which is stored as a text of JSON.
  private func object(
    _ collection: String, _ key: String
  ) throws(FileError) -> [String: Value]? {
    let path = "\(container.origin.library)/\(Self.folder)/\(collection).json"
    if let bytes = try container.content(path), let value = Value(json: bytes)?[key] {
      return Self.object(value)
    }
    return defaults["Adobe.\(collection).\(key)"].flatMap { Self.object($0.value) }
  }

  private static func object(_ value: Value) -> [String: Value]? {
    if let text = value.stringValue { return Value(json: text.utf8)?.objectValue }
    return value.objectValue
  }
}
