package import Cairn

/// The definitions of the 100 most recently used experiences, kept across launches.
///
/// It may be used from any thread. Stored definitions survive the death of the process: the file
/// has two slots, and the previous value stays until the new one is complete. Definitions stay in
/// memory while consent does not allow storage. The order of use is stored with the next definition
/// and by `storeOrder`.
package final class Definitions: Sendable {
  package static let most = 100
  private static let lastLocation = "lastLocation"

  private struct State {
    /// The definitions, least recently used first.
    var items: [ExperienceDefinition] = []
    var file: PersistedValue
    /// Whether the last change that must be stored was stored.
    var isStored = true
    /// Whether the order of use changed since the definitions were last stored.
    var isReordered = false
    /// Whether it was reported that the definitions do not all fit into the file.
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
    _ file: PersistedValue, diagnostics: Diagnostics,
    mayStore: @escaping @Sendable () -> Bool = { true }
  ) {
    self.diagnostics = diagnostics
    self.mayStore = mayStore
    var state = State(file: file)
    // The file is created only when a definition is registered.
    if mayStore() { state.items = Self.stored(&state.file) }
    let trouble = state.file.trouble
    self.state = Locked(state)
    if let trouble { report(trouble) }
  }

  private static func stored(_ file: inout PersistedValue) -> [ExperienceDefinition] {
    let lists = file.open(makes: false).lazy.compactMap { Value(json: $0)?.arrayValue }
    return (lists.first ?? []).compactMap { item in
      var definition = ExperienceDefinition(item.objectValue ?? [:])
      definition?.lastLocation = item[Self.lastLocation]?.stringValue
      return definition
    }
  }

  /// All definitions, least recently used first.
  package var all: [ExperienceDefinition] { state.withLock { $0.items } }

  /// Adds a definition; replaces an earlier one with the same ID.
  package func register(_ definition: ExperienceDefinition) {
    change { state in
      state.items.removeAll { $0.id.isIdentical(to: definition.id) }
      state.items.append(definition)
      state.items.removeFirst(max(0, state.items.count - Self.most))
      return true
    }
  }

  /// Returns the definition with this ID and marks it as the most recently used.
  package func use(_ id: String) -> ExperienceDefinition? {
    change { state in (state.use(id).map { state.items[$0] }, false) }
  }

  /// Sets the location at which an experience was last seen; nil for no location.
  ///
  /// If `stores` is false, the location is stored with the next definition.
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

  /// Stores the order of use.
  ///
  /// It is called when the process may end, because a write for every use would be too costly.
  package func storeOrder() { change { $0.isReordered } }

  /// Removes all definitions from memory and disk.
  ///
  /// The next definition that is stored creates a new file.
  package func removeAll() {
    let trouble = state.withLock { state -> FileError? in
      state.items = []
      state.isReordered = false
      let trouble = state.file.remove()
      // If the file cannot be removed, the next change overwrites it.
      state.isStored = trouble == nil
      return trouble
    }
    guard let trouble else { return }
    diagnostics.report(
      .error, "content.definitions",
      "removed definitions of experiences may reappear: \(trouble)")
  }

  /// Makes a change and stores the definitions if the closure returns true.
  private func change(_ change: @Sendable (inout State) -> Bool) {
    self.change { state in ((), change(&state)) }
  }

  /// Makes a change, stores the definitions if the second result is true, and returns the first
  /// result.
  ///
  /// The result comes from within the lock, because another thread may change the definitions as
  /// soon as the lock is released.
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
        "not all definitions of experiences fit into their file: some apply to this launch only")
    }
    return result
  }

  private func report(_ trouble: FileError) {
    diagnostics.report(
      .notice, "content.definitions",
      "definitions of experiences apply to this launch only: \(trouble)")
  }

  /// Stores the definitions.
  ///
  /// Those that do not fit into the file stay in memory only.
  private func save(_ state: inout State) -> FileError? {
    let isKnown = state.file.trouble != nil
    // The file may have to be created or reopened; what it holds is superseded.
    _ = state.file.open()
    let (bytes, leavesOut) = Self.encoded(state.items, atMost: state.file.capacity)
    if leavesOut { state.isFull = true }
    _ = state.file.store(bytes)
    state.isStored = state.file.trouble == nil
    state.isReordered = !state.isStored
    return isKnown ? nil : state.file.trouble
  }

  /// Encodes the definitions that fit, most recently used first.
  ///
  /// A large one is skipped and does not exclude the others.
  private static func encoded(
    _ items: [ExperienceDefinition], atMost capacity: Int
  ) -> (bytes: [UInt8], leavesOut: Bool) {
    var texts: [[UInt8]] = []
    // Two bytes are reserved for the brackets; each text needs one more for a comma.
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
