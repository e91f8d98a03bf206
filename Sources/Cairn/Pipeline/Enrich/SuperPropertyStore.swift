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

    /// What is stored is the installation's; what was registered while it could not be read comes on top.
    mutating func open() {
      let stored = file.open().lazy.compactMap { RegisteredProperties(json: $0) }.first
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
    if opens { state.open() }
    maximumBytes = min(maximumEventBytes / 2, state.file.capacity)
    self.state = Locked(state)
  }

  package var current: RegisteredProperties { state.withLock { $0.properties } }

  /// Why they hold for this run alone; nil when they are stored.
  package var trouble: FileError? { state.withLock { $0.file.trouble } }

  /// Changes them, and hands them on in the order of the changes.
  ///
  /// When it returns `.stored`, they survive the death of the process.
  package func change(
    storing: Bool = true, _ change: @Sendable (inout RegisteredProperties) -> Void,
    then apply: @Sendable (RegisteredProperties) -> Void
  ) -> Result {
    state.withLock { state in
      if storing { state.open() }
      var changed = state.properties
      change(&changed)
      let json = changed.json
      guard json.count <= maximumBytes else { return .tooLarge(json.count) }
      state.properties = changed
      let news = storing ? state.file.store(json) : nil
      apply(changed)
      return state.file.trouble == nil ? .stored : .kept(news)
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
