/// An event read back from the journal, with its fields as values.
///
/// It is for destinations with their own format. Decoding an event takes a few microseconds.
public struct DecodedEvent: Sendable {
  /// The identifier of the event, which is the same for every attempt to send it.
  public let id: EventID
  /// The identifier by which servers recognize the event when it arrives again.
  ///
  /// It is the text of `id`. An event that was imported from another SDK keeps that SDK's text, of
  /// any form, so that a server that already has the event counts it once.
  public let messageID: String
  /// The kind of call that recorded the event.
  public let kind: EventKind
  /// The wall-clock time of recording, in milliseconds since 1970.
  public let milliseconds: Int64
  /// The number of the event on this installation, in the order of recording; 0 for events of
  /// versions that did not write it.
  public let sequence: Int
  /// The name of the event or screen, or the identifier of the group; empty for `identify` and
  /// `alias`.
  public let name: String
  /// The user identifier; nil before the user is identified.
  public let userID: String?
  /// The anonymous identifier of the installation.
  public let anonymousID: String
  /// The identifier of the group; nil for all kinds but `group`.
  public let groupID: String?
  /// The identifier that is replaced; nil for all kinds but `alias`.
  public let previousID: String?
  /// The properties, or the traits of `identify` and `group`.
  ///
  /// Dates are text.
  public let properties: [String: Value]
  /// The context of the event: the app, the device, the session and so on.
  ///
  /// The event's own context takes precedence over the context of the whole batch.
  public let context: [String: Value]
  /// The mark of a report of one of the SDK's own products; false for an app's event with the name
  /// of a report.
  package let report: Value?

  /// Decodes an event; nil only when it is damaged.
  ///
  /// - Parameters:
  ///   - event: The event, as passed to `seal` and `deliver`.
  ///   - context: The context of all events of the batch, as passed to `seal`; empty by default.
  public init?(_ event: StoredEvent, context: [UInt8] = []) {
    self.init(event, shared: Self.members(Value(json: context)))
  }

  /// Decodes an event; `shared` is the context of all events of the batch.
  init?(_ event: StoredEvent, shared: [String: Value]) {
    guard case .object(let fields)? = Value(json: event.json),
      case .string(let anonymousID)? = fields["anonymousId"]
    else { return nil }
    id = event.id
    messageID = StoredEvent.messageID(in: fields) ?? event.id.description
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
