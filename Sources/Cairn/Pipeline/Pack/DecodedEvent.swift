/// An event read back from the journal: its fields as values.
///
/// For destinations with a form of their own. Reading one takes a few microseconds.
public struct DecodedEvent: Sendable {
  /// The identifier that stays the same on every resend.
  public let id: EventID
  /// What the call was.
  public let kind: EventKind
  /// Milliseconds since 1970 at which it was recorded.
  public let milliseconds: Int64
  /// Counts the events of an installation, in the order in which they were recorded; 0 where an older version wrote none.
  public let sequence: Int
  /// The name of the event or of the screen, or the group's identifier; empty for `identify` and `alias`.
  public let name: String
  /// The user, once identified.
  public let userID: String?
  /// The installation, or whoever uses it until identified.
  public let anonymousID: String
  /// The group that the user belongs to from now on; nil but for `group`.
  public let groupID: String?
  /// The identifier that is replaced; nil but for `alias`.
  public let previousID: String?
  /// The properties, or the traits of `identify` and `group`.
  ///
  /// Dates are text.
  public let properties: [String: Value]
  /// What holds around the event: the app, the device, the session; what the event says itself comes before what holds
  /// for the whole batch.
  public let context: [String: Value]
  /// What a report of one of the SDK's own products bears; false for an event of the app under the name of one.
  package let report: Value?

  /// Reads an event; nil only when it is damaged.
  ///
  /// - Parameters:
  ///   - event: The event, as `seal` and `deliver` are given it.
  ///   - context: What holds for all of the batch's events, as `seal` is given it; by default nothing.
  public init?(_ event: StoredEvent, context: [UInt8] = []) {
    self.init(event, shared: Self.members(Value(json: context)))
  }

  /// `shared`: what holds for all of the batch's events.
  init?(_ event: StoredEvent, shared: [String: Value]) {
    guard case .object(let fields)? = Value(json: event.json),
      case .string(let anonymousID)? = fields["anonymousId"]
    else { return nil }
    id = event.id
    kind = event.kind
    milliseconds = event.milliseconds
    if case .int(let number)? = fields["sequence"] { sequence = number } else { sequence = 0 }
    userID = fields["userId"]?.text
    self.anonymousID = anonymousID
    groupID = fields["groupId"]?.text
    previousID = fields["previousId"]?.text
    name = (fields["event"] ?? fields["name"] ?? fields["groupId"])?.text ?? ""
    report = fields["report"]
    properties = Self.members(fields["properties"] ?? fields["traits"])
    let own = Self.members(fields["context"])
    context = own.isEmpty ? shared : shared.merging(own) { $1 }
  }

  static func members(_ value: Value?) -> [String: Value] {
    if case .object(let members)? = value { members } else { [:] }
  }
}

extension Value {
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}
