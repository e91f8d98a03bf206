/// What most back ends want to know of an event's context.
extension DecodedEvent {
  /// A member of an object of the context, such as the `version` of the `app`; nil when there is none.
  public func context(_ object: String, _ member: String) -> Value? { context[object]?[member] }

  /// The session's identifier, whose milliseconds are when the session began; nil where there are no sessions.
  public var session: EventID? { context("session", "id")?.stringValue.flatMap(EventID.init) }

  /// The campaign that brought the user, by the names of the link's parameters: `utm_source` and the like, and the click
  /// identifiers of advertisers.
  ///
  /// Empty when there is none.
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
