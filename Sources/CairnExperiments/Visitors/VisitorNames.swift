import Cairn

/// The names under which visitors are stored and reported.
///
/// A visitor's identifier is an identifier for the rules of redaction: what these take out is in no file and in no event.
/// Nobody becomes somebody else by that, so that a hash stands in its place: with a salt of this device, from which nobody
/// can tell the identifier who does not have this device's files.
package final class VisitorNames: Sendable {
  /// So many are remembered.
  private static let most = 1_000

  private struct Name {
    var stored: String
    var told: String
  }

  private struct State {
    /// Under which all this holds.
    var erasures: UInt64
    var salt: [UInt8]?
    var names = RecentlyUsed<Name>()
    var anonymousID = ""
  }

  private let folder: UserFolder
  private let redactor: Redactor
  private let anonymousID: @Sendable () -> String
  private let state: Locked<State>

  init(
    _ folder: UserFolder, _ redactor: Redactor, anonymousID: @escaping @Sendable () -> String
  ) {
    self.folder = folder
    self.redactor = redactor
    self.anonymousID = anonymousID
    state = Locked(State(erasures: folder.erasures))
  }

  /// The identifier itself, unless a rule changes it; else a name that no other visitor has.
  ///
  /// What is such a name stays as it is.
  func stored(_ id: String) -> String {
    redactor.isEmpty || VisitorHash.isOne(id) ? id : name(of: id).stored
  }

  /// What reports call the visitor.
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

  /// Outside the lock: a rule may be a closure of the app.
  private func name(of id: String, isAnonymous: Bool) -> Name {
    let allowed = redactor.visitorID(id, isAnonymous: isAnonymous)
    if let allowed, allowed.isIdentical(to: id) { return Name(stored: id, told: id) }
    let hash = VisitorHash.text(id, salt: salt())
    return Name(stored: VisitorHash.mark + hash, told: allowed ?? hash)
  }

  /// Every name under which the visitor may be stored: a user who is reset is the anonymous one no more.
  func everyStored(_ id: String) -> [String] {
    if redactor.isEmpty { return [id] }
    let names = [true, false].map { name(of: id, isAnonymous: $0).stored }
    return names[0].isIdentical(to: names[1]) ? [names[0]] : names
  }

  /// What was erased had another salt; another user has another identifier.
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
