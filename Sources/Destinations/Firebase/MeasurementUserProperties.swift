import Cairn

/// The user properties of an event: at most 25, with names of up to 24 and values of up to 36
/// characters.
enum MeasurementUserProperties {
  private static let most = 25
  private static let mostText = 36

  static func fitted(_ traits: [String: Value], _ adjusted: (String) -> Void) -> [String: Value] {
    var properties: [String: Value] = [:]
    for (key, value) in traits.sorted(by: { $0.key < $1.key }) {
      guard let name = MeasurementName.fitted(key, atMost: MeasurementName.mostUserProperty),
        !MeasurementName.reservedUserProperties.contains(name), properties[name] == nil,
        properties.count < most
      else {
        adjusted("a user property was left out")
        continue
      }
      properties[name] = MeasurementParameters.simple(value, atMost: mostText, adjusted)
    }
    return properties
  }
}
