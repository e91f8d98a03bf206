public import Cairn

/// The events that an app is meant to record, and the schemas of their properties.
///
/// A plan is a JSON document, or a YAML document that `cairnctl plan` converts:
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
/// The properties of an event are described in a subset of JSON Schema (draft 2020-12); see
/// `PropertySchema`. An event may also have a `description` and a `kind`, which is `track` or
/// `screen`.
public struct TrackingPlan: Hashable, Sendable {
  /// The name of the plan.
  ///
  /// Empty if the document has none.
  public let name: String
  /// The events, sorted by name.
  public let events: [PlannedEvent]
  private let places: [String: Int]

  /// Reads a plan from a JSON document.
  ///
  /// - Parameter json: The document, in UTF-8.
  /// - Throws: `PlanError` with all problems of the document and their paths.
  public init(json: some Sequence<UInt8>) throws(PlanError) {
    guard let document = Value(json: json) else {
      throw PlanError([PlanProblem([], "it is not JSON")])
    }
    try self.init(document)
  }

  /// Makes a plan from a decoded document.
  ///
  /// - Throws: `PlanError` with all problems of the document and their paths.
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

  /// The event with this name; nil if the plan does not contain it.
  public subscript(name: String) -> PlannedEvent? { places[name].map { events[$0] } }
}
