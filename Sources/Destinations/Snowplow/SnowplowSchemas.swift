import Cairn

/// The schemas of your Iglu registry that describe events and entities.
///
/// A `track` event named `Order Completed` has `iglu:com.acme/order_completed/jsonschema/1-0-0`,
/// unless `events` contains another schema for it, or `commerce` is set. The events of `identify`,
/// `group` and `alias` have the schemas `identify`, `group` and `alias`. An event whose schema is
/// not in the registry becomes a failed event in Snowplow.
public struct SnowplowSchemas: Hashable, Sendable {
  private let vendor: String
  private let events: [String: String]
  let entities: [String: String]
  let properties: String?
  let commerce: SnowplowCommerce?

  /// Makes the schemas.
  ///
  /// An invalid vendor or Iglu URI is a mistake in the program, and stops the process.
  ///
  /// - Parameters:
  ///   - vendor: The vendor of the schemas, such as `com.acme`: letters, digits, `-`, `_` and `.`.
  ///   - events: The Iglu URIs of `track` events whose schema does not follow from their name, by
  ///     event name.
  ///   - entities: The schemas of parts of the context that are sent as your own entities, by
  ///     context name: `["campaign": "iglu:com.acme/campaign/jsonschema/1-0-0"]`. None by default.
  ///   - properties: The schema of an entity for those properties that Snowplow's own schemas
  ///     cannot hold, such as a screen's. None by default; such properties are then left out and
  ///     counted.
  ///   - commerce: Sends commerce events that `events` does not contain with Snowplow's own
  ///     schemas. None by default: they then have your schemas.
  public init(
    vendor: String, events: [String: String] = [:], entities: [String: String] = [:],
    properties: String? = nil, commerce: SnowplowCommerce? = nil
  ) {
    precondition(!vendor.isEmpty && vendor.utf8.allSatisfy(Self.isOfVendor), "invalid vendor")
    for uri in Array(events.values) + Array(entities.values) + (properties.map { [$0] } ?? []) {
      precondition(Self.isURI(uri), "no Iglu URI: \(uri)")
    }
    self.vendor = vendor
    self.events = events
    self.entities = entities
    self.properties = properties
    self.commerce = commerce
  }

  /// Returns the configured schema of a `track` event; nil for none.
  func given(_ name: String) -> String? { events[name] }

  /// Returns the schema of your vendor for an event with this name.
  func own(_ name: String) throws(DeliveryRejection) -> String {
    let word = Self.word(name)
    guard !word.isEmpty else { throw "no schema name can be made of the event's name" }
    return "iglu:\(vendor)/\(word)/jsonschema/1-0-0"
  }

  /// Returns the name in snake case: `Order Completed` and `orderCompleted` become
  /// `order_completed`.
  static func word(_ name: String) -> String {
    var word = ""
    var isInLowerCase = false
    for scalar in name.unicodeScalars {
      guard isOfName(scalar) else {
        if !word.isEmpty, word.last != "_" { word += "_" }
        isInLowerCase = false
        continue
      }
      let isUpper = ("A"..."Z").contains(scalar)
      if isUpper, isInLowerCase { word += "_" }
      word += String(scalar).lowercased()
      isInLowerCase = !isUpper
    }
    return word.last == "_" ? String(word.dropLast()) : word
  }

  private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
  }

  private static func isOfVendor(_ byte: UInt8) -> Bool {
    isOfName(Unicode.Scalar(byte)) || "-_.".utf8.contains(byte)
  }

  /// Returns whether the text has the form `iglu:vendor/name/format/1-0-0`.
  private static func isURI(_ text: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard text.hasPrefix("iglu:"), parts.count == 4, parts.allSatisfy({ !$0.isEmpty }) else {
      return false
    }
    let numbers = parts[3].split(separator: "-", omittingEmptySubsequences: false)
    return numbers.count == 3 && numbers.allSatisfy { Int($0) != nil }
  }
}
