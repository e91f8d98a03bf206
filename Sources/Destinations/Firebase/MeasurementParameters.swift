import Cairn

/// An event's parameters, as the protocol takes them: 25, with short names, of numbers and of texts of 100 characters.
struct MeasurementParameters {
  var values: [String: Value] = [:]
  /// A session's number and the time of engagement, without which reports leave an event out, need two.
  private static let room = MeasurementMapping.mostParameters - 2
  /// Hears what was cut to fit.
  let note: (String) -> Void

  /// What is the event's own comes first, so that it is never what is left out.
  init(
    _ properties: [String: Value], own: [String: String], currency: String?,
    _ note: @escaping (String) -> Void
  ) {
    self.note = note
    for (name, text) in own { values[name] = .string(cut(text)) }
    addCommerce(properties, currency)
    for (key, value) in properties.sorted(by: { $0.key < $1.key })
    where !Self.commerce.contains(key) {
      guard let name = MeasurementName.fitted(key, atMost: MeasurementName.mostParameter),
        values[name] == nil
      else {
        note("a parameter was left out")
        continue
      }
      if name != key { note("a parameter's name was changed") }
      guard let simple = Self.simple(value, atMost: MeasurementMapping.mostText, note) else {
        continue
      }
      put(name, simple)
    }
  }

  /// What an event of this kind has besides its properties.
  static func own(_ event: DecodedEvent) -> [String: String] {
    switch event.kind {
    case .screen: ["screen_name": event.name]
    case .group: ["group_id": event.groupID ?? event.name]
    default: [:]
    }
  }

  /// Takes the place of one with that name.
  mutating func put(_ name: String, _ value: Value) {
    guard values.count < Self.room || values[name] != nil else {
      return note("a parameter was left out")
    }
    values[name] = value
  }
}
