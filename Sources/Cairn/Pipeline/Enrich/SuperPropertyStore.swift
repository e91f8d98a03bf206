/// The properties that every event gets, kept across launches: what `superProperties` changes.
package final class SuperPropertyStore: Sendable {
  /// `EVJSUP1\0`.
  package static let magic: UInt64 = 0x0031_5055_534A_5645
  package static let slotSize = 65_536

  /// What became of a change.
  package enum Result: Equatable, Sendable {
    case stored
    /// It holds for this run alone; said when that begins.
    case kept(FileError?)
    /// Nothing was changed: with it the properties would be so many bytes.
    case tooLarge(Int)
  }

  package let maximumBytes: Int
  private let state: Locked<State>

  private struct State {
    var file: KeptFile
    var properties = RegisteredProperties()
    /// Whether the last change was to be stored.
    var isStored = true

    /// What is stored is the installation's; what was registered while it could not be read comes on top.
    mutating func open(makes: Bool) {
      let stored = file.open(makes: makes).lazy.compactMap { RegisteredProperties(json: $0) }.first
      if let stored { properties = properties.merged(over: stored) }
    }
  }

  /// Half of `maximumEventBytes` is left to the events' own properties.
  ///
  /// Without `opens` no file is touched until a change is stored.
  package init(
    _ path: String, files: any FileSystem, maximumEventBytes: Int, vault: Vault = .none,
    opens: Bool = true
  ) {
    var state = State(
      file: KeptFile(path, magic: Self.magic, slotSize: Self.slotSize, files: files, vault: vault))
    // Who never registers anything needs no file.
    if opens { state.open(makes: false) }
    maximumBytes = min(maximumEventBytes / 2, state.file.capacity)
    self.state = Locked(state)
  }

  var mutexesForFork: [ForkMutex] { [state.mutexForFork] }

  package var current: RegisteredProperties { state.withLock { $0.properties } }

  /// Why they hold for this run alone; nil when they are stored.
  package var trouble: FileError? { state.withLock { $0.file.trouble } }

  /// Changes them, and hands them on in the order of the changes.
  ///
  /// With `always` they are stored also when nothing changes. When it returns `.stored`, they survive the death of the process.
  package func change(
    storing: Bool = true, always: Bool = false,
    _ change: @Sendable (inout RegisteredProperties) -> Void,
    then apply: @Sendable (RegisteredProperties) -> Void
  ) -> Result {
    state.withLock { state in
      let isKnown = state.file.trouble != nil
      if storing { state.open(makes: false) }
      var changed = state.properties
      change(&changed)
      let json = changed.json
      guard json.count <= maximumBytes else { return .tooLarge(json.count) }
      if !always, state.isStored, state.file.trouble == nil, json == state.properties.json {
        return .stored
      }
      if storing { state.open(makes: true) }
      state.properties = changed
      defer { apply(changed) }
      guard storing else {
        state.isStored = false
        return .stored
      }
      _ = state.file.store(json)
      state.isStored = true
      guard let trouble = state.file.trouble else { return .stored }
      return .kept(isKnown ? nil : trouble)
    }
  }

  /// Forgets them; the next change that is stored makes another file.
  package func forget(then apply: @Sendable (RegisteredProperties) -> Void) {
    state.withLock { state in
      state.properties = RegisteredProperties()
      state.file.close()
      apply(state.properties)
    }
  }
}
