package import Cairn

/// The experiences that were registered, the last hundred used; kept from launch to launch.
///
/// Safe to use from any thread. What is stored survives the death of the process: a write goes beside the last value,
/// which stays until the new one is whole. While nothing of a user may be on the disk, they are in memory alone. In which
/// order they were used is stored with the next definition, and by `storeOrder`.
package final class Definitions: Sendable {
  package static let most = 100
  private static let lastLocation = "lastLocation"

  private struct State {
    /// The one that was used last comes last.
    var items: [ExperienceDefinition] = []
    var file: KeptFile
    /// Whether the last change was to be stored.
    var isStored = true
    /// Whether they were used in another order since.
    var isReordered = false
    /// Whether it was said that there are too many for the file.
    var isFull = false

    mutating func use(_ id: String) -> Int? {
      guard let place = items.lastIndex(where: { $0.id.isIdentical(to: id) }) else { return nil }
      guard place < items.count - 1 else { return place }
      items.append(items.remove(at: place))
      isReordered = true
      return items.count - 1
    }
  }

  private let state: Locked<State>
  private let mayStore: @Sendable () -> Bool
  private let diagnostics: Diagnostics

  package init(
    _ file: KeptFile, diagnostics: Diagnostics,
    mayStore: @escaping @Sendable () -> Bool = { true }
  ) {
    self.diagnostics = diagnostics
    self.mayStore = mayStore
    var state = State(file: file)
    // Who registers nothing needs no file.
    if mayStore() { state.items = Self.stored(&state.file) }
    let trouble = state.file.trouble
    self.state = Locked(state)
    if let trouble { report(trouble) }
  }

  private static func stored(_ file: inout KeptFile) -> [ExperienceDefinition] {
    let lists = file.open(makes: false).lazy.compactMap { Value(json: $0)?.arrayValue }
    return (lists.first ?? []).compactMap { item in
      var definition = ExperienceDefinition(item.objectValue ?? [:])
      definition?.lastLocation = item[Self.lastLocation]?.stringValue
      return definition
    }
  }

  /// All of them, the one that was used last at the end.
  package var all: [ExperienceDefinition] { state.withLock { $0.items } }

  /// Takes a definition, in place of an earlier one with the same identifier.
  package func register(_ definition: ExperienceDefinition) {
    change { state in
      state.items.removeAll { $0.id.isIdentical(to: definition.id) }
      state.items.append(definition)
      state.items.removeFirst(max(0, state.items.count - Self.most))
      return true
    }
  }

  /// The definition, which counts as used now.
  package func use(_ id: String) -> ExperienceDefinition? {
    change { state in (state.use(id).map { state.items[$0] }, false) }
  }

  /// Remembers where an experience was seen; nil for no place.
  ///
  /// If it is not stored at once, it is with the next definition.
  package func see(_ id: String, at location: String?, storing stores: Bool = true) {
    change { state in
      guard let place = state.use(id), !state.items[place].lastLocation.isIdentical(to: location)
      else {
        return false
      }
      state.items[place].lastLocation = location
      return stores
    }
  }

  /// Stores in which order they were used, for when the process may end: a write with every use would be too much.
  package func storeOrder() { change { $0.isReordered } }

  /// Forgets them, here and on the disk; the next one that is stored makes another file.
  package func removeAll() {
    let trouble = state.withLock { state -> FileError? in
      state.items = []
      state.isReordered = false
      let trouble = state.file.remove()
      // What cannot be removed is replaced by what comes next.
      state.isStored = trouble == nil
      return trouble
    }
    guard let trouble else { return }
    diagnostics.report(
      .error, "content.definitions",
      "definitions of experiences that were forgotten may come back: \(trouble)")
  }

  /// Whether there is anything to store is what the change says.
  private func change(_ change: @Sendable (inout State) -> Bool) {
    self.change { state in ((), change(&state)) }
  }

  /// What the change returns, of the same moment: others may change something as soon as this has returned.
  private func change<Result: Sendable>(
    _ change: @Sendable (inout State) -> (Result, Bool)
  ) -> Result {
    let (result, trouble, isTooMuch) = state.withLock { state -> (Result, FileError?, Bool) in
      let (result, hasChanged) = change(&state)
      guard hasChanged || !state.isStored else { return (result, nil, false) }
      guard mayStore() else {
        state.isStored = false
        return (result, nil, false)
      }
      let wasFull = state.isFull
      return (result, save(&state), state.isFull && !wasFull)
    }
    if let trouble { report(trouble) }
    if isTooMuch {
      diagnostics.report(
        .notice, "content.definitions",
        "not all definitions of experiences fit into their file: some hold for this run alone")
    }
    return result
  }

  private func report(_ trouble: FileError) {
    diagnostics.report(
      .notice, "content.definitions",
      "definitions of experiences hold for this run alone: \(trouble)")
  }

  /// What does not fit is kept in memory alone.
  private func save(_ state: inout State) -> FileError? {
    let isKnown = state.file.trouble != nil
    // What is stored there is older, or was forgotten.
    _ = state.file.open()
    let (bytes, leavesOut) = Self.encoded(state.items, atMost: state.file.capacity)
    if leavesOut { state.isFull = true }
    _ = state.file.store(bytes)
    state.isStored = state.file.trouble == nil
    state.isReordered = !state.isStored
    return isKnown ? nil : state.file.trouble
  }

  /// Each that still fits, from the one that was used last; a large one takes no others with it.
  private static func encoded(
    _ items: [ExperienceDefinition], atMost capacity: Int
  ) -> (bytes: [UInt8], leavesOut: Bool) {
    var texts: [[UInt8]] = []
    // Of the brackets; each text brings a comma or the end.
    var room = capacity - 2
    for item in items.reversed() {
      var members = item.properties
      members[lastLocation] = item.lastLocation.map(Value.string)
      let text = Value.object(members).json
      guard text.count < room else { continue }
      room -= text.count + 1
      texts.append(text)
    }
    let list = texts.reversed().joined(separator: [UInt8(ascii: ",")])
    return ([UInt8(ascii: "[")] + list + [UInt8(ascii: "]")], texts.count < items.count)
  }
}
