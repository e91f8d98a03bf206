public import Cairn

/// The events that an app agreed to track, and what each may say.
///
/// A plan is a JSON document, or YAML that `cairnctl plan` turns into one:
///
/// ```json
/// {
///   "name": "Shop",
///   "events": {
///     "Order Completed": {
///       "description": "An order was paid.",
///       "properties": {
///         "order_id": { "type": "string", "minLength": 1 },
///         "total": { "type": "number", "minimum": 0 }
///       },
///       "required": ["order_id", "total"],
///       "additionalProperties": false
///     }
///   }
/// }
/// ```
///
/// An event's properties are described in a subset of JSON Schema (draft 2020-12): see `Schema`. Besides there are
/// `description`, and `kind`, which is `track` or `screen`.
public struct TrackingPlan: Hashable, Sendable {
  /// What the plan is for.
  ///
  /// Empty if the document does not say.
  public let name: String
  /// The events, in the order of their names.
  public let events: [PlannedEvent]
  private let places: [String: Int]

  /// Reads a plan.
  ///
  /// - Parameter json: The document, JSON in UTF-8.
  /// - Throws: `PlanError` with everything that is wrong with it, each with its place.
  public init(json: some Sequence<UInt8>) throws(PlanError) {
    guard let document = Value(json: json) else {
      throw PlanError([PlanProblem([], "it is not JSON")])
    }
    try self.init(document)
  }

  /// Takes a plan that was read from some other form of document.
  ///
  /// - Throws: `PlanError` with everything that is wrong with it, each with its place.
  public init(_ document: Value) throws(PlanError) {
    var reader = PlanReader()
    let plan = reader.plan(document)
    guard reader.problems.isEmpty else { throw PlanError(reader.problems) }
    self.init(name: plan.name, events: plan.events)
  }

  init(name: String, events: [PlannedEvent]) {
    self.name = name
    self.events = events.sorted { $0.name < $1.name }
    places = Dictionary(
      self.events.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The event with this name; nil when there is none in the plan.
  public subscript(name: String) -> PlannedEvent? { places[name].map { events[$0] } }
}
