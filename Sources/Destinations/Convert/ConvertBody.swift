import Cairn

/// The body of one request: items of one project, grouped by visitor in the order of first
/// appearance.
///
/// It contains as many consecutive items as fit, starting with the first, so that the order of each
/// visitor's events is kept.
struct ConvertBody {
  static let mostVisitors = 10
  static let mostEvents = 100
  static let maximumBytes = 100_000
  /// An upper bound of the JSON around a visitor and around the whole body, in bytes.
  private static let frame = 256

  private struct Visitor {
    let id: String
    var segments: [String: Value]
    var events: [Value]

    /// Returns whether the segments are compatible with those of the visitor's other events in this
    /// body.
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
  /// The index in `visitors` for each visitor ID, as UTF-8 bytes.
  ///
  /// Bytes are compared because Swift treats some different IDs as equal strings.
  private var places: [[UInt8]: Int] = [:]
  private var bytes = frame
  /// The indices of the items in the body, without items that were delivered before and without
  /// repeats.
  private(set) var held: [Int] = []
  /// The index after the last covered item.
  ///
  /// Each item before it is in the body or is a repeat.
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

  /// Adds an item; returns false if there is no room for it.
  private mutating func add(_ item: ConvertItem) -> Bool {
    var size = item.event.json.count + 1
    if let place = places[Array(item.visitor.utf8)] {
      guard bytes + size <= Self.maximumBytes, visitors[place].events.count < Self.mostEvents,
        visitors[place].take(item.segments)
      else { return false }
      visitors[place].events.append(item.event)
    } else {
      let visitor = Visitor(id: item.visitor, segments: item.segments, events: [item.event])
      size = visitor.value.json.count + Self.frame
      guard isEmpty || bytes + size <= Self.maximumBytes, visitors.count < Self.mostVisitors
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
