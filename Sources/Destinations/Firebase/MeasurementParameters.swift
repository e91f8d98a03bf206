import Cairn

/// The parameters of an event: at most 25, with short names, numbers, and strings of up to 100
/// characters.
struct MeasurementParameters {
  var values: [String: Value] = [:]
  /// The limit for parameters of the event.
  ///
  /// Two are reserved for the session ID and the engagement time, without which reports omit an
  /// event.
  private static let room = MeasurementMapping.mostParameters - 2
  /// Called for each part that was cut to fit.
  let note: (String) -> Void

  /// Makes the parameters.
  ///
  /// The event's own come first, so that they are never left out. `event` is Google's name of a
  /// commerce event.
  init(
    _ properties: [String: Value], of event: String?, own: [String: String], currency: String?,
    _ note: @escaping (String) -> Void
  ) {
    self.note = note
    for (name, text) in own { values[name] = .string(cut(text)) }
    addCommerce(properties, of: event, currency)
    if let event { addRecommended(properties, of: event) }
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

  /// Returns the parameters that an event of this kind has besides its properties.
  static func own(_ event: DecodedEvent) -> [String: String] {
    switch event.kind {
    case .screen: ["screen_name": event.name]
    case .group: ["group_id": event.groupID ?? event.name]
    default: [:]
    }
  }

  /// Sets a parameter; replaces one with the same name.
  mutating func put(_ name: String, _ value: Value) {
    guard values.count < Self.room || values[name] != nil else {
      return note("a parameter was left out")
    }
    values[name] = value
  }
}

/// The parameters with which reports assign an event to a session.
extension MeasurementParameters {
  /// Adds the session of the event's context.
  ///
  /// Its ID is the start time in seconds.
  mutating func addSession(_ event: DecodedEvent) {
    guard let session = event.session else { return }
    values["session_id"] = .string(String(session.milliseconds / 1_000))
    values["engagement_time_msec"] = .int(1)
  }
}
