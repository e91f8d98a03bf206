import Cairn

/// The body of one request: the items of one project, by visitor, in the order in which visitors first appear.
///
/// It covers as many of the items as fit, from the first one on, so that what a visitor did stays in its order.
struct ConvertBody {
  static let mostVisitors = 10
  static let mostEvents = 100
  static let mostBytes = 100_000
  /// What the names and marks around a visitor and around all of them take, and more.
  private static let frame = 256

  private struct Visitor {
    let id: String
    var segments: [String: Value]
    var events: [Value]

    /// Whether these are the segments of all of the visitor's events here, as far as they say any.
    mutating func take(_ segments: [String: Value]) -> Bool {
      if self.segments.isEmpty { self.segments = segments }
      return segments.isEmpty || Value.object(segments).json == Value.object(self.segments).json
    }

    var value: Value {
      var members: [String: Value] = ["visitorId": .string(id), "events": .array(events)]
      if !segments.isEmpty { members["segments"] = .object(segments) }
      return .object(members)
    }
  }

  let account: String
  let project: String
  private var visitors: [Visitor] = []
  /// Where they are in `visitors`, by the bytes of their identifiers: to Swift two texts may be equal that are two
  /// visitors.
  private var places: [[UInt8]: Int] = [:]
  private var bytes = frame
  /// The items that it holds, by their places: none that was told before, and none twice.
  private(set) var held: [Int] = []
  /// The first of those behind it; the others it settles: it holds them, or they are repeats.
  private(set) var end: Int

  init(_ items: ArraySlice<ConvertItem>, told: ConvertMemory = ConvertMemory()) {
    end = items.startIndex
    account = items.first?.account ?? ""
    project = items.first?.project ?? ""
    var known: Set<String> = []
    for (place, item) in zip(items.indices, items) {
      guard item.account.utf8.elementsEqual(account.utf8),
        item.project.utf8.elementsEqual(project.utf8)
      else { return }
      if !known.contains(item.key), !told.contains(item.key) {
        guard add(item) else { return }
        known.insert(item.key)
        held.append(place)
      }
      end = place + 1
    }
  }

  var isEmpty: Bool { held.isEmpty }

  /// Whether there was room for it.
  private mutating func add(_ item: ConvertItem) -> Bool {
    var size = item.event.json.count + 1
    if let place = places[Array(item.visitor.utf8)] {
      guard bytes + size <= Self.mostBytes, visitors[place].events.count < Self.mostEvents,
        visitors[place].take(item.segments)
      else { return false }
      visitors[place].events.append(item.event)
    } else {
      let visitor = Visitor(id: item.visitor, segments: item.segments, events: [item.event])
      size = visitor.value.json.count + Self.frame
      guard isEmpty || bytes + size <= Self.mostBytes, visitors.count < Self.mostVisitors
      else { return false }
      places[Array(item.visitor.utf8)] = visitors.count
      visitors.append(visitor)
    }
    bytes += size
    return true
  }

  func json(source: String, enriches: Bool) -> [UInt8] {
    let body: Value = [
      "accountId": .string(account), "projectId": .string(project),
      "enrichData": .bool(enriches), "source": .string(source),
      "visitors": .array(visitors.map(\.value)),
    ]
    return body.json
  }
}
