import Cairn

/// Which schema of your Iglu registry describes which event and which entity.
///
/// An event of `track` named `Order Completed` has `iglu:com.acme/order_completed/jsonschema/1-0-0`, unless `events` says
/// otherwise; those of `identify`, `group` and `alias` have `identify`, `group` and `alias`. What the registry does not
/// have becomes a failed event of Snowplow.
public struct SnowplowSchemas: Hashable, Sendable {
  private let vendor: String
  private let events: [String: String]
  let entities: [String: String]
  let properties: String?

  /// Makes the rules.
  ///
  /// - Parameters:
  ///   - vendor: Whose schemas they are, such as `com.acme`: letters, digits, `-`, `_` and `.`.
  ///   - events: The schemas of events by the names in `track`, as Iglu URIs, where they are not called as the event is.
  ///   - entities: The schemas of parts of the context that are sent as entities of your own, by the names in the
  ///     context: `["campaign": "iglu:com.acme/campaign/jsonschema/1-0-0"]`. By default none.
  ///   - properties: The schema of an entity with those properties that Snowplow's own schemas have no place for, such as
  ///     a screen's. By default there is none, and such properties are left out and counted.
  public init(
    vendor: String, events: [String: String] = [:], entities: [String: String] = [:],
    properties: String? = nil
  ) {
    precondition(!vendor.isEmpty && vendor.utf8.allSatisfy(Self.isOfVendor), "no vendor of schemas")
    for uri in Array(events.values) + Array(entities.values) + (properties.map { [$0] } ?? []) {
      precondition(Self.isURI(uri), "no Iglu URI: \(uri)")
    }
    self.vendor = vendor
    self.events = events
    self.entities = entities
    self.properties = properties
  }

  /// The one that was given for an event of `track`.
  func given(_ name: String) -> String? { events[name] }

  /// The one of your own for an event of this name.
  func own(_ name: String) throws(Rejection) -> String {
    let word = Self.word(name)
    guard !word.isEmpty else { throw "no name of a schema can be made of the event's name" }
    return "iglu:\(vendor)/\(word)/jsonschema/1-0-0"
  }

  /// `Order Completed` and `orderCompleted` are `order_completed`.
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

  /// `iglu:vendor/name/format/1-0-0`.
  private static func isURI(_ text: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard text.hasPrefix("iglu:"), parts.count == 4, parts.allSatisfy({ !$0.isEmpty }) else {
      return false
    }
    let numbers = parts[3].split(separator: "-", omittingEmptySubsequences: false)
    return numbers.count == 3 && numbers.allSatisfy { Int($0) != nil }
  }
}
