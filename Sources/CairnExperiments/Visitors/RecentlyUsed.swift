import Cairn

/// Values by name, which knows which of them was used longest ago; every call costs the same, however many there are.
///
/// Names are the same with the same code units only.
struct RecentlyUsed<Value: Sendable>: Sendable {
  private struct Node: Sendable {
    var name: String
    var value: Value
    /// Places in `nodes`; -1 for none.
    var older: Int
    var newer: Int
  }

  private var places: [ExactText: Int] = [:]
  private var nodes: [Node] = []
  private var oldest = -1
  private var newest = -1

  var count: Int { nodes.count }

  /// The value, without using it.
  subscript(name: String) -> Value? { places[name].map { nodes[$0].value } }

  /// The value, which is the one used last from now on.
  mutating func use(_ name: String) -> Value? {
    guard let place = places[name] else { return nil }
    if place != newest {
      unlink(place)
      link(place)
    }
    return nodes[place].value
  }

  /// Sets the value, which is the one used last from now on.
  mutating func set(_ name: String, _ value: Value) {
    if let place = places[name] {
      nodes[place].value = value
      _ = use(name)
    } else {
      nodes.append(Node(name: name, value: value, older: -1, newer: -1))
      places[name] = nodes.count - 1
      link(nodes.count - 1)
    }
  }

  /// Changes the value, if there is one, without using it.
  mutating func update(_ name: String, _ change: (inout Value) -> Void) {
    if let place = places[name] { change(&nodes[place].value) }
  }

  @discardableResult
  mutating func remove(_ name: String) -> Value? {
    guard let place = places.removeValue(forKey: ExactText(name)) else { return nil }
    unlink(place)
    let removed = nodes[place].value
    moveLast(to: place)
    return removed
  }

  /// Removes the one that was used longest ago.
  mutating func removeOldest() -> (name: String, value: Value)? {
    guard oldest >= 0 else { return nil }
    let name = nodes[oldest].name
    return remove(name).map { (name, $0) }
  }

  /// All of them, the one that was used longest ago first.
  var inOrder: [(name: String, value: Value)] {
    var all: [(String, Value)] = []
    all.reserveCapacity(nodes.count)
    var place = oldest
    while place >= 0 {
      all.append((nodes[place].name, nodes[place].value))
      place = nodes[place].newer
    }
    return all
  }

  private mutating func unlink(_ place: Int) {
    let (older, newer) = (nodes[place].older, nodes[place].newer)
    if older >= 0 { nodes[older].newer = newer } else { oldest = newer }
    if newer >= 0 { nodes[newer].older = older } else { newest = older }
  }

  private mutating func link(_ place: Int) {
    (nodes[place].older, nodes[place].newer) = (newest, -1)
    if newest >= 0 { nodes[newest].newer = place } else { oldest = place }
    newest = place
  }

  /// Fills the gap with the last node, so that there are none.
  private mutating func moveLast(to place: Int) {
    let last = nodes.count - 1
    if place != last {
      let node = nodes[last]
      nodes[place] = node
      places[node.name] = place
      if node.older >= 0 { nodes[node.older].newer = place } else { oldest = place }
      if node.newer >= 0 { nodes[node.newer].older = place } else { newest = place }
    }
    nodes.removeLast()
  }
}
