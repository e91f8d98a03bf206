import Cairn

extension ExperimentReport {
  /// The names of the events' properties.
  enum Property: String, CaseIterable {
    case accountID = "account_id"
    case bucketing
    case customSegments = "custom_segments"
    case experimentID = "experiment_id"
    case experimentKey = "experiment_key"
    case goalData = "goal_data"
    case goalID = "goal_id"
    case goalKey = "goal_key"
    case key
    case projectID = "project_id"
    case revision
    case segments
    case variationID = "variation_id"
    case variationKey = "variation_key"
    case visitorID = "visitor_id"

    static let names = Set(allCases.map(\.rawValue))
    /// Properties that are identifiers and have already been redacted as such.
    static let identifiers: Set<String> = [visitorID.rawValue, key.rawValue]
    /// The properties of a conversion that waited, to which the rules were applied before.
    static let settledOnce = identifiers.union((ofVisitor + [goalData]).map(\.rawValue))
    /// The properties with the stored state of the visitor.
    static let ofVisitor: [Property] = [.bucketing, .segments, .customSegments]
  }

  /// The value of the reserved member in a report's event.
  enum Mark: String {
    case exposure = "experiments.exposure"
    case conversion = "experiments.conversion"

    var name: SDKEventName {
      switch self {
      case .exposure: .experimentViewed
      case .conversion: .goalCompleted
      }
    }
  }

  /// The properties of a report's event.
  struct Properties {
    private var values: [String: Value]

    init(_ values: [String: Value] = [:]) { self.values = values }

    var all: [String: Value] { values }

    subscript(_ property: Property) -> Value? {
      get { values[property.rawValue] }
      set { values[property.rawValue] = newValue }
    }

    func text(_ property: Property) -> String? { self[property]?.text }

    func texts(_ property: Property) -> [String: String] {
      members(property).compactMapValues(\.text)
    }

    func list(_ property: Property) -> [String] {
      if case .array(let values)? = self[property] { values.compactMap(\.text) } else { [] }
    }

    var goalData: [GoalDataKey: Value] {
      let pairs = members(.goalData).compactMap { name, value in
        GoalDataKey(rawValue: name).map { ($0, value) }
      }
      return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    private func members(_ property: Property) -> [String: Value] {
      if case .object(let members)? = self[property] { members } else { [:] }
    }
  }
}

extension Value {
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}
