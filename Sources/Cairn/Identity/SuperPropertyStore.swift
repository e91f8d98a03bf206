/// The super properties, which are added to every `track` and `screen` event and kept across
/// launches; `superProperties` changes them.
package final class SuperPropertyStore: Sendable {
  /// The magic number `EVJSUP1\0`.
  package static let magic: UInt64 = 0x0031_5055_534A_5645
  package static let slotSize = 65_536

  /// The result of a change.
  package enum Result: Equatable, Sendable {
    case stored
    /// The change is valid for this launch only; the error is given only when the storage begins to
    /// fail.
    case kept(FileError?)
    /// Nothing was changed, because the properties would have taken this many bytes.
    case tooLarge(Int)
  }

  /// The maximum number of bytes of the properties and the groups, which are added to events.
  package let maximumBytes: Int
  /// The maximum number of bytes of everything that is stored.
  private let capacity: Int
  private let state: Locked<State>

  private struct State: Sendable {
    var file: PersistedValue
    var properties = SuperPropertyValues()
    /// The number of the person whose properties these are; see `Identity.person`.
    var person: UInt64 = 0
    /// Whether the last change was to be stored.
    var isStored = true
    /// Whether the file is being erased: what it has must not be read again.
    var isErasing = false

    /// Reads the stored properties, and merges those that were registered in memory over them;
    /// returns whether there are any.
    ///
    /// Stored properties of another person, which a kill or a disk error kept from being removed,
    /// are ignored.
    @discardableResult
    mutating func open(makes: Bool) -> Bool {
      let stored = file.open(makes: makes).lazy.compactMap { StoredProperties($0) }.first
      guard let stored, stored.person == person else { return false }
      properties = properties.merged(over: stored.properties)
      return true
    }

    /// Whether the change will be stored, as far as is known before the file is open.
    func isToStore(_ change: SuperPropertyChange) -> Bool {
      guard !file.isOpen, isStored else { return !isStored }
      var changed = properties
      change.apply(to: &changed)
      return changed.json != properties.json
    }

    /// Switches to this person, who has no properties registered yet.
    mutating func begin(_ person: UInt64) {
      guard person != self.person else { return }
      self.person = person
      properties = SuperPropertyValues()
      // Another process may have stored some of theirs.
      file.close()
    }

    /// Takes over the properties of this person that another process has stored; returns whether
    /// there are any.
    mutating func takeNewer(than own: [UInt8]? = nil) -> Bool {
      guard isStored, let stored = file.newer(than: own).flatMap({ StoredProperties($0) }),
        stored.person == person
      else { return false }
      properties = stored.properties
      return true
    }

    /// Stores the properties.
    ///
    /// A process that could not wait any longer for the lock may have stored others since they were
    /// read, or may replace them now. `change` is then made again, to those.
    @inline(never)
    mutating func store(_ change: SuperPropertyChange = .none, isAlone: Bool = true) {
      for rest in (0..<Self.mostAttempts).reversed() {
        let content = StoredProperties(properties: properties, person: person).encoded
        let isDone = file.store(content, ifNewest: rest > 0 && isStored)
        if isDone, isAlone { break }
        if isDone { BlockingSleep.milliseconds(1) }
        if takeNewer(than: isDone ? content : nil) {
          change.apply(to: &properties)
        } else if isDone {
          break
        }
      }
      isStored = true
    }

    /// The maximum number of attempts to store what other processes keep replacing.
    private static let mostAttempts = 8
  }

  /// Opens the store; half of `maximumEventBytes` is left to the events' own properties.
  ///
  /// Without `opens` no file is touched until a change is stored. `person` is the number of the
  /// person whose properties these are; see `Identity.person`.
  package init(
    _ path: String, files: any FileSystem, maximumEventBytes: Int,
    encryption: RecordEncryption = .none,
    person: UInt64 = 0, opens: Bool = true
  ) {
    var state = State(
      file: PersistedValue(
        path, magic: Self.magic, slotSize: Self.slotSize, files: files, encryption: encryption))
    state.person = person
    // The file is made by the first change that is stored.
    if opens { state.open(makes: false) }
    capacity = state.file.capacity - StoredProperties.overhead
    maximumBytes = min(maximumEventBytes / 2, capacity)
    self.state = Locked(state)
  }

  var mutexesForFork: [ForkMutex] { [state.mutexForFork] }

  package var current: SuperPropertyValues { state.withLock { $0.properties } }

  /// The error because of which the properties are valid for this launch only; nil when they are
  /// stored.
  package var trouble: FileError? { state.withLock { $0.file.trouble } }

  /// Changes the properties, and passes them to `apply` in the order of the changes.
  ///
  /// `isStoring` and `person` are evaluated under the lock under which the properties are
  /// forgotten, so that consent cannot be denied in between. The properties of another person are
  /// discarded. With `always` the properties are stored even when nothing changes. When the result
  /// is `.stored`, they survive the death of the process.
  ///
  /// `isValid` is called once, before anything is stored, with the properties as they will be: the
  /// present ones when the change is too large. If it returns false, nothing is changed.
  package func change(
    _ change: SuperPropertyChange, of person: () -> UInt64 = { 0 },
    storing isStoring: () -> Bool = { true }, always: Bool = false,
    if isValid: (SuperPropertyValues) -> Bool = { _ in true },
    then apply: (SuperPropertyValues) -> Void
  ) -> Result {
    state.withLock { state in
      let (isKnown, isStoring) = (state.file.trouble != nil, isStoring() && !state.isErasing)
      let isOther = person() != state.person
      state.begin(person())
      // A file that is made only to store the change could not be locked before.
      let isOpened = isStoring && state.open(makes: state.isToStore(change))
      let file = state.file
      return file.whileLocked { isAlone in
        // The change is applied to the properties that another process has stored meanwhile.
        let isNewer = isStoring && state.takeNewer() || isOpened
        return self.change(
          &state, change, isNewer: isNewer, isStoring: isStoring, isKnown: isKnown,
          always: always || isOther, isAlone: isAlone, if: isValid, then: apply)
      }
    }
  }

  private func change(
    _ state: inout State, _ change: SuperPropertyChange, isNewer: Bool, isStoring: Bool,
    isKnown: Bool, always: Bool, isAlone: Bool, if isValid: (SuperPropertyValues) -> Bool,
    then apply: (SuperPropertyValues) -> Void
  ) -> Result {
    var changed = state.properties
    change.apply(to: &changed)
    if case .startTimer = change { changed.makeRoom(in: capacity) }
    let json = changed.json
    let excess = excess(changed, json.count, over: state.properties)
    guard isValid(excess == nil ? changed : state.properties), excess == nil else {
      if isNewer { apply(state.properties) }
      return excess.map { .tooLarge($0) } ?? .stored
    }
    if !always, !isNewer, state.isStored, state.file.trouble == nil,
      json == state.properties.json
    {
      return .stored
    }
    if isStoring { state.open(makes: true) }
    state.properties = changed
    defer { apply(state.properties) }
    guard isStoring else {
      state.isStored = false
      return .stored
    }
    state.store(change, isAlone: isAlone)
    guard let trouble = state.file.trouble else { return .stored }
    return .kept(isKnown ? nil : trouble)
  }

  /// Returns the number of bytes that are too many; nil when there are not, or there are no more
  /// than before: what was stored under a greater limit can be removed bit by bit.
  private func excess(
    _ changed: SuperPropertyValues, _ bytes: Int, over before: SuperPropertyValues
  ) -> Int? {
    if bytes <= maximumBytes { return nil }
    if bytes > capacity, bytes > before.json.count { return bytes }
    let own = changed.ownBytes
    return own > maximumBytes && own > before.ownBytes ? own : nil
  }

  /// Takes over the properties that another process has registered, and passes them to `apply`.
  ///
  /// Reads a file.
  package func look(then apply: (SuperPropertyValues) -> Void) {
    state.withLock { state in
      let before = state.properties.json
      guard !state.isErasing else { return }
      if state.isStored { state.open(makes: false) }
      _ = state.takeNewer()
      if state.properties.json != before { apply(state.properties) }
    }
  }

  /// Replaces the person: `step` does it and returns the new person's number, or nil when it could
  /// not.
  ///
  /// No property can be registered during the call. Afterwards the file, if there is one, is
  /// emptied; stored properties of another person are ignored anyway.
  package func turnOver(storing isStoring: () -> Bool, step: () -> UInt64?) -> Bool {
    state.withLock { state in
      guard let person = step() else { return false }
      let hadAny = !state.properties.isEmpty
      state.begin(person)
      guard isStoring(), !state.isErasing else {
        state.isStored = false
        return true
      }
      state.open(makes: false)
      if hadAny { state.store() }
      return true
    }
  }

  /// Discards the properties, because the file is about to be erased; until `begin`, changes are
  /// only in memory.
  package func forget(then apply: (SuperPropertyValues) -> Void) {
    state.withLock { state in
      state.properties = SuperPropertyValues()
      state.person = 0
      state.file.close()
      state.isErasing = true
      apply(state.properties)
    }
  }

  /// Begins anew after the erasure: the next change that is stored makes a new file, also with what
  /// was set meanwhile.
  package func begin() {
    state.withLock { state in
      state.isErasing = false
      state.isStored = state.properties.isEmpty
    }
  }
}

/// Super properties as they are stored, with the number of their person.
///
/// The content is a JSON object followed, unless the person is 0, by the person as 16 hexadecimal
/// digits in quotation marks. A reader that does not know persons reads only the object.
struct StoredProperties: Sendable {
  /// The number of bytes that a person takes.
  static let overhead = 18

  var properties: SuperPropertyValues
  var person: UInt64

  init(properties: SuperPropertyValues, person: UInt64) {
    self.properties = properties
    self.person = person
  }

  /// Decodes stored properties; nil when the bytes are not a JSON object.
  init?(_ bytes: [UInt8]) {
    var object = bytes
    person = 0
    if bytes.last == UInt8(ascii: "\""), bytes.count > Self.overhead {
      let digits = String(decoding: bytes.suffix(17).dropLast(), as: UTF8.self)
      guard let person = Hex.value(digits[...], as: UInt64.self) else { return nil }
      self.person = person
      object.removeLast(Self.overhead)
    }
    guard let properties = SuperPropertyValues(json: object) else { return nil }
    self.properties = properties
  }

  var encoded: [UInt8] {
    properties.json + (person == 0 ? [] : Array("\"\(Hex.text(person))\"".utf8))
  }
}
