import Cairn

/// Encodes the body of a request around its events.
struct MeasurementEnvelope: Sendable {
  private let consent: Value?

  init(_ consent: GoogleAnalyticsDestination.Consent) {
    var members: [String: Value] = [:]
    members["ad_user_data"] = consent.adUserData.map(Self.word)
    members["ad_personalization"] = consent.adPersonalization.map(Self.word)
    self.consent = members.isEmpty ? nil : .object(members)
  }

  func body(_ item: [String: Value], _ events: [Value]) -> [UInt8] {
    var body = item
    body["event"] = nil
    body["events"] = .array(events)
    body["consent"] = consent
    return Value.object(body).json
  }

  private static func word(_ isGranted: Bool) -> Value { isGranted ? "GRANTED" : "DENIED" }
}
