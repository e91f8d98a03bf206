import Cairn

/// Makes the protocol's form of an event, as far as its rules allow.
struct MeasurementMapping: Sendable {
  static let mostParameters = 25
  static let mostText = 100

  let appInstanceID: AppInstanceID
  let currency: String?

  /// What goes out for the event; `adjusted` hears what was cut to fit.
  func item(_ event: DecodedEvent, _ adjusted: @escaping (String) -> Void) throws(Rejection)
    -> Value
  {
    guard let instance = appInstanceID.find(event) else {
      throw Rejection("no app instance id: only Firebase's SDK can give one")
    }
    guard instance.utf8.count == 32, instance.utf8.allSatisfy(Self.isHexadecimal) else {
      throw Rejection("the app instance id is not 32 hexadecimal digits")
    }
    var parameters = MeasurementParameters(event.properties, currency: currency, adjusted)
    let name = try name(event, &parameters, adjusted)
    parameters.addSession(event)
    var item: [String: Value] = [
      "app_instance_id": .string(instance),
      "event": .object([
        "name": .string(name), "params": .object(parameters.values),
        "timestamp_micros": .string(String(event.milliseconds * 1_000)),
      ]),
    ]
    if let user = event.userID { item["user_id"] = .string(user) }
    if event.kind == .identify {
      item["user_properties"] = .object(
        MeasurementUserProperties.fitted(event.properties, adjusted).mapValues {
          .object(["value": $0])
        })
    }
    return .object(item)
  }

  private func name(
    _ event: DecodedEvent, _ parameters: inout MeasurementParameters,
    _ adjusted: @escaping (String) -> Void
  ) throws(Rejection) -> String {
    switch event.kind {
    case .screen:
      parameters.put("screen_name", .string(event.name))
      return "screen"
    case .identify:
      parameters = MeasurementParameters([:], currency: nil, adjusted)
      return "identify"
    case .group:
      parameters.put("group_id", .string(event.groupID ?? event.name))
      return "join_group"
    default: return try MeasurementEventNames.fitted(event.name, adjusted)
    }
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}
