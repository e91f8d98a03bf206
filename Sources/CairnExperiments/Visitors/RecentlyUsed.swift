import Cairn

/// A dictionary that keeps the order of use; its operations take constant time, except `inOrder`.
///
/// Names are equal only if their code units are equal.
struct RecentlyUsed<Value: Sendable>: Sendable {
  private struct Node: Sendable {
    var name: String
    var value: Value
    /// The indices of the neighbors in `nodes`; -1 for none.
    var older: Int
    var newer: Int
  }

  private var places: [CodeUnitKey: Int] = [:]
  private var nodes: [Node] = []
  private var oldest = -1
  private var newest = -1

  var count: Int { nodes.count }

  /// Returns the value without marking it as used.
  subscript(name: String) -> Value? { places[name].map { nodes[$0].value } }

  /// Returns the value and marks it as most recently used.
  mutating func use(_ name: String) -> Value? {
    guard let place = places[name] else { return nil }
    if place != newest {
      unlink(place)
      link(place)
    }
    return nodes[place].value
  }

  /// Sets the value and marks it as most recently used.
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

  /// Changes the value, if there is one, without marking it as used.
  mutating func update(_ name: String, _ change: (inout Value) -> Void) {
    if let place = places[name] { change(&nodes[place].value) }
  }

  @discardableResult
  mutating func remove(_ name: String) -> Value? {
    guard let place = places.removeValue(forKey: CodeUnitKey(name)) else { return nil }
    unlink(place)
    let removed = nodes[place].value
    moveLast(to: place)
    return removed
  }

  /// Removes the least recently used value.
  mutating func removeOldest() -> (name: String, value: Value)? {
    guard oldest >= 0 else { return nil }
    let name = nodes[oldest].name
    return remove(name).map { (name, $0) }
  }

  /// All values, least recently used first.
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

  /// Moves the last node to the index of a removed one.
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
