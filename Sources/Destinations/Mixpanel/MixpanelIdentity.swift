import Cairn

/// The identity of a person in projects with the simplified ID merge API: device, user, or both.
struct MixpanelIdentity {
  /// The ID of the user, or else that of the device.
  let distinctID: String
  /// The fields `distinct_id`, `$device_id` and, if identified, `$user_id`.
  let fields: [String: Value]
  private let device: String

  init(_ event: DecodedEvent, _ count: (String) -> Void) throws(DeliveryRejection) {
    var user = event.userID
    if let id = user, MixpanelMapping.bannedIDs.contains(id.lowercased()) {
      count("placeholder user id left out")
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

  /// The field that assigns the device to the user.
  var link: [String: Value] { ["$anon_distinct_id": .string(device)] }

  /// Returns the fields that merge two users: the earlier ID, with the later one as its alias.
  func alias(_ event: DecodedEvent) throws(DeliveryRejection) -> [String: Value] {
    guard fields["$user_id"] != nil else { throw "the new user id is a placeholder" }
    let previous = event.previousID ?? event.anonymousID
    let known = previous.utf8.elementsEqual(event.anonymousID.utf8) ? device : previous
    return ["distinct_id": .string(try Self.checked(known)), "alias": .string(distinctID)]
  }

  private static func device(_ anonymousID: String) -> String { "$device:\(anonymousID)" }

  /// Returns the ID; throws if it is too long, because a truncated ID could belong to another user.
  static func checked(_ id: String) throws(DeliveryRejection) -> String {
    let most = MixpanelMapping.limits.textLength
    guard id.unicodeScalars.count <= most else {
      throw "an identifier is longer than \(most) characters"
    }
    return id
  }
}
