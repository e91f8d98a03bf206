import Cairn

/// The names under which visitors are stored and reported.
///
/// Redaction rules for identifiers apply to visitor IDs: redacted IDs appear in no file and in no
/// event. So that two visitors never become one, a hash replaces the ID. Its salt is specific to
/// this device; without the device's files the ID cannot be derived from the hash.
package final class VisitorNames: Sendable {
  /// The maximum number of names that are cached.
  private static let most = 1_000

  private struct Name {
    var stored: String
    var told: String
  }

  private struct State {
    /// The number of erasures to which the state belongs.
    var erasures: UInt64
    var salt: [UInt8]?
    var names = RecentlyUsed<Name>()
    var anonymousID = ""
  }

  private let folder: UserDataFolder
  private let redactor: Redactor
  private let anonymousID: @Sendable () -> String
  private let state: Locked<State>

  init(
    _ folder: UserDataFolder, _ redactor: Redactor, anonymousID: @escaping @Sendable () -> String
  ) {
    self.folder = folder
    self.redactor = redactor
    self.anonymousID = anonymousID
    state = Locked(State(erasures: folder.erasures))
  }

  /// Returns the name for storage: the ID, or its salted hash if a redaction rule changes the ID.
  ///
  /// A hash that this method returned is returned unchanged.
  func stored(_ id: String) -> String {
    redactor.isEmpty || VisitorHash.isOne(id) ? id : name(of: id).stored
  }

  /// Returns the name for reports.
  func told(_ id: String) -> String { redactor.isEmpty ? id : name(of: id).told }

  private func name(of id: String) -> Name {
    let anonymousID = anonymousID()
    let known = state.withLock { state -> Name? in
      follow(&state, anonymousID)
      return state.names.use(id)
    }
    if let known { return known }
    let name = name(of: id, isAnonymous: id.isIdentical(to: anonymousID))
    state.withLock { state in
      state.names.set(id, name)
      if state.names.count > Self.most { _ = state.names.removeOldest() }
    }
    return name
  }

  /// Computes a name without the lock, because a rule may be a closure of the app.
  private func name(of id: String, isAnonymous: Bool) -> Name {
    let allowed = redactor.visitorID(id, isAnonymous: isAnonymous)
    if let allowed, allowed.isIdentical(to: id) { return Name(stored: id, told: id) }
    let hash = VisitorHash.text(id, salt: salt())
    return Name(stored: VisitorHash.mark + hash, told: allowed ?? hash)
  }

  /// Returns every name under which the visitor may be stored.
  ///
  /// After a reset, the ID is no longer the anonymous ID, to which other rules may apply.
  func everyStored(_ id: String) -> [String] {
    if redactor.isEmpty { return [id] }
    let names = [true, false].map { name(of: id, isAnonymous: $0).stored }
    return names[0].isIdentical(to: names[1]) ? [names[0]] : names
  }

  /// Discards the salt and all names after an erasure, and the affected names after a change of the
  /// anonymous ID.
  private func follow(_ state: inout State, _ anonymousID: String) {
    let erasures = folder.erasures
    if state.erasures != erasures { state = State(erasures: erasures) }
    guard state.anonymousID != anonymousID else { return }
    for id in [state.anonymousID, anonymousID] { state.names.remove(id) }
    state.anonymousID = anonymousID
  }

  private func salt() -> [UInt8] {
    state.withLock { state in
      if let salt = state.salt { return salt }
      let salt = VisitorSalt.get(in: folder, asOf: state.erasures)
      state.salt = salt
      return salt
    }
  }
}
