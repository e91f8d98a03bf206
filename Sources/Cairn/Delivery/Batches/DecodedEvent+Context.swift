/// Accessors for the parts of an event's context that most servers need.
extension DecodedEvent {
  /// Returns a member of an object of the context, such as the `version` of the `app`; nil when
  /// there is none.
  public func context(_ object: String, _ member: String) -> Value? { context[object]?[member] }

  /// The identifier of the session, whose `milliseconds` are the time at which the session began;
  /// nil without sessions.
  public var session: EventID? { context("session", "id")?.stringValue.flatMap(EventID.init) }

  /// The campaign by the names of a link's parameters: `utm_source` and the like, and the click
  /// identifiers of advertisers.
  ///
  /// Empty when there is no campaign.
  public var linkParameters: [String: Value] {
    let names = [
      "name": "utm_campaign", "source": "utm_source", "medium": "utm_medium", "term": "utm_term",
      "content": "utm_content", "id": "utm_id",
    ]
    let members = context["campaign"]?.objectValue ?? [:]
    return Dictionary(
      members.map { (names[$0.key] ?? $0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
  }
}
