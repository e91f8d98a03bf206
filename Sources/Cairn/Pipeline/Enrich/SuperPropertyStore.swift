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

  private struct State: Sendable {
    var file: KeptFile
    var properties = RegisteredProperties()
    /// Whose they are, as `Identity.person` says.
    var person: UInt64 = 0
    /// Whether the last change was to be stored.
    var isStored = true

    /// What is stored is the installation's; what was registered while it could not be read comes on top.
    ///
    /// What another person has left, because a kill or the disk kept it from being removed, is nobody's.
    mutating func open(makes: Bool) {
      let stored = file.open(makes: makes).lazy.compactMap { StoredProperties($0) }.first
      guard let stored, stored.person == person else { return }
      properties = properties.merged(over: stored.properties)
    }

    /// From here on they are this person's, who has registered none yet.
    mutating func begin(_ person: UInt64) {
      guard person != self.person else { return }
      self.person = person
      properties = RegisteredProperties()
      // Another process may have stored some of theirs.
      file.close()
    }

    mutating func store() {
      _ = file.store(StoredProperties(properties: properties, person: person).encoded)
      isStored = true
    }
  }

  /// Half of `maximumEventBytes` is left to the events' own properties.
  ///
  /// Without `opens` no file is touched until a change is stored. `person`: whose they are, as `Identity.person` says.
  package init(
    _ path: String, files: any FileSystem, maximumEventBytes: Int, vault: Vault = .none,
    person: UInt64 = 0, opens: Bool = true
  ) {
    var state = State(
      file: KeptFile(path, magic: Self.magic, slotSize: Self.slotSize, files: files, vault: vault))
    state.person = person
    // Who never registers anything needs no file.
    if opens { state.open(makes: false) }
    maximumBytes = min(maximumEventBytes / 2, state.file.capacity - StoredProperties.overhead)
    self.state = Locked(state)
  }

  var mutexesForFork: [ForkMutex] { [state.mutexForFork] }

  package var current: RegisteredProperties { state.withLock { $0.properties } }

  /// Why they hold for this run alone; nil when they are stored.
  package var trouble: FileError? { state.withLock { $0.file.trouble } }

  /// Changes them, and hands them on in the order of the changes.
  ///
  /// `isStoring` is asked under the lock under which they are forgotten, so that no denial comes in between; so is
  /// `person`, and those of another one are gone. With `always` they are stored also when nothing changes. When it
  /// returns `.stored`, they survive the death of the process.
  package func change(
    of person: () -> UInt64 = { 0 }, storing isStoring: () -> Bool = { true },
    always: Bool = false, _ change: (inout RegisteredProperties) -> Void,
    then apply: (RegisteredProperties) -> Void
  ) -> Result {
    state.withLock { state in
      let (isKnown, isStoring) = (state.file.trouble != nil, isStoring())
      let isOther = person() != state.person
      state.begin(person())
      if isStoring { state.open(makes: false) }
      var changed = state.properties
      change(&changed)
      let json = changed.json
      guard json.count <= maximumBytes else { return .tooLarge(json.count) }
      if !always, !isOther, state.isStored, state.file.trouble == nil,
        json == state.properties.json
      {
        return .stored
      }
      if isStoring { state.open(makes: true) }
      state.properties = changed
      defer { apply(changed) }
      guard isStoring else {
        state.isStored = false
        return .stored
      }
      state.store()
      guard let trouble = state.file.trouble else { return .stored }
      return .kept(isKnown ? nil : trouble)
    }
  }

  /// Puts another person in the place of this one: `step` does it, and says who it is now, or nil when it could not.
  ///
  /// Nobody registers anything meanwhile. The file is emptied afterwards, if there is one; what is in it is nobody's.
  package func turnOver(storing isStoring: () -> Bool, step: () -> UInt64?) -> Bool {
    state.withLock { state in
      guard let person = step() else { return false }
      let hadAny = !state.properties.isEmpty
      state.begin(person)
      guard isStoring() else {
        state.isStored = false
        return true
      }
      state.open(makes: false)
      if hadAny { state.store() }
      return true
    }
  }

  /// Forgets them; the next change that is stored makes another file.
  package func forget(then apply: (RegisteredProperties) -> Void) {
    state.withLock { state in
      state.properties = RegisteredProperties()
      state.person = 0
      state.file.close()
      apply(state.properties)
    }
  }
}

/// Super properties as they are stored, with the person whose they are.
///
/// A JSON object, and behind it, unless it is 0, the person as 16 hexadecimal digits in quotes. A reader that knows
/// nothing of persons reads the object alone.
struct StoredProperties: Sendable {
  /// The most bytes that a person takes.
  static let overhead = 18

  var properties: RegisteredProperties
  var person: UInt64

  init(properties: RegisteredProperties, person: UInt64) {
    self.properties = properties
    self.person = person
  }

  /// Nil when it is no object.
  init?(_ bytes: [UInt8]) {
    var object = bytes
    person = 0
    if bytes.last == UInt8(ascii: "\""), bytes.count > Self.overhead {
      let digits = String(decoding: bytes.suffix(17).dropLast(), as: UTF8.self)
      guard let person = Hex.value(digits[...], as: UInt64.self) else { return nil }
      self.person = person
      object.removeLast(Self.overhead)
    }
    guard let properties = RegisteredProperties(json: object) else { return nil }
    self.properties = properties
  }

  var encoded: [UInt8] {
    properties.json + (person == 0 ? [] : Array("\"\(Hex.text(person))\"".utf8))
  }
}
