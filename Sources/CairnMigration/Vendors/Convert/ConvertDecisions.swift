import Cairn

/// The decisions that Convert's ios-sdk has stored: an object for each account, project and
/// visitor.
///
/// The names are `<account>-<project>-<visitor>`. A visitor may have decisions in several projects,
/// whose experiences have different identifiers.
struct ConvertDecisions {
  static let customSegments = "customSegments"
  private var visitors: [String: InitialVisitor] = [:]
  /// The visitors in the order in which the SDK has used them, the least recent first.
  private var order: [String] = []

  /// Reads the file; it may be in several folders, the first of which takes precedence.
  static func read(
    _ name: String, in container: Container
  ) throws(FileError) -> ConvertDecisions {
    let origin = container.origin
    for folder in [origin.applicationSupport, origin.caches, origin.temporary] {
      guard let bytes = try container.content("\(folder)/\(name)"),
        let file = Value(json: bytes), let store = file["store"]?.objectValue
      else { continue }
      let order = (file["order"]?.arrayValue ?? []).compactMap(\.stringValue)
      return ConvertDecisions(store, order: order)
    }
    return ConvertDecisions()
  }

  private init() {}

  private init(_ store: [String: Value], order: [String]) {
    for name in order + store.keys.filter({ !order.contains($0) }).sorted() {
      let parts = name.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3, !parts[2].isEmpty, let state = store[name]?.objectValue else {
        continue
      }
      add(state, of: String(parts[2]))
    }
  }

  private mutating func add(_ state: [String: Value], of id: String) {
    if visitors[id] == nil { order.append(id) }
    var visitor = visitors[id] ?? InitialVisitor(id: id)
    let variations = state.object("bucketing").compactMapValues(\.identifier)
    visitor.variations.merge(variations) { $1 }
    let goals = state.object("goalTriggered").filter { $0.value == .bool(true) }.keys
    visitor.goals = Set(visitor.goals).union(goals).sorted()
    for (name, value) in state.object("segments") {
      if name == Self.customSegments {
        let known = visitor.customSegments
        let added = (value.arrayValue ?? []).compactMap(\.identifier)
        visitor.customSegments += added.filter { !known.contains($0) }
      } else {
        visitor.segments[name] = value.identifier
      }
    }
    visitors[id] = visitor
  }

  func visitor(_ id: String) -> InitialVisitor? { visitors[id] }

  /// Returns all visitors; the own one has no identifier.
  func visitors(own: String?) -> [InitialVisitor] {
    order.compactMap { id in
      var visitor = visitors[id]
      if id == own { visitor?.id = nil }
      return visitor
    }
  }
}
