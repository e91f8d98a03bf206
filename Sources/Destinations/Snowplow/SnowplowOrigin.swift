import Cairn

/// The parts of an event that Snowplow's own tracker recorded, and that reach the collector as they
/// were: the type of the event, its schema, its entities and its times.
///
/// `CairnMigration` keeps them in the event's context, under `snowplow`.
struct SnowplowOrigin {
  private let own: [String: Value]
  private let type: String
  private let event: DecodedEvent

  /// Returns nil for an event that another SDK recorded.
  init?(_ event: DecodedEvent) {
    guard event.kind == .track || event.kind == .screen,
      let own = event.context["snowplow"]?.objectValue, let type = own["event"]?.stringValue
    else { return nil }
    self.own = own
    self.type = type
    self.event = event
  }

  /// The fields of the payload that replace those of an event of Cairn.
  var fields: [String: Value] {
    var fields = (own["fields"]?.objectValue ?? [:]).filter { $0.value.stringValue != nil }
    fields["e"] = .string(type)
    fields.merge(subject) { $1 }
    if let entities = own["contexts"] {
      fields["co"] = SnowplowSchema.entities.describing(entities)
    }
    return fields
  }

  private var subject: [String: Value] {
    var data = event.properties
    switch type {
    case "ue":
      if event.kind == .screen, !event.name.isEmpty { data["name"] = .string(event.name) }
      let schema = own["schema"]?.stringValue ?? ""
      return ["ue_pr": SnowplowSchema.event.describing(.described(.object(data), by: schema))]
    case "se":
      let names = ["category": "se_ca", "label": "se_la", "property": "se_pr", "value": "se_va"]
      return texts(data, names).merging(["se_ac": .string(event.name)]) { $1 }
    case "pv":
      return texts(data, ["url": "url", "referrer": "refr"])
        .merging(["page": .string(event.name)]) { $1 }
    default: return data.filter { $0.value.stringValue != nil }
    }
  }

  private func texts(_ data: [String: Value], _ names: [String: String]) -> [String: Value] {
    var texts: [String: Value] = [:]
    for (name, field) in names {
      guard let value = data[name] else { continue }
      texts[field] = .string(value.stringValue ?? String(decoding: value.json, as: UTF8.self))
    }
    return texts
  }
}
