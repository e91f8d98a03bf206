#if canImport(FirebaseAnalytics)
import Cairn
import FirebaseAnalytics
import Foundation

/// What Firebase's SDK is told of an event.
struct FirebaseCall {
  private let event: DecodedEvent
  private let currency: String?

  init(_ event: DecodedEvent, currency: String?) {
    self.event = event
    self.currency = currency
  }

  func make() throws(Rejection) {
    // Whoever signs out has no user any more.
    FirebaseAnalytics.Analytics.setUserID(event.userID)
    guard event.kind != .identify else { return setUserProperties() }
    var parameters = MeasurementParameters(event.properties, currency: currency) { _ in }
    let name = try name(&parameters)
    parameters.put("recorded_at", .int(Int(event.milliseconds)))
    FirebaseAnalytics.Analytics.logEvent(
      name, parameters: parameters.values.compactMapValues(Self.object))
  }

  private func name(_ parameters: inout MeasurementParameters) throws(Rejection) -> String {
    switch event.kind {
    case .screen:
      parameters.put("screen_name", .string(event.name))
      return "screen_view"
    case .group:
      parameters.put("group_id", .string(event.groupID ?? event.name))
      return "join_group"
    default: return try MeasurementEventNames.fitted(event.name) { _ in }
    }
  }

  private func setUserProperties() {
    for (name, value) in MeasurementUserProperties.fitted(event.properties, { _ in }) {
      let text: String =
        switch value {
        case .string(let text): text
        default: String(decoding: value.json, as: UTF8.self)
        }
      FirebaseAnalytics.Analytics.setUserProperty(text, forName: name)
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
#endif
