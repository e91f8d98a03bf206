import Cairn

/// Maps events to the protocol's events.
struct MeasurementMapping: Sendable {
  static let mostParameters = 25
  static let mostText = 100

  let appInstanceID: AppInstanceID
  let currency: String?

  /// Returns the item for an event; `adjusted` is called for each part that was cut to fit.
  func item(_ event: DecodedEvent, _ adjusted: @escaping (String) -> Void) throws(DeliveryRejection)
    -> Value
  {
    guard let instance = appInstanceID.find(event) else {
      throw DeliveryRejection("no app instance id: only Firebase's SDK can give one")
    }
    guard instance.utf8.count == 32, instance.utf8.allSatisfy(Self.isHexadecimal) else {
      throw DeliveryRejection("the app instance id is not 32 hexadecimal digits")
    }
    let name = try name(event, adjusted)
    var parameters = parameters(event, adjusted)
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
    guard Value.object(item).json.count <= MeasurementRequest.mostItemBytes else {
      throw "larger than the 130 000 bytes that the protocol accepts"
    }
    return .object(item)
  }

  private func name(
    _ event: DecodedEvent, _ adjusted: (String) -> Void
  ) throws(DeliveryRejection) -> String {
    switch event.kind {
    case .screen: "screen"
    case .identify: "identify"
    case .group: "join_group"
    default: try MeasurementEventNames.fitted(event.name, adjusted)
    }
  }

  private func parameters(
    _ event: DecodedEvent, _ adjusted: @escaping (String) -> Void
  ) -> MeasurementParameters {
    // The traits of an `identify` event are sent as user properties.
    let isUser = event.kind == .identify
    return MeasurementParameters(
      isUser ? [:] : event.properties, of: MeasurementEventNames.recommended(event),
      own: MeasurementParameters.own(event), currency: isUser ? nil : currency, adjusted)
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
