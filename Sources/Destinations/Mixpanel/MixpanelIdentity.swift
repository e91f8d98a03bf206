import Cairn

/// Who it was, as projects with the simplified merging of users know people: by the device, the user, or both.
struct MixpanelIdentity {
  /// The user's identifier, or the device's.
  let distinctID: String
  /// `distinct_id`, `$device_id` and, once identified, `$user_id`.
  let fields: [String: Value]
  private let device: String

  init(_ event: DecodedEvent, _ count: (String) -> Void) throws(Rejection) {
    var user = event.userID
    if let id = user, MixpanelMapping.bannedIDs.contains(id.lowercased()) {
      count("user id that stands for nobody left out")
      user = nil
    }
    device = Self.device(event.anonymousID)
    distinctID = try Self.checked(user ?? device)
    var fields = [
      "distinct_id": Value.string(distinctID), "$device_id": .string(event.anonymousID),
    ]
    fields["$user_id"] = user.map(Value.string)
    self.fields = fields
  }

  /// What says that the device is the user's.
  var link: [String: Value] { ["$anon_distinct_id": .string(device)] }

  /// What says that two users are one: an event of the earlier one, with the later one's name.
  func alias(_ event: DecodedEvent) throws(Rejection) -> [String: Value] {
    guard fields["$user_id"] != nil else { throw "the new user id stands for nobody" }
    let previous = event.previousID ?? event.anonymousID
    let known = previous.utf8.elementsEqual(event.anonymousID.utf8) ? device : previous
    return ["distinct_id": .string(try Self.checked(known)), "alias": .string(distinctID)]
  }

  private static func device(_ anonymousID: String) -> String { "$device:\(anonymousID)" }

  /// One that Mixpanel would cut would be somebody else's.
  static func checked(_ id: String) throws(Rejection) -> String {
    let most = MixpanelMapping.limits.textLength
    guard id.unicodeScalars.count <= most else {
      throw "an identifier is longer than \(most) characters"
    }
    return id
  }
}
