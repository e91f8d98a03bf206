import Cairn
import Foundation

/// Passes one event to Firebase's SDK.
struct FirebaseCall {
  private let event: DecodedEvent
  private let sdk: FirebaseBridge.SDK
  private let currency: String?
  /// Counts an adjustment, such as a text that was cut.
  private let count: (String) -> Void

  init(
    _ event: DecodedEvent, _ sdk: FirebaseBridge.SDK, currency: String?,
    count: @escaping (String) -> Void
  ) {
    self.event = event
    self.sdk = sdk
    self.currency = currency
    self.count = count
  }

  func make() throws(DeliveryRejection) {
    // The user ID is also set when it is nil, because the user may have signed out.
    sdk.setUserID(event.userID)
    guard event.kind != .identify else { return setUserProperties() }
    let name = try name
    var parameters = MeasurementParameters(
      event.properties, of: MeasurementEventNames.recommended(event),
      own: MeasurementParameters.own(event), currency: currency, count)
    // Firebase adds the session itself, so the places that are reserved for it are free.
    parameters.values["recorded_at"] = event.milliseconds.propertyValue
    sdk.logEvent(name, parameters.values.compactMapValues(Self.object))
  }

  private var name: String {
    get throws(DeliveryRejection) {
      switch event.kind {
      case .screen: "screen_view"
      case .group: "join_group"
      default: try MeasurementEventNames.fitted(event.name, count)
      }
    }
  }

  private func setUserProperties() {
    let properties = MeasurementUserProperties.fitted(event.properties, count)
    for (name, value) in properties.sorted(by: { $0.key < $1.key }) {
      let text: String =
        switch value {
        case .string(let text): text
        default: String(decoding: value.json, as: UTF8.self)
        }
      sdk.setUserProperty(text, name)
    }
  }

  private static func object(_ value: Value) -> Any? {
    switch value {
    case .string(let text): NSString(string: text)
    case .int(let number): NSNumber(value: number)
    case .double(let number): NSNumber(value: number)
    case .array(let items): items.compactMap(object)
    case .object(let members): members.compactMapValues(object)
    case .bool, .date, .null: nil
    }
  }
}
